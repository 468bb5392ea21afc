/** SQL of shares. A share belongs to its giver's account; an accepted one is found by its receiver's too. */

import { sql } from 'kysely'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type EndedShare, endShares } from '../../state/shares.ts'

export interface ShareRow {
  /** The giver's. */
  readonly account_id: string
  readonly share_id: string
  readonly device_id: string
  readonly email: string
  /** Null until it is accepted. */
  readonly receiver_account_id: string | null
  readonly created_time: number
}

const columns = sql.raw('account_id, share_id, device_id, email, receiver_account_id, created_time')

/** The offer of a device to an address, locked until the transaction ends. */
export async function lockOffer(
  db: Db,
  accountId: string,
  deviceId: string,
  email: string,
): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from shares
    where account_id = ${accountId} and device_id = ${deviceId} and lower(email) = lower(${email}) for update`.execute(
    db,
  )
  return rows[0]
}

/** A share of the account by its id, locked until the transaction ends. */
export async function lockShare(db: Db, accountId: string, shareId: string): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from shares where account_id = ${accountId} and share_id = ${shareId} for update`.execute(db)
  return rows[0]
}

export async function insertShare(db: Db, share: Omit<ShareRow, 'receiver_account_id'>): Promise<void> {
  await sql`
    insert into shares (account_id, share_id, device_id, email, created_time)
    values (${share.account_id}, ${share.share_id}, ${share.device_id}, ${share.email}, ${share.created_time})`
    .execute(db)
    // Another session offered it just now.
    .catch(takenAs('shares_offer_key', 'duplicateMessage'))
}

/** When the newest invitation of a share was sent (epoch ms). */
export async function findInvitedMs(db: Db, { account_id, share_id }: ShareRow): Promise<number> {
  const { rows } = await sql<{ sent: number | null }>`
    select max(created_at_ms) as sent from mail_links
    where account_id = ${account_id} and purpose = 'accept_share' and ${share_id} = any(objects)`.execute(db)
  return rows[0]?.sent ?? 0
}

/** Gives the device to an account; refuses with 409001 one that has a device of that id, its own or another's. */
export async function acceptShare(
  db: Db,
  { account_id, share_id }: ShareRow,
  receiverAccountId: string,
  now: number,
): Promise<void> {
  await sql`
    update shares set receiver_account_id = ${receiverAccountId}, accepted_at = ${now}
    where account_id = ${account_id} and share_id = ${share_id}`
    .execute(db)
    .catch(takenAs('shares_received_key', 'conflict'))
}

/** An accepted share as one of its sides names it. */
export async function findShareOfSide(
  db: Db,
  accountId: string,
  deviceId: string,
  shareId: string,
): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from shares
    where account_id = ${accountId} and device_id = ${deviceId} and share_id = ${shareId}
    union all
    select ${columns} from shares
    where receiver_account_id = ${accountId} and device_id = ${deviceId} and share_id = ${shareId}`.execute(db)
  return rows[0]
}

/** A share by which the account received a device. */
export async function findReceived(db: Db, accountId: string, deviceId: string): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from shares where receiver_account_id = ${accountId} and device_id = ${deviceId}`.execute(db)
  return rows[0]
}

/** The name of an own device of the account; undefined where it has none of that id. */
export async function findDeviceName(db: Db, accountId: string, deviceId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from trackers where account_id = ${accountId} and device_id = ${deviceId}`.execute(db)
  return rows[0]?.name
}

export type ShareWithPerson = ShareRow & { readonly fullname: string | null }

/** Receivers of a device, oldest first; only those who accepted have a name, as the others may have no account. */
export async function listSharesOf(db: Db, accountId: string, deviceId: string): Promise<ShareWithPerson[]> {
  const { rows } = await sql<ShareWithPerson>`
    select s.*, (select u.fullname from users u where u.account_id = s.receiver_account_id
        order by lower(u.email) <> lower(s.email), u.class <> 'owner', u.created_at limit 1) as fullname
    from shares s where s.account_id = ${accountId} and s.device_id = ${deviceId}
    order by s.created_time, s.share_id`.execute(db)
  return rows
}

export const endShare = (db: Db, { account_id, share_id }: ShareRow): Promise<EndedShare[]> =>
  endShares(db, sql`account_id = ${account_id} and share_id = ${share_id}`)
