/**
 * A month of excursions as CSV. Each row ends with a link: an HMAC, under a key that only the server has, of the link before it and
 * of its own text. So a row that was changed, moved, added or left out breaks the chain. Row 0 says which month it is and how many rows
 * follow, so that a file cut short shows too. Source: decision 0048; G78.
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

/** `month` as `2026-11`; rows oldest first. */
export function excursionsCsv(month: string, rows: readonly ExcursionRow[], linkOf: LinkOf): string {
  const heading = csvLine(HEADERS).trimEnd()
  const lines = [heading]
  let link = heading
  const cellsOfRows: Cell[][] = [[month, ...new Array<Cell>(HEADERS.length - 4).fill(null)], ...rows.map(cellsOf)]
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

/** `month` and `rows` of a file that is whole; `fault` names the first row that is not as it was written. */
export type Verified = { readonly month: string; readonly rows: number } | { readonly fault: string }

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
  const [, rows, month] = /^0,(\d+),(\d{4}-\d\d),/.exec(records[0] ?? '') ?? []
  if (rows === undefined || month === undefined) return { fault: 'Row 0 is missing.' }
  if (records.length - 1 < Number(rows)) return { fault: `Row ${records.length} is missing.` }
  return { month, rows: Number(rows) }
}
