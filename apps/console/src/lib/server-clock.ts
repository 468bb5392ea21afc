/** The server's clock as this browser knows it: alarms and ages are judged by it, as browser clocks are wrong (G64). */

export interface ServerClock {
  /**
   * Notes the server's time (epoch milliseconds), as an answer or the live stream gave it. `precisionMs` is the step that time is told
   * in, so that a time in whole seconds does not set back what is known more exactly.
   */
  note(serverTimeMs: number, precisionMs?: number): void
  /** The server's time now, in epoch milliseconds; as long as none was noted, this machine's. */
  nowMs(): number
}

/** `ownMs` is this machine's clock, in epoch milliseconds. */
export function makeServerClock(ownMs: () => number): ServerClock {
  let offsetMs = 0
  return {
    note(serverTimeMs, precisionMs = 0) {
      if (!Number.isFinite(serverTimeMs)) return
      const leastMs = serverTimeMs - ownMs()
      offsetMs = Math.min(Math.max(offsetMs, leastMs), leastMs + precisionMs)
    },
    nowMs: () => Math.round(ownMs() + offsetMs),
  }
}

const clock = makeServerClock(Date.now)

export const noteServerTime = clock.note
export const serverNowMs = clock.nowMs

/** The same in epoch seconds. */
export const serverNow = (): number => Math.floor(serverNowMs() / 1000)
