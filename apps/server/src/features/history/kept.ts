/** Which times of the past can be asked for. Source: G10, G56; decisions 0044, 0086. */
import { faultOfRange } from '@whereabouts/domain/history'
import type { App } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'

const DAY_MS = 86_400_000

/** What is kept for how long: the history, or the log of reports. */
export type Kept = keyof App['settings']['kept']

/** Where the input has the start of a range, and its end. */
export const RANGE_PLACES = ['query.from_ms', 'query.until_ms'] as const

/**
 * Refuses with 400001 a range (epoch ms) over 31 days, one that ends before it starts, or before what is kept; `places` name its start
 * and its end in the input.
 */
export function mustBeKept(
  { clock, settings }: Pick<App, 'clock' | 'settings'>,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  places: readonly [string, string] = RANGE_PLACES,
  kept: Kept = 'historyDays',
): void {
  const fault = faultOfRange(fromMs, untilMs, clock.now() - settings.kept[kept] * DAY_MS)
  if (fault !== null) throw refuse('invalidInput', { info: places[fault === 'start' ? 0 : 1] })
}
