/**
 * Where other servers reach the accounts at home here. What comes by the bus is checked and done as if it came to this server; nothing in
 * it can harm anything but itself.
 */
import type { Bus, Unsubscribe } from '../bus/bus.ts'
import { homeSubject } from '../bus/subjects.ts'
import type { Clock } from '../platform/clock.ts'
import { toRefusal } from '../platform/http/answer.ts'
import type { Log } from '../platform/log.ts'
import { Moved } from '../state/home.ts'
import type { Homes } from './account-home.ts'
import type { Handover } from './handover.ts'
import { type Asked, decodeMessage, encodeAnswer, type Reply } from './questions.ts'
import type { ShardTable } from './shard-table.ts'
import { shardOf } from './share-out.ts'

interface Deps {
  readonly bus: Bus
  readonly table: Pick<ShardTable, 'serverId' | 'held' | 'watch'>
  /** Those here. */
  readonly homes: Homes
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** Does the work once, so many milliseconds later. */
  readonly after?: (ms: number, work: () => void) => void
}

/** A handover is answered within seconds: an earlier receipt than so long ago (ms) cannot be, nor one that is still to come. */
const RECEIVED_WITHIN_MS = 60_000
/** The replies of a message wait so long for each other (ms), so that an account that is slow holds up no other one. */
const WAIT_MS = 500
/** Who asks for a late reply does so at once (ms). */
const KEPT_MS = 30_000

export class HomeDoor {
  readonly #deps: Deps
  /** The server that it answers as. */
  #serverId: string | undefined
  #over: Unsubscribe = () => {}
  readonly #after: (ms: number, work: () => void) => void
  /** By ticket. */
  readonly #late = new Map<number, Promise<Reply>>()
  #tickets = 0

  constructor(deps: Deps) {
    this.#deps = deps
    this.#after = deps.after ?? ((ms, work) => void setTimeout(work, ms).unref())
    this.#open()
    // A server that was taken for dead takes shards under another id.
    deps.table.watch({ taken: () => this.#open(), released: () => {} })
  }

  /** Takes nothing more. */
  close(): void {
    this.#over()
  }

  #open(): void {
    const { bus, table } = this.#deps
    if (this.#serverId === table.serverId) return
    this.#serverId = table.serverId
    this.#over()
    this.#over = bus.subscribe(homeSubject(table.serverId), ({ payload }) => this.#answer(payload))
  }

  async #answer(payload: Uint8Array): Promise<Uint8Array> {
    const asked = decodeMessage(payload).map((each) => this.#reply(each))
    const replies: Reply[] = []
    const all = asked.map(async (reply, at) => {
      replies[at] = await reply
    })
    if (asked.length === 1) await all[0]
    else await Promise.race([Promise.all(all), new Promise<void>((resolve) => this.#after(WAIT_MS, resolve))])
    return encodeAnswer(asked.map((reply, at) => replies[at] ?? this.#later(reply)))
  }

  #later(reply: Promise<Reply>): Reply {
    this.#tickets += 1
    const ticket = this.#tickets
    this.#late.set(ticket, reply)
    this.#after(KEPT_MS, () => this.#late.delete(ticket))
    return { kind: 'late', ticket }
  }

  async #reply(asked: Asked): Promise<Reply> {
    if (this.#deps.table.held().get(shardOf(asked.accountId)) !== asked.epoch) return { kind: 'moved' }
    try {
      return await this.#replyTo(asked)
    } catch (error) {
      if (error instanceof Moved) return { kind: 'moved' }
      const { errorName, retryAfterSeconds } = toRefusal(error)
      if (errorName === 'serverError')
        this.#deps.log.error({ stack: (error as Error).stack }, 'bug: failed to do what another server asked for')
      return { kind: 'refused', error: errorName, retryAfterSeconds }
    }
  }

  async #replyTo({ accountId, question }: Asked): Promise<Reply> {
    const home = this.#deps.homes.of(accountId)
    // Without it, it is handed over again.
    if (question.kind === 'late') return this.#late.get(question.ticket) ?? { kind: 'moved' }
    if (question.kind === 'handover') return this.#accept(accountId, question)
    if (question.kind === 'believedOf') {
      return { kind: 'belief', belief: (await home.believedOf(question.deviceId)) ?? null }
    }
    if (question.kind === 'flush') await home.flush()
    else if (question.kind === 'settle') await home.settle()
    else await home.tell(question)
    return { kind: 'done' }
  }

  async #accept(accountId: string, handover: Handover): Promise<Reply> {
    const { homes, clock } = this.#deps
    const { sender, generation, speaksAs, observations, receivedAtMs } = handover
    const nowMs = clock.now()
    const receivedMs = Math.floor(Math.max(nowMs - RECEIVED_WITHIN_MS, Math.min(receivedAtMs, nowMs)))
    const accepted = await homes
      .of(accountId)
      .accept({ ...sender, accountId, generation }, speaksAs, observations, receivedMs)
    return { kind: 'accepted', ...accepted }
  }
}
