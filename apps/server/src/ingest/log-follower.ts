/**
 * Follows what other servers write to the log, so that each knows of a device all that any of them heard: where it is, and what
 * holds of it, is worked out from several stations, which may speak to different servers. Source: decision 0030; security rule 61.
 */
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { repeat } from '../platform/repeat.ts'
import { type LogOrders, PLACES } from './log-orders.ts'
import type { LogRow } from './log-row.ts'
import { askNextOrder, listRowsOf } from './queries.ts'

const LOOK_EVERY_MS = 500
/** Rows are in the log so long (ms) after their number was given, or never; longer than any transaction may last. */
const COMMIT_WITHIN_MS = 60_000
/** A server that begins looks for so many numbers back: what was being written meanwhile. */
const NUMBERS_BACK = 10_000
/** What is older (ms) says nothing of where somebody is now; who heard it tells what is to be told of it. */
const FOLLOWED_FOR_MS = 3_600_000
/** Numbers that are further apart are looked for apart. */
const FAR_APART = 256 * PLACES

interface Means {
  readonly db: Db
  readonly clock: Clock
  readonly orders: LogOrders
  readonly apply: (rows: readonly LogRow[]) => Promise<void>
  readonly onAway: (error: unknown) => void
}

export class LogFollower {
  readonly #means: Means
  /** Every number before this one is known. */
  #next = 1
  /** Numbers of which no row was seen yet, in their order, and since when (ms, by the steady clock). */
  readonly #unseen = new Map<number, number>()
  #stop: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(means: Means) {
    this.#means = means
  }

  /** Begins with a log that is played from `mark` on, and whose next number was `next`; what is played was `saw`. */
  begin(mark: number, next: number): void {
    const back = Math.min(Math.ceil(Math.max(next - mark, 0) / PLACES), NUMBERS_BACK)
    this.#next = next - back * PLACES
    this.#note(next)
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, () => {
      this.#looking = this.look().catch(this.#means.onAway)
      return this.#looking
    })
  }

  async close(): Promise<void> {
    this.#stop?.()
    await this.#looking
  }

  saw(rows: readonly LogRow[]): void {
    for (const { log_order } of rows) this.#unseen.delete(this.#numberOf(log_order))
  }

  /** Applies what others wrote since the last look. Throws while the database is away: then it is found at the next. */
  async look(): Promise<void> {
    const { db, clock, orders, apply } = this.#means
    this.#note(await askNextOrder(db))
    for (const number of orders.takeGiven(this.#next)) this.#unseen.delete(number)
    const nowMs = clock.steady()
    const sinceMs = clock.now() - FOLLOWED_FOR_MS
    for (const numbers of nearEachOther([...this.#unseen.keys()])) {
      for await (const rows of listRowsOf(db, numbers, sinceMs)) {
        await apply(rows)
        this.saw(rows)
      }
    }
    for (const [number, sinceMs] of this.#unseen) {
      if (nowMs - sinceMs > COMMIT_WITHIN_MS) this.#unseen.delete(number)
    }
  }

  #note(next: number): void {
    const nowMs = this.#means.clock.steady()
    for (; this.#next < next; this.#next += PLACES) this.#unseen.set(this.#next, nowMs)
  }

  /** The number that a place before the next is of. */
  #numberOf(place: number): number {
    return this.#next - Math.ceil((this.#next - place) / PLACES) * PLACES
  }
}

function nearEachOther(numbers: readonly number[]): readonly (readonly number[])[] {
  const groups: number[][] = []
  for (const number of numbers) {
    const group = groups.at(-1)
    if (group !== undefined && number - group.at(-1)! <= FAR_APART) group.push(number)
    else groups.push([number])
  }
  return groups
}
