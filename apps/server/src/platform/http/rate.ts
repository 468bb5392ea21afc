/** How much each caller may do in a minute. In the memory of one server: with several, each counts by itself. Source: security rule 30. */
import type { Clock } from '../clock.ts'
import { refuse } from '../refusal.ts'

const WINDOW_MS = 60_000

interface Window {
  readonly endsAtMs: number
  used: number
  isExceeded: boolean
}

export class Rate {
  readonly #perMinute: number
  readonly #clock: Clock
  readonly #onExceeded: (key: string) => void
  /** By caller. */
  readonly #windows = new Map<string, Window>()
  #sweepAtMs = 0

  /** `onExceeded` hears of a caller once in each minute in which it wants too much. */
  constructor(perMinute: number, { clock, onExceeded }: { clock: Clock; onExceeded: (key: string) => void }) {
    this.#perMinute = perMinute
    this.#clock = clock
    this.#onExceeded = onExceeded
  }

  /** Counts something; refuses with 429101 what is too much within a minute of the caller's first. What is refused is not counted. */
  count(key: string, amount = 1): void {
    const now = this.#clock.now()
    const known = this.#windows.get(key)
    // A clock that was set back makes no window longer than a minute.
    const isOpen = known !== undefined && now < known.endsAtMs && known.endsAtMs - now <= WINDOW_MS
    const window = isOpen ? known : { endsAtMs: now + WINDOW_MS, used: 0, isExceeded: false }
    if (!isOpen) {
      this.#sweep(now)
      this.#windows.set(key, window)
    }
    if (window.used + amount > this.#perMinute) {
      if (!window.isExceeded) this.#onExceeded(key)
      window.isExceeded = true
      throw refuse('tooManyRequests', { retryAfterSeconds: Math.ceil((window.endsAtMs - now) / 1000) })
    }
    window.used += amount
  }

  /** Forgets callers that have been silent for a minute, once a minute. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweepAtMs) < WINDOW_MS) return
    this.#sweepAtMs = now
    for (const [key, { endsAtMs }] of this.#windows) {
      if (now >= endsAtMs) this.#windows.delete(key)
    }
  }
}
