/** Times that a console says: when something was done while the server was away. Source: decision 0045. */

/** What a person did is accepted within this time (ms) of when it was done; a late tick, within this time of the end of its roll-call. */
export const LATE_WITHIN_MS = 12 * 3_600_000

/** When a console says that something was done (epoch ms), within what the server takes for possible. */
export const boundedTime = (saidMs: number, nowMs: number): number =>
  Math.min(Math.max(saidMs, nowMs - LATE_WITHIN_MS), nowMs)
