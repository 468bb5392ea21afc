import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'
import { readCsv, utf8Text } from './csv-read.ts'

const cells = (text: string) => readCsv(text).map((row) => row.cells)

test.each([
  [
    'plain rows',
    'A,B\r\n1,2\r\n',
    [
      ['A', 'B'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of other systems, and none at the end',
    'A,B\n1,2\r3,4',
    [
      ['A', 'B'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'quotes around separators, quotes and line ends',
    'A,B\r\n"x, ""y""","1\n2"\r\n',
    [
      ['A', 'B'],
      ['x, "y"', '1\n2'],
    ],
  ],
  [
    'empty cells',
    'A,B,C\n,,3\n',
    [
      ['A', 'B', 'C'],
      ['', '', '3'],
    ],
  ],
  [
    'lines without anything',
    'A,B\n\n , \n1,2\n\n',
    [
      ['A', 'B'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons, where the header has them',
    'A;"B,b";C\n1,5;2;3',
    [
      ['A', 'B,b', 'C'],
      ['1,5', '2', '3'],
    ],
  ],
  [
    'tabs',
    'A\tB\n1\t2',
    [
      ['A', 'B'],
      ['1', '2'],
    ],
  ],
  [
    'a quote within words',
    'A,B\n5" pipe,x',
    [
      ['A', 'B'],
      ['5" pipe', 'x'],
    ],
  ],
  ['nothing', '', []],
])('CSV files are read as RFC 4180 says: %s', (_title, text, wanted) => {
  expect(cells(text)).toEqual(wanted)
})

test('a row with broken quotes is told with its line, and the others stand', () => {
  const rows = readCsv('A,B\n"1\n2",x\n"3"4,y\n5,z\n"6,\n7,8')
  expect(rows.map(({ line, isBroken }) => [line, isBroken])).toEqual([
    [1, false],
    [2, false],
    [4, true],
    [5, false],
    [6, true],
  ])
  expect(rows[3]?.cells).toEqual(['5', 'z'])
})

test.each([
  ['in quotes', `"${'x'.repeat(10_000_000)}"`],
  ['in quotes, of quotes', `"${'""'.repeat(5_000_000)}"`],
  ['in quotes, of line ends', `"${'\n'.repeat(10_000_000)}"`],
  ['in quotes that never end', `"${'x,'.repeat(5_000_000)}`],
  ['without quotes', 'x'.repeat(10_000_000)],
])('a row with a cell of ten million characters %s is refused, wherever it stands', (_what, cell) => {
  expect(readCsv(`A,B\n1,2\n3,${cell}`).map(({ isBroken }) => isBroken)).toEqual([false, false, true])
  expect(readCsv(`${cell},B`)[0]?.isBroken).toBe(true)
})

test('of a row with more cells than spreadsheets hold one too many is kept, and of a file with too many rows the first ones', () => {
  const lengths = (row: string) => readCsv(`A,B\n${row}\n1,2`).map((each) => each.cells.length)
  expect(lengths(`x${','.repeat(16_383)}`)).toEqual([2, 16_384, 2])
  for (const cell of [',', '"",', '"x""y",']) expect(lengths(`x,${cell.repeat(200_000)}`)).toEqual([2, 16_385, 2])
  expect(readCsv('A\n'.repeat(1_000_000), 3).map(({ line }) => line)).toEqual([1, 2, 3])
})

test('a cell as long as spreadsheets hold is read', () => {
  const longest = 'x'.repeat(32_767)
  expect(readCsv(`A,B\n"${longest}",${longest}`)[1]).toEqual({ line: 2, cells: [longest, longest], isBroken: false })
  expect(readCsv(`A\n${longest}x`)[1]?.isBroken).toBe(true)
})

test('files are UTF-8, with a byte-order mark or without, and nothing else', () => {
  const bytes = (...all: number[]) => new Uint8Array(all).buffer
  expect(utf8Text(new TextEncoder().encode('\uFEFF鈴木').buffer)).toBe('鈴木')
  expect(utf8Text(new TextEncoder().encode('鈴木').buffer)).toBe('鈴木')
  // The same name as Japanese spreadsheets write it unless told.
  expect(utf8Text(bytes(0x97, 0xe9, 0x96, 0xd8))).toBeUndefined()
})

test('what we write is read back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (pairs) => {
      const rows = pairs.map(([one, other]) => [`x${one}`, `x${other}`] as const)
      const columns = [
        { header: 'A', cell: (row: readonly [string, string]) => row[0] },
        { header: 'B', cell: (row: readonly [string, string]) => row[1] },
      ]
      expect(cells(csvOf(columns, rows).slice(1)).slice(1)).toEqual(rows)
    }),
  )
})
