/** People's changes to what consoles show: no replay of reports contains them, and other servers need to hear of them. */

import type { Clock } from '../platform/clock.ts'
import type { Edited } from '../state/state-listener.ts'

/** A change this long (ms) before an event was sent may have left after it, by way of another server. */
const LATE_MS = 10_000

export class Edits {
  readonly #clock: Clock
  /** By account, the time of the last change (epoch ms). */
  readonly #atMs = new Map<string, number>()
  #onMade: (accountId: string, edited: Edited) => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls `listener` for each change made at this server. */
  watch(listener: (accountId: string, edited: Edited) => void): void {
    this.#onMade = listener
  }

  /** A change was made and committed here. */
  made(accountId: string, edited: Edited): void {
    this.heard(accountId)
    this.#onMade(accountId, edited)
  }

  /** A change of the account was committed, here or elsewhere. */
  heard(accountId: string): void {
    this.#atMs.set(accountId, this.#clock.now())
  }

  /** When something was changed last, as far as this server knows (epoch ms). */
  madeAtMs(accountId: string): number | undefined {
    return this.#atMs.get(accountId)
  }

  /** True when something was changed about that time (epoch ms) or later; `elsewhereMs`: when other servers know of a change. */
  wereMadeSince(accountId: string, sinceMs: number, elsewhereMs = Number.NEGATIVE_INFINITY): boolean {
    return Math.max(this.madeAtMs(accountId) ?? Number.NEGATIVE_INFINITY, elsewhereMs) > sinceMs - LATE_MS
  }
}
