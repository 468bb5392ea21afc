/** Days of the site's clock, which knows no summer time. */
import { hourAt } from '../scenario.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** The last local midnight (epoch ms). */
export const midnightBefore = (epochMs: number): number => Math.floor(epochMs - hourAt(epochMs) * HOUR_MS + 0.5)

/** The weekday at a moment, 0 to 6 from Sunday on. */
export const weekdayAt = (epochMs: number): number => new Date(midnightBefore(epochMs) + DAY_MS / 2).getUTCDay()
