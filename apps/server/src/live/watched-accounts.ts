/**
 * The console's side of live changes: accounts that have consoles here and are at home at another server. Their home is asked again and again,
 * so that a change that was lost, and a home that cannot be reached, are noticed. Source: decision 0078.
 */
import { type Bus, BusFault, type BusMessage, type Unsubscribe } from '../bus/bus.ts'
import { UnreadableMessage } from '../bus/checked-json.ts'
import { consolesSubject, liveSubject } from '../bus/subjects.ts'
import { shardOf } from '../homes/share-out.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import type { Tally } from '../platform/tally.ts'
import type { Batch } from './batch.ts'
import { decodePublished, decodeWatched, encodeRequest, type Place, type WatchedAnswer } from './messages.ts'

/** Homes are asked this often (ms), and more often while they do not answer. */
const ASK_EVERY_MS = 2000
/** A home that has not answered for this long (ms) tells nothing. */
const AWAY_AFTER_MS = 5000
const TIMEOUT_MS = 1500
/** A new console waits this long (ms) for the home. */
const FIRST_WITHIN_MS = 2000
/** Accounts in one request. */
const AT_ONCE = 5000

/** Who is home for which shard, as this server knows it. */
export interface KnownHomes {
  readonly serverId: string
  holderOf(shard: number): { readonly epoch: number } | undefined
  /** Reads all again. */
  refresh(): Promise<void>
}

interface Watched {
  readonly accountId: string
  readonly shard: number
  readonly over: Unsubscribe
  /** Where its home was when we heard of it last; undefined: it has not answered. */
  place: Place | undefined
  /** When it answered last (ms of the steady clock); at first, when it was asked. */
  answeredMs: number
  isLive: boolean
  /** Consoles were told that they are not live. */
  isTold: boolean
  /** Changes were missed, or may have been: consoles load their lists once they are live. */
  isBehind: boolean
  editedAtMs: number | undefined
  readonly waiting: Set<(isLive: boolean) => void>
}

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly tally: Tally
  readonly shards: KnownHomes
  readonly onBatch: (accountId: string, batch: Batch) => void
  /** Something was missed. */
  readonly onMissed: (accountId: string) => void
  readonly onLive: (accountId: string, isLive: boolean) => void
}

/** Below zero: the first is earlier. Of two homes the one that holds the shard later is right. */
const compare = (one: Place, other: Place): number => one.epoch - other.epoch || one.opened - other.opened

