/**
 * The shards of the running server: sends its heartbeats, deposes servers that died, frees shards that should be another's and takes
 * its own. What it holds it accepts for only once the log is replayed. Source: decision 0077.
 */
import type { Bus } from '../bus/bus.ts'
import { SHARDS_SUBJECT } from '../bus/subjects.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import { repeat } from '../platform/repeat.ts'
import { StartFault } from '../platform/start-fault.ts'
import { Deposed } from '../state/home.ts'
import { PLACES } from '../state/log-position.ts'
import type { ServerFence } from './fence.ts'
import { Judge } from './judge.ts'
import {
  depose,
  free,
  type Holders,
  type Holding,
  listHolders,
  listServers,
  RENEW_EVERY_MS,
  register,
  renew,
  take,
  unregister,
} from './leases.ts'
import type { Holder, ShardTable, ShardWatcher } from './shard-table.ts'
import { shardOf, shareOut } from './share-out.ts'

/** While a server that starts waits for another one to count as dead, it looks this often (ms). */
const LOOK_EVERY_MS = 100
/** Positions that a server gives in more than half a minute, while shards without a blocked account are some ten seconds behind. */
const FAR_BEHIND = 10_000 * PLACES

/** What works for the accounts of shards. */
export interface Home {
  /** Replays the log for them; then they may be accepted for. */
  take(holdings: readonly Holding[]): Promise<void>
  /**
   * Writes what is known of them; calls `stop` with those that may go, after which nothing is accepted for them, and writes the rest. Answers
   * which of them are written, and up to which position; the others have a blocked account.
   */
  release(
    shards: ReadonlySet<number>,
    stop: (shards: ReadonlySet<number>) => void,
  ): Promise<{ readonly shards: ReadonlySet<number>; readonly position: number }>
  /** Drops what is known of them, once nothing is going on with it any more. */
  drop(shards: ReadonlySet<number>): Promise<void>
  /** A position in the log that was not given out yet. */
  heard(nextPosition: number): void
}

interface Deps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly fence: ServerFence
  readonly newId: () => string
  /** What its connections to the database are called. */
  readonly connectionName: string
  readonly home: Home
  /** Other servers, which share the accounts; undefined: none can be reached. */
  readonly bus?: Bus | undefined
  /** The database belongs to this process alone: any other listed server is dead. */
  readonly isOwnDatabase: boolean
  readonly renewEveryMs?: number
}

const isMine = (serverId: string) => (one: { readonly serverId: string | null }) => one.serverId === serverId

