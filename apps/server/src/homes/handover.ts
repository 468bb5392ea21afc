/** What front doors hand to homes, as JSON on the bus. Why JSON: decision 0076. */
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
import { idText } from '../bus/checked-json.ts'
import type { Sender, SpeaksAs } from '../ingest/receive/recogniser.ts'

/** The observations of one message of a sender, as `Ingest.acceptAll` takes them. */
export interface Handover {
  readonly kind: 'handover'
  /** Of the account that is asked about. */
  readonly sender: Omit<Sender, 'accountId'>
  /** Of the credential that the front door believed: the home knows whether it has been revoked since. */
  readonly generation: number
  readonly speaksAs: SpeaksAs
  readonly observations: readonly Observation[]
  /** Epoch ms, when the front door received it. */
  readonly receivedAtMs: number
}

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

export const handoverSchema = z.object({
  kind: z.literal('handover'),
  sender: z.object({ senderId: idText.min(1), t4Id: idText.nullable(), label: text.exactOptional() }),
  generation: z.int().min(0),
  speaksAs: z.enum(['station', 'phone']),
  observations: z.array(observation),
  receivedAtMs: number,
}) satisfies z.ZodType<Handover>

/** JSON has no bytes. */
const withText = (told: ObservationItem): unknown =>
  'encryptedSample' in told && told.encryptedSample !== undefined
    ? { ...told, encryptedSample: Buffer.from(told.encryptedSample).toString('base64') }
    : told

/** What becomes JSON of a handover: nothing that the front door alone knows. */
export function tellable({ kind, sender, generation, speaksAs, observations, receivedAtMs }: Handover): unknown {
  const { senderId, t4Id, label } = sender
  return {
    kind,
    sender: { senderId, t4Id, label },
    generation,
    speaksAs,
    observations: observations.map((one) => ({ ...one, items: one.items.map(withText) })),
    receivedAtMs,
  }
}
