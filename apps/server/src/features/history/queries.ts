/** SQL of stays and shown positions of a device; `db` first, owner second. Source: decision 0086. */
import type { WayPoint } from '@whereabouts/contract/history'
import type { Meeting, Stay } from '@whereabouts/domain/history'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { openPositions, openStays } from '../../state/open-past.ts'

/** Times in epoch milliseconds, both inclusive. */
export interface Range {
  readonly fromMs: number
  readonly untilMs: number
}

/** Most rows of shown positions that one way reads: more than a tracker makes in a month of walking. */
const MOST_POINTS = 100_000

const stayColumns = sql.raw(
  ['from_ms', 'until_ms', 'kind', 'sender_id', 'sender_name', 'map_id', '"indoor_X"', '"indoor_Y"', 'gps_latitude']
    .concat('gps_longitude', 'rssi', 'device_name', 'class_index')
    .join(', '),
)

/** Stays that touch the range, in order; the last may still be open. Refuses with 404103 a device that has no past in the account. */
export async function listStays(db: Db, accountId: string, deviceId: string, range: Range): Promise<Stay[]> {
  const { fromMs, untilMs } = range
  // Tables of the past may stand on other machines than hot rows, so each is asked by itself; what moves to the table meanwhile is read
  // twice.
  const open = await sql<Stay>`
    select ${stayColumns} from ${openStays(accountId)} o
    where device_id = ${deviceId} and from_ms <= ${untilMs}::bigint and until_ms >= ${fromMs}::bigint`.execute(db)
  const ended = await sql<Stay>`
    select * from (
      (select ${stayColumns} from stays
        where account_id = ${accountId} and device_id = ${deviceId} and from_ms <= ${fromMs}::bigint
          and known_until_ms is null
        order by from_ms desc limit 1)
      union all
      select ${stayColumns} from stays
        where account_id = ${accountId} and device_id = ${deviceId} and from_ms > ${fromMs}::bigint
          and from_ms <= ${untilMs}::bigint and known_until_ms is null
    ) s where until_ms >= ${fromMs}::bigint`.execute(db)
  const written = new Set(ended.rows.map(({ from_ms }) => from_ms))
  const going = open.rows.filter(({ from_ms }) => !written.has(from_ms))
  const rows = [...ended.rows, ...going].toSorted((one, other) => one.from_ms - other.from_ms)
  if (rows.length === 0) await mustHavePast(db, accountId, deviceId)
  return rows
}

/** Refuses with 404103 a device that the account neither has nor keeps a past of. */
export async function mustHavePast(db: Db, accountId: string, deviceId: string): Promise<void> {
  for (const table of ['trackers', 'stays']) {
    const { rows } = await sql`
      select from ${sql.table(table)} where account_id = ${accountId} and device_id = ${deviceId} limit 1`.execute(db)
    if (rows.length > 0) return
  }
  throw refuse('deviceNotFound')
}

/** What is learned so long (ms) after it happened was not shown then. */
export const SHOWN_WITHIN_MS = 15_000

/** As it was, by all that is known now; as consoles showed it at a time (epoch ms); or each thing as they showed it at its own time. */
export type Known = 'now' | 'then' | number

/** Whether rows of the past `alias` with a time are meant. */
export function isMeant(known: Known, alias: string, time: string) {
  const [from, until] = [sql.ref(`${alias}.known_from_ms`), sql.ref(`${alias}.known_until_ms`)]
  if (known === 'now') return sql`${until} is null`
  const at = known === 'then' ? sql.ref(`${alias}.${time}`) : sql`${known}::bigint`
  return sql`${from} <= ${at} + ${SHOWN_WITHIN_MS} and (${until} is null or ${until} > ${at})`
}

/** Places at which a device was shown, in order; before its first it had none. */
export async function listWay(db: Db, accountId: string, deviceId: string, range: Range): Promise<WayPoint[]> {
  const points = sql`select at_ms, moving, map_id, "indoor_X", "indoor_Y", gps_latitude, gps_longitude`
  const isWanted = sql`account_id = ${accountId} and device_id = ${deviceId}
    and at_ms between ${range.fromMs}::bigint and ${range.untilMs}::bigint
    and (map_id is not null or gps_latitude is not null)`
  const open =
    await sql<WayPoint>`${points} from ${openPositions(accountId)} p where ${isWanted} order by at_ms`.execute(db)
  const { rows } = await sql<WayPoint>`
    ${points} from shown_positions where ${isWanted} and known_until_ms is null order by at_ms limit ${MOST_POINTS}`.execute(
    db,
  )
  const lastMs = rows.at(-1)?.at_ms ?? 0
  return [...rows, ...open.rows.filter(({ at_ms }) => at_ms > lastMs)]
}

/** Stays longer than this (ms) have an index of their own, so that the others are found by their start. */
const LONG_MS = 86_400_000

/** Times that other devices spent at the same station or phone during these stays, within the range. */
export async function listMeetings(
  db: Db,
  accountId: string,
  deviceId: string,
  stays: readonly Stay[],
  range: Range,
): Promise<Meeting[]> {
  const placed = stays.filter(({ kind }) => kind !== 'moving')
  const own = sql`unnest(${placed.map(({ sender_id }) => sender_id)}::text[],
    ${placed.map(({ from_ms }) => Math.max(from_ms, range.fromMs))}::bigint[],
    ${placed.map(({ until_ms }) => Math.min(until_ms, range.untilMs))}::bigint[]) as own (sender_id, from_ms, until_ms)`
  const meeting = sql`o.device_id, o.device_name, o.class_index, o.sender_id, o.sender_name,
    greatest(o.from_ms, own.from_ms) as from_ms, least(o.until_ms, own.until_ms) as until_ms`
  const others = sql`o.account_id = ${accountId} and o.sender_id = own.sender_id and o.device_id <> ${deviceId}
    and o.from_ms < own.until_ms and o.until_ms > own.from_ms`
  const open = await sql<Meeting>`select ${meeting} from ${own} join ${openStays(accountId)} o on ${others}`.execute(db)
  const ended = await sql<Meeting>`
    select ${meeting} from ${own} join stays o on ${others} and o.known_until_ms is null
      and o.from_ms > own.from_ms - ${LONG_MS}::bigint
      and o.from_ms between ${range.fromMs - LONG_MS}::bigint and ${range.untilMs}::bigint
    union all
    select ${meeting} from ${own} join stays o on ${others} and o.known_until_ms is null
      and o.until_ms - o.from_ms > 86400000 and o.from_ms <= own.from_ms - ${LONG_MS}::bigint`.execute(db)
  const isWritten = new Set(ended.rows.map(keyOf))
  return [...ended.rows, ...open.rows.filter((row) => !isWritten.has(keyOf(row)))]
}

const keyOf = ({ device_id, sender_id, from_ms }: Meeting): string => `${from_ms} ${sender_id} ${device_id}`
