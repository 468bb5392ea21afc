/**
 * Follows what other servers write to the log, so that each knows of a device all that any of them heard: its place and its
 * conditions depend on several stations, which may report to different servers. Source: decision 0030; security rule 61.
 */
import type { Clock } from '../../platform/clock.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { repeat } from '../../platform/repeat.ts'
import { PLACES } from '../../state/log-position.ts'
import type { LogRow } from '../../state/log-row.ts'
import type { ClockSetBacks } from '../log/clock-set-backs.ts'
import type { LogPositions } from '../log/log-positions.ts'
import { listRowsOf } from '../log/read-log.ts'
import { askReach } from './servers.ts'

const LOOK_EVERY_MS = 500
/** After a longer pause, following starts this many numbers back. */
const NUMBERS_BACK = 10_000
/** Older rows (ms) say nothing about where somebody is now; the server that received them raises what follows from them. */
const FOLLOWED_FOR_MS = 3_600_000
/** Numbers within so many positions are looked up together. */
const TOGETHER = 256 * PLACES

interface Deps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly positions: LogPositions
  readonly setBacks: ClockSetBacks
  /** Before rows are looked up: people's changes must be applied before later reports. */
  readonly refresh: () => Promise<void>
  /** Applies rows of others, in log order. */
  readonly apply: (rows: readonly LogRow[]) => Promise<void>
  readonly onAway: (error: unknown) => void
}

export class LogFollower {
  readonly #deps: Deps
  /** Every number before this one is done. */
  #next = 1
  /** Numbers without a row so far, in order. */
  readonly #unseen = new Set<number>()
  #stop: (() => void) | undefined
  #isClosing = false
  #looking: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Begins with a log that is replayed from `checkpoint` on, with `next` as its next number; replayed numbers were `saw`. */
  begin(checkpoint: number, next: number): void {
    this.#next = next - Math.ceil(Math.max(next - checkpoint, 0) / PLACES) * PLACES
    this.#note(next)
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, () => {
      this.#looking = this.#look().catch(this.#deps.onAway)
      return this.#looking
    })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#stop?.()
    await this.#looking
  }

  saw(rows: readonly LogRow[]): void {
    for (const { log_order } of rows) this.#unseen.delete(this.#numberOf(log_order))
  }

  /** Applies rows that others wrote since the last poll. Throws while the database is away: the next poll finds them. */
  async #look(): Promise<void> {
    const { clock, positions, refresh } = this.#deps
    await refresh()
    const { next, checkpoint } = await this.#reach()
    this.#note(next)
    const sinceMs = clock.now() - FOLLOWED_FOR_MS
    for (const numbers of nearEachOther([...this.#unseen])) await this.#lookFor(numbers, sinceMs)
    // Nothing before the checkpoint is still to come: no server's is beyond what it has not committed.
    for (const number of this.#unseen) if (number + PLACES <= checkpoint) this.#unseen.delete(number)
    positions.forgetBefore(Math.max(checkpoint, next - NUMBERS_BACK * PLACES))
  }

  /** How far the log reaches, once it is known which numbers of it are this server's own. */
  async #reach(): Promise<{ next: number; checkpoint: number }> {
    const reach = await askReach(this.#deps.db)
    this.#deps.setBacks.heard(reach.set_backs)
    await this.#deps.positions.settle()
    return reach
  }

  /**
   * Between which places of the log, from this one on, rows of other servers may stand; undefined: nowhere. What it says of
   * numbers long past it may say of this server's too.
   */
  async othersSince(place: number): Promise<{ from: number; until: number } | undefined> {
    const { next } = await this.#reach()
    let [from, until] = [next, place]
    for (let number = this.#numberOf(place); number < next; number += PLACES) {
      if (this.#deps.positions.isOwn(number)) continue
      from = Math.min(from, number)
      until = number + PLACES
    }
    return from < until ? { from: Math.max(from, place), until } : undefined
  }

  async #lookFor(numbers: readonly number[], sinceMs: number): Promise<void> {
    const { db, apply } = this.#deps
    // Rows of one number may come in two portions.
    const seen = new Set<number>()
    for await (const rows of listRowsOf(db, numbers, sinceMs)) {
      // Rows that are not followed any more are replayed by the next server that starts.
      if (this.#isClosing) return
      await apply(rows)
      for (const { log_order } of rows) seen.add(this.#numberOf(log_order))
    }
    for (const number of seen) this.#unseen.delete(number)
  }

  #note(next: number): void {
    for (this.#next = Math.max(this.#next, next - NUMBERS_BACK * PLACES); this.#next < next; this.#next += PLACES)
      if (!this.#deps.positions.isOwn(this.#next)) this.#unseen.add(this.#next)
  }

  /** The number that a place is of. */
  #numberOf(place: number): number {
    return this.#next - Math.ceil((this.#next - place) / PLACES) * PLACES
  }
}

function nearEachOther(numbers: readonly number[]): readonly (readonly number[])[] {
  const groups: number[][] = []
  for (const number of numbers) {
    const group = groups.at(-1)
    if (group !== undefined && number - group[0]! < TOGETHER) group.push(number)
    else groups.push([number])
  }
  return groups
}
