/**
 * The checkpoint of the shards that this server holds: every row of their accounts before it is in the hot rows, and after a crash the log is
 * replayed from there. Source: decisions 0024, 0029.
 */
import type { Clock } from '../../platform/clock.ts'

/** It is saved at most this often (ms): a replay covers what hot rows lag behind anyway. */
const SAVE_EVERY_MS = 2000

interface Deps {
  readonly clock: Clock
  /** The log: the first position that may still be given, and how it hears of positions that others were given. */
  readonly positions: { readonly next: number; heard(next: number): void }
  /** The shards that are accepted for. */
  readonly shards: () => readonly number[]
  /** Writes it to the database; answers the first position in the log that was not given out. */
  readonly savePositions: (shards: readonly number[], position: number) => Promise<number>
  /** Parts with rows that are not in the hot rows yet: the position of the oldest; Infinity: none. */
  readonly onTheWay: readonly { readonly oldestPosition: number }[]
}

export class Checkpoint {
  readonly #deps: Deps
  #savedMs = Number.NEGATIVE_INFINITY

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** While no hot row is being written. */
  get position(): number {
    const { positions, onTheWay } = this.#deps
    return Math.min(positions.next, ...onTheWay.map(({ oldestPosition }) => oldestPosition))
  }

  /** Saves it, while no hot row is being written. */
  async save(): Promise<void> {
    const { clock, positions, shards, savePositions } = this.#deps
    positions.heard(await savePositions(shards(), this.position))
    this.#savedMs = clock.steady()
  }

  /** The same where it was not saved lately. */
  async saveWhenDue(): Promise<void> {
    if (this.#deps.clock.steady() - this.#savedMs >= SAVE_EVERY_MS) await this.save()
  }
}
