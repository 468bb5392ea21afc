/**
 * A month of excursions as CSV. Each row ends with a link: an HMAC, under a key that only the server has, of the link before it and
 * of its own text. So a row that was changed, moved, added or left out breaks the chain. Row 0 says which month of which account it is,
 * when it was exported and whether the month was over then, and how many rows follow, so that a file cut short shows too. Source:
 * decision 0048; G78.
 */
import { createHmac } from 'node:crypto'
import { type Cell, CSV_START, csvLine } from '@whereabouts/domain/csv'
import type { ExcursionRow } from './queries.ts'

const HEADERS = [
  ...['row', 'rows', 'start', 'end', 'start timestamp (s)', 'duration (s)', 'event', 'carepad id', 'carepad', 'logger'],
  ...['alarm', 'peak (C)', 'high limit (C)', 'low limit (C)', 'acknowledged by', 'acknowledged at', 'comments', 'link'],
]
const LINK = /,([0-9a-f]{64})$/

/** The name of the server's secret that rows are chained under. */
export const EXCURSION_SECRET = 'excursions'

/** The link of a row, given the one before it, or for row 0 the heading. */
export type LinkOf = (before: string, row: string) => string

export const linkWith =
  (key: Buffer): LinkOf =>
  (before, row) =>
    createHmac('sha256', key).update(`${before}\n${row}`).digest('hex')

const timeOf = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

const cellsOf = (row: ExcursionRow): Cell[] => [
  ...[timeOf(row.since_ms), timeOf(row.until_ms), Math.floor(row.since_ms / 1000)],
  row.until_ms === null ? null : Math.floor((row.until_ms - row.since_ms) / 1000),
  ...[row.event, row.carepad_id, row.carepad_name, row.logger_name, row.is_raised ? 'yes' : 'no'],
  ...[row.peak, row.threshold_high, row.threshold_low, row.acknowledged_by, timeOf(row.acknowledged_at_ms)],
  row.comments.map(({ text, by, at_ms }) => `${timeOf(at_ms)} ${by}: ${text}`).join('\n'),
]

/** What a file is of. */
interface FileOf {
  /** As `2026-11`. */
  readonly month: string
  readonly accountId: string
  /** The e-mail of the account's owner. */
  readonly email: string
  readonly exportedAtMs: number
  /** When the month ends by the account's clocks. */
  readonly monthEndMs: number
}

const MONTH_OVER = 'month over'
const MONTH_NOT_OVER = 'month not over'

/** Row 0, in columns that mean something else in the rows behind it, so that each part says what it is. */
function firstRow({ month, accountId, email, exportedAtMs, monthEndMs }: FileOf): Cell[] {
  const end = exportedAtMs >= monthEndMs ? MONTH_OVER : MONTH_NOT_OVER
  const said = [month, `exported ${timeOf(exportedAtMs)}`, null, null, end, `account ${accountId}`, `owner ${email}`]
  return [...said, ...new Array<Cell>(HEADERS.length - 3 - said.length).fill(null)]
}

/** Rows oldest first. */
export function excursionsCsv(file: FileOf, rows: readonly ExcursionRow[], linkOf: LinkOf): string {
  const heading = csvLine(HEADERS).trimEnd()
  const lines = [heading]
  let link = heading
  const cellsOfRows: Cell[][] = [firstRow(file), ...rows.map(cellsOf)]
  for (const [number, cells] of cellsOfRows.entries()) {
    const text = csvLine([number, rows.length, ...cells]).trimEnd()
    link = linkOf(link, text)
    lines.push(`${text},${link}`)
  }
  return CSV_START + lines.map((line) => `${line}\r\n`).join('')
}

/** Records of a file, whose cells in quotes may have line breaks. */
function recordsOf(text: string): string[] {
  const records: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (text[at] !== '\n' || isQuoted) continue
    records.push(text.slice(start, text[at - 1] === '\r' ? at - 1 : at))
    start = at + 1
  }
  if (start < text.length) records.push(text.slice(start))
  return records
}

/** What row 0 of a file says; files of versions before say month and rows alone. */
interface Whole {
  readonly month: string
  readonly rows: number
  readonly account_id?: string
  readonly owner?: string
  /** As ISO 8601 writes it. */
  readonly exported_at?: string
  readonly month_was_over?: boolean
  /** What the file, whole as it is, does not show. */
  readonly warning?: string
}

/** `fault` names the first row that is not as it was written. */
export type Verified = Whole | { readonly fault: string }

const ROW_0 =
  /^0,(\d+),(\d{4}-\d\d),(?:exported ([^,]+),,,(month over|month not over),account ([^,]+),("(?:[^"]|"")*"|[^,]*),)?/

/** Undefined: it is no row 0. */
function readFirstRow(record: string): Whole | undefined {
  const [whole, rows, month = '', exported_at, end, account_id, owner = ''] = ROW_0.exec(record) ?? []
  if (whole === undefined) return undefined
  const file = { month, rows: Number(rows) }
  if (exported_at === undefined || account_id === undefined) {
    return {
      ...file,
      warning: 'The file does not say whose it is, when it was exported, and whether its month was over then.',
    }
  }
  const plain = owner
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .replace(/^owner /, '')
  const said = { ...file, account_id, owner: plain, exported_at, month_was_over: end === MONTH_OVER }
  if (said.month_was_over) return said
  return { ...said, warning: 'The month was not over when the file was exported: what came later is not in it.' }
}

export function verifyExcursionsCsv(file: string, linkOf: LinkOf): Verified {
  const [heading = '', ...records] = recordsOf(file.startsWith(CSV_START) ? file.slice(CSV_START.length) : file)
  if (heading !== csvLine(HEADERS).trimEnd())
    return { fault: 'The first line is not the heading of a record of excursions.' }
  let link = heading
  for (const [number, record] of records.entries()) {
    const text = record.replace(LINK, '')
    const expected = linkOf(link, text)
    if (LINK.exec(record)?.[1] !== expected) {
      const [, said] = /^(\d+),/.exec(record) ?? []
      if (said !== undefined && Number(said) !== number) {
        return { fault: `Row ${number} is missing, or was moved: row ${said} stands in its place.` }
      }
      return { fault: `Row ${number} was changed${number === 0 ? ', or another server wrote it' : ''}.` }
    }
    link = expected
  }
  const said = readFirstRow(records[0] ?? '')
  if (said === undefined) return { fault: 'Row 0 is missing.' }
  if (records.length - 1 < said.rows) return { fault: `Row ${records.length} is missing.` }
  return said
}
