/** SQL of the log of reports, for reading; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { PARTITION_DAYS } from '../../state/partition-days.ts'
import type { Range } from './queries.ts'

export interface LogRow {
  readonly device_id: string
  readonly sender_id: string
  readonly seq: string
  readonly scanned_at_ms: number
  readonly received_at_ms: number
  readonly clock_ahead: boolean
  readonly lost_weeks: boolean | null
  readonly rssi: number | null
  readonly battery: number | null
  readonly moving: boolean | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
}

/** Behind which row a page begins, newest first. */
export interface LogStart {
  readonly scanned_at_ms: number
  /** Device, sender and number in one text; '': before all rows of that time. */
  readonly key: string
}

const columns = sql`device_id, sender_id, seq, scanned_at_ms, received_at_ms, clock_ahead, lost_weeks, rssi, battery, moving, gps_latitude, gps_longitude`

export const keyOf = ({ device_id, sender_id, seq }: LogRow): string => [device_id, sender_id, seq].join('\n')

const isBehind = ({ scanned_at_ms, key }: LogStart) => {
  const [device = '', sender = '', seq = ''] = key.split('\n')
  return sql`(scanned_at_ms, device_id, sender_id, seq) < (${scanned_at_ms}::bigint, ${device}, ${sender}, ${seq})`
}

const inRange = ({ fromMs, untilMs }: Range) =>
  sql`scanned_at_ms >= ${fromMs}::bigint and scanned_at_ms <= ${untilMs}::bigint`

const newestFirst = sql`order by scanned_at_ms desc, device_id desc, sender_id desc, seq desc`

/** What was reported of a device. */
export async function listLogsOfDevice(
  db: Db,
  accountId: string,
  deviceId: string,
  range: Range,
  { start, size }: { readonly start: LogStart | undefined; readonly size: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select ${columns} from location_logs
    where account_id = ${accountId} and device_id = ${deviceId} and ${inRange(range)}
      ${start === undefined ? sql`` : sql`and scanned_at_ms <= ${start.scanned_at_ms}::bigint and ${isBehind(start)}`}
    ${newestFirst} limit ${size}`.execute(db)
  return rows
}

const DAY_MS = PARTITION_DAYS.location_logs * 86_400_000

/**
 * The reports of a sender in a range within one day (UTC). The index of the log begins with the device, so a loose index scan finds the
 * devices of that day, and the rows of the sender are searched for each of them.
 */
export async function listLogsOfSender(
  db: Db,
  accountId: string,
  senderId: string,
  range: Range,
  { start, size }: { readonly start: LogStart | undefined; readonly size: number },
): Promise<LogRow[]> {
  const dayMs = Math.floor(range.untilMs / DAY_MS) * DAY_MS
  const thatDay = sql`account_id = ${accountId} and scanned_at_ms >= ${dayMs}::bigint and scanned_at_ms < ${dayMs + DAY_MS}::bigint`
  const { rows } = await sql<LogRow>`
    with recursive devices as (
      (select device_id from location_logs where ${thatDay} order by device_id limit 1)
      union all
      select (select s.device_id from location_logs s where ${thatDay} and s.device_id > d.device_id
        order by s.device_id limit 1)
      from devices d where d.device_id is not null
    )
    select l.* from devices d join lateral (
      select ${columns} from location_logs
      where account_id = ${accountId} and device_id = d.device_id and sender_id = ${senderId} and ${inRange(range)}
        ${start === undefined ? sql`` : sql`and ${isBehind(start)}`}
      ${newestFirst} limit ${size}
    ) l on true
    ${newestFirst} limit ${size}`.execute(db)
  return rows
}