export class Shards implements ShardTable {
  readonly #deps: Deps
  readonly #judge: Judge
  readonly #watchers: ShardWatcher[] = []
  #seen: Holders = { servers: [], shards: [] }
  #reading: Promise<void> | undefined
  /** By shard its epoch, of those that are accepted for. */
  readonly #held = new Map<number, number>()
  #isDeposed = false
  #isSettled = false
  #isClosing = false
  #moving: Promise<void> | undefined
  /** Something may have changed since it last looked what moves. */
  #isDue = false
  #stop: (() => void) | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#judge = new Judge(deps.clock)
    deps.fence.watch(() => this.#fall())
    deps.bus?.subscribe(SHARDS_SUBJECT, () => this.#lookAgain())
  }

  get serverId(): string {
    return this.#deps.fence.serverId
  }

  holderOf(shard: number): Holder | undefined {
    const { serverId = null, epoch = 0 } = this.#seen.shards[shard] ?? {}
    return serverId === null ? undefined : { serverId, epoch }
  }

  held(): ReadonlyMap<number, number> {
    return this.#held
  }

  /** Whether this server accepts for the account. */
  holds(accountId: string): boolean {
    return this.#held.has(shardOf(accountId))
  }

  watch(watcher: ShardWatcher): void {
    this.#watchers.push(watcher)
  }

  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /**
   * Whether this server has come to accept for all of its share that no other server accepts for. It stays ready while more comes to it, as it
   * goes on with what it has.
   */
  get isReady(): boolean {
    return this.#isSettled && !this.#isDeposed
  }

  /**
   * Registers the server and takes what is free of its share; the rest follows. Throws a `StartFault` where another server has the database
   * and cannot be reached.
   */
  async start(): Promise<void> {
    const { db, fence, connectionName, bus, isOwnDatabase, renewEveryMs = RENEW_EVERY_MS } = this.#deps
    if (bus === undefined || isOwnDatabase) await this.#beAlone()
    await register(db, fence.serverId, connectionName)
    this.#tellOthers()
    await this.refresh()
    const moved = this.#move()
    this.#moving = moved
      .catch(() => {})
      .finally(() => {
        this.#moving = undefined
      })
    await moved
    this.#stop = repeat(renewEveryMs, () => this.beat())
  }

  /** Writes all, and frees it for others. */
  async close(): Promise<void> {
    const { db, fence } = this.#deps
    this.#isClosing = true
    this.#stop?.()
    await this.#moving
    if (this.#isDeposed) return
    await this.#release([...this.#held.keys()])
    await unregister(db, fence.serverId)
    this.#tellOthers()
  }

  async #read(): Promise<void> {
    this.#seen = await listHolders(this.#deps.db)
  }

  /** The shards that should be this server's. One that cannot reach others keeps all. */
  #share(): readonly number[] {
    if (this.#deps.bus === undefined) return this.#seen.shards.map(({ shard }) => shard)
    const living = this.#seen.servers.filter(({ state }) => state === 'alive').map(({ serverId }) => serverId)
    return [...shareOut(living, this.#seen.shards.length)].flatMap(([shard, id]) =>
      id === this.serverId ? [shard] : [],
    )
  }

  /** Waits until the other servers on the database are gone or count as dead; one that sends a heartbeat meanwhile lives. */
  async #beAlone(): Promise<void> {
    const { db, isOwnDatabase } = this.#deps
    const first = new Map<string, string>()
    for (;;) {
      const others = await listServers(db)
      for (const { serverId, seenAt, state } of others) {
        if (isOwnDatabase || state !== 'alive') await depose(db, serverId, { isCertain: isOwnDatabase })
        else if ((first.get(serverId) ?? seenAt) !== seenAt) {
          throw new StartFault('Another server uses this database. Set NATS_URL for both, or stop it first.')
        }
        first.set(serverId, seenAt)
      }
      if (others.every(({ state }) => isOwnDatabase || state !== 'alive')) return
      await new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
    }
  }

  /** Sends a heartbeat, and begins what follows from what it learns. Never rejects. */
  async beat(): Promise<void> {
    const { db, home } = this.#deps
    try {
      home.heard(await renew(db, this.serverId))
      this.#judge.beat()
      await this.refresh()
    } catch (error) {
      if (error instanceof Deposed) this.#fall()
      else this.#onFault(error)
    }
    this.#turn()
  }

  /** Heartbeats go on while shards move. */
  #turn(): void {
    if (this.#isClosing) return
    this.#isDue = true
    this.#moving ??= this.#moveWhileDue().finally(() => {
      this.#moving = undefined
    })
  }

  async #moveWhileDue(): Promise<void> {
    while (this.#isDue && !this.#isClosing) {
      this.#isDue = false
      await this.#move().catch(this.#onFault)
    }
  }

  #onFault = (error: unknown): void => {
    const { log } = this.#deps
    if (error instanceof Deposed) this.#fall()
    else if (isStorageAway(error))
      log.warn(
        { reason: (error as Error).message },
        'Failed to look after the shards, as the database is away; retrying',
      )
    else log.error({ stack: (error as Error).stack }, 'bug: failed to look after the shards; retrying')
  }

  /** From now on nothing is accepted. */
  #fall(): void {
    if (this.#isDeposed) return
    this.#isDeposed = true
    this.#isSettled = false
    this.#stopAccepting([...this.#held.keys()])
    this.#turn()
  }

  async #move(): Promise<void> {
    const { db, fence } = this.#deps
    if (this.#isDeposed) await this.#startAfresh()
    for (const { serverId, state } of this.#seen.servers) {
      if (state === 'alive' || serverId === fence.serverId || !this.#judge.mayDepose(state)) continue
      await depose(db, serverId)
      this.#tellOthers()
      await this.refresh()
    }
    const share = new Set(this.#share())
    const surplus = [...this.#held.keys()].filter((shard) => !share.has(shard))
    if (surplus.length > 0) await this.#release(surplus)
    const vacant = this.#seen.shards.filter(({ shard, serverId }) => serverId === null && share.has(shard))
    if (vacant.length > 0) {
      await take(
        db,
        fence.serverId,
        vacant.map(({ shard }) => shard),
      )
      await this.refresh()
    }
    await this.#settleIn(share)
    this.#isSettled ||= this.#seen.shards.every(
      ({ shard, serverId }) => !share.has(shard) || this.#isServed(shard, serverId),
    )
  }

  /** Whether it is accepted for here, or another living server holds it, which frees it in its time. */
  #isServed(shard: number, serverId: string | null): boolean {
    const isAlive = () => this.#seen.servers.some((server) => server.serverId === serverId && server.state === 'alive')
    return this.#held.has(shard) || (serverId !== this.serverId && isAlive())
  }

  /** Accepts for what it holds by the table: what was just taken, and what an earlier try left half done. */
  async #settleIn(share: ReadonlySet<number>): Promise<void> {
    const { db, fence, home } = this.#deps
    const idle = this.#seen.shards.filter(isMine(fence.serverId)).filter(({ shard }) => !this.#held.has(shard))
    const [wanted, unwanted] = [
      idle.filter(({ shard }) => share.has(shard)),
      idle.filter(({ shard }) => !share.has(shard)),
    ]
    if (idle.length === 0) return
    await home.drop(new Set(idle.map(({ shard }) => shard)))
    if (unwanted.length > 0) {
      await free(db, fence.serverId, unwanted, 0)
      await this.refresh()
    }
    // Those that a blocked account kept behind come last, so that no other waits for their replay.
    const newest = Math.max(...wanted.map(({ position }) => position))
    const isFarBehind = ({ position }: Holding) => position < newest - FAR_BEHIND
    for (const holdings of [wanted.filter((one) => !isFarBehind(one)), wanted.filter(isFarBehind)]) {
      if (holdings.length === 0) continue
      await home.take(holdings)
      for (const { shard, epoch } of holdings) this.#accept(shard, epoch)
    }
  }

  #accept(shard: number, epoch: number): void {
    if (this.#isDeposed) return
    this.#held.set(shard, epoch)
    for (const watcher of this.#watchers) watcher.taken(shard, epoch)
  }

  #stopAccepting(shards: readonly number[]): void {
    for (const shard of shards) {
      if (!this.#held.delete(shard)) continue
      for (const watcher of this.#watchers) watcher.released(shard)
    }
  }

  /** Frees shards for other servers. While one of its accounts is blocked a shard stays here, and the next turn tries again. */
  async #release(shards: readonly number[]): Promise<void> {
    const { db, fence, home } = this.#deps
    if (shards.length === 0) return
    const holdings = shards.map((shard) => ({ shard, epoch: this.#held.get(shard)! }))
    const released = await home.release(new Set(shards), (going) => this.#stopAccepting([...going]))
    const isReleased = ({ shard }: Pick<Holding, 'shard'>) => released.shards.has(shard)
    for (const { shard, epoch } of holdings.filter((holding) => !isReleased(holding) && !this.#held.has(holding.shard)))
      this.#accept(shard, epoch)
    if (released.shards.size === 0) return
    await free(db, fence.serverId, holdings.filter(isReleased), released.position)
    this.#tellOthers()
    await home.drop(released.shards)
    await this.refresh()
  }

  /** They look at once, and not with their next heartbeat. */
  #tellOthers(): void {
    this.#deps.bus?.publish(SHARDS_SUBJECT, new Uint8Array())
  }

  #lookAgain(): undefined {
    // Its own message comes back too.
    if (this.#stop !== undefined && !this.#isDeposed) void this.refresh().then(() => this.#turn(), this.#onFault)
  }

  /** Taken for dead: all that it knows is dropped, and what is still going on is refused, before it takes another id. */
  async #startAfresh(): Promise<void> {
    const { db, log, fence, home, newId, connectionName } = this.#deps
    log.warn('Other servers took this one for dead, as its heartbeats did not come; it starts afresh')
    await home.drop(new Set(this.#seen.shards.map(({ shard }) => shard)))
    const id = newId()
    await register(db, id, connectionName)
    fence.startAfresh(id)
    this.#isDeposed = false
    await this.refresh()
  }
}
