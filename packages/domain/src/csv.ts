/** Lines of CSV files: RFC 4180, and no cell that a spreadsheet takes for a formula. Source: G78. */

export type Cell = string | number | null

/** First characters that make spreadsheets compute a cell, also in full width, or after a tab or a line break. */
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

/** Begins a file, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF'

/** A line with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`
