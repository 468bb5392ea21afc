/**
 * Shelly Gen2+ devices and BLU Gateways as Bluetooth stations, over MQTT. Topics, under the device's prefix:
 * `<prefix>/events/rpc` with the events `ble.scan_result` (raw advertisements, from a script that batches them) and
 * `shelly-blu` (decoded by Shelly's example script), and `<prefix>/online`; besides `[<device>/]<address>`, on which Shelly's
 * "universal" script publishes what it decoded. That one does not name the station unless its topic is changed to begin
 * with the device id; the credential of the connection does. MQTT with "RPC status notifications" must be on.
 * Source: wire formats §7.1.
 */
import type { Observation } from '@whereabouts/domain/observations'
import type { KeyOf } from './advertisement.ts'
import { decodeText, parseJson } from './body.ts'
import { seqOf } from './seq.ts'
import { readBlu, readScan } from './shelly-tag.ts'
import { type HeardTag, mergeHeard, type Settle, tagSighting } from './tag.ts'
import { booleanOf, epochMs, isJsonObject, type JsonObject, macOf, textOf } from './values.ts'

/** A topic by its meaning. `station` is undefined where the topic does not name it. */
export type ShellyTopic =
  | { readonly family: 'events' | 'online'; readonly station: string }
  | { readonly family: 'tag'; readonly station: string | undefined }

export interface ShellyPublish {
  readonly topic: string
  readonly payload: Uint8Array
  /** Delivered from the broker's store. */
  readonly isRetained: boolean
}

/** How a message came. */
interface Delivery {
  readonly station: string | undefined
  readonly isRetained: boolean
  /** The same message has the same, whenever it comes. */
  readonly seq: string
}

/** What a station heard, in the order of the message; a tag may stand in it more than once. */
export interface ShellySightings extends Delivery {
  readonly kind: 'sightings'
  /** Epoch milliseconds by the station's clock; undefined: it has none, or does not know the time yet. */
  readonly timeMs: number | undefined
  readonly heard: readonly HeardTag[]
}

/** One decoded message. `invalid` names its reason, never the content. */
export type ShellyMessage =
  | ShellySightings
  | (Delivery & { readonly kind: 'stationStatus'; readonly isOnline: boolean })
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reason: ShellyFault }

type ShellyFault = 'bad_topic' | 'not_utf8' | 'not_json' | 'bad_status' | 'no_events' | 'no_sighting'

const MAX_STATION_LENGTH = 64
/** 2020-01-01: before it knows the time, a station counts from its start or from 1970 (epoch milliseconds). */
const EARLIEST_MS = 1_577_836_800_000
const IGNORED: ShellyMessage = { kind: 'ignored' }

const invalid = (reason: ShellyFault): ShellyMessage => ({ kind: 'invalid', reason })

/** What a topic is about; undefined: not of a Shelly. A prefix of several levels names the station as a whole. */
export function parseShellyTopic(topic: string): ShellyTopic | undefined {
  const levels = topic.split('/')
  const last = levels.at(-1)
  const isEvents = last === 'rpc' && levels.at(-2) === 'events'
  const prefix = levels.slice(0, isEvents ? -2 : -1).join('/')
  const station = textOf(prefix, MAX_STATION_LENGTH)
  if (macOf(last) !== undefined) return prefix !== '' && station === undefined ? undefined : { family: 'tag', station }
  if (station === undefined) return undefined
  if (isEvents) return { family: 'events', station }
  return last === 'online' ? { family: 'online', station } : undefined
}

const timeOf = (seconds: unknown): number | undefined => {
  const timeMs = epochMs(seconds)
  return timeMs !== undefined && timeMs >= EARLIEST_MS ? timeMs : undefined
}

function readEvents(json: JsonObject, delivery: Delivery, keyOf: KeyOf | undefined): ShellyMessage {
  if (json.method !== 'NotifyEvent') return IGNORED
  const params = json.params
  if (!isJsonObject(params) || !Array.isArray(params.events)) return invalid('no_events')
  const heard: HeardTag[] = []
  let timeMs = timeOf(params.ts)
  let isForUs = false
  for (const event of params.events as unknown[]) {
    if (!isJsonObject(event)) continue
    const isScan = event.event === 'ble.scan_result'
    if (!isScan && event.event !== 'shelly-blu') continue
    isForUs = true
    timeMs ??= timeOf(event.ts)
    heard.push(...(isScan ? readScan(event.data, keyOf) : readBlu(event.data, keyOf)))
  }
  if (!isForUs) return IGNORED
  // The message's own word, where a user gave his device another topic.
  const station = textOf(json.src, MAX_STATION_LENGTH) ?? delivery.station
  return { kind: 'sightings', ...delivery, station, timeMs, heard }
}

function readTag(json: JsonObject, delivery: Delivery, keyOf: KeyOf | undefined): ShellyMessage {
  const heard = readBlu(json, keyOf)
  return heard.length === 0 ? invalid('no_sighting') : { kind: 'sightings', timeMs: undefined, heard, ...delivery }
}

function readOnline(text: string, delivery: Delivery): ShellyMessage {
  // An empty payload takes a kept status away and says nothing of the station.
  if (text === '') return IGNORED
  const isOnline = booleanOf(text)
  return isOnline === undefined ? invalid('bad_status') : { kind: 'stationStatus', isOnline, ...delivery }
}

/** A message of a Shelly. `keyOf` opens what tags encrypt. */
export function decodeShelly(publish: ShellyPublish, { keyOf }: { readonly keyOf?: KeyOf } = {}): ShellyMessage {
  const topic = parseShellyTopic(publish.topic)
  if (topic === undefined) return invalid('bad_topic')
  const text = decodeText(publish.payload)
  if (text === undefined) return invalid('not_utf8')
  const { station } = topic
  const delivery = { station, isRetained: publish.isRetained, seq: seqOf('shelly', publish.topic, text) }
  if (topic.family === 'online') return readOnline(text, delivery)
  const json = parseJson(text)?.value
  if (!isJsonObject(json)) return invalid('not_json')
  return topic.family === 'events' ? readEvents(json, delivery, keyOf) : readTag(json, delivery, keyOf)
}

/**
 * The observation to store, or undefined for none. A retained message is old and ignored, except that a station it reports as
 * offline is offline now. Each tag stands in it once. `settle` may change the tags first.
 */
export function shellyObservation(message: ShellyMessage, settle: Settle = (tag) => tag): Observation | undefined {
  if (message.kind === 'stationStatus') {
    if (message.isRetained && message.isOnline) return undefined
    return { seq: message.seq, items: [{ kind: 'status', online: message.isOnline }] }
  }
  if (message.kind !== 'sightings' || message.isRetained) return undefined
  const settled = message.heard.map((heard) => ({ ...heard, tag: settle(heard.tag) }))
  const items = mergeHeard(settled)
    .map(tagSighting)
    .filter((item) => item !== undefined)
  return items.length === 0 ? undefined : { scannedAtMs: message.timeMs, seq: message.seq, items }
}
