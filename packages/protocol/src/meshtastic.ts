/**
 * Meshtastic over MQTT, as JSON. A gateway node passes on what every node of its channels says, its own and other people's, on
 * `<root>/2/json/<channel>/!<gateway>`; the same as protobuf, encrypted or not, stands on other topics and is not read.
 * Source: wire formats §11.3; meshtastic.org, MQTT; precision of positions: meshtastic.org, radio configuration, channels.
 */
import type { Observation, RelayedReport } from '@whereabouts/domain/observations'
import { decodeJson } from './body.ts'
import { isCallForHelp } from './calls-for-help.ts'
import { seqOf } from './seq.ts'
import { celsius, epochMs, geoPosition, isJsonObject, type JsonObject, numberOf, percent, within } from './values.ts'

/** One decoded message. `invalid` names its reason, never the content. */
export type MeshtasticMessage =
  | {
      readonly kind: 'report'
      /** Number of the node that speaks, as 8 hex digits, lower case. */
      readonly node: string
      readonly isRetained: boolean
      readonly timeMs: number | undefined
      /** The same packet has the same, whichever gateway brings it. */
      readonly seq: string
      readonly readings: Pick<
        RelayedReport,
        'position' | 'accuracyMetres' | 'batteryPercent' | 'temperatureCelsius' | 'humidityPercent' | 'help'
      >
    }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reason: MeshtasticFault }

type MeshtasticFault = 'not_utf8' | 'not_json' | 'no_node' | 'no_payload' | 'bad_position'

const JSON_TOPIC = /\/2\/json\/[^/]+\/![0-9a-f]{1,8}$/
const ANY_TOPIC = /(?:^|\/)2\/(?:json|e|c|map|stat)\//
const DEGREES = 1e-7
const METRES_PER_DEGREE = 111_320
/** Coordinates have 32 bits; a channel may tell fewer of them. */
const ALL_BITS = 32
/** With fewer a position is off by 100 km and says nothing. */
const LEAST_BITS = 8
/** 2020-01-01: before it knows the time, a node counts from its start (epoch milliseconds). */
const EARLIEST_MS = 1_577_836_800_000

/** Rings the bell of every receiver. */
const BELL = '\u0007'
/** A text with more words tells something, and does not call. */
const MOST_WORDS_OF_CALL = 3

const IGNORED: MeshtasticMessage = { kind: 'ignored' }
const invalid = (reason: MeshtasticFault): MeshtasticMessage => ({ kind: 'invalid', reason })

/** True for the topics of a gateway node, under any root. */
export const isMeshtasticTopic = (topic: string): boolean => ANY_TOPIC.test(topic)

const timeOf = (seconds: unknown): number | undefined => {
  const timeMs = epochMs(seconds)
  return timeMs !== undefined && timeMs >= EARLIEST_MS ? timeMs : undefined
}

/** The number of a node; before firmware 2.2 it was written with a sign. */
function nodeOf(value: unknown): string | undefined {
  const number = within(value, -0x80000000, 0xffffffff)
  if (number === undefined || !Number.isInteger(number) || number === 0) return undefined
  return (number >>> 0).toString(16).padStart(8, '0')
}

/** How far off a position is whose last bits were left out: half of what the first of them stands for. */
function accuracyOf(precisionBits: unknown): number | undefined {
  const bits = within(precisionBits, LEAST_BITS, ALL_BITS - 1)
  return bits === undefined ? undefined : Math.round(2 ** (ALL_BITS - 1 - bits) * DEGREES * METRES_PER_DEGREE)
}

function positionOf({ latitude_i: latitude, longitude_i: longitude, precision_bits: bits }: JsonObject) {
  if (within(bits, 1, LEAST_BITS - 1) !== undefined) return undefined
  const [lat, lon] = [numberOf(latitude), numberOf(longitude)]
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined
  return geoPosition(lat * DEGREES, lon * DEGREES)
}

/** A place on the globe, be it one that says nothing. */
const hasPlace = ({ latitude_i, longitude_i }: JsonObject): boolean =>
  geoPosition((numberOf(latitude_i) ?? Number.NaN) * DEGREES, (numberOf(longitude_i) ?? Number.NaN) * DEGREES) !==
  undefined

/** Of people, and of a sensor that a node has and its owner named. */
const isText = (type: unknown): type is 'text' | 'detection' => type === 'text' || type === 'detection'

/** True for a text that calls for help. */
const isCall = ({ text }: JsonObject): boolean =>
  typeof text === 'string' &&
  (text.includes(BELL) || (isCallForHelp(text) && text.trim().split(/\s+/).length <= MOST_WORDS_OF_CALL))

const telemetryOf = (payload: JsonObject) => ({
  // 101 says that it hangs on a charger.
  batteryPercent: numberOf(payload.battery_level) === 101 ? 100 : percent(payload.battery_level),
  temperatureCelsius: celsius(payload.temperature),
  humidityPercent: percent(payload.relative_humidity),
})

/** What a packet says; a position that is not known leaves its node heard. */
function readingsOf(type: string, payload: JsonObject) {
  if (type === 'telemetry') return telemetryOf(payload)
  if (type !== 'position') return { help: true }
  const position = positionOf(payload)
  return position && { position, accuracyMetres: accuracyOf(payload.precision_bits) }
}

/**
 * A message of a gateway node. Of its types, positions and telemetry say something of a device; texts are nobody's business here, unless
 * they call for help.
 */
export function decodeMeshtastic(publish: {
  readonly topic: string
  readonly payload: Uint8Array
  readonly isRetained: boolean
}): MeshtasticMessage {
  if (!JSON_TOPIC.test(publish.topic)) return IGNORED
  const json = decodeJson(publish.payload)
  if (typeof json === 'string') return invalid(json)
  const packet = isJsonObject(json.value) ? json.value : {}
  const { type } = packet
  if (type !== 'position' && type !== 'telemetry' && type !== 'alert' && !isText(type)) return IGNORED
  const node = nodeOf(packet.from)
  if (node === undefined) return invalid('no_node')
  // A text that is JSON itself stands there as it is.
  const payload = isText(type) && typeof packet.payload === 'string' ? { text: packet.payload } : packet.payload
  if (!isJsonObject(payload)) return isText(type) ? IGNORED : invalid('no_payload')
  if (isText(type) && !isCall(payload)) return IGNORED
  const readings = readingsOf(type, payload)
  if (readings === undefined && !hasPlace(payload)) return invalid('bad_position')
  return {
    kind: 'report',
    node,
    isRetained: publish.isRetained,
    // Gateways receive a packet at different times; the node's own time is the same in each.
    timeMs: timeOf(payload.time) ?? timeOf(packet.timestamp),
    seq: seqOf('meshtastic', node, numberOf(packet.id), type),
    readings: readings ?? {},
  }
}

/** The observation to store, or undefined for none. A retained message is old and ignored. */
export function meshtasticObservation(message: MeshtasticMessage): Observation | undefined {
  if (message.kind !== 'report' || message.isRetained) return undefined
  const item: RelayedReport = {
    kind: 'relayed',
    identity: `meshtastic:${message.node}`,
    make: 'Meshtastic',
    isAmbiguous: false,
    ...message.readings,
  }
  return { scannedAtMs: message.timeMs, seq: message.seq, items: [item] }
}
