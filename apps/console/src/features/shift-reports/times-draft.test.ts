import { kindOfShift, shiftsOfDay } from '@whereabouts/domain/shift-reports'
import { expect, test } from 'vitest'
import { faultOf, sameTimes, startTime, toDraft, toTimer } from './times-draft.ts'

const night = { time: '08:00', name: ' Night ' }
const evening = { time: '00:00', name: '' }

test('times are sent in the order of the day, with trimmed names, and read back the same', () => {
  const timer = toTimer([night, evening])
  expect(timer).toEqual({ shift_report_timer: ['00:00', '08:00'], shift_names: ['', 'Night'] })
  expect(sameTimes(toDraft(timer), [night, evening])).toBe(true)
  expect(sameTimes([night], [evening])).toBe(false)
})

test.each([
  [[{ time: '', name: '' }], 'missing'],
  [[night, { ...night, name: 'Other' }], 'twice'],
  [[{ time: '08:00', name: 'x'.repeat(51) }], 'nameTooLong'],
  [[evening, night], undefined],
])('the last of %j is %s', (times, fault) => {
  expect(faultOf(times, times.length - 1)).toBe(fault)
})

test('a new time is the first usual one that is free', () => {
  expect(startTime([])).toBe('08:00')
  expect(startTime([night])).toBe('16:00')
})

test.each([
  [[], []],
  [
    ['08:00'],
    [
      [0, 0, 480],
      [0, 480, 1440],
    ],
  ],
  [
    ['00:00', '08:00', '16:00'],
    [
      [1, 0, 480],
      [2, 480, 960],
      [0, 960, 1440],
    ],
  ],
  [
    ['07:30', '19:30'],
    [
      [0, 0, 450],
      [1, 450, 1170],
      [0, 1170, 1440],
    ],
  ],
])('a day of reports at %j', (times, parts) => {
  expect(shiftsOfDay(times).map(({ index, from, to }) => [index, from, to])).toEqual(parts)
})

test.each([
  [0, 480, 'night'],
  [480, 960, 'day'],
  [960, 0, 'evening'],
  [1170, 450, 'night'],
  [480, 480, 'evening'],
] as const)('a shift from minute %i to %i is the %s shift', (from, to, kind) => {
  expect(kindOfShift(from, to)).toBe(kind)
})
