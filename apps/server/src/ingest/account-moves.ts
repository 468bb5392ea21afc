/** Accounts come to this home and leave it: shard by shard, or all at once where it was taken for dead. Source: decision 0077. */
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { OneAtATime } from '../platform/one-at-a-time.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { nextPosition } from '../state/log-position.ts'
import type { ApplyQueue } from './apply/apply-queue.ts'
import type { RowApplier } from './apply/row-applier.ts'
import type { AheadReports } from './log/ahead-reports.ts'
import type { ClockSetBacks } from './log/clock-set-backs.ts'
import type { LogPositions } from './log/log-positions.ts'
import type { LogWriters } from './log/log-writers.ts'
import { listRowsBetween } from './log/read-log.ts'
import type { Rebuilds } from './rebuilds.ts'
import type { Checkpoint } from './write-behind/checkpoint.ts'
import type { HotRowWriter } from './write-behind/hot-row-writer.ts'

type IsTheirs = (accountId: string) => boolean

interface Deps {
  readonly db: ServerDb
  readonly pool: Pool
  readonly clock: Clock
  readonly shardOf: (accountId: string) => number
  readonly positions: LogPositions
  readonly setBacks: ClockSetBacks
  readonly aheadReports: AheadReports
  readonly applier: RowApplier
  readonly queue: ApplyQueue
  readonly writers: LogWriters
  readonly checkpoint: Checkpoint
  readonly hotRows: HotRowWriter
  readonly rebuilds: Rebuilds
  /** Conditions and hot rows are written in turn. */
  readonly writes: OneAtATime
  /** What knows accounts. */
  readonly memories: readonly { drop(isTheirs: IsTheirs): void }[]
}

/** Shards that may be freed: all rows of their accounts before the position are in the hot rows. */
export interface Released {
  readonly shards: ReadonlySet<number>
  readonly position: number
}

export class AccountMoves {
  readonly #deps: Deps
  #hasBegun = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Replays rows of the log that the hot rows of these shards' accounts may lack. Until then nothing may be accepted for them. */
  async take(holdings: readonly { readonly shard: number; readonly position: number }[]): Promise<void> {
    const { db, pool, clock, positions, setBacks, aheadReports, applier, hotRows, writes, rebuilds } = this.#deps
    await Promise.all([aheadReports.load(pool), setBacks.load(db)])
    const { rows } = await sql<{ next: number }>`select ${nextPosition} as next`.execute(db)
    const { next } = rows[0]!
    const shards = holdings.map(({ shard }) => shard)
    const from = Math.min(...holdings.map(({ position }) => position))
    for await (const portion of listRowsBetween(db, shards, from, next)) await applier.apply(portion)
    // Sweeps go by what is written.
    await writes.run(() => hotRows.write('all'))
    await rebuilds.load(shards)
    positions.heard(next)
    if (this.#hasBegun) return
    this.#hasBegun = true
    await setBacks.begin(db, clock.now())
  }

  /**
   * Writes what is known of these shards' accounts; calls `stop` with those that no blocked account is of, after which nothing is accepted for
   * them, and writes the rest. Answers which of them are written, and up to which position; the others stay.
   */
  async release(shards: ReadonlySet<number>, stop: (shards: ReadonlySet<number>) => void): Promise<Released> {
    const { checkpoint, hotRows, writes, shardOf } = this.#deps
    const without = (from: ReadonlySet<number>, blocked: ReadonlySet<string>) => {
      const left = new Set(from)
      for (const accountId of blocked) left.delete(shardOf(accountId))
      return left
    }
    // Most of it before, so that senders wait for less.
    const going = without(shards, await writes.run(() => hotRows.write('all')))
    stop(going)
    await this.#drained(this.#isOf(going))
    return writes.run(async () => {
      const blocked = await hotRows.write('all')
      return { shards: without(going, blocked), position: checkpoint.positionWithout(blocked) }
    })
  }

  /** Drops what is known of these shards' accounts, once nothing is going on with it any more. */
  async drop(shards: ReadonlySet<number>): Promise<void> {
    const { writes, memories } = this.#deps
    const isTheirs = this.#isOf(shards)
    await this.#drained(isTheirs)
    await writes.run(async () => {
      for (const memory of memories) memory.drop(isTheirs)
    })
  }

  heard(nextPosition: number): void {
    this.#deps.positions.heard(nextPosition)
  }

  #isOf =
    (shards: ReadonlySet<number>): IsTheirs =>
    (accountId) =>
      shards.has(this.#deps.shardOf(accountId))

  async #drained(isTheirs: IsTheirs): Promise<void> {
    const { queue, writers } = this.#deps
    // What is stored is queued at once.
    await writers.drained(isTheirs)
    await queue.drained(isTheirs)
  }
}
