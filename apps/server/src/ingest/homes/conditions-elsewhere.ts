/**
 * Open conditions as other servers changed them: by what their sweeps found, or as rows reached them in another order. While there are
 * others, all are read again every few seconds. Source: decisions 0024, 0030.
 */
import { sql } from 'kysely'
import type { OneAtATime } from '../../platform/one-at-a-time.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { repeat } from '../../platform/repeat.ts'
import { listOpenConditions } from '../../state/open-conditions.ts'
import type { OpenConditions } from '../write-behind/open-conditions.ts'
import type { PendingChanges } from '../write-behind/pending-changes.ts'

const READ_EVERY_MS = 3000

interface Deps {
  readonly db: ServerDb
  readonly conditions: OpenConditions
  readonly changes: PendingChanges
  /** Conditions and hot rows are written in turn. */
  readonly writes: OneAtATime
  readonly onAway: (error: unknown) => void
}

export class ConditionsElsewhere {
  readonly #deps: Deps
  #stop: (() => void) | undefined
  #reading: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#stop = repeat(READ_EVERY_MS, () => {
      this.#reading = this.#read().catch(this.#deps.onAway)
      return this.#reading
    })
  }

  async close(): Promise<void> {
    this.#stop?.()
    await this.#reading
  }

  async #read(): Promise<void> {
    const { db, conditions, changes, writes } = this.#deps
    // A server that died is listed longer than it takes to read what it wrote last.
    const { rows } = await sql<{ servers: number }>`select count(*) as servers from servers`.execute(db)
    if (rows[0]!.servers < 2) return
    await writes.run(async () => {
      await changes.write()
      conditions.replace(await listOpenConditions(db), changes.isWaiting)
    })
  }
}
