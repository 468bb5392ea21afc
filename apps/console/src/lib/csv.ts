/** Tables as CSV files: RFC 4180, UTF-8 with a byte-order mark, and no cell that a spreadsheet takes for a formula. G78. */

type Cell = string | number | null

/** What spreadsheets compute when it stands first, also in full width, or behind a tab or a line break. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/
/** A number, or a pair of them: nothing to compute. */
const NUMBERS = /^[+-]?\d+(\.\d+)?(, [+-]?\d+(\.\d+)?)*$/

function cellText(given: Cell): string {
  if (given === null) return ''
  if (typeof given === 'number') return String(given)
  // Some spreadsheets skip a NUL, or end the cell there.
  const cell = given.replaceAll('\0', '')
  const safe = FORMULA.test(cell) && !NUMBERS.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

export interface CsvColumn<Row> {
  readonly header: string
  /** Null leaves the cell empty. */
  readonly cell: (row: Row) => Cell
}

/** The whole file as text. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  const lines = [columns.map(({ header }) => cellText(header)).join(',')]
  for (const row of rows) lines.push(columns.map(({ cell }) => cellText(cell(row))).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
