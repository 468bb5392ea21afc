/**
 * The checkpoint of the shards that this server holds: every row of their accounts before it is in the hot rows, and after a crash the log is
 * replayed from there. The shard of an account that is blocked keeps the one that was saved. Source: decisions 0024, 0029, 0083.
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
  /** Rows on their way to the states: the position of the oldest; Infinity: none. */
  readonly onTheWay: readonly { readonly oldestPosition: number }[]
  /** States: the position of the oldest row that hot rows lack. */
  readonly states: readonly { oldestPosition(isLeftOut: (accountId: string) => boolean): number }[]
  readonly shardOf: (accountId: string) => number
}

export class Checkpoint {
  readonly #deps: Deps
  #savedMs = Number.NEGATIVE_INFINITY

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** While no hot row is being written; but for these accounts. */
  positionWithout(blocked: ReadonlySet<string>): number {
    const { positions, onTheWay, states } = this.#deps
    const isLeftOut = (accountId: string) => blocked.has(accountId)
    return Math.min(
      positions.next,
      ...onTheWay.map(({ oldestPosition }) => oldestPosition),
      ...states.map((each) => each.oldestPosition(isLeftOut)),
    )
  }

  /** Saves it for the shards without a blocked account, while no hot row is being written. */
  async save(blocked: ReadonlySet<string>): Promise<void> {
    const { clock, positions, shards, shardOf, savePositions } = this.#deps
    const behind = new Set([...blocked].map((accountId) => shardOf(accountId)))
    const free = shards().filter((shard) => !behind.has(shard))
    positions.heard(await savePositions(free, this.positionWithout(blocked)))
    this.#savedMs = clock.steady()
  }

  /** The same where it was not saved lately. */
  async saveWhenDue(blocked: ReadonlySet<string>): Promise<void> {
    if (this.#deps.clock.steady() - this.#savedMs >= SAVE_EVERY_MS) await this.save(blocked)
  }
}
