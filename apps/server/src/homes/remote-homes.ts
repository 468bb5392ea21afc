/**
 * The homes of accounts at other servers, by the bus. A request goes to the holder of the account's shard, in the epoch that this server
 * knows; where that is over, it looks who holds it now and repeats, for as long as a planned move takes. What gets no answer is refused with
 * 500002, so that its sender repeats it: it may have been stored, and is stored once.
 */
import { type Bus, BusFault } from '../bus/bus.ts'
import { UnreadableMessage } from '../bus/checked-json.ts'
import { askSubject, homeSubject } from '../bus/subjects.ts'
import type { Accepted } from '../ingest/ingest.ts'
import type { Clock } from '../platform/clock.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Tally } from '../platform/tally.ts'
import type { AccountHome, Homes } from './account-home.ts'
import { Backlog } from './backlog.ts'
import { Gatherer } from './gatherer.ts'
import {
  decodeAnswer,
  ENVELOPE,
  encodeHandover,
  encodeHandovers,
  type Handover,
  type HomeAnswer,
  type Moved,
  type Outcome,
  type Refused,
} from './handover.ts'
import { decodeReply, encodeAsked, type Question, type Reply } from './questions.ts'
import type { ShardTable } from './shard-table.ts'
import { shardOf } from './share-out.ts'

/** A home answers after its COMMIT; callers over HTTP give up earlier (ms). */
const ANSWER_WITHIN_MS = 10_000
/** Handovers wait so long for others (ms). */
const GATHER_MS = 4
const RETRY_AFTER_S = 2
/**
 * A request waits so long for a shard to have a home (ms). A planned move is over by then. What people changed is committed already, so that
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

interface Request<Answer> {
  readonly subject: string
  readonly patienceMs: number
  readonly encode: (epoch: number) => Uint8Array
  readonly decode: (payload: Uint8Array) => Moved | Answer
}

type Accepting = Extract<HomeAnswer, { kind: 'outcomes' }>
type Done = Exclude<Reply, Moved | Refused>

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
  /** By shard. */
  readonly #gatherer: Gatherer<Outcome>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#after = deps.after ?? ((ms, work) => void setTimeout(work, ms))
    this.#gatherer = new Gatherer<Outcome>({
      send: (shard, parts) => this.#send(Number(shard), parts),
      maxBytes: () => this.#mostBytes,
      betweenBytes: ENVELOPE.betweenBytes,
      waitMs: GATHER_MS,
      after: this.#after,
    })
  }

  of(accountId: string): AccountHome {
    const ask = (question: Question) => this.#ask(accountId, question)
    return {
      accept: ({ generation, ...sender }, speaksAs, observations, receivedAtMs) =>
        this.#handOver({ sender, generation, speaksAs, observations, receivedAtMs }),
      tell: async (command) => void (await ask(command)),
      flush: async () => void (await ask({ kind: 'flush' })),
      async believedOf(deviceId) {
        const reply = await ask({ kind: 'believedOf', deviceId })
        return reply.kind === 'belief' ? (reply.belief ?? undefined) : undefined
      },
    }
  }

  get #mostBytes(): number {
    return this.#deps.bus.maxPayload - ENVELOPE.bytes
  }

  async #handOver(handover: Handover): Promise<Accepted> {
    const encoded = encodeHandover(handover)
    if (encoded.length > this.#mostBytes) return this.#handOverInParts(handover)
    const shard = shardOf(handover.sender.accountId)
    const outcome = await this.#backlog.during(shard, encoded.length, () => this.#gatherer.add(String(shard), encoded))
    if (outcome.kind === 'refused') throw refusalOf(outcome)
    const { stored, repeated, unknown } = outcome
    return { stored, repeated, unknown }
  }

  /** Too large for a message. Where a later part is refused, the sender repeats all of it. */
  async #handOverInParts(handover: Handover): Promise<Accepted> {
    const { observations } = handover
    if (observations.length < 2) {
      this.#deps.tally.count('Refusing a report that is larger than the bus between servers carries', {
        account: handover.sender.accountId,
      })
      throw refuse('invalidInput', { info: 'body too large' })
    }
    const half = Math.ceil(observations.length / 2)
    const first = await this.#handOver({ ...handover, observations: observations.slice(0, half) })
    const second = await this.#handOver({ ...handover, observations: observations.slice(half) })
    return {
      stored: first.stored + second.stored,
      repeated: first.repeated + second.repeated,
      unknown: first.unknown + second.unknown,
    }
  }

  async #send(shard: number, parts: readonly Uint8Array[]): Promise<readonly Outcome[]> {
    const { outcomes } = await this.#request<Accepting>(shard, {
      subject: homeSubject(shard),
      patienceMs: PATIENCE_MS.planned,
      encode: (epoch) => encodeHandovers(epoch, parts),
      decode: (payload) => decodeAnswer(payload, parts.length),
    })
    return outcomes
  }

  async #ask(accountId: string, question: Question): Promise<Done> {
    const shard = shardOf(accountId)
    const reply = await this.#request<Done | Refused>(shard, {
      subject: askSubject(shard),
      patienceMs:
        question.kind === 'flush' || question.kind === 'believedOf' ? PATIENCE_MS.planned : PATIENCE_MS.takeOver,
      encode: (epoch) => encodeAsked({ epoch, accountId, question }),
      decode: decodeReply,
    })
    if (reply.kind === 'refused') throw refusalOf(reply)
    return reply
  }

  async #request<Answer extends { readonly kind: string }>(shard: number, request: Request<Answer>): Promise<Answer> {
    const { clock, table, tally } = this.#deps
    const untilMs = clock.steady() + request.patienceMs
    try {
      for (let tries = 1; ; tries += 1) {
        const answer = await this.#try(shard, request)
        if (answer !== undefined) return answer
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

  /** Undefined: nobody holds the shard in the epoch that this server knows. */
  async #try<Answer extends { readonly kind: string }>(
    shard: number,
    { subject, encode, decode }: Request<Answer>,
  ): Promise<Answer | undefined> {
    const holder = this.#deps.table.holderOf(shard)
    if (holder === undefined) return undefined
    try {
      const answer = decode(await this.#deps.bus.request(subject, encode(holder.epoch), ANSWER_WITHIN_MS))
      return answer.kind === 'moved' ? undefined : (answer as Answer)
    } catch (error) {
      if (error instanceof BusFault && error.reason === 'no responder') return undefined
      throw error
    }
  }
}
