/** SQL of stays and shown positions of a device; `db` first, owner second. Source: decision 0038. */
import type { WayPoint } from '@whereabouts/contract/history'
import type { Meeting, Stay } from '@whereabouts/domain/history'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { fromStoredStay, type OpenStay, openStayColumns, type StoredStay } from '../../state/open-stay.ts'

/** Times in epoch milliseconds, both inclusive. */
export interface Range {
  readonly fromMs: number
  readonly untilMs: number
}

/** Most rows of shown positions that one way reads: more than a tracker makes in a month of walking. */
const MOST_POINTS = 100_000

const stayColumns = sql`from_ms, until_ms, kind, sender_id, sender_name, map_id, "indoor_X", "indoor_Y", gps_latitude,
  gps_longitude, rssi, device_name, class_index`

/** The stay of a hot row as the table would have it if it ended now. */
export const stayOf = ({ rssi_sum, rssi_count, next, ...open }: OpenStay): Stay => ({
  ...open,
  until_ms: Math.max(open.until_ms, next?.until_ms ?? 0),
  rssi: rssi_count === 0 ? null : rssi_sum / rssi_count,
})

/** Stays that touch the range, in order; the last may still be open. Refuses with 404103 a device that has no past in the account. */
export async function listStays(db: Db, accountId: string, deviceId: string, range: Range): Promise<Stay[]> {
  const { fromMs, untilMs } = range
  const [stays, open] = await Promise.all([
    sql<Stay>`
      select * from (
        (select ${stayColumns} from stays
          where account_id = ${accountId} and device_id = ${deviceId} and from_ms <= ${fromMs}::bigint
          order by from_ms desc limit 1)
        union all
        select ${stayColumns} from stays
          where account_id = ${accountId} and device_id = ${deviceId} and from_ms > ${fromMs}::bigint
            and from_ms <= ${untilMs}::bigint
      ) s where until_ms >= ${fromMs}::bigint order by from_ms`.execute(db),
    sql<{ open_stay: StoredStay }>`
      select open_stay from tracker_states
      where account_id = ${accountId} and device_id = ${deviceId} and open_stay is not null`.execute(db),
  ])
  const last = open.rows[0] === undefined ? [] : [stayOf(fromStoredStay(open.rows[0].open_stay)!)]
  const rows = stays.rows
  const going = last.filter(
    // A stay that ended a moment ago is in the table before the hot row tells of the next.
    (stay) => stay.from_ms <= untilMs && stay.until_ms >= fromMs && rows.every((row) => row.from_ms < stay.from_ms),
  )
  if (rows.length + going.length === 0) await mustHavePast(db, accountId, deviceId)
  return [...rows, ...going]
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

/** Places at which a device was shown, in order; before its first it had none. */
export async function listWay(db: Db, accountId: string, deviceId: string, range: Range): Promise<WayPoint[]> {
  const { rows } = await sql<WayPoint>`
    select at_ms, moving, map_id, "indoor_X", "indoor_Y", gps_latitude, gps_longitude from shown_positions
    where account_id = ${accountId} and device_id = ${deviceId}
      and at_ms between ${range.fromMs}::bigint and ${range.untilMs}::bigint
      and (map_id is not null or gps_latitude is not null)
    order by at_ms limit ${MOST_POINTS}`.execute(db)
  return rows
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
  const ended = await sql<Meeting>`
    select ${meeting} from ${own} join stays o on ${others}
      and o.from_ms > own.from_ms - ${LONG_MS}::bigint
      and o.from_ms between ${range.fromMs - LONG_MS}::bigint and ${range.untilMs}::bigint
    union all
    select ${meeting} from ${own} join stays o on ${others}
      and o.until_ms - o.from_ms > 86400000 and o.from_ms <= own.from_ms - ${LONG_MS}::bigint`.execute(db)
  const open = await sql<Meeting & { began_ms: number }>`
    select ${meeting}, o.from_ms as began_ms from ${own} join lateral (
      select s.account_id, s.device_id, ${openStayColumns('s')} from tracker_states s where s.account_id = ${accountId}
    ) o on ${others}`.execute(db)
  const isEnded = await findEnded(db, accountId, open.rows)
  return [...ended.rows, ...open.rows.filter((row) => !isEnded(row)).map(({ began_ms: _, ...row }) => row)]
}

type Began = Pick<Meeting, 'device_id'> & { readonly began_ms: number }

/** Which stays ended a moment ago: they are in the table before the hot row tells of the next. */
async function findEnded(db: Db, accountId: string, open: readonly Began[]): Promise<(stay: Began) => boolean> {
  const keyOf = ({ device_id, began_ms }: Began) => `${began_ms} ${device_id}`
  if (open.length === 0) return () => false
  const { rows } = await sql<Began>`
    select device_id, from_ms as began_ms from unnest(${open.map(({ device_id }) => device_id)}::text[],
      ${open.map(({ began_ms }) => began_ms)}::bigint[]) as open (device_id, from_ms)
    join stays using (device_id, from_ms) where account_id = ${accountId}`.execute(db)
  const ended = new Set(rows.map(keyOf))
  return (stay) => ended.has(keyOf(stay))
}
