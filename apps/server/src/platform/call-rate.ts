/** Rate limit of a session's calls. In the memory of one server: with several, each counts by itself. Source: security rule 30. */
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { refuse } from './refusal.ts'

const WINDOW_MS = 60_000

interface Window {
  readonly endsAtMs: number
  calls: number
}

export class CallRate {
  readonly #perMinute: number
  readonly #clock: Clock
  readonly #log: Log
  /** By session. */
  readonly #windows = new Map<string, Window>()
  #sweepAtMs = 0

  constructor(perMinute: number, { clock, log }: { clock: Clock; log: Log }) {
    this.#perMinute = perMinute
    this.#clock = clock
    this.#log = log
  }

  /** Counts a call; refuses with 429101 one too many within a minute of the session's first. */
  count(sessionId: string): void {
    const now = this.#clock.now()
    const known = this.#windows.get(sessionId)
    // A clock that was set back makes no window longer than a minute.
    const isOpen = known !== undefined && now < known.endsAtMs && known.endsAtMs - now <= WINDOW_MS
    const window = isOpen ? known : { endsAtMs: now + WINDOW_MS, calls: 0 }
    if (!isOpen) {
      this.#sweep(now)
      this.#windows.set(sessionId, window)
    }
    window.calls += 1
    if (window.calls > this.#perMinute) {
      const isFirst = window.calls === this.#perMinute + 1
      if (isFirst) this.#log.warn({ session_id: sessionId }, 'Throttling the calls of a session')
      throw refuse('tooManyRequests', { retryAfterSeconds: Math.ceil((window.endsAtMs - now) / 1000) })
    }
  }

  /** Forgets sessions that did not call for a minute, once a minute. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweepAtMs) < WINDOW_MS) return
    this.#sweepAtMs = now
    for (const [sessionId, { endsAtMs }] of this.#windows) {
      if (now >= endsAtMs) this.#windows.delete(sessionId)
    }
  }
}
