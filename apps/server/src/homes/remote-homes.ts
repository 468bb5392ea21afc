/**
 * The homes of accounts at other servers, by the bus. A question goes to the server that holds the account's shard, in the epoch that this
 * server knows; where that is over, it looks who holds it now and repeats, for as long as a planned move takes. What gets no answer is refused
 * with 500002, so that its sender repeats it: it may have been stored, and is stored once.
 */
import { type Bus, BusFault } from '../bus/bus.ts'
import { UnreadableMessage } from '../bus/checked-json.ts'
import { homeSubject } from '../bus/subjects.ts'
import type { Accepted } from '../ingest/ingest.ts'
import type { Clock } from '../platform/clock.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Tally } from '../platform/tally.ts'
import type { AccountHome, Homes } from './account-home.ts'
import { Backlog } from './backlog.ts'
import { Gatherer } from './gatherer.ts'
import type { Handover } from './handover.ts'
import {
  type Asked,
  decodeAnswer,
  ENVELOPE,
  encodeAsked,
  encodeMessage,
  encodeQuestion,
  type Late,
  type Question,
  type Refused,
  type Reply,
} from './questions.ts'
import type { ShardTable } from './shard-table.ts'
import { shardOf } from './share-out.ts'

/** A home answers after its COMMIT; callers over HTTP give up earlier (ms). */
const ANSWER_WITHIN_MS = 10_000
/** Handovers wait so long for others (ms). */
const GATHER_MS = 4
const RETRY_AFTER_S = 2
/**
 * A question waits so long for a shard to have a home (ms). A planned move is over by then. What people changed is committed already, so that
 * a refusal would say too little: it waits until others have taken over from a server that died.
 */
const PATIENCE_MS = { planned: 2000, takeOver: 8000 }
const LOOK_EVERY_MS = 100

interface Deps {
  readonly bus: Bus
  readonly table: Pick<ShardTable, 'holderOf' | 'refresh'>
  readonly clock: Clock
  readonly tally: Pick<Tally, 'count'>
  /** Does the work once, so many milliseconds later. */
  readonly after?: (ms: number, work: () => void) => void
}

/** What a home answers that does what it was asked. */
type Done = Exclude<Reply, Refused | { kind: 'moved' }>
const MOVED = { kind: 'moved' } as const

