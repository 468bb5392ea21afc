/**
 * Theengs Gateway and OpenMQTTGateway over MQTT. Topics, under a base of the user's choice (`home` unless changed):
 * `<base>/<gateway>/BTtoMQTT/<address, uuid or undecoded>`, `<base>/presence/<gateway>`, `<base>/home_presence/<gateway>`,
 * `<base>/<gateway>/presence`, `<base>/<gateway>/LWT`, `<base>/<gateway>/SYStoMQTT`. Everything else on the base is not for
 * us. The gateway should scan without pause and publish presence: `{"interval":1,"adaptivescan":false,"bleconnect":false,
 * "hasspresence":true}`. Source: wire formats §4.
 */
import type { Observation } from '@whereabouts/domain/observations'
import type { AdStructures } from './ad-structures.ts'
import type { KeyOf } from './advertisement.ts'
import { decodeText, parseJson } from './body.ts'
import { seqOf } from './seq.ts'
import { type HeardTag, type Settle, type Tag, tagReading, tagSighting } from './tag.ts'
import { advertisementOf, readTheengsTag } from './theengs-tag.ts'
import {
  booleanOf,
  epochMs,
  isJsonObject,
  type JsonObject,
  macOf,
  nonNegative,
  rssiDbm,
  textOf,
  within,
} from './values.ts'

/** A topic by its meaning. */
export type TheengsTopic =
  | { readonly family: 'status' | 'telemetry'; readonly station: string }
  /** `mac`: of the tag, where the topic names one. */
  | { readonly family: 'device'; readonly station: string; readonly mac: string | undefined }
  /** Valid, but not for us: commands, versions, talk between gateways. */
  | { readonly family: 'other' }

export interface TheengsPublish {
  readonly topic: string
  readonly payload: Uint8Array
  /** Delivered from the broker's store. */
  readonly isRetained: boolean
}

/** How a message came. */
interface Delivery {
  readonly station: string
  readonly isRetained: boolean
  /** The same message has the same, whenever it comes. */
  readonly seq: string
}

interface OfTag extends Delivery {
  readonly tag: Tag
  /** As the gateway's decoder calls it, e.g. `RuuviTag_RAWv2`. */
  readonly modelId: string | undefined
  /** Of an iBeacon at one metre, of others at the antenna. */
  readonly txPowerDbm: number | undefined
  /** The raw parts of the advertisement that the gateway forwards. */
  readonly advertisement: AdStructures
  /** Epoch milliseconds by the gateway's clock, where it is told to send it. */
  readonly timeMs: number | undefined
}

/** A gateway heard a tag. */
export interface TheengsSighting extends OfTag, HeardTag {
  readonly kind: 'sighting'
}

/** What a tag measures, decoded on behalf of somebody else: it cannot be located by this. */
export interface TheengsReading extends OfTag {
  readonly kind: 'reading'
}

/** One decoded message. `invalid` names its reason, never the content. */
export type TheengsMessage =
  | TheengsSighting
  | TheengsReading
  /** One gateway's view: another may still hear the tag. */
  | (Delivery & { readonly kind: 'trackerPresence'; readonly mac: string; readonly isPresent: boolean })
  | (Delivery & { readonly kind: 'stationStatus'; readonly isOnline: boolean })
  | (Delivery & TheengsTelemetry)
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reason: TheengsFault }

interface TheengsTelemetry {
  readonly kind: 'stationTelemetry'
  readonly uptimeSeconds: number | undefined
  readonly wifiRssiDbm: number | undefined
  readonly wifiSsid: string | undefined
  readonly firmware: string | undefined
  readonly ip: string | undefined
}

type TheengsFault = 'bad_topic' | 'not_utf8' | 'not_json' | 'bad_status' | 'no_identity'

const DEFAULT_BASE = 'home'
const MAX_STATION_LENGTH = 64
const PRESENCE = new Set(['presence', 'home_presence'])
const OTHER: TheengsTopic = { family: 'other' }
const IGNORED: TheengsMessage = { kind: 'ignored' }

const invalid = (reason: TheengsFault): TheengsMessage => ({ kind: 'invalid', reason })

/** What a topic is about; undefined: not under the base, or with a gateway's name that cannot be one. */
export function parseTheengsTopic(topic: string, base: string = DEFAULT_BASE): TheengsTopic | undefined {
  if (!topic.startsWith(`${base}/`)) return undefined
  const [first, second, third, ...rest] = topic.slice(base.length + 1).split('/')
  if (first === undefined || second === undefined || rest.length > 0) return OTHER
  const isPresence = third === undefined && PRESENCE.has(first)
  const station = textOf(isPresence ? second : first, MAX_STATION_LENGTH)
  if (station === undefined) return undefined
  if (isPresence) return { family: 'device', station, mac: undefined }
  if (second === 'BTtoMQTT') {
    return third === undefined || third === '' ? OTHER : { family: 'device', station, mac: macOf(third) }
  }
  if (third !== undefined) return OTHER
  if (second === 'presence') return { family: 'device', station, mac: undefined }
  if (second === 'LWT') return { family: 'status', station }
  return second === 'SYStoMQTT' ? { family: 'telemetry', station } : OTHER
}

