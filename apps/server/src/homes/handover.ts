/** What front doors hand to homes, and what homes answer, as bytes on the bus. Why JSON: decision 0076. */
import { type ErrorName, errors } from '@whereabouts/contract/errors'
import type {
  Observation,
  ObservationItem,
  OwnLocation,
  Readings,
  RelayedReport,
  SenderStatus,
  Sighting,
  TagReading,
} from '@whereabouts/domain/observations'
import { z } from 'zod'
import { decodeJson, encodeJson, UnreadableMessage } from '../bus/checked-json.ts'
import { accountIdSchema } from '../bus/subjects.ts'
import type { Accepted } from '../ingest/ingest.ts'
import type { Sender, SpeaksAs } from '../ingest/receive/recogniser.ts'

/** The observations of one message of a sender, as `Ingest.acceptAll` takes them. */
export interface Handover {
  readonly sender: Sender
  /** Of the credential that the front door believed: the home knows whether it has been revoked since. */
  readonly generation: number
  readonly speaksAs: SpeaksAs
  readonly observations: readonly Observation[]
  /** Epoch ms, when the front door received it. */
  readonly receivedAtMs: number
}

/** Handed to the holder of a shard in this epoch; the holder in another epoch takes nothing. */
export interface Handovers {
  readonly epoch: number
  readonly handovers: readonly Handover[]
}

/** Refused by the catalogue. */
export interface Refused {
  readonly kind: 'refused'
  readonly error: ErrorName
  readonly retryAfterSeconds?: number | undefined
}

/** This server does not hold the shard in that epoch. */
export interface Moved {
  readonly kind: 'moved'
}

/** What became of a handover. */
export type Outcome = ({ readonly kind: 'accepted' } & Accepted) | Refused

/** One for each handover, in their order. */
export type HomeAnswer = Moved | { readonly kind: 'outcomes'; readonly outcomes: readonly Outcome[] }

/** Each field of a type: what a schema does not name would be lost on the way. */
type Fields<Type> = Record<keyof Type, z.ZodType>

const text = z.string()
const number = z.number()
const position = z.object({ latitude: number.min(-90).max(90), longitude: number.min(-180).max(180) })

const readings = {
  batteryPercent: number.optional(),
  firmware: text.optional(),
  moving: z.boolean().optional(),
  steps: number.optional(),
  temperatureCelsius: number.optional(),
  humidityPercent: number.optional(),
  help: z.boolean().optional(),
  headingDegrees: number.optional(),
  speedMetresPerSecond: number.optional(),
} satisfies Fields<Readings>
const tagFacts = {
  identity: text,
  make: text.optional(),
  name: text.optional(),
  isAmbiguous: z.boolean().optional(),
  isEncrypted: z.boolean().optional(),
  encryptedSample: z
    .base64()
    .transform((base64): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64')))
    .optional(),
}

const item = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sighting'),
    ...tagFacts,
    ...readings,
    rssiDbm: number,
    referenceRssiDbm: number.optional(),
    distanceMetres: number.optional(),
    connected: z.boolean().optional(),
    settingsTime: number.optional(),
    upgrade: z.enum(['running', 'done', 'failed']).optional(),
  } satisfies Fields<Sighting>),
  z.object({ kind: z.literal('reading'), ...tagFacts, ...readings } satisfies Fields<TagReading>),
  z.object({
    kind: z.literal('relayed'),
    ...tagFacts,
    ...readings,
    isOwned: z.boolean().optional(),
    isOfCall: z.boolean().optional(),
    position: position.optional(),
    accuracyMetres: number.optional(),
  } satisfies Fields<RelayedReport>),
  z.object({
    kind: z.literal('location'),
    ...readings,
    position: position.optional(),
    fixedAtMs: number.optional(),
    accuracyMetres: number.optional(),
    platform: z.enum(['ios', 'android']).optional(),
  } satisfies Fields<OwnLocation>),
  z.object({
    kind: z.literal('status'),
    online: z.boolean(),
    firmware: text.optional(),
    ip: text.optional(),
    wifiSsid: text.optional(),
  } satisfies Fields<SenderStatus>),
]) satisfies z.ZodType<ObservationItem>

const observation = z.object({
  scannedAtMs: number.optional(),
  isTimeOfFix: z.boolean().optional(),
  isKept: z.boolean().optional(),
  seq: text,
  senderPosition: position.optional(),
  items: z.array(item),
} satisfies Fields<Observation>) satisfies z.ZodType<Observation>

const handovers = z.object({
  epoch: z.int().min(0),
  handovers: z.array(
    z.object({
      sender: z.object({
        accountId: accountIdSchema,
        senderId: text.min(1),
        t4Id: text.nullable(),
        label: text.exactOptional(),
      }),
      generation: z.int().min(0),
      speaksAs: z.enum(['station', 'phone']),
      observations: z.array(observation),
      receivedAtMs: number,
    }),
  ),
})

const count = z.int().min(0)
const errorName = z.string().refine((name): name is ErrorName => Object.hasOwn(errors, name))
export const movedSchema = z.object({ kind: z.literal('moved') }) satisfies z.ZodType<Moved>
export const refusedSchema = z.object({
  kind: z.literal('refused'),
  error: errorName,
  retryAfterSeconds: number.optional(),
}) satisfies z.ZodType<Refused>

const homeAnswer = z.discriminatedUnion('kind', [
  movedSchema,
  z.object({
    kind: z.literal('outcomes'),
    outcomes: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('accepted'), stored: count, repeated: count, unknown: count }),
        refusedSchema,
      ]),
    ),
  }),
]) satisfies z.ZodType<HomeAnswer>

/** JSON has no bytes. */
const withText = (told: ObservationItem): unknown =>
  'encryptedSample' in told && told.encryptedSample !== undefined
    ? { ...told, encryptedSample: Buffer.from(told.encryptedSample).toString('base64') }
    : told

/** One handover; the same bytes whatever it is gathered with. */
export function encodeHandover({ sender, generation, speaksAs, observations, receivedAtMs }: Handover): Uint8Array {
  const { accountId, senderId, t4Id, label } = sender
  const told = {
    sender: { accountId, senderId, t4Id, label },
    generation,
    speaksAs,
    observations: observations.map((one) => ({ ...one, items: one.items.map(withText) })),
    receivedAtMs,
  }
  return encodeJson(told)
}

const COMMA = Buffer.from(',')

/** Encoded handovers in one message. */
export function encodeHandovers(epoch: number, encoded: readonly Uint8Array[]): Uint8Array {
  const parts = encoded.flatMap((one, at) => (at === 0 ? [one] : [COMMA, one]))
  return Buffer.concat([Buffer.from(`{"epoch":${epoch},"handovers":[`), ...parts, Buffer.from(']}')])
}

/** What `encodeHandovers` adds to the handovers at most (bytes), and between two of them. */
export const ENVELOPE = { bytes: 64, betweenBytes: 1 } as const

export const encodeAnswer = (answer: HomeAnswer): Uint8Array => encodeJson(answer)

/** Throws an `UnreadableMessage` where a payload is none of ours. */
export const decodeHandovers = (payload: Uint8Array): Handovers => decodeJson(handovers, payload)

/** The same for a home's answer, which has an outcome for each handover. */
export function decodeAnswer(payload: Uint8Array, expected: number): HomeAnswer {
  const answer = decodeJson(homeAnswer, payload)
  if (answer.kind === 'outcomes' && answer.outcomes.length !== expected) {
    throw new UnreadableMessage(`It has ${answer.outcomes.length} outcomes for ${expected} handovers.`)
  }
  return answer
}
