/** Training jobs: a tracker is kept at a known spot, or carried along a known path. Pure. Source: G77. */

/** Minutes a job may collect for. Source: specification §9. */
export const COLLECTION_MINUTES = [2, 5, 10, 15, 30] as const
export type CollectionMinutes = (typeof COLLECTION_MINUTES)[number]

/** Most corners of a walked path. */
export const MAX_CORNERS = 300
/** Faster than this (metres per second) nobody carries a tracker along a corridor: the tap is at a wrong place or time. */
export const MAX_WALK_SPEED = 4
/** Jobs whose readings are kept; more of them only cost time. */
export const MAX_TRAINING_JOBS = 1000

/** Somebody passed here: pixels of the map's image, and when (epoch ms). */
export interface PathCorner {
  readonly indoor_X: number
  readonly indoor_Y: number
  readonly at_ms: number
}

type Spot = Pick<PathCorner, 'indoor_X' | 'indoor_Y'>

/**
 * Where the tracker was (pixels) at a time (epoch ms), on a straight line between the corners before and after it. Undefined before the
 * first corner and after the last: nobody said where it was.
 */
export function spotOnPath(path: readonly PathCorner[], atMs: number): Spot | undefined {
  const next = path.findIndex(({ at_ms }) => at_ms >= atMs)
  const to = path[next]
  if (to === undefined || (next === 0 && to.at_ms > atMs)) return undefined
  const from = path[next - 1] ?? to
  const share = to.at_ms === from.at_ms ? 1 : (atMs - from.at_ms) / (to.at_ms - from.at_ms)
  return {
    indoor_X: from.indoor_X + share * (to.indoor_X - from.indoor_X),
    indoor_Y: from.indoor_Y + share * (to.indoor_Y - from.indoor_Y),
  }
}

export type PathFault = 'order' | 'tooFast'

/** The fault of a path on a map of this scale (metres per pixel); undefined: none. */
export function faultOfPath(path: readonly PathCorner[], metresPerPixel: number): PathFault | undefined {
  for (const [index, corner] of path.entries()) {
    const before = path[index - 1]
    if (before === undefined) continue
    const seconds = (corner.at_ms - before.at_ms) / 1000
    if (seconds <= 0) return 'order'
    const metres = Math.hypot(corner.indoor_X - before.indoor_X, corner.indoor_Y - before.indoor_Y) * metresPerPixel
    // A tap is as exact as a finger: a metre or two.
    if (metres - 2 > MAX_WALK_SPEED * seconds) return 'tooFast'
  }
  return undefined
}
