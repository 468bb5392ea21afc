/** Writes what waits of the history, before the hot rows that follow from it. Source: decision 0038. */
import type { Pool } from 'pg'
import { bisect } from '../../platform/postgres/bisect.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import type { Fence } from '../../state/home.ts'
import { KnownPartitions, SHOWN_POSITIONS, STAYS } from '../../state/partitions.ts'
import type { History } from './history.ts'
import { insertShownPositions, insertStays, upsertStepDays } from './history-queries.ts'

interface Deps {
  readonly fence: Fence
  readonly pool: Pool
  readonly history: History
  /** A row that the database refuses for its content is left out. */
  readonly onBug: (error: unknown) => void
}

export class HistoryWriter {
  readonly #deps: Deps
  readonly #ofStays = new KnownPartitions(STAYS)
  readonly #ofPositions = new KnownPartitions(SHOWN_POSITIONS)

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** One at a time. Throws while the database is away; what was not written waits on. */
  async write(): Promise<void> {
    const { fence, history, onBug } = this.#deps
    const rows = history.take()
    const { stays, positions, steps } = rows
    if (stays.length === 0 && positions.length === 0 && steps.length === 0) return
    const leftOut = (_row: unknown, error: unknown) => onBug(error)
    try {
      await this.#ensurePartitions(rows)
      await bisect(stays, (part) => fence.run((db) => insertStays(db, part)), isStorageAway, leftOut)
      await bisect(positions, (part) => fence.run((db) => insertShownPositions(db, part)), isStorageAway, leftOut)
      await bisect(steps, (part) => fence.run((db) => upsertStepDays(db, part)), isStorageAway, leftOut)
    } catch (error) {
      history.putBack(rows)
      this.#ofStays.forget()
      this.#ofPositions.forget()
      throw error
    }
  }

  async #ensurePartitions({ stays, positions }: ReturnType<History['take']>): Promise<void> {
    const fromMs = stays.map(({ stay }) => stay.from_ms)
    const atMs = positions.map(({ at_ms }) => at_ms)
    if (this.#ofStays.has(fromMs) && this.#ofPositions.has(atMs)) return
    const client = await this.#deps.pool.connect()
    try {
      await this.#ofStays.ensure(client, fromMs)
      await this.#ofPositions.ensure(client, atMs)
    } finally {
      client.release()
    }
  }
}
