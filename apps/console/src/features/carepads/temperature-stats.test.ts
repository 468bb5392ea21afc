import { expect, test } from 'vitest'
import { daysOf, secondsOut, summaryOf, windowOf } from './temperature-stats.ts'

const at = (...parts: [number, number, number, number?]) => new Date(...parts).getTime() / 1000
const NOW = at(2026, 10, 24, 12)
const reading = (time: number, low: number, temperature: number, high: number) => ({
  ...{ time, low, temperature, high },
  humidity: null,
})

test('a window is the last hour, day or week, or as many of them ago, or a calendar month', () => {
  expect(windowOf({ by: 'day', range: '1h', back: 0 }, NOW)).toEqual({ start: NOW - 3600, end: NOW })
  expect(windowOf({ by: 'day', range: '1w', back: 2 }, NOW)).toEqual({
    start: NOW - 21 * 86_400,
    end: NOW - 14 * 86_400,
  })
  expect(windowOf({ by: 'month', back: 0 }, NOW)).toEqual({ start: at(2026, 10, 1), end: NOW })
  expect(windowOf({ by: 'month', back: 11 }, NOW)).toEqual({ start: at(2025, 11, 1), end: at(2026, 0, 1) })
})

test('a time has its lowest, mean and highest, and a day each of its own', () => {
  const readings = [
    reading(at(2026, 10, 22, 23), 3, 4, 5),
    reading(at(2026, 10, 23, 1), 4, 5, 9),
    reading(at(2026, 10, 23, 2), 2, 3, 4),
  ]
  expect(summaryOf([])).toBeUndefined()
  expect(summaryOf(readings)).toEqual({ low: 2, mean: 4, high: 9 })
  const mark = { event: 'high_temperature', is_over: true, alerted: true, peak: 9, excursion_id: 'a' } as const
  const marks = [{ ...mark, start: at(2026, 10, 22, 23) + 3000, duration: 1200 }]
  expect(daysOf(readings, marks)).toEqual([
    { time: at(2026, 10, 23), low: 2, mean: 4, high: 9, secondsOut: 600 },
    { time: at(2026, 10, 22), low: 3, mean: 4, high: 5, secondsOut: 600 },
  ])
})

test('only the part of an excursion inside the window counts', () => {
  expect(
    secondsOut(
      [
        { start: 0, duration: 100 },
        { start: 150, duration: 100 },
      ],
      { start: 50, end: 200 },
    ),
  ).toBe(100)
})