/** Whether the home is away, or what answered is none. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof UnreadableMessage || (error instanceof BusFault && error.reason !== 'too large')

const away = () => refuse('storageBusy', { retryAfterSeconds: RETRY_AFTER_S })

const refusalOf = ({ error, retryAfterSeconds }: Refused): Refusal =>
  refuse(error, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })

export class RemoteHomes implements Homes {
  readonly #deps: Deps
  readonly #after: (ms: number, work: () => void) => void
  readonly #backlog = new Backlog()
  /** Handovers, by the server they go to: in one message are those of many accounts. */
  readonly #gatherer: Gatherer<Reply>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#after = deps.after ?? ((ms, work) => void setTimeout(work, ms))
    this.#gatherer = new Gatherer<Reply>({
      send: (serverId, parts) => this.#send(serverId, parts),
      maxBytes: () => this.#mostBytes,
      betweenBytes: ENVELOPE.betweenBytes,
      waitMs: GATHER_MS,
      after: this.#after,
    })
  }

  of(accountId: string): AccountHome {
    const ask = (question: Exclude<Question, Handover | Late>) => this.#ask(accountId, question)
    return {
      accept: ({ generation, ...sender }, speaksAs, observations, receivedAtMs) =>
        this.#handOver(accountId, { kind: 'handover', sender, generation, speaksAs, observations, receivedAtMs }),
      tell: async (command) => void (await ask(command)),
      flush: async () => void (await ask({ kind: 'flush' })),
      settle: async () => void (await ask({ kind: 'settle' })),
      async believedOf(deviceId) {
        const reply = await ask({ kind: 'believedOf', deviceId })
        return reply.kind === 'belief' ? (reply.belief ?? undefined) : undefined
      },
    }
  }

  get #mostBytes(): number {
    return this.#deps.bus.maxPayload - ENVELOPE.bytes
  }

  async #handOver(accountId: string, handover: Handover): Promise<Accepted> {
    const encoded = encodeQuestion(handover)
    if (encoded.length + ENVELOPE.askedBytes > this.#mostBytes) return this.#handOverInParts(accountId, handover)
    const reply = await this.#backlog.during(shardOf(accountId), encoded.length, () =>
      this.#untilAnswered(accountId, PATIENCE_MS.planned, async (serverId, epoch) => {
        const reply = await this.#gatherer.add(serverId, encodeAsked(epoch, accountId, encoded))
        return reply.kind === 'late' ? this.#askAlone(serverId, { epoch, accountId, question: reply }) : reply
      }),
    )
    if (reply.kind !== 'accepted') throw new UnreadableMessage('It is no reply to a handover.')
    const { stored, repeated, unknown } = reply
    return { stored, repeated, unknown }
  }

  /** Too large for a message. Where a later part is refused, the sender repeats all of it. */
  async #handOverInParts(accountId: string, handover: Handover): Promise<Accepted> {
    const { observations } = handover
    if (observations.length < 2) {
      this.#deps.tally.count('Refusing a report that is larger than the bus between servers carries', {
        account: accountId,
      })
      throw refuse('invalidInput', { info: 'body too large' })
    }
    const half = Math.ceil(observations.length / 2)
    const first = await this.#handOver(accountId, { ...handover, observations: observations.slice(0, half) })
    const second = await this.#handOver(accountId, { ...handover, observations: observations.slice(half) })
    return {
      stored: first.stored + second.stored,
      repeated: first.repeated + second.repeated,
      unknown: first.unknown + second.unknown,
    }
  }

  /** In a message of its own, as it may take longer than storing does. */
  #ask(accountId: string, question: Exclude<Question, Handover | Late>): Promise<Done> {
    const isCommitted = question.kind !== 'flush' && question.kind !== 'settle' && question.kind !== 'believedOf'
    return this.#untilAnswered(accountId, isCommitted ? PATIENCE_MS.takeOver : PATIENCE_MS.planned, (serverId, epoch) =>
      this.#askAlone(serverId, { epoch, accountId, question }),
    )
  }

  async #askAlone(serverId: string, { epoch, accountId, question }: Asked): Promise<Reply> {
    const [reply] = await this.#send(serverId, [encodeAsked(epoch, accountId, encodeQuestion(question))])
    return reply!
  }

  /** Asks the account's home, and its next one where it moves. */
  async #untilAnswered(
    accountId: string,
    patienceMs: number,
    ask: (serverId: string, epoch: number) => Promise<Reply>,
  ): Promise<Done> {
    const { clock, table, tally } = this.#deps
    const shard = shardOf(accountId)
    const untilMs = clock.steady() + patienceMs
    try {
      for (let tries = 1; ; tries += 1) {
        const holder = table.holderOf(shard)
        const reply = holder === undefined ? MOVED : await ask(holder.serverId, holder.epoch)
        if (reply.kind === 'refused') throw refusalOf(reply)
        if (reply.kind !== 'moved') return reply
        if (clock.steady() >= untilMs) break
        if (tries > 1) await new Promise<void>((resolve) => this.#after(LOOK_EVERY_MS, resolve))
        await table.refresh()
      }
    } catch (error) {
      if (!isUnanswered(error)) throw error
      tally.count('Failed to reach the home of accounts', { shard: String(shard), reason: error.message })
      throw away()
    }
    tally.count('Failed to find the home of accounts', { shard: String(shard) })
    throw away()
  }

  async #send(serverId: string, asked: readonly Uint8Array[]): Promise<readonly Reply[]> {
    try {
      const answer = await this.#deps.bus.request(homeSubject(serverId), encodeMessage(asked), ANSWER_WITHIN_MS)
      return decodeAnswer(answer, asked.length)
    } catch (error) {
      // It ended, or goes by another id.
      if (error instanceof BusFault && error.reason === 'no responder') return asked.map(() => MOVED)
      throw error
    }
  }
}
