/**
 * Reads CSV files as spreadsheets write them: RFC 4180, any line ends, and the separator of the header, as some languages'
 * spreadsheets write semicolons. A row that cannot be read is told with its line, and those before it stand.
 */

export interface CsvRow {
  /** Line of the file the row begins in, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** The quotes of the row make no sense, or never end, or a cell is longer than any spreadsheet's. */
  readonly isBroken: boolean
}

/** Characters of a cell: as many as spreadsheets hold. */
export const MAX_CELL = 32_767
/** Cells of a row: as many as spreadsheets hold. Of a longer row one more is kept. */
export const MAX_COLUMNS = 16_384

const SEPARATORS = [',', ';', '\t'] as const

/** Where a cell in quotes that begins at `from` is closed; quotes within are written twice. The end of the text: it never is. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? text.length : at
}

/** What stands most often in the first line outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]))
  for (let at = 0; at < text.length && text[at] !== '\r' && text[at] !== '\n'; at += 1) {
    const character = text[at] as string
    if (character === '"') at = closingQuote(text, at)
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return SEPARATORS.reduce((most, separator) =>
    (counts.get(separator) ?? 0) > (counts.get(most) ?? 0) ? separator : most,
  )
}

/** The text of a file; undefined where it is no UTF-8. A byte-order mark is left out. */
export function utf8Text(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** How many lines end in a part of the text. */
function lineEnds(text: string, from: number, end: number): number {
  let lines = 0
  for (let at = from; at < end; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines += 1
  }
  return lines
}

interface ReadCell {
  /** Of one that is too long, its beginning. */
  readonly cell: string
  /** Where what ends it stands. */
  readonly end: number
  readonly isBroken: boolean
}

/** The cell that begins at `from`: in quotes, or plain up to what ends it. What follows a closing quote is wrong. */
function cellAt(text: string, from: number, plain: RegExp): ReadCell {
  const plainEnd = (at: number): number => {
    plain.lastIndex = at
    return at + (plain.exec(text)?.[0].length ?? 0)
  }
  if (text[from] !== '"') {
    const end = plainEnd(from)
    return { cell: text.slice(from, Math.min(end, from + MAX_CELL + 1)), end, isBroken: end - from > MAX_CELL }
  }
  const close = closingQuote(text, from)
  const end = plainEnd(Math.min(close + 1, text.length))
  // Where each character is a quote, it is written as two.
  const written = text.slice(from + 1, Math.min(close, from + 2 * MAX_CELL + 3))
  const cell = written.replaceAll('""', '"').slice(0, MAX_CELL + 1)
  return { cell, end, isBroken: end !== close + 1 || cell.length > MAX_CELL }
}

/** The rows that hold anything, the header too, and no more than `most`. */
export function readCsv(text: string, most = Number.POSITIVE_INFINITY): CsvRow[] {
  const separator = separatorOf(text)
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y')
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  while (at < text.length && rows.length < most) {
    const startedIn = line
    const cells: string[] = []
    let isBroken = false
    for (let hasMore = true; hasMore; ) {
      const read = cellAt(text, at, plain)
      isBroken ||= read.isBroken
      if (cells.length <= MAX_COLUMNS) cells.push(read.cell)
      line += lineEnds(text, at, read.end)
      at = read.end
      hasMore = text[at] === separator
      if (hasMore) at++
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    line++
    if (isBroken || cells.some((cell) => cell.trim() !== '')) rows.push({ line: startedIn, cells, isBroken })
  }
  return rows
}
