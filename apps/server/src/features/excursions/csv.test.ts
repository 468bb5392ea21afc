import { expect, test } from 'vitest'
import { excursionsCsv, linkWith, verifyExcursionsCsv } from './csv.ts'
import type { ExcursionRow } from './queries.ts'

const linkOf = linkWith(Buffer.from('key of this server'))
const row = (carepad_id: string, since_ms: number): ExcursionRow => ({
  ...{ excursion_id: carepad_id, carepad_id, carepad_name: `Fridge ${carepad_id}`, logger_name: 'Pharmacy', since_ms },
  ...{ event: 'high_temperature', until_ms: since_ms + 90_000, is_raised: true, peak: 9.4 },
  ...{ threshold_high: 8, threshold_low: 2, acknowledged_by: 'Sato Aya', acknowledged_at_ms: since_ms + 60_000 },
  comments: [{ text: 'Door was "open",\nclosed', by: 'Sato Aya', at_ms: since_ms + 80_000 }],
})
const fileOf = (rest: object = {}) => ({
  ...{ month: '2026-11', accountId: '0a1b', email: 'owner@care.example' },
  ...{ exportedAtMs: Date.UTC(2026, 11, 2), monthEndMs: Date.UTC(2026, 11, 1) },
  ...rest,
})
const said = {
  ...{ month: '2026-11', account_id: '0a1b', owner: 'owner@care.example' },
  ...{ exported_at: '2026-12-02T00:00:00.000Z', month_was_over: true },
}
const file = excursionsCsv(
  fileOf(),
  ['a', 'b', 'c'].map((id, at) => row(id, at * 1_000_000)),
  linkOf,
)
const lines = () => file.split('\r\n')
const verify = (text: string) => verifyExcursionsCsv(text, linkOf)

test('a month as it was written is whole, also one without excursions', () => {
  expect(verify(file)).toEqual({ ...said, rows: 3 })
  expect(verify(excursionsCsv(fileOf({ month: '2026-10' }), [], linkOf))).toEqual({
    ...said,
    month: '2026-10',
    rows: 0,
  })
  expect(lines()[1]).toMatch(
    /^0,3,2026-11,exported 2026-12-02T00:00:00.000Z,,,month over,account 0a1b,owner owner@care.example,,,,,,,,,[0-9a-f]{64}$/,
  )
  expect(lines()[2]).toMatch(
    /^1,3,1970-01-01T00:00:00.000Z,1970-01-01T00:01:30.000Z,0,90,high_temperature,a,Fridge a,Pharmacy,yes,9.4,8,2,Sato Aya,/,
  )
})

test('a month that was not over when it was exported is whole, and said to be incomplete', () => {
  const early = (exportedAtMs: number) => verify(excursionsCsv(fileOf({ exportedAtMs }), [], linkOf))
  expect(early(Date.UTC(2026, 11, 1) - 1)).toMatchObject({
    month_was_over: false,
    warning: 'The month was not over when the file was exported: what came later is not in it.',
  })
  expect(early(Date.UTC(2026, 11, 1))).not.toHaveProperty('warning')
})

test('a file of a version that named month and rows alone is still verified', () => {
  const heading = lines()[0]!.slice(1)
  const old = `0,0,2026-10${','.repeat(14)}`
  expect(verify(`${heading}\r\n${old},${linkOf(heading, old)}\r\n`)).toEqual({
    ...{ month: '2026-10', rows: 0 },
    warning: 'The file does not say whose it is, when it was exported, and whether its month was over then.',
  })
})

test('an owner whose address needs quotes in the file is named as written', () => {
  const email = 'a"b,c@care.example'
  expect(verify(excursionsCsv(fileOf({ email }), [], linkOf))).toMatchObject({ owner: email })
})

test.each([
  ['the account', file.replace('account 0a1b', 'account 0a1c'), 'Row 0 was changed, or another server wrote it.'],
  [
    'whether the month was over',
    file.replace('month over', 'month not over'),
    'Row 0 was changed, or another server wrote it.',
  ],
  ['a figure', file.replace('Fridge b,Pharmacy,yes,9.4', 'Fridge b,Pharmacy,yes,7.4'), 'Row 2 was changed.'],
  ['a comment', file.replace('closed', 'shut'), 'Row 1 was changed.'],
  ['a link', file.replace(/[0-9a-f]{64}(?=\r\n$)/, '0'.repeat(64)), 'Row 3 was changed.'],
  ['the month', file.replace('0,3,2026-11', '0,3,2026-10'), 'Row 0 was changed, or another server wrote it.'],
])('%s that was changed shows', (_what, changed, fault) => {
  expect(changed).not.toBe(file)
  expect(verify(changed)).toEqual({ fault })
})

test('rows that are missing, moved, cut off or added show', () => {
  const rows = lines()
  const [heading, first, ...records] = rows.slice(0, 5)
  const join = (...parts: (string | undefined)[]) => `${[heading, ...parts].join('\r\n')}\r\n`
  expect(verify(join(first, ...records))).toEqual({ ...said, rows: 3 })
  expect(verify(join(first, records[0], records[2]))).toEqual({
    fault: 'Row 2 is missing, or was moved: row 3 stands in its place.',
  })
  expect(verify(join(first, records[1], records[0], records[2]))).toEqual({
    fault: 'Row 1 is missing, or was moved: row 2 stands in its place.',
  })
  expect(verify(join(first, records[0], records[1]))).toEqual({ fault: 'Row 3 is missing.' })
  expect(verify(join(first))).toEqual({ fault: 'Row 1 is missing.' })
  expect(verify(join())).toEqual({ fault: 'Row 0 is missing.' })
  expect(verify(join(first, ...records, records[2]))).toEqual({
    fault: 'Row 4 is missing, or was moved: row 3 stands in its place.',
  })
})

test('a file of another server, or another file, is not taken for one of ours', () => {
  const elsewhere = excursionsCsv(fileOf(), [row('a', 0)], linkWith(Buffer.from('another key')))
  expect(verify(elsewhere)).toEqual({ fault: 'Row 0 was changed, or another server wrote it.' })
  expect(verify('name,price\r\nmilk,2\r\n')).toEqual({
    fault: 'The first line is not the heading of a record of excursions.',
  })
})