function timeOf({ unixtime, UTCtime }: JsonObject): number | undefined {
  const text = textOf(UTCtime, 40)
  return epochMs(unixtime) ?? (text === undefined ? undefined : epochMs(Date.parse(text) / 1000))
}

/** `topicMac`: of a gateway that leaves the tag's address to the topic. */
function readDevice(
  json: JsonObject,
  delivery: Delivery,
  { keyOf, topicMac }: { readonly keyOf: KeyOf | undefined; readonly topicMac: string | undefined },
): TheengsMessage {
  const mac = macOf(json.id) ?? macOf(json.mac) ?? topicMac
  if (json.presence === 'absent' || json.presence === 'present') {
    const isPresent = json.presence === 'present'
    return mac === undefined ? invalid('no_identity') : { kind: 'trackerPresence', mac, isPresent, ...delivery }
  }
  const advertisement = advertisementOf(json)
  const tag = readTheengsTag(json, advertisement, mac, keyOf)
  if (tag === undefined) return invalid('no_identity')
  const [modelId, txPowerDbm] = [textOf(json.model_id), within(json.txpower, -127, 127)]
  const ofTag = { tag, modelId, txPowerDbm, advertisement, timeMs: timeOf(json), ...delivery }
  const rssi = rssiDbm(json.rssi)
  if (rssi === undefined) return { kind: 'reading', ...ofTag }
  return { kind: 'sighting', rssiDbm: rssi, distanceMetres: nonNegative(json.distance), ...ofTag }
}

const readTelemetry = (json: JsonObject, delivery: Delivery): TheengsMessage => ({
  kind: 'stationTelemetry',
  uptimeSeconds: nonNegative(json.uptime),
  wifiRssiDbm: rssiDbm(json.rssi),
  wifiSsid: textOf(json.SSID, 32),
  firmware: textOf(json.version, 32),
  ip: textOf(json.ip, 64),
  ...delivery,
})

function readStatus(text: string, delivery: Delivery): TheengsMessage {
  // An empty payload takes a kept status away and says nothing of the gateway.
  if (text === '') return IGNORED
  const isOnline = text === 'online' ? true : text === 'offline' ? false : booleanOf(text)
  return isOnline === undefined ? invalid('bad_status') : { kind: 'stationStatus', isOnline, ...delivery }
}

/** A message under the base. `keyOf` opens what tags encrypt. */
export function decodeTheengs(
  publish: TheengsPublish,
  { base, keyOf }: { readonly base?: string; readonly keyOf?: KeyOf } = {},
): TheengsMessage {
  const topic = parseTheengsTopic(publish.topic, base)
  if (topic === undefined) return invalid('bad_topic')
  if (topic.family === 'other') return IGNORED
  const text = decodeText(publish.payload)
  if (text === undefined) return invalid('not_utf8')
  const { station } = topic
  const delivery = { station, isRetained: publish.isRetained, seq: seqOf('theengs', publish.topic, text) }
  if (topic.family === 'status') return readStatus(text, delivery)
  const json = parseJson(text)?.value
  if (!isJsonObject(json)) return invalid('not_json')
  return topic.family === 'device'
    ? readDevice(json, delivery, { keyOf, topicMac: topic.mac })
    : readTelemetry(json, delivery)
}

/**
 * The observation to store, or undefined for none. A retained message is old and ignored, except that a gateway it reports as
 * offline is offline now. `settle` may change the tag first. That one gateway no longer hears a tag is not stored: its
 * silence says the same.
 */
export function theengsObservation(message: TheengsMessage, settle: Settle = (tag) => tag): Observation | undefined {
  switch (message.kind) {
    case 'sighting': {
      if (message.isRetained) return undefined
      const { rssiDbm, distanceMetres, timeMs, seq } = message
      const item = tagSighting({ tag: settle(message.tag), rssiDbm, distanceMetres })
      return item && { scannedAtMs: timeMs, seq, items: [item] }
    }
    case 'reading': {
      if (message.isRetained) return undefined
      const item = tagReading(settle(message.tag))
      return item && { scannedAtMs: message.timeMs, seq: message.seq, items: [item] }
    }
    case 'stationTelemetry': {
      if (message.isRetained) return undefined
      const { seq, firmware, ip, wifiSsid } = message
      return { seq, items: [{ kind: 'status', online: true, firmware, ip, wifiSsid }] }
    }
    case 'stationStatus': {
      if (message.isRetained && message.isOnline) return undefined
      return { seq: message.seq, items: [{ kind: 'status', online: message.isOnline }] }
    }
    default:
      return undefined
  }
}
