/** Smooths an estimate: radio noise must not make a resting tracker wander, yet one that walks is followed. */
import type { PreviousLocation } from './choose-map.ts'

/** Seconds it takes to follow a difference that is no noise, and one that surely is. */
const QUICK_SECONDS = 0.3
const SLOW_SECONDS = 20
/** Differences up to this share of the accuracy count as noise; for a tracker that reports rest, all of it. */
const NOISE_SHARE = 0.25
const RESTING_NOISE_SHARE = 1.5
/** After this silence the previous place no longer counts (ms). */
const MEMORY_MS = 30_000

interface Estimate {
  /** Pixels of the map. */
  readonly x: number
  readonly y: number
  readonly accuracyMetres: number
}

interface Circumstances {
  readonly mapId: string
  readonly metresPerPixel: number | null
  readonly previous: PreviousLocation | undefined
  readonly nowMs: number
  /** The tracker reports that it does not move. */
  readonly isResting: boolean
}

/**
 * The place between the previous one and the estimate: the nearer they are, measured by the accuracy, the more likely
 * the difference is noise, and the slower it is followed. The gain goes by time, so it does not matter how often a
 * tracker is heard. A plan without a scale gives no metres to judge by: there the estimate stands as it is.
 */
export function steadied<E extends Estimate>(
  estimate: E,
  { mapId, metresPerPixel, previous, nowMs, isResting }: Circumstances,
): E {
  if (previous === undefined || previous.mapId !== mapId || metresPerPixel === null) return estimate
  const elapsedMs = nowMs - previous.locatedAtMs
  if (elapsedMs > MEMORY_MS) return estimate
  const apart = Math.hypot(estimate.x - previous.x, estimate.y - previous.y) * metresPerPixel
  const noiseShare = isResting ? RESTING_NOISE_SHARE : NOISE_SHARE
  const nearness = Math.max(0, 1 - apart / (noiseShare * estimate.accuracyMetres))
  const followSeconds = QUICK_SECONDS + (SLOW_SECONDS - QUICK_SECONDS) * nearness
  const gain = 1 - Math.exp(-Math.max(0, elapsedMs) / 1000 / followSeconds)
  return {
    ...estimate,
    x: previous.x + (estimate.x - previous.x) * gain,
    y: previous.y + (estimate.y - previous.y) * gain,
  }
}
