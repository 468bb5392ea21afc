import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvColumn, csvOf } from './csv.ts'

const columns: CsvColumn<readonly (string | number | null)[]>[] = [
  { header: 'name', cell: (row) => row[0] ?? null },
  { header: 'value', cell: (row) => row[1] ?? null },
]
const line = (...row: (string | number | null)[]) => csvOf(columns, [row]).split('\r\n')[1]

test('a file begins with the byte-order mark and its header, and ends its lines as RFC 4180 wants', () => {
  const bytes = new TextEncoder().encode(csvOf(columns, [['a', 1]]))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(csvOf(columns, [['a', 1]]).slice(1)).toBe('name,value\r\na,1\r\n')
})

test.each([
  ['Anna, "the" nurse', '"Anna, ""the"" nurse",'],
  ['two\nlines', '"two\nlines",'],
  [' a blank ', '" a blank ",'],
  ['鈴木', '鈴木,'],
])('%j is quoted where it has to be', (text, wanted) => {
  expect(line(text)).toBe(wanted)
})

test.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+81 3 1234', "'+81 3 1234"],
  ['-cmd|x', "'-cmd|x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1＋1', "'＝1＋1"],
  ['＋81', "'＋81"],
  ['－cmd|x', "'－cmd|x"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\0=1', "'=1"],
  ['-60', '-60'],
  ['-33.86120, 151.20990', '"-33.86120, 151.20990"'],
])('%j cannot be taken for a formula, and a number stays one', (text, wanted) => {
  expect(line(text, null)).toBe(`${wanted},`)
  expect(line('', -60)).toBe(',-60')
})

/** Reads as the standard says. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell, end] of text.slice(1).matchAll(/((?:"(?:[^"]|"")*")|[^,\r\n"]*)(,|\r\n)/g)) {
    rows.at(-1)?.push(cell?.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : (cell ?? ''))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('what is written is read back, whatever people type, with a mark before what would be computed', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (rows) => {
      const read = parse(csvOf(columns, rows)).slice(1)
      expect(read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.replaceAll('\0', '').replace(/^'(?=[=+\-@\t\r\n])/, ''))),
      )
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=@\t\r\n]/)
    }),
  )
})
