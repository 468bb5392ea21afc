/** The server's clock as this browser knows it: alarms and ages are judged by it, as browser clocks are wrong (G64). */

let offsetMs = 0

/** Notes the server's time (epoch milliseconds), as an answer or the live stream gave it. */
export function noteServerTime(serverTimeMs: number): void {
  if (Number.isFinite(serverTimeMs)) offsetMs = serverTimeMs - Date.now()
}

/** The server's time now, in epoch milliseconds. */
export const serverNowMs = (): number => Math.round(Date.now() + offsetMs)

/** The same in epoch seconds. */
export const serverNow = (): number => Math.floor(serverNowMs() / 1000)
