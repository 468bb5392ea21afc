import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  DAY_SHORTCUTS,
  dayRange,
  endOfMonth,
  isDay,
  RECENT_SHORTCUTS,
  rangeAt,
  rangeOf,
  readAt,
  shiftMonth,
  wholeDays,
  writtenAt,
} from './ranges.ts'

const TAIPEI = 'Asia/Taipei'
/** Thursday. */
const NOW = Date.parse('2026-03-05T14:05:30+08:00') / 1000
const text = (at: number, zone = TAIPEI) => writtenAt(at, zone, 'YYYY-MM-DD HH:mm')
const ends = (range: { start: number; end: number }, zone = TAIPEI) => [text(range.start, zone), text(range.end, zone)]

describe('shortcuts', () => {
  describe('each sets start and end, and the range names it [PICK-12, PICK-13, PICK-14, PICK-15, PICK-16, PICK-17, PICK-18, PICK-19]', () => {
    test.each([
      ['thisWeek', '2026-03-02', '2026-03-08'],
      ['lastWeek', '2026-02-23', '2026-03-01'],
      ['last7Days', '2026-02-27', '2026-03-05'],
      ['last30Days', '2026-02-04', '2026-03-05'],
      ['thisMonth', '2026-03-01', '2026-03-31'],
      ['lastMonth', '2026-02-01', '2026-02-28'],
      ['thisYear', '2026-01-01', '2026-12-31'],
      ['lastYear', '2025-01-01', '2025-12-31'],
    ] as const)('%s is %s to %s, both whole', (shortcut, first, last) => {
      const range = rangeOf(shortcut, NOW, TAIPEI)
      expect(ends(range)).toEqual([`${first} 00:00`, `${last} 23:59`])
      expect(range.shortcut).toBe(shortcut)
      expect((range.end + 1 - range.start) % 86_400).toBe(0)
    })
  })

  test('the last hour, 24 hours and week end now', () => {
    expect(RECENT_SHORTCUTS.map((shortcut) => rangeOf(shortcut, NOW, TAIPEI))).toEqual([
      { start: NOW - 3600, end: NOW, shortcut: 'lastHour' },
      { start: NOW - 86_400, end: NOW, shortcut: 'last24Hours' },
      { start: NOW - 604_800, end: NOW, shortcut: 'last168Hours' },
    ])
  })

  test('a week begins on Monday, on a Sunday and on a Monday too', () => {
    const monday = (at: string) => text(rangeOf('thisWeek', Date.parse(at) / 1000, TAIPEI).start)
    expect(monday('2026-03-08T23:59:59+08:00')).toBe('2026-03-02 00:00')
    expect(monday('2026-03-09T00:00:00+08:00')).toBe('2026-03-09 00:00')
  })

  test('days are those of the time zone, also where clocks change', () => {
    const at = Date.parse('2026-03-08T12:00:00Z') / 1000
    const week = rangeOf('last7Days', at, 'America/New_York')
    expect(ends(week, 'America/New_York')).toEqual(['2026-03-02 00:00', '2026-03-08 23:59'])
    expect(week.end + 1 - week.start).toBe(7 * 86_400 - 3600)
  })

  test('the eight of every range of days are named', () => {
    expect(DAY_SHORTCUTS).toHaveLength(8)
  })
})

describe('by hand', () => {
  test('a range of days begins at midnight and ends with the last second', () => {
    const { start, end, shortcut } = wholeDays('2026-03-02', '2026-03-06', TAIPEI)
    expect([start, end]).toEqual(
      ['2026-03-02T00:00:00+08:00', '2026-03-06T23:59:59+08:00'].map((at) => Date.parse(at) / 1000),
    )
    expect(shortcut).toBe('')
    expect(dayRange(NOW, TAIPEI)).toEqual(wholeDays('2026-03-05', '2026-03-05', TAIPEI))
  })

  test('times are those chosen, and the last minute of a day is the whole of it', () => {
    const times = { first: '2026-03-05', last: '2026-03-05', from: 14 * 60, to: 16 * 60 }
    expect(ends(rangeAt(times, TAIPEI))).toEqual(['2026-03-05 14:00', '2026-03-05 16:00'])
    const { end } = rangeAt({ ...times, to: 1439 }, TAIPEI)
    expect(end).toBe(Date.parse('2026-03-05T23:59:59+08:00') / 1000)
  })

  test('the end is never before the start: what was chosen first gives way', () => {
    const turned = { first: '2026-03-05', last: '2026-03-05', from: 960, to: 840 }
    expect(ends(rangeAt(turned, TAIPEI, {}, 'start'))).toEqual(['2026-03-05 16:00', '2026-03-05 16:00'])
    expect(ends(rangeAt(turned, TAIPEI, {}, 'end'))).toEqual(['2026-03-05 14:00', '2026-03-05 14:00'])
  })

  test('times of hours that are not allowed go to the nearest that are', () => {
    const night = { disabledHours: ['00', '01', '02', '22', '23'] }
    const day = { first: '2026-03-05', last: '2026-03-05', from: 0, to: 1439 }
    expect(ends(rangeAt(day, TAIPEI, night))).toEqual(['2026-03-05 03:00', '2026-03-05 21:59'])
  })
})

test('the clocks of the browser, whose zone may skip a time of the account’s, are never asked', () => {
  const asked = (['getHours', 'setHours', 'getDate', 'setDate', 'getMonth', 'getFullYear'] as const).map((name) =>
    vi.spyOn(Date.prototype, name),
  )
  onTestFinished(() => {
    for (const spy of asked) spy.mockRestore()
  })
  const format = 'YYYY-MM-DD hh:mm a'
  // In New York there is no such time on that day.
  const at = Date.parse('2026-03-08T02:30:15+08:00') / 1000
  expect(writtenAt(at, TAIPEI, 'YYYY/MM/DD HH:mm:ss')).toBe('2026/03/08 02:30:15')
  expect(readAt('2026-03-08 02:30 am', TAIPEI, format)).toBe(at - 15)
  expect(readAt('2026-02-30 02:30 am', TAIPEI, format)).toBeUndefined()
  expect(['2026-03-08', '2026-02-29', '2026-3-8', 'today'].map(isDay)).toEqual([true, false, false, false])
  expect(['2026-01-31', '2024-01-31', '2026-12-05'].map((day) => shiftMonth(day, 1))).toEqual([
    ...['2026-02-28', '2024-02-29', '2027-01-05'],
  ])
  expect(shiftMonth('2026-03-31', -13)).toBe('2025-02-28')
  expect(['2024-02-03', '2026-12-31'].map(endOfMonth)).toEqual(['2024-02-29', '2026-12-31'])
  for (const spy of asked) expect(spy).not.toHaveBeenCalled()
})

test('the default format is parsed again; other texts are rejected', () => {
  const at = Date.parse('2026-03-04T14:05:00+08:00') / 1000
  expect(writtenAt(at, TAIPEI, 'YYYY-MM-DD hh:mm a')).toBe('2026-03-04 02:05 pm')
  expect(readAt('2026-03-04 02:05 pm', TAIPEI, 'YYYY-MM-DD hh:mm a')).toBe(at)
  expect(readAt('2026-03-04', TAIPEI, 'YYYY-MM-DD hh:mm a')).toBeUndefined()
})
