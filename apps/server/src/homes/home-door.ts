/**
 * Where other servers reach the accounts at home here. What comes by the bus is checked and done as if it came to this server; nothing in
 * it can harm anything but itself.
 */
import type { Bus, Unsubscribe } from '../bus/bus.ts'
import { UnreadableMessage } from '../bus/checked-json.ts'
import { askSubject, homeSubject } from '../bus/subjects.ts'
import type { Clock } from '../platform/clock.ts'
import { toRefusal } from '../platform/http/answer.ts'
import type { Log } from '../platform/log.ts'
import { Moved } from '../state/home.ts'
import type { Homes } from './account-home.ts'
import { decodeHandovers, encodeAnswer, type Handover, type Outcome, type Refused } from './handover.ts'
import { type Asked, decodeAsked, encodeReply, type Reply } from './questions.ts'
import type { ShardTable } from './shard-table.ts'
import { shardOf } from './share-out.ts'

interface Deps {
  readonly bus: Bus
  readonly table: Pick<ShardTable, 'held' | 'watch'>
  /** Those here. */
  readonly homes: Homes
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}

/** A handover is answered within seconds: an earlier receipt than so long ago (ms) cannot be, nor one that is still to come. */
const RECEIVED_WITHIN_MS = 60_000

export class HomeDoor {
  readonly #deps: Deps
  /** By shard that is held. */
  readonly #open = new Map<number, Unsubscribe>()

  constructor(deps: Deps) {
    this.#deps = deps
    for (const [shard, epoch] of deps.table.held()) this.#taken(shard, epoch)
    deps.table.watch({
      taken: (shard, epoch) => this.#taken(shard, epoch),
      released: (shard) => this.#released(shard),
    })
  }

  /** Takes nothing more. */
  close(): void {
    for (const shard of [...this.#open.keys()]) this.#released(shard)
  }

  #taken(shard: number, epoch: number): void {
    const { bus } = this.#deps
    this.#released(shard)
    const ends = [
      bus.subscribe(homeSubject(shard), ({ payload }) => this.#store(shard, epoch, payload)),
      bus.subscribe(askSubject(shard), ({ payload }) => this.#answer(shard, epoch, payload)),
    ]
    this.#open.set(shard, () => {
      for (const end of ends) end()
    })
  }

  #released(shard: number): void {
    this.#open.get(shard)?.()
    this.#open.delete(shard)
  }

  async #store(shard: number, epoch: number, payload: Uint8Array): Promise<Uint8Array> {
    const { epoch: meant, handovers } = decodeHandovers(payload)
    if (meant !== epoch) return encodeAnswer({ kind: 'moved' })
    for (const { sender } of handovers) mustBelongTo(shard, sender.accountId)
    const outcomes = await Promise.all(handovers.map((each) => this.#accept(each)))
    const isMoved = outcomes.includes('moved')
    // The next home is handed all of them: what was stored here is a repeat there.
    return encodeAnswer(
      isMoved ? { kind: 'moved' } : { kind: 'outcomes', outcomes: outcomes.filter((one) => one !== 'moved') },
    )
  }

  async #accept({ sender, generation, speaksAs, observations, receivedAtMs }: Handover): Promise<Outcome | 'moved'> {
    try {
      const { homes, clock } = this.#deps
      const nowMs = clock.now()
      const receivedMs = Math.floor(Math.max(nowMs - RECEIVED_WITHIN_MS, Math.min(receivedAtMs, nowMs)))
      const accepted = await homes
        .of(sender.accountId)
        .accept({ ...sender, generation }, speaksAs, observations, receivedMs)
      return { kind: 'accepted', ...accepted }
    } catch (error) {
      return error instanceof Moved ? 'moved' : this.#refused(error)
    }
  }

  async #answer(shard: number, epoch: number, payload: Uint8Array): Promise<Uint8Array> {
    const asked = decodeAsked(payload)
    if (asked.epoch !== epoch) return encodeReply({ kind: 'moved' })
    mustBelongTo(shard, asked.accountId)
    const reply = this.#replyTo(asked).catch((error: unknown): Reply => {
      return error instanceof Moved ? { kind: 'moved' } : this.#refused(error)
    })
    return encodeReply(await reply)
  }

  async #replyTo({ accountId, question }: Asked): Promise<Reply> {
    const home = this.#deps.homes.of(accountId)
    if (question.kind === 'believedOf') {
      return { kind: 'belief', belief: (await home.believedOf(question.deviceId)) ?? null }
    }
    if (question.kind === 'flush') await home.flush()
    else await home.tell(question)
    return { kind: 'done' }
  }

  #refused(error: unknown): Refused {
    const { errorName, retryAfterSeconds } = toRefusal(error)
    if (errorName === 'serverError')
      this.#deps.log.error({ stack: (error as Error).stack }, 'bug: failed to do what another server asked for')
    return { kind: 'refused', error: errorName, retryAfterSeconds }
  }
}

/** An account of another shard is none that anybody may ask for there. */
function mustBelongTo(shard: number, accountId: string): void {
  if (shardOf(accountId) !== shard) throw new UnreadableMessage('It is about an account of another shard.')
}
