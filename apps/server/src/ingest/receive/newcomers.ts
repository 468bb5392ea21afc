/** Devices that are created by their first report with a credential of the account. Source: G85. */
import { createHash } from 'node:crypto'
import type { RelayedReport } from '@whereabouts/domain/observations'
import { isProtectedName } from '@whereabouts/domain/protected-names'
import { isStationId } from '@whereabouts/domain/stations'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { cleanName } from './unclaimed-tags.ts'

interface Newcomer {
  readonly accountId: string
  readonly senderId: string
  /** What it is called in a broker's topics. */
  readonly label?: string
}

/** Senders are often named by the address of their board, as `shellyplus1-441793a1b2c3`. */
const ADDRESS_AT_END = /(?:^|[_-])([0-9a-f]{12})$/i

/** The id of a station of another make: the sender's own where it has our form, else of its address, or of its id. */
export function stationIdOf(senderId: string): string {
  if (isStationId(senderId)) return senderId
  const digits = ADDRESS_AT_END.exec(senderId)?.[1] ?? createHash('sha256').update(senderId).digest('hex').slice(0, 12)
  return `T4-${digits.toUpperCase()}`
}

/** The sender's label or id as name of the new device, with a number behind it where another device has that name. */
const freeName = (
  name: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  { accountId, senderId, label = senderId }: Newcomer,
) =>
  sql`(select candidate from (
      select 1 as number, ${label}::text as candidate
      union all select number, ${label}::text || ' ' || number from generate_series(2, 1000) as number
    ) as candidates
    where not exists (select from ${table} where account_id = ${accountId} and ${name} = candidate)
    order by number limit 1)`

/**
 * Creates the station of a sender and links it to the credential. Idempotent. Refuses with 401001 a sender whose credential was just
 * revoked, as when its station was removed: its last messages must not bring the station back.
 */
export async function createStation(db: Db, sender: Newcomer, t4Id: string, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`update credentials set t4_id = ${t4Id}
      where account_id = ${sender.accountId} and sender_id = ${sender.senderId} and revoked_at is null`.execute(
      transaction,
    )
    if (numAffectedRows !== 1n) throw refuse('unauthorized')
    await sql`insert into stations (account_id, t4_id, t4_name, created_at)
      select ${sender.accountId}, ${t4Id}, ${freeName(sql.ref('t4_name'), sql.table('stations'), sender)}, ${now}
      on conflict do nothing`.execute(transaction)
  })
}

/**
 * Creates the tracker of a device that nobody has claimed yet, unless somebody ignores it. Idempotent. It is called as it calls itself,
 * or by its radio identity.
 */
export async function createTag(
  db: Db,
  accountId: string,
  { identity, name, make = '' }: Pick<RelayedReport, 'identity' | 'name' | 'make'>,
  now: number,
): Promise<void> {
  const own = name === undefined ? '' : cleanName(name)
  const label = own === '' || isProtectedName(own) ? identity : own
  // Unlike the radio identity it is the same for as long as the account has it, and another where it comes back.
  const digits = createHash('sha256').update(`${accountId} ${identity} ${now}`).digest('hex').slice(0, 12)
  await sql`insert into trackers (account_id, device_id, name, device_model, make, radio_identity, created_at)
    select ${accountId}, ${`TAG-${digits.toUpperCase()}`},
      ${freeName(sql.ref('name'), sql.table('trackers'), { accountId, senderId: identity, label })}, 'g3', ${make}, ${identity}, ${now}
    where not exists (select from unclaimed_tags
      where account_id = ${accountId} and radio_identity = ${identity} and ignored)
    on conflict do nothing`.execute(db)
}

/** Creates the tracker of a phone. Idempotent. Refuses with 401001 like `createStation`. */
export async function createPhone(db: Db, sender: Newcomer, platform: string, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql`select from credentials
      where account_id = ${sender.accountId} and sender_id = ${sender.senderId} and revoked_at is null for share`.execute(
      transaction,
    )
    if (rows.length === 0) throw refuse('unauthorized')
    await sql`insert into trackers (account_id, device_id, name, device_model, platform, created_at)
      select ${sender.accountId}, ${sender.senderId}, ${freeName(sql.ref('name'), sql.table('trackers'), sender)}, 'mobile',
        ${platform}, ${now}
      on conflict do nothing`.execute(transaction)
  })
}
