/**
 * Reads CSV files as spreadsheets write them: RFC 4180, any line ends, and the separator of the header, as some languages'
 * spreadsheets write semicolons. A row that cannot be read is told with its line, and those before it stand.
 */

export interface CsvRow {
  /** Line of the file the row begins in, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** The quotes of the row make no sense, or never end. */
  readonly isBroken: boolean
}

const LINE_END = /\r\n|\r|\n/g
const SEPARATORS = [',', ';', '\t'] as const

/** What stands most often in the first line outside quotes. */
function separatorOf(text: string): string {
  const header = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (separator: string) => header.split(separator).length
  return SEPARATORS.reduce((most, separator) => (count(separator) > count(most) ? separator : most))
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

/** One cell: quoted, where quotes within are written twice, or plain up to what ends it. What follows a closing quote is wrong. */
const cellPattern = (separator: string) =>
  new RegExp(`"((?:[^"]|"")*)("?)([^${separator}\\r\\n]*)|([^${separator}\\r\\n]*)`, 'y')

/** All rows that hold anything, the header too. */
export function readCsv(text: string): CsvRow[] {
  const separator = separatorOf(text)
  const pattern = cellPattern(separator)
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const startedIn = line
    const cells: string[] = []
    let isBroken = false
    for (let hasMore = true; hasMore; ) {
      pattern.lastIndex = at
      // The pattern matches anything, at least nothing.
      const [whole, quoted, closing, behind, plain] = pattern.exec(text) as RegExpExecArray
      isBroken ||= quoted !== undefined && (closing === '' || behind !== '')
      cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
      line += whole.match(LINE_END)?.length ?? 0
      at += whole.length
      hasMore = text[at] === separator
      if (hasMore) at++
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    line++
    if (isBroken || cells.some((cell) => cell.trim() !== '')) rows.push({ line: startedIn, cells, isBroken })
  }
  return rows
}
