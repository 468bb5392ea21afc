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
const file = excursionsCsv(
  '2026-11',
  ['a', 'b', 'c'].map((id, at) => row(id, at * 1_000_000)),
  linkOf,
)
const lines = () => file.split('\r\n')
const verify = (text: string) => verifyExcursionsCsv(text, linkOf)

test('a month as it was written is whole, also one without excursions', () => {
  expect(verify(file)).toEqual({ month: '2026-11', rows: 3 })
  expect(verify(excursionsCsv('2026-10', [], linkOf))).toEqual({ month: '2026-10', rows: 0 })
  expect(lines()[2]).toMatch(
    /^1,3,1970-01-01T00:00:00.000Z,1970-01-01T00:01:30.000Z,0,90,high_temperature,a,Fridge a,Pharmacy,yes,9.4,8,2,Sato Aya,/,
  )
})

test.each([
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
  expect(verify(join(first, ...records))).toEqual({ month: '2026-11', rows: 3 })
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
  const elsewhere = excursionsCsv('2026-11', [row('a', 0)], linkWith(Buffer.from('another key')))
  expect(verify(elsewhere)).toEqual({ fault: 'Row 0 was changed, or another server wrote it.' })
  expect(verify('name,price\r\nmilk,2\r\n')).toEqual({
    fault: 'The first line is not the heading of a record of excursions.',
  })
})
