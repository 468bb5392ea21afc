/** SQL of everything an account owns, page by page; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { openPositions, openStays, openVisits } from '../../state/open-past.ts'

/** Rows of one statement. */
const ROWS_AT_ONCE = 2000

/** Tables of the export, each with the columns that tell its rows apart within an account, in the order of an index. */
export const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  accounts: ['created_at'],
  users: ['user_id'],
  access_links: ['link_id'],
  trackers: ['device_id'],
  tracker_classes: ['index'],
  remark_items: ['index'],
  tracker_remarks: ['device_id', 'index'],
  shares: ['share_id'],
  stations: ['t4_id'],
  credentials: ['sender_id'],
  brokers: ['broker_id'],
  indoor_maps: ['id'],
  zones: ['id'],
  training_jobs: ['job_id'],
  calibrations: ['calibration_id'],
  station_calibrations: ['t4_id'],
  zone_versions: ['id', 'from_ms'],
  tracker_versions: ['device_id', 'until_ms'],
  station_versions: ['t4_id', 'until_ms'],
  carepads: ['carepad_id'],
  excursions: ['excursion_id'],
  loggers: ['logger_id'],
  line_groups: ['line_group_id'],
  webhooks: ['webhook_id'],
  alert_settings: ['acknowledge_within_s'],
  confirmed_contacts: ['email'],
  shift_timers: ['times'],
  shift_reports: ['report_id'],
  shift_report_readings: ['report_id', 'name'],
  roll_call_settings: ['class_indexes'],
  roll_calls: ['id'],
  roll_call_ticks: ['roll_call_id', 'command_id'],
  attendance_rules: ['from_day'],
  attendance_notes: ['device_id', 'day'],
  device_conditions: ['device_id', 'kind', 'subject', 'since_ms'],
  notifications: ['id'],
  alarms: ['alarm_id'],
  activity_logs: ['id'],
  step_days: ['device_id', 'day'],
  temperatures_thinned: ['carepad_id', 'hour_ms'],
  stays: ['device_id', 'from_ms', 'known_from_ms'],
  visits: ['device_id', 'from_ms', 'zone_id', 'known_from_ms'],
  temperature_hours: ['device_id', 'hour_ms'],
  shown_positions: ['device_id', 'at_ms', 'known_from_ms'],
  location_logs: ['device_id', 'scanned_at_ms', 'sender_id', 'seq'],
}

/** Secrets that not even the owner may read, and ids of accounts. */
const SECRET = /password|hash|sealed|pin_check|provider_|account_id/

/** The columns of each table that are exported, in their order: neither the account, nor secrets, nor pictures. */
export async function exportedColumns(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and table_name = any(${Object.keys(EXPORTED)}) and data_type <> 'bytea'
      and column_name not in ('stored_at', 'changed_at')
    order by ordinal_position`.execute(db)
  const open = rows.filter(({ column_name }) => !SECRET.test(column_name))
  return new Map(
    [...Map.groupBy(open, ({ table_name }) => table_name)].map(([name, columns]) => [
      name,
      columns.map(({ column_name }) => column_name),
    ]),
  )
}

export type ExportedRow = Readonly<Record<string, string | null>>

/** Tables of which hot rows hold the last rows. */
const OPEN = { stays: openStays, visits: openVisits, shown_positions: openPositions } as const

/** What hot rows hold of a table, by device. Tables of the past may stand on other machines, so each is asked by itself. */
async function readHeld(
  db: Db,
  accountId: string,
  table: string,
  selected: ReturnType<typeof sql.join>,
): Promise<Map<string, ExportedRow[]>> {
  if (!(table in OPEN)) return new Map()
  const { rows } = await sql<ExportedRow>`
    select ${selected} from ${OPEN[table as keyof typeof OPEN](accountId)} o`.execute(db)
  return Map.groupBy(rows, ({ device_id }) => device_id ?? '')
}

/** Rows by device, each device's followed by what hot rows hold of it; `held` is emptied. */
function withHeld(rows: readonly ExportedRow[], held: Map<string, ExportedRow[]>, isLast: boolean): ExportedRow[] {
  if (held.size === 0) return [...rows]
  const all = rows.flatMap((row, index) => {
    const device = row.device_id ?? ''
    const next = rows[index + 1]
    const isOver = next === undefined ? isLast : next.device_id !== device
    const own = isOver ? (held.get(device) ?? []) : []
    if (isOver) held.delete(device)
    return [row, ...own]
  })
  return isLast ? [...all, ...[...held.values()].flat()] : all
}

/** All rows of a table as text, by their key. */
export async function* exportedRows(
  db: Db,
  accountId: string,
  table: string,
  columns: readonly string[],
): AsyncGenerator<ExportedRow[]> {
  const key = EXPORTED[table]!
  const keyRow = sql.join(key.map((name) => sql.ref(name)))
  const selected = sql.join(columns.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`))
  const held = await readHeld(db, accountId, table, selected)
  let last: ExportedRow | undefined
  do {
    const after = last
    const { rows } = await sql<ExportedRow>`
      select ${selected} from ${sql.table(table)}
      where account_id = ${accountId}
        ${after === undefined ? sql`` : sql`and (${keyRow}) > (${sql.join(key.map((name) => sql`${after[name]}`))})`}
      order by ${sql.join(key.map((name) => sql.ref(`${table}.${name}`)))} limit ${ROWS_AT_ONCE}`.execute(db)
    const isLast = rows.length < ROWS_AT_ONCE
    const page = withHeld(rows, held, isLast)
    if (page.length > 0) yield page
    last = isLast ? undefined : rows.at(-1)
  } while (last !== undefined)
}

/** Ids of the account's floor plans with the ending of their images. */
export async function listPlanFiles(db: Db, accountId: string): Promise<{ id: string; ending: string }[]> {
  const { rows } = await sql<{ id: string; ending: string }>`
    select id, case image_type when 'image/png' then 'png' else 'jpg' end as ending
    from indoor_maps where account_id = ${accountId} order by id`.execute(db)
  return rows
}
