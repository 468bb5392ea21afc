/** The home's side of live changes: which servers have consoles of accounts at home here, and what they are told. Source: decision 0078. */
import type { Bus, BusMessage, Unsubscribe } from '../bus/bus.ts'
import { UnreadableMessage } from '../bus/checked-json.ts'
import { consolesSubject, liveSubject } from '../bus/subjects.ts'
import { shardOf } from '../homes/share-out.ts'
import type { Clock } from '../platform/clock.ts'
import { type Batch, RESYNC } from './batch.ts'
import { decodeRequest, encodePublished, encodeWatched, type Place, type WatchedAnswer } from './messages.ts'

/** A server that has not asked for this long (ms) has no consoles of the account any more. */
export const WATCHED_MS = 10_000

/** The shards that this server is home for. */
export interface HeldShards {
  /** Each with its epoch. */
  held(): ReadonlyMap<number, number>
  /** Tells what is taken and released from now on. */
  watch(watcher: { taken(shard: number, epoch: number): void; released(shard: number): void }): void
}

interface Watched {
  readonly opened: number
  seq: number
  /** By server, until when it is known to have consoles (ms of the steady clock). */
  readonly until: Map<string, number>
}

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly shards: Pick<HeldShards, 'held'>
  /** Changes of an account at home here that another server brings. */
  readonly onBrought: (accountId: string, batch: Batch) => void
  /** When people last changed the account (epoch ms), as far as this server knows. */
  readonly editedAtMs: (accountId: string) => number | undefined
}

export class Watchers {
  readonly #deps: Deps
  readonly #watched = new Map<string, Watched>()
  /** By shard, when it was taken (epoch ms): of changes before that nothing is known. */
  readonly #takenAtMs = new Map<number, number>()
  readonly #subscriptions = new Map<number, Unsubscribe>()
  #opened = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  isWatched(accountId: string): boolean {
    return this.#watched.has(accountId)
  }

  taken(shard: number): void {
    const { bus, clock } = this.#deps
    this.#takenAtMs.set(shard, clock.now())
    this.#subscriptions.get(shard)?.()
    this.#subscriptions.set(
      shard,
      bus.subscribe(consolesSubject(shard), (message) => this.#answer(shard, message)),
    )
  }

  released(shard: number): void {
    this.#subscriptions.get(shard)?.()
    this.#subscriptions.delete(shard)
    for (const accountId of this.#watched.keys()) if (shardOf(accountId) === shard) this.#watched.delete(accountId)
  }

  /** Tells the consoles of other servers; what is too large makes them load their lists. */
  publish(accountId: string, batch: Batch): void {
    const { bus } = this.#deps
    const watched = this.#watched.get(accountId)
    if (watched === undefined) return
    watched.seq += 1
    const bytes = encodePublished({ place: this.#placeOf(accountId, watched), batch })
    const fits = bytes.length <= bus.maxPayload
    const told = fits ? bytes : encodePublished({ place: this.#placeOf(accountId, watched), batch: RESYNC })
    bus.publish(liveSubject(accountId), told)
  }

  /** Forgets servers that ask no longer. */
  look(): void {
    const nowMs = this.#deps.clock.steady()
    for (const [accountId, { until }] of this.#watched) {
      for (const [serverId, untilMs] of until) if (untilMs < nowMs) until.delete(serverId)
      if (until.size === 0) this.#watched.delete(accountId)
    }
  }

  /** The time before which changes of people are not known (epoch ms). */
  takenAtMs(accountId: string): number | undefined {
    return this.#takenAtMs.get(shardOf(accountId))
  }

  async #answer(shard: number, { payload }: BusMessage): Promise<Uint8Array> {
    const request = decodeRequest(payload)
    const accountIds = request.kind === 'watch' ? request.accountIds : [request.accountId]
    if (accountIds.some((accountId) => shardOf(accountId) !== shard)) {
      throw new UnreadableMessage('It is about an account of another shard.')
    }
    if (request.kind === 'watch') return encodeWatched(accountIds.map((id) => this.#watch(id, request.serverId)))
    this.#deps.onBrought(request.accountId, request.batch)
    return encodeWatched([])
  }

  #watch(accountId: string, serverId: string): WatchedAnswer[number] {
    const { clock, editedAtMs } = this.#deps
    let watched = this.#watched.get(accountId)
    if (watched === undefined) {
      this.#opened += 1
      watched = { opened: this.#opened, seq: 0, until: new Map() }
      this.#watched.set(accountId, watched)
    }
    watched.until.set(serverId, clock.steady() + WATCHED_MS)
    return { accountId, place: this.#placeOf(accountId, watched), editedAtMs: editedAtMs(accountId) ?? null }
  }

  #placeOf(accountId: string, { opened, seq }: Watched): Place {
    return { epoch: this.#deps.shards.held().get(shardOf(accountId)) ?? 0, opened, seq }
  }
}
