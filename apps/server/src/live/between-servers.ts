/** Live changes between servers, by the bus. Source: decision 0078. */
import { type Bus, BusFault, type Unsubscribe } from '../bus/bus.ts'
import { consolesSubject } from '../bus/subjects.ts'
import { shardOf } from '../homes/share-out.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { repeat } from '../platform/repeat.ts'
import type { Tally } from '../platform/tally.ts'
import { type Batch, RESYNC } from './batch.ts'
import type { Exchange } from './exchange.ts'
import { encodeRequest } from './messages.ts'
import { type KnownHomes, WatchedAccounts } from './watched-accounts.ts'
import { type HeldShards, Watchers } from './watchers.ts'

const LOOK_EVERY_MS = 500
const BRING_WITHIN_MS = 1500

/** The streams of this server. */
export interface Consoles {
  /** Accounts with an open console. */
  readonly accountIds: readonly string[]
  /** Changes of an account at home here, from another server. */
  take(accountId: string, batch: Batch): void
  /** Changes of an account at home elsewhere, for the consoles here. */
  tell(accountId: string, batch: Batch): void
  reload(accountId: string): void
  liveChanged(accountId: string, isLive: boolean): void
  /** When people last changed the account (epoch ms), as this server saw it. */
  editedAtMs(accountId: string): number | undefined
}

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly tally: Tally
  readonly shards: HeldShards & KnownHomes
  readonly consoles: Consoles
}

export class BetweenServers implements Exchange {
  readonly #deps: Deps
  readonly #watchers: Watchers
  readonly #accounts: WatchedAccounts
  /** Accounts whose home has not heard of changes made here. */
  readonly #unbrought = new Set<string>()
  readonly #stop: () => void
  readonly #over: Unsubscribe

  constructor(deps: Deps) {
    this.#deps = deps
    const { bus, shards, consoles } = deps
    this.#watchers = new Watchers({
      ...deps,
      onBrought: (accountId, batch) => consoles.take(accountId, batch),
      editedAtMs: (accountId) => this.editedAtMs(accountId),
    })
    this.#accounts = new WatchedAccounts({
      ...deps,
      onBatch: (accountId, batch) => consoles.tell(accountId, batch),
      onMissed: (accountId) => consoles.reload(accountId),
      onLive: (accountId, isLive) => consoles.liveChanged(accountId, isLive),
    })
    for (const shard of shards.held().keys()) this.#watchers.taken(shard)
    shards.watch({ taken: (shard) => this.#taken(shard), released: (shard) => this.#released(shard) })
    this.#over = bus.onConnection((isConnected) => this.#accounts.connectionChanged(isConnected))
    this.#stop = repeat(LOOK_EVERY_MS, async () => this.look())
  }

  isHome(accountId: string): boolean {
    return this.#deps.shards.held().has(shardOf(accountId))
  }

  isWatched(accountId: string): boolean {
    return this.#watchers.isWatched(accountId)
  }

  publish(accountId: string, batch: Batch): void {
    this.#watchers.publish(accountId, batch)
  }

  bring(accountId: string, batch: Batch): void {
    void this.#bring(accountId, batch)
  }

  opened(accountId: string): void {
    if (!this.isHome(accountId)) this.#accounts.opened(accountId)
  }

  closed(accountId: string): void {
    this.#accounts.closed(accountId)
  }

  isLive(accountId: string): boolean {
    return this.#accounts.isLive(accountId)
  }

  whenLive(accountId: string): Promise<boolean> {
    return this.isHome(accountId) ? Promise.resolve(true) : this.#accounts.whenLive(accountId)
  }

  editedAtMs(accountId: string): number | undefined {
    const told = this.isHome(accountId) ? this.#watchers.takenAtMs(accountId) : this.#accounts.editedAtMs(accountId)
    const known = [told, this.#deps.consoles.editedAtMs(accountId)].filter((at) => at !== undefined)
    return known.length === 0 ? undefined : Math.max(...known)
  }

  /** Asks homes, forgets servers that ask no longer, and repeats what could not be brought. */
  look(): void {
    this.#accounts.look()
    this.#watchers.look()
    // What it was is not known any more, and consoles that load their lists see it.
    const again = [...this.#unbrought]
    this.#unbrought.clear()
    for (const accountId of again) void this.#bring(accountId, { ...RESYNC, isEdited: true })
  }

  /** The homes of accounts learn what they do not know yet. As long as accounts are at home here, other servers are told of them. */
  close(): void {
    this.#stop()
    this.#over()
    this.look()
  }

  async #bring(accountId: string, batch: Batch): Promise<void> {
    const { bus, consoles, log } = this.#deps
    if (this.isHome(accountId)) return consoles.take(accountId, batch)
    try {
      const request = encodeRequest({ kind: 'bring', accountId, batch })
      await bus.request(consolesSubject(shardOf(accountId)), request, BRING_WITHIN_MS)
    } catch (error) {
      if (!(error instanceof BusFault)) log.error({ err: error }, 'bug: failed to bring a change to its home; retrying')
      this.#unbrought.add(accountId)
    }
  }

  #taken(shard: number): void {
    this.#watchers.taken(shard)
    for (const accountId of this.#here(shard)) {
      const wasTold = !this.#accounts.isLive(accountId)
      this.#accounts.closed(accountId)
      if (wasTold) this.#deps.consoles.liveChanged(accountId, true)
      this.#deps.consoles.reload(accountId)
    }
  }

  #released(shard: number): void {
    this.#watchers.released(shard)
    for (const accountId of this.#here(shard)) this.#accounts.opened(accountId, true)
  }

  /** Accounts of the shard with consoles here. */
  #here(shard: number): string[] {
    return this.#deps.consoles.accountIds.filter((accountId) => shardOf(accountId) === shard)
  }
}
