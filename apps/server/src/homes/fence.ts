/** The fence of the running server, by its present id. Source: decision 0077. */
import type { ClientBase, QueryResult } from 'pg'
import type { Db, ServerDb } from '../platform/postgres/database.ts'
import { Deposed, type Fence } from '../state/home.ts'
import { fenced, holdFence } from './leases.ts'

export class ServerFence implements Fence {
  readonly #db: ServerDb
  #serverId: string
  #onDeposed: () => void = () => {}

  constructor(db: ServerDb, serverId: string) {
    this.#db = db
    this.#serverId = serverId
  }

  get serverId(): string {
    return this.#serverId
  }

  /** Calls the listener where a transaction finds that the server was taken for dead. */
  watch(onDeposed: () => void): void {
    this.#onDeposed = onDeposed
  }

  /** Starts afresh. Nothing that began under the id before may still be going on, as it would pass the new fence. */
  startAfresh(serverId: string): void {
    this.#serverId = serverId
  }

  run<Result>(work: (transaction: Db) => Promise<Result>): Promise<Result> {
    return this.#noticing(fenced(this.#db, this.#serverId, work))
  }

  hold(transaction: Db): Promise<void> {
    return this.#noticing(holdFence(transaction, this.#serverId))
  }

  /** In one round trip. */
  async begin(client: ClientBase): Promise<void> {
    const begun: unknown = await client.query(`begin; select hold_fence('${this.#serverId}') as holds`)
    const [, asked] = begun as QueryResult<{ holds: boolean }>[]
    if (asked!.rows[0]!.holds) return
    await client.query('rollback')
    this.#onDeposed()
    throw new Deposed('This server was taken for dead.')
  }

  async #noticing<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (error instanceof Deposed) this.#onDeposed()
      throw error
    }
  }
}
