/** Columns of the log, and its rows in the forms in which they are written. */
import type { LogRow } from '../../state/log-row.ts'

/** Columns with their types, in the order of COPY and of the slow way. */
export const LOG_COLUMNS = {
  account_id: 'uuid',
  device_id: 'text',
  scanned_at_ms: 'bigint',
  sender_id: 'text',
  seq: 'text',
  received_at_ms: 'bigint',
  clock_ahead: 'boolean',
  rssi: 'double precision',
  connected: 'boolean',
  battery: 'double precision',
  firmware: 'text',
  moving: 'boolean',
  heading: 'double precision',
  speed: 'double precision',
  steps: 'integer',
  temperature: 'double precision',
  humidity: 'double precision',
  help: 'boolean',
  gps_latitude: 'double precision',
  gps_longitude: 'double precision',
  accuracy: 'double precision',
  log_order: 'bigint',
  lost_weeks: 'boolean',
} as const satisfies Record<keyof LogRow, string>

const names = Object.keys(LOG_COLUMNS) as (keyof LogRow)[]

export const COPY_STATEMENT = `copy location_logs (${names.join(', ')}) from stdin`

/** The slow way, for batches that hold a repeat: arrays in, the keys of what was new out. */
export const INSERT_STATEMENT = `insert into location_logs (${names.join(', ')})
  select * from unnest(${names.map((name, index) => `$${index + 1}::${LOG_COLUMNS[name]}[]`).join(', ')})
  on conflict do nothing`

/** A column of values each, as INSERT_STATEMENT takes them. */
export const toColumns = (rows: readonly LogRow[]): unknown[][] => names.map((name) => rows.map((row) => row[name]))

const SPECIAL = /[\\\t\n\r]/g
const escapeText = (text: string): string =>
  text.replace(SPECIAL, (character) =>
    character === '\\' ? '\\\\' : character === '\t' ? '\\t' : character === '\n' ? '\\n' : '\\r',
  )

const field = (value: string | number | boolean | null): string =>
  value === null
    ? '\\N'
    : value === true
      ? 't'
      : value === false
        ? 'f'
        : typeof value === 'string'
          ? escapeText(value)
          : `${value}`

/** Rows in COPY's text form. */
export function toCopyText(rows: readonly LogRow[]): string {
  let text = ''
  for (const row of rows) {
    text += field(row.account_id)
    for (let index = 1; index < names.length; index += 1) text += `\t${field(row[names[index]!])}`
    text += '\n'
  }
  return text
}

/** The key by which a repeat is recognised. */
export const keyOf = (row: LogRow): string =>
  `${row.account_id}\n${row.device_id}\n${row.scanned_at_ms}\n${row.sender_id}\n${row.seq}`
