/** When people changed what consoles show: no replay of reports contains that. */

import type { Clock } from '../platform/clock.ts'

/** A change this long (ms) before an event was sent may have left after it, by way of another server. */
const LATE_MS = 10_000

export class Edits {
  readonly #clock: Clock
  /** By account, the time of the last change (epoch ms). */
  readonly #atMs = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A change of the account was committed, here or elsewhere. */
  made(accountId: string): void {
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
