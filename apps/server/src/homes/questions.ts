/** What other servers ask of an account's home beside taking reports, and what it answers, as bytes on the bus. */
import { Belief } from '@whereabouts/contract/beliefs'
import { z } from 'zod'
import { decodeJson, encodeJson } from '../bus/checked-json.ts'
import { accountIdSchema } from '../bus/subjects.ts'
import type { Command } from './account-home.ts'
import { type Moved, movedSchema, type Refused, refusedSchema } from './handover.ts'

export type Question = Command | { readonly kind: 'flush' } | { readonly kind: 'believedOf'; readonly deviceId: string }

/** Asked of the holder of a shard in this epoch; the holder in another epoch does nothing. */
export interface Asked {
  readonly epoch: number
  readonly accountId: string
  readonly question: Question
}

/** `belief`: null where no station places the tracker. */
export type Reply =
  | Moved
  | Refused
  | { readonly kind: 'done' }
  | { readonly kind: 'belief'; readonly belief: Belief | 'not there' | null }

const text = z.string()
const number = z.number()
const ids = z.array(text).optional()
const size = z.object({ width: number.positive(), height: number.positive() })
const heard = z.object({
  senderId: text,
  atMs: number,
  rssiDbm: number.nullable(),
  position: z.object({ latitude: number.min(-90).max(90), longitude: number.min(-180).max(180) }).nullable(),
  accuracy: number.nullable(),
  battery: number.nullable(),
  temperature: number.nullable(),
})

const question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.literal('gone'), trackers: ids, stations: ids, endsStays: z.boolean().optional() }),
  z.object({ kind: z.literal('adopt'), deviceId: text, heard }),
  z.object({ kind: z.literal('loadMap'), mapId: z.guid() }),
  z.object({
    kind: z.literal('moveOnMap'),
    mapId: z.guid(),
    resized: z.object({ before: size, after: size }).nullable(),
  }),
  z.object({ kind: z.literal('flush') }),
  z.object({ kind: z.literal('believedOf'), deviceId: text }),
]) satisfies z.ZodType<Question>

const asked = z.object({ epoch: z.int().min(0), accountId: accountIdSchema, question }) satisfies z.ZodType<Asked>

const reply = z.discriminatedUnion('kind', [
  movedSchema,
  refusedSchema,
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('belief'), belief: Belief.or(z.literal('not there')).nullable() }),
]) satisfies z.ZodType<Reply>

export const encodeAsked = (told: Asked): Uint8Array => encodeJson(told)
export const encodeReply = (told: Reply): Uint8Array => encodeJson(told)

/** Throws an `UnreadableMessage` where a payload is none of ours, as `decodeReply` does. */
export const decodeAsked = (payload: Uint8Array): Asked => decodeJson(asked, payload)
export const decodeReply = (payload: Uint8Array): Reply => decodeJson(reply, payload)
