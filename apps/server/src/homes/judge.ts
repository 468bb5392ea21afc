/**
 * When a server may take others for dead. Where it could not send heartbeats itself, as the database was away, or starts only now, the
 * others may not have been able to either: they get as long for a heartbeat.
 */
import type { Clock } from '../platform/clock.ts'
import { DEAD_AFTER_S, RENEW_EVERY_MS } from './leases.ts'

const DEAD_MS = DEAD_AFTER_S * 1000

export class Judge {
  readonly #clock: Clock
  /** By the monotonic clock (ms). */
  #lastMs: number
  readonly #startedMs: number
  #holdsBackUntilMs = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
    this.#lastMs = clock.steady()
    this.#startedMs = this.#lastMs
  }

  /** A heartbeat was just sent. */
  beat(): void {
    const nowMs = this.#clock.steady()
    // The others' last heartbeat before an outage may be one interval earlier, and their first after it one later.
    if (nowMs - this.#lastMs > DEAD_MS - 2 * RENEW_EVERY_MS) this.#holdsBackUntilMs = nowMs + DEAD_MS
    this.#lastMs = nowMs
  }

  /** Whether a server may be deposed that has no connection any more, or was only silent. */
  mayDepose(state: 'gone' | 'silent'): boolean {
    const nowMs = this.#clock.steady()
    return nowMs >= this.#holdsBackUntilMs && (state === 'gone' || nowMs >= this.#startedMs + DEAD_MS)
  }
}
