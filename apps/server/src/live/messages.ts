/** What servers with consoles and homes of accounts say to each other about changes, as bytes on the bus (decision 0078). */
import { LIST_NAMES } from '@whereabouts/contract/lists'
import { StreamEvents } from '@whereabouts/contract/stream'
import { z } from 'zod'
import { decodeJson, encodeJson, idText } from '../bus/checked-json.ts'
import { accountIdSchema } from '../bus/subjects.ts'
import type { Batch } from './batch.ts'

const count = z.number().int().nonnegative()
const ids = z.object({ device_ids: z.array(idText), t4_ids: z.array(idText) })

const batch = z.object({
  isResync: z.boolean(),
  isEdited: z.boolean(),
  came: ids,
  gone: ids,
  trackers: StreamEvents.trackers.shape.trackers,
  stations: StreamEvents.stations.shape.stations,
  lists: z.array(z.enum(LIST_NAMES)),
}) satisfies z.ZodType<Batch>

/** A place in what a home tells of an account: batches follow each other by `seq` from `opened` on. */
const place = z.object({
  /** Of the holding of the shard: a later home has a higher one. */
  epoch: count,
  /** Rises when a home begins to tell of the account again after nobody watched. */
  opened: count,
  seq: count,
})
export type Place = z.output<typeof place>

/** What a home tells of an account. */
export interface Published {
  readonly place: Place
  readonly batch: Batch
}

const published = z.object({ place, batch }) satisfies z.ZodType<Published>

/** Consoles of these accounts are at that server, which asks again before the home forgets it; or a change that was made there. */
export type ConsolesRequest =
  | { readonly kind: 'watch'; readonly serverId: string; readonly accountIds: readonly string[] }
  | { readonly kind: 'bring'; readonly accountId: string; readonly batch: Batch }

const request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('watch'), serverId: z.guid(), accountIds: z.array(accountIdSchema) }),
  z.object({ kind: z.literal('bring'), accountId: accountIdSchema, batch }),
]) satisfies z.ZodType<ConsolesRequest>

const watched = z.array(
  z.object({
    accountId: accountIdSchema,
    place,
    /** When people last changed the account (epoch ms); null: not since this home holds it, or not for long. */
    editedAtMs: z.number().int().nullable(),
  }),
)
export type WatchedAnswer = z.output<typeof watched>

export const encodePublished = (told: Published): Uint8Array => encodeJson(told)
export const encodeRequest = (told: ConsolesRequest): Uint8Array => encodeJson(told)
export const encodeWatched = (told: WatchedAnswer): Uint8Array => encodeJson(told)
export const decodePublished = (payload: Uint8Array): Published => decodeJson(published, payload)
export const decodeRequest = (payload: Uint8Array): ConsolesRequest => decodeJson(request, payload)
export const decodeWatched = (payload: Uint8Array): WatchedAnswer => decodeJson(watched, payload)
