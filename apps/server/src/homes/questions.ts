/**
 * What servers ask of the homes of accounts, and what homes answer, as bytes on the bus. A message goes to a server and has one or more
 * questions, each with the shard's epoch, as accounts move between any two of them. Source: decisions 0076, 0082.
 */
import { Belief } from '@whereabouts/contract/beliefs'
import { type ErrorName, errors } from '@whereabouts/contract/errors'
import { z } from 'zod'
import { decodeJson, encodeJson, idText, UnreadableMessage } from '../bus/checked-json.ts'
import { accountIdSchema } from '../bus/subjects.ts'
import type { Accepted } from '../ingest/ingest.ts'
import type { Command } from './account-home.ts'
import { type Handover, handoverSchema, tellable } from './handover.ts'

export type Question =
  | Handover
  | Command
  | { readonly kind: 'flush' }
  | { readonly kind: 'settle' }
  | { readonly kind: 'believedOf'; readonly deviceId: string }
  | Late

/** The reply that the others of its message did not wait for. */
export interface Late {
  readonly kind: 'late'
  readonly ticket: number
}

/** Asked of who holds the account's shard in this epoch; who does not, or holds it in another one, does nothing. */
export interface Asked {
  readonly epoch: number
  readonly accountId: string
  readonly question: Question
}

/** Refused by the catalogue. */
export interface Refused {
  readonly kind: 'refused'
  readonly error: ErrorName
  readonly retryAfterSeconds?: number | undefined
}

/**
 * What became of a question. Moved: that server does not hold the account's shard in that epoch. Late: it is asked for by its ticket.
 * `belief`: null where no station places the tracker.
 */
export type Reply =
  | { readonly kind: 'moved' }
  | Refused
  | Late
  | ({ readonly kind: 'accepted' } & Accepted)
  | { readonly kind: 'done' }
  | { readonly kind: 'belief'; readonly belief: Belief | 'not there' | null }

const text = z.string()
const number = z.number()
const count = z.int().min(0)
const late = z.object({ kind: z.literal('late'), ticket: count })
const ids = z.array(idText).optional()
const size = z.object({ width: number.positive(), height: number.positive() })
const heard = z.object({
  senderId: idText,
  atMs: number,
  rssiDbm: number.nullable(),
  position: z.object({ latitude: number.min(-90).max(90), longitude: number.min(-180).max(180) }).nullable(),
  accuracy: number.nullable(),
  battery: number.nullable(),
  temperature: number.nullable(),
})

const question = z.discriminatedUnion('kind', [
  handoverSchema,
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.literal('gone'), trackers: ids, stations: ids, endsStays: z.boolean().optional() }),
  z.object({ kind: z.literal('adopt'), deviceId: idText, heard }),
  z.object({ kind: z.literal('loadMap'), mapId: z.guid() }),
  z.object({
    kind: z.literal('moveOnMap'),
    mapId: z.guid(),
    resized: z.object({ before: size, after: size }).nullable(),
  }),
  z.object({ kind: z.literal('flush') }),
  z.object({ kind: z.literal('settle') }),
  z.object({ kind: z.literal('believedOf'), deviceId: idText }),
  late,
]) satisfies z.ZodType<Question>

const message = z.array(z.object({ epoch: count, accountId: accountIdSchema, question })) satisfies z.ZodType<Asked[]>

const answer = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('moved') }),
    z.object({
      kind: z.literal('refused'),
      error: text.refine((name): name is ErrorName => Object.hasOwn(errors, name)),
      retryAfterSeconds: number.optional(),
    }),
    z.object({ kind: z.literal('accepted'), stored: count, repeated: count, unknown: count }),
    late,
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('belief'), belief: Belief.or(z.literal('not there')).nullable() }),
  ]),
) satisfies z.ZodType<Reply[]>

/** Encodes a question without its account and epoch, which `encodeAsked` adds. */
export const encodeQuestion = (question: Question): Uint8Array =>
  encodeJson(question.kind === 'handover' ? tellable(question) : question)

/** An encoded question about an account. */
export const encodeAsked = (epoch: number, accountId: string, encoded: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`{"epoch":${epoch},"accountId":"${accountId}","question":`), encoded, END_OF_ASKED])
const END_OF_ASKED = Buffer.from('}')

const [BEGIN, BETWEEN, END] = ['[', ',', ']'].map((one) => Buffer.from(one)) as [Buffer, Buffer, Buffer]

/** What is asked in one message. */
export const encodeMessage = (asked: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([BEGIN, ...asked.flatMap((one, at) => (at === 0 ? [one] : [BETWEEN, one])), END])

/** What `encodeMessage` adds (bytes), also between two questions, and what `encodeAsked` adds to each at most. */
export const ENVELOPE = { bytes: 2, betweenBytes: 1, askedBytes: 96 } as const

/** One for each question, in their order. */
export const encodeAnswer = (replies: readonly Reply[]): Uint8Array => encodeJson(replies)

/** Throws an `UnreadableMessage` where a payload is none of ours. */
export const decodeMessage = (payload: Uint8Array): readonly Asked[] => decodeJson(message, payload)

/** The same for the answer to so many questions. */
export function decodeAnswer(payload: Uint8Array, expected: number): readonly Reply[] {
  const replies = decodeJson(answer, payload)
  if (replies.length !== expected) {
    throw new UnreadableMessage(`It has ${replies.length} replies to ${expected} questions.`)
  }
  return replies
}
