/** How a tracker moves, and how soon what a station hears of it is news. */

export interface Motion {
  /** Variance that a place gains per axis (m²/s). */
  readonly spreadPerSecond: number
  /** After this long readings of one station count as independent (seconds). */
  readonly memorySeconds: number
}

/** A person on foot. */
export const WALKING: Motion = { spreadPerSecond: 0.6, memorySeconds: 0.8 }
/** A cart or robot. */
export const ROLLING: Motion = { spreadPerSecond: 0.1, memorySeconds: 0.8 }
/** The tracker's own sensor reports rest: what changes is the radio, slowly, so it must not be taken for news. */
export const RESTING: Motion = { spreadPerSecond: 0.002, memorySeconds: 30 }
