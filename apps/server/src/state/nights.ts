/** When old data is cleared away, and where all trackers are is written down. */

const DAY_MS = 86_400_000
/** 18:00 UTC (ms): the small hours in Taiwan and Japan. */
export const NIGHT_MS = 18 * 3_600_000

/** The number of the night that a time (epoch ms) belongs to. */
export const nightOf = (ms: number): number => Math.floor((ms - NIGHT_MS) / DAY_MS)

/** When the night that a time belongs to began (epoch ms). */
export const nightStart = (ms: number): number => nightOf(ms) * DAY_MS + NIGHT_MS
