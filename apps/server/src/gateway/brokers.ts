/**
 * Reads the brokers of all accounts. Each broker has slots, which servers lease: the server of slot 0 connects always, those of further
 * slots while the broker shares messages out, so that several servers share the load and one goes on when another dies.
 * Source: decision 0055.
 */
import type { Background } from '../context.ts'
import { repeat } from '../platform/repeat.ts'
import { BrokerConnection } from './broker-connection.ts'
import { type BrokerRow, countServers, keepSlot, leaveSlot, listBrokersToRead } from './broker-queries.ts'

/** Changes of people, leases and counts are exchanged this often (ms). */
const LOOK_EVERY_MS = 1000

export class Brokers {
  readonly #app: Background
  /** By broker id. */
  readonly #connections = new Map<string, BrokerConnection>()
  /** By broker id, connections that end; the next one of a broker waits, as it goes by the same name there. */
  readonly #ending = new Map<string, Promise<void>>()
  #stop: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()

  /** `app` must find the rows of all accounts. */
  constructor(app: Background) {
    this.#app = app
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, () => this.look())
  }

  async close(): Promise<void> {
    this.#stop?.()
    await this.#looking
    const left = [...this.#connections.values()]
    this.#connections.clear()
    for (const connection of left) this.#end(connection, false)
    await Promise.all(this.#ending.values())
    for (const { row, slot } of left) {
      const key = { account_id: row.account_id, broker_id: row.broker_id, slot }
      // Where that fails, the lease ends by itself.
      await leaveSlot(this.#app.db, this.#app.serverId, key).catch((error: Error) => this.#warn(error))
    }
  }

  /** Never throws. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch((error: Error) => this.#warn(error))
    return this.#looking
  }

  #warn(error: Error): void {
    this.#app.log.warn({ reason: error.message }, 'Failed to look up brokers; retrying')
  }

  async #look(): Promise<void> {
    const { db, serverId, clock, settings } = this.#app
    const rows = settings.brokers === 'off' ? [] : await listBrokersToRead(db, serverId, clock.now())
    const byId = new Map(rows.map((row) => [row.broker_id, row]))
    for (const [id, connection] of this.#connections) {
      const row = byId.get(id)
      if (row?.version === connection.row.version) continue
      this.#connections.delete(id)
      // What was told under another prefix would stay in Home Assistant.
      this.#end(connection, row?.discovery_prefix !== connection.row.discovery_prefix)
    }
    if (rows.length === 0) return
    const isShared = (await countServers(db)) > 1
    for (const row of rows) {
      if (!this.#ending.has(row.broker_id)) await this.#serve(row, isShared)
    }
  }

  async #serve(row: BrokerRow, isShared: boolean): Promise<void> {
    const { account_id, broker_id } = row
    const connection = this.#connections.get(broker_id)
    const { db, serverId, clock } = this.#app
    if (connection !== undefined) {
      const key = { account_id, broker_id, slot: connection.slot }
      const slot = await keepSlot(db, serverId, key, connection.state, clock.now())
      // Removed since it was listed: the next look ends it, and leaves nothing of ours there.
      if (slot === 'broker is gone') return
      if (slot === 'ours' && (connection.slot === 0 || row.is_shared)) {
        if (connection.slot === 0) connection.share(isShared)
        await connection.senders.load()
        return
      }
      this.#connections.delete(broker_id)
      this.#end(connection, false)
      return
    }
    const slot = freeSlot(row)
    if (slot === undefined) return
    const begins = {
      state: 'connecting' as const,
      stateSinceMs: clock.now(),
      fault: '',
      protocolVersion: null,
      shares: false,
      counts: {},
      lastMessageMs: null,
    }
    if ((await keepSlot(db, serverId, { account_id, broker_id, slot }, begins, clock.now())) !== 'ours') return
    this.#connections.set(broker_id, new BrokerConnection(this.#app, row, slot, slot === 0 ? isShared : true))
  }

  #end(connection: BrokerConnection, forget: boolean): void {
    const id = connection.row.broker_id
    this.#ending.set(
      id,
      connection.stop({ forget }).finally(() => this.#ending.delete(id)),
    )
  }
}

/** The lowest one no other server has; a further one only while the first shares. */
function freeSlot({ taken, is_shared }: BrokerRow): number | undefined {
  if (!taken.includes(0)) return 0
  if (!is_shared) return undefined
  for (let slot = 1; ; slot++) if (!taken.includes(slot)) return slot
}
