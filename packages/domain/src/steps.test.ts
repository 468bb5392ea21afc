import { expect, test } from 'vitest'
import { STEP_RANGES, STEP_TARGET, stepFigures, stepsBetween, stepsByMonth } from './steps.ts'

test('the ranges are a week, a month and a year, and the usual goal is 6000 [CONST-32]', () => {
  expect(STEP_RANGES).toEqual(['1w', '1m', '1y'])
  expect(STEP_TARGET).toBe(6000)
})

test.each([
  ['the first reading counts nothing', undefined, 5000, 0],
  ['a counter that goes on', 5000, 5120, 120],
  ['a counter at rest', 5000, 5000, 0],
  ['a counter that was reset, as with a new battery', 5000, 40, 40],
  ['a counter of two bytes that ran over', 65_500, 60, 96],
  ['a counter beyond two bytes that was reset', 70_000, 60, 60],
  ['a counter that was set far ahead', 5000, 90_000, 0],
])('%s', (_title, before, after, steps) => {
  const reading = before === undefined ? undefined : { count: before, at_ms: 0 }
  expect(stepsBetween(reading, { count: after, at_ms: 60_000 })).toBe(steps)
})

test('a late reading counts nothing', () => {
  expect(stepsBetween({ count: 100, at_ms: 60_000 }, { count: 150, at_ms: 50_000 })).toBe(0)
})

test('figures count the days on which the watch was worn', () => {
  const days = [
    { day: '2026-03-01', count: 7000 },
    { day: '2026-03-02', count: 0 },
    { day: '2026-03-03', count: 2000 },
  ]
  expect(stepFigures(days, 6000)).toEqual({ total: 9000, average_daily: 4500, reach_goal_days: 1 })
  expect(stepFigures([], 6000)).toEqual({ total: 0, average_daily: 0, reach_goal_days: 0 })
  expect(stepsByMonth(days, ['2026-02', '2026-03'])).toEqual([
    { date: '2026-02', count: 0 },
    { date: '2026-03', count: 9000 },
  ])
})
