/** What people change of accounts and consoles show: no replay of reports tells it, and other servers are to hear of it. */

import type { Clock } from '../platform/clock.ts'
import type { Edited } from '../state/state-listener.ts'

/** What was changed this long (ms) before an event was sent may have left after it, by way of another server. */
const LATE_MS = 10_000

export class Edits {
  readonly #clock: Clock
  /** By account, when something was changed last (epoch ms). */
  readonly #atMs = new Map<string, number>()
  #onMade: (accountId: string, edited: Edited) => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls `listener` with what was changed at this server. */
  watch(listener: (accountId: string, edited: Edited) => void): void {
    this.#onMade = listener
  }

  /** Somebody changed this here; it is committed. */
  made(accountId: string, edited: Edited): void {
    this.heard(accountId)
    this.#onMade(accountId, edited)
  }

  /** Somebody changed something of the account, here or elsewhere. */
  heard(accountId: string): void {
    this.#atMs.set(accountId, this.#clock.now())
  }

  /** True when something was changed about that time (epoch ms) or later. */
  wereMadeSince(accountId: string, sinceMs: number): boolean {
    return (this.#atMs.get(accountId) ?? Number.NEGATIVE_INFINITY) > sinceMs - LATE_MS
  }
}
