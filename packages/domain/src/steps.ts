/** Steps of care watches out of the counter that they report. Pure. Source: G71; specification §3. */

/** Source: CONST-32. */
export const STEP_RANGES = ['1w', '1m', '1y'] as const
export type StepRange = (typeof STEP_RANGES)[number]

/** Default daily goal of steps. Source: G71. */
export const STEP_TARGET = 6000
export const MAX_STEP_TARGET = 100_000

/** Counters of two bytes run over here. */
const RUN_OVER = 65_536
/** A counter this close to its end has run over where it is small again. */
const NEAR_END = 60_000
/** The most steps a person takes in a second. */
const MOST_A_SECOND = 5

/** A counter as it was read at a time (epoch ms). */
export interface StepReading {
  readonly count: number
  readonly at_ms: number
}

/**
 * Steps between two readings, the older one first; undefined: nothing was read before. A counter that is smaller than before was reset,
 * or ran over. More steps than anybody can take in the time between are none: the counter was set.
 */
export function stepsBetween(before: StepReading | undefined, after: StepReading): number {
  if (before === undefined || after.at_ms < before.at_ms) return 0
  const difference = after.count - before.count
  const steps =
    difference >= 0
      ? difference
      : before.count >= NEAR_END && before.count < RUN_OVER && after.count < RUN_OVER - NEAR_END
        ? difference + RUN_OVER
        : after.count
  const most = ((after.at_ms - before.at_ms) / 1000 + 1) * MOST_A_SECOND
  return steps <= most ? steps : 0
}

export interface StepDay {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly count: number
}

export interface StepFigures {
  readonly total: number
  /** Mean of the days on which any step was counted; 0: none. */
  readonly average_daily: number
  readonly reach_goal_days: number
}

export function stepFigures(days: readonly StepDay[], target: number): StepFigures {
  const worn = days.filter(({ count }) => count > 0)
  const total = worn.reduce((sum, { count }) => sum + count, 0)
  return {
    total,
    average_daily: worn.length === 0 ? 0 : Math.round(total / worn.length),
    reach_goal_days: worn.filter(({ count }) => count >= target).length,
  }
}

/** Sums by month, as `YYYY-MM`, of months in this order. */
export const stepsByMonth = (days: readonly StepDay[], months: readonly string[]): { date: string; count: number }[] =>
  months.map((date) => ({
    date,
    count: days.reduce((sum, { day, count }) => (day.startsWith(date) ? sum + count : sum), 0),
  }))
