/** Which time a chart shows, and the lowest, mean and highest of it. Pure. Source: G70, G79. */

import type { Temperature } from '@whereabouts/contract/carepads'
import type { ExcursionMark } from '@whereabouts/contract/excursions'

const HOUR_S = 3600
const LENGTHS = { '1h': HOUR_S, '24h': 24 * HOUR_S, '1w': 168 * HOUR_S } as const
export type Range = keyof typeof LENGTHS
export const RANGES = Object.keys(LENGTHS) as Range[]

/** What is looked at: so many steps back, of a range or of a calendar month. */
export type View =
  | { readonly by: 'day'; readonly range: Range; readonly back: number }
  | { readonly by: 'month'; readonly back: number }

export interface Window {
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
}

/** The time of a view at `now` (epoch seconds); months by the clocks of the browser, and none goes beyond now. */
export function windowOf(view: View, now: number): Window {
  if (view.by === 'day') {
    const end = now - view.back * LENGTHS[view.range]
    return { start: end - LENGTHS[view.range], end }
  }
  const today = new Date(now * 1000)
  const firstOf = (back: number) => new Date(today.getFullYear(), today.getMonth() - back, 1).getTime() / 1000
  return { start: firstOf(view.back), end: Math.min(firstOf(view.back - 1), now) }
}

export interface Summary {
  readonly low: number
  readonly mean: number
  readonly high: number
}

/** Degrees Celsius; undefined: nothing was measured. */
export function summaryOf(temperatures: readonly Temperature[]): Summary | undefined {
  if (temperatures.length === 0) return undefined
  let [low, high, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const each of temperatures) {
    low = Math.min(low, each.low)
    high = Math.max(high, each.high)
    sum += each.temperature
  }
  return { low, mean: sum / temperatures.length, high }
}

/** Seconds of the excursions that lie in a window. */
export const secondsOut = (
  excursions: readonly Pick<ExcursionMark, 'start' | 'duration'>[],
  { start, end }: Window,
): number =>
  excursions.reduce(
    (sum, one) => sum + Math.max(0, Math.min(end, one.start + one.duration) - Math.max(start, one.start)),
    0,
  )

export interface DaySummary extends Summary {
  /** Epoch seconds of its first reading. */
  readonly time: number
  readonly secondsOut: number
}

/** By days of the browser's clocks, newest first. */
export function daysOf(temperatures: readonly Temperature[], excursions: readonly ExcursionMark[]): DaySummary[] {
  const dayStart = (time: number) => new Date(time * 1000).setHours(0, 0, 0, 0) / 1000
  const byDay = Map.groupBy(temperatures, ({ time }) => dayStart(time))
  return [...byDay]
    .map(([start, ofDay]) => {
      const end = new Date(start * 1000).setHours(24, 0, 0, 0) / 1000
      return { ...summaryOf(ofDay)!, time: start, secondsOut: secondsOut(excursions, { start, end }) }
    })
    .toReversed()
}