export class WatchedAccounts {
  readonly #deps: Deps
  readonly #watched = new Map<string, Watched>()
  /** Shards whose home is being asked. */
  readonly #asking = new Set<number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** `isBehind`: its consoles were here before, and may miss something. */
  opened(accountId: string, isBehind = false): void {
    if (this.#watched.has(accountId)) return
    const { bus, clock } = this.#deps
    const watched: Watched = {
      accountId,
      shard: shardOf(accountId),
      over: bus.subscribe(liveSubject(accountId), (message) => this.#hear(watched, message)),
      place: undefined,
      answeredMs: clock.steady(),
      isLive: false,
      isTold: false,
      isBehind,
      editedAtMs: undefined,
      waiting: new Set(),
    }
    this.#watched.set(accountId, watched)
    void this.#ask(watched.shard, [watched])
  }

  closed(accountId: string): void {
    const watched = this.#watched.get(accountId)
    if (watched === undefined) return
    this.#watched.delete(accountId)
    watched.over()
    for (const wake of watched.waiting) wake(false)
  }

  /** False once consoles were told that they are not live. */
  isLive(accountId: string): boolean {
    return this.#watched.get(accountId)?.isTold !== true
  }

  whenLive(accountId: string): Promise<boolean> {
    const watched = this.#watched.get(accountId)
    if (watched === undefined) return Promise.resolve(false)
    if (watched.isLive || watched.isTold) return Promise.resolve(watched.isLive)
    return new Promise((resolve) => {
      const wake = (isLive: boolean) => {
        clearTimeout(timer)
        watched.waiting.delete(wake)
        resolve(isLive)
      }
      const timer = setTimeout(() => this.#setLive(watched, false), FIRST_WITHIN_MS)
      watched.waiting.add(wake)
    })
  }

  editedAtMs(accountId: string): number | undefined {
    return this.#watched.get(accountId)?.editedAtMs
  }

  /** Asks homes that are to be asked, and notices those that are away. */
  look(): void {
    const nowMs = this.#deps.clock.steady()
    const due = [...this.#watched.values()].filter(
      ({ isLive, answeredMs }) => !isLive || nowMs - answeredMs >= ASK_EVERY_MS,
    )
    for (const watched of due) if (nowMs - watched.answeredMs >= AWAY_AFTER_MS) this.#setLive(watched, false)
    for (const [shard, all] of Map.groupBy(due, ({ shard }) => shard)) {
      if (!this.#asking.has(shard)) void this.#askAll(shard, all)
    }
  }

  /** The bus went, and nothing arrives; or it came back. */
  connectionChanged(isConnected: boolean): void {
    if (!isConnected) for (const watched of this.#watched.values()) this.#setLive(watched, false)
    else this.look()
  }

  async #askAll(shard: number, all: readonly Watched[]): Promise<void> {
    this.#asking.add(shard)
    for (let from = 0; from < all.length; from += AT_ONCE) await this.#ask(shard, all.slice(from, from + AT_ONCE))
    this.#asking.delete(shard)
  }

  /** Never rejects: who does not answer is asked again. */
  async #ask(shard: number, all: readonly Watched[]): Promise<void> {
    const { bus, log, tally, shards } = this.#deps
    const accountIds = all.map(({ accountId }) => accountId)
    try {
      const request = encodeRequest({ kind: 'watch', serverId: shards.serverId, accountIds })
      const answer = decodeWatched(await bus.request(consolesSubject(shard), request, TIMEOUT_MS))
      if (answer.some(({ place }) => this.#isToCome(shard, place))) await shards.refresh()
      for (const told of answer) {
        const watched = this.#watched.get(told.accountId)
        if (watched !== undefined && all.includes(watched)) this.#answered(watched, told)
      }
    } catch (error) {
      if (error instanceof UnreadableMessage)
        tally.count('A home answers what cannot be read', { reason: error.message })
      else if (!(error instanceof BusFault) && !isStorageAway(error))
        log.error({ err: error }, 'bug: failed to ask a home for its changes; retrying')
    }
  }

  #answered(watched: Watched, { place, editedAtMs }: WatchedAnswer[number]): void {
    const before = watched.place
    if (this.#isToCome(watched.shard, place) || (before !== undefined && compare(place, before) < 0)) return
    const isLater = before === undefined || compare(place, before) > 0 || place.seq > before.seq
    if (isLater) watched.place = place
    if (isLater && before !== undefined) watched.isBehind = true
    watched.editedAtMs = editedAtMs ?? undefined
    watched.answeredMs = this.#deps.clock.steady()
    this.#setLive(watched, true)
  }

  #hear(watched: Watched, { payload }: BusMessage): undefined {
    const { place, batch } = decodePublished(payload)
    const before = watched.place
    // Before the home has answered, what it tells is in what consoles read afterwards.
    if (before === undefined || compare(place, before) < 0) return
    if (this.#isToCome(watched.shard, place)) {
      // A home that this server has not read of yet, or nobody's: its answer tells.
      watched.answeredMs = Math.min(watched.answeredMs, this.#deps.clock.steady() - ASK_EVERY_MS)
      return
    }
    const isSame = compare(place, before) === 0
    if (isSame && place.seq <= before.seq) return
    watched.place = place
    if (batch.isEdited) watched.editedAtMs = this.#deps.clock.now()
    if (isSame && place.seq === before.seq + 1) this.#deps.onBatch(watched.accountId, batch)
    else if (watched.isLive) this.#deps.onMissed(watched.accountId)
  }

  /** No holder of the shard that this server knows of had that epoch: what came after it would look old. */
  #isToCome(shard: number, { epoch }: Place): boolean {
    return epoch > (this.#deps.shards.holderOf(shard)?.epoch ?? 0)
  }

  #setLive(watched: Watched, isLive: boolean): void {
    const { onLive, onMissed } = this.#deps
    const { accountId, isTold } = watched
    watched.isLive = isLive
    watched.isTold = !isLive
    const isMissed = isLive && watched.isBehind
    watched.isBehind = !isLive
    if (isTold === isLive) onLive(accountId, isLive)
    if (isMissed) onMissed(accountId)
    for (const wake of watched.waiting) wake(isLive)
  }
}
