/** SQL of the shares of devices: which there are, and their end. */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'

export interface EndedShare {
  readonly account_id: string
  readonly device_id: string
  /** Accounts whose consoles no longer show the device; null: none, or they show an own one of that id. */
  readonly receiver_account_id: string | null
}

/** Ends the shares that a condition on `s` selects; their invitations become void. */
export async function endShares(db: Db, condition: ReturnType<typeof sql>): Promise<EndedShare[]> {
  const { rows } = await sql<EndedShare>`
    delete from shares s where ${condition}
    returning account_id, device_id, case when exists (
      select from trackers own where own.account_id = s.receiver_account_id and own.device_id = s.device_id
    ) then null else receiver_account_id end as receiver_account_id`.execute(db)
  return rows
}

/** Ends every share of these devices of the account, as they leave or may not be tracked. Source: G23. */
export const endSharesOfDevices = (db: Db, accountId: string, deviceIds: readonly string[]): Promise<EndedShare[]> =>
  endShares(db, sql`account_id = ${accountId} and device_id = any(${deviceIds})`)

/** Ends what the account gave and what it received. */
export const endSharesOfAccount = (db: Db, accountId: string): Promise<EndedShare[]> =>
  endShares(db, sql`account_id = ${accountId} or receiver_account_id = ${accountId}`)

/** Ids of the shares by device: of these devices, or of all of the account (null). */
export async function shareIdsByDevice(
  db: Db,
  accountId: string,
  deviceIds: readonly string[] | null,
): Promise<Map<string, { id: string }[]>> {
  const { rows } = await sql<{ device_id: string; id: string }>`
    select device_id, share_id as id from shares
    where account_id = ${accountId} and (${deviceIds === null} or device_id = any(${deviceIds ?? []}))
    order by created_time, share_id`.execute(db)
  const byDevice = new Map<string, { id: string }[]>()
  for (const { device_id, id } of rows) {
    const known = byDevice.get(device_id)
    if (known === undefined) byDevice.set(device_id, [{ id }])
    else known.push({ id })
  }
  return byDevice
}

/** Accounts that share devices with the account. */
export async function listGivers(db: Db, accountId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from shares where receiver_account_id = ${accountId}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
