/** Writes readings of carepads that wait, before the hot rows that follow from them. Source: decision 0043. */
import type { Pool } from 'pg'
import { bisect } from '../../platform/postgres/bisect.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import type { Fence } from '../../state/home.ts'
import { KnownPartitions, TEMPERATURES } from '../../state/partitions.ts'
import { upsertTemperatureHours } from './temperature-queries.ts'
import type { TemperatureHour, Temperatures } from './temperatures.ts'

interface Deps {
  readonly fence: Fence
  readonly pool: Pool
  readonly temperatures: Temperatures
  /** A row that the database refuses for its content is left out. */
  readonly onBug: (error: unknown) => void
}

export class TemperatureWriter {
  readonly #deps: Deps
  readonly #partitions = new KnownPartitions(TEMPERATURES)

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** One at a time. Throws while the database is away; what was not written waits on. */
  async write(): Promise<void> {
    const { fence, temperatures, onBug } = this.#deps
    const hours = temperatures.take()
    if (hours.length === 0) return
    try {
      await this.#ensurePartitions(hours)
      const leftOut = (_hour: unknown, error: unknown) => onBug(error)
      await bisect(hours, (part) => fence.run((db) => upsertTemperatureHours(db, part)), isStorageAway, leftOut)
    } catch (error) {
      temperatures.putBack(hours)
      this.#partitions.forget()
      throw error
    }
  }

  async #ensurePartitions(hours: readonly TemperatureHour[]): Promise<void> {
    const times = hours.map(({ hourMs }) => hourMs)
    if (this.#partitions.has(times)) return
    const client = await this.#deps.pool.connect()
    try {
      await this.#partitions.ensure(client, times)
    } finally {
      client.release()
    }
  }
}
