/** Percentiles, as tables of milliseconds show them. */

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** p50, p95, p99 and the worst of some times (ms). */
export function figures(timesMs: readonly number[]) {
  const sorted = [...timesMs].sort((a, b) => a - b)
  const round = (value: number) => Number(value.toFixed(1))
  return {
    count: sorted.length,
    p50: round(percentile(sorted, 0.5)),
    p95: round(percentile(sorted, 0.95)),
    p99: round(percentile(sorted, 0.99)),
    worst: round(sorted.at(-1) ?? Number.NaN),
  }
}

/** The middle one. */
export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
