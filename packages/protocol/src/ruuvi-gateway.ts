/**
 * Ruuvi Gateway over HTTP and MQTT: whole advertisements of every tag it hears. Source: wire formats §11.1; docs.ruuvi.com, data
 * formats of the gateway.
 */
import type { Observation } from '@whereabouts/domain/observations'
import { MAX_ADVERT } from './ad-structures.ts'
import { type KeyOf, readAdvertisement } from './advertisement.ts'
import { type BodyFault, decodeJson, decodeText, parseJson } from './body.ts'
import { hexBytes } from './bytes.ts'
import { seqOf } from './seq.ts'
import { type HeardTag, mergeHeard, type Settle, tagSighting } from './tag.ts'
import { epochMs, isJsonObject, isNotMeasured, type JsonObject, macOf, numberOf, rssiDbm, textOf } from './values.ts'

/** What a gateway heard at one time. */
export interface RuuviHearing {
  /** Epoch milliseconds; undefined: the gateway does not know the time. */
  readonly timeMs: number | undefined
  /** The same hearing has the same, whenever it comes. */
  readonly seq: string
  readonly heard: readonly HeardTag[]
}

/** One decoded message. `invalid` names its reason, never the content. */
export type RuuviGatewayMessage =
  | {
      readonly kind: 'hearings'
      /** The name the gateway gives itself. */
      readonly station: string | undefined
      readonly isRetained: boolean
      readonly hearings: readonly RuuviHearing[]
    }
  | { readonly kind: 'stationStatus'; readonly isRetained: boolean; readonly isOnline: boolean; readonly seq: string }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reason: RuuviGatewayFault }

type RuuviGatewayFault = BodyFault | 'bad_topic' | 'no_data' | 'no_sighting' | 'bad_status'

/** A gateway keeps fewer in its table. */
const MAX_TAGS = 1000
/** 2020-01-01: before it knows the time, a gateway counts from its start (epoch milliseconds). */
const EARLIEST_MS = 1_577_836_800_000
const NOTHING = new Uint8Array()
const STATUS = 'gw_status'

const invalid = (reason: RuuviGatewayFault): RuuviGatewayMessage => ({ kind: 'invalid', reason })

function timeOf(value: unknown): number | undefined {
  const timeMs = epochMs(value)
  return timeMs !== undefined && timeMs >= EARLIEST_MS ? timeMs : undefined
}

/** The tag of a record; undefined: no strength, no advertisement, or no identity in it. */
function readTag(address: unknown, record: JsonObject, keyOf: KeyOf | undefined): HeardTag | undefined {
  const [mac, heardDbm, advert] = [macOf(address), rssiDbm(record.rssi), hexBytes(record.data, MAX_ADVERT)]
  if (mac === undefined || advert === undefined) return undefined
  if (heardDbm === undefined && !isNotMeasured(record.rssi)) return undefined
  const tag = readAdvertisement(advert, NOTHING, { mac, keyOf })
  return tag && { tag, rssiDbm: heardDbm }
}

/**
 * A POST of the gateway: `{"data":{"gw_mac","nonce","timestamp","tags":{"<address>":{"rssi","timestamp","data"}}}}`. Without the time
 * its records have a `counter` in place of `timestamp`. Each second of the records is a hearing of its own.
 */
export function decodeRuuviHttp(
  body: Uint8Array,
  { keyOf }: { readonly keyOf?: KeyOf | undefined } = {},
): RuuviGatewayMessage {
  const json = decodeJson(body)
  if (typeof json === 'string') return invalid(json)
  const data = isJsonObject(json.value) ? json.value.data : undefined
  if (!isJsonObject(data) || !isJsonObject(data.tags)) return invalid('no_data')
  const station = macOf(data.gw_mac)
  const bySecond = new Map<number | undefined, { parts: string[]; heard: HeardTag[] }>()
  for (const [address, record] of Object.entries(data.tags).slice(0, MAX_TAGS)) {
    const heard = isJsonObject(record) ? readTag(address, record, keyOf) : undefined
    if (!isJsonObject(record) || heard === undefined) continue
    const timeMs = timeOf(record.timestamp)
    const hearing = bySecond.get(timeMs) ?? { parts: [], heard: [] }
    hearing.heard.push(heard)
    hearing.parts.push(`${address} ${numberOf(record.counter) ?? ''} ${String(record.data)}`)
    bySecond.set(timeMs, hearing)
  }
  const hearings = [...bySecond].map(([timeMs, { parts, heard }]) => ({
    timeMs,
    seq: seqOf('ruuvi', station, timeMs, ...parts),
    heard,
  }))
  // A gateway that hears nothing is alive all the same.
  const silence = { timeMs: timeOf(data.timestamp), seq: seqOf('ruuvi', station, numberOf(data.nonce)), heard: [] }
  return {
    kind: 'hearings',
    station,
    isRetained: false,
    hearings: hearings.length > 0 ? hearings : [silence],
  }
}

/** True for the topics of a gateway: `<prefix>/<its address>/<address of the tag>`, and `<prefix>/<its address>/gw_status`. */
export function isRuuviTopic(topic: string): boolean {
  const levels = topic.split('/')
  const last = levels.at(-1)
  return macOf(levels.at(-2)) !== undefined && (last === STATUS || macOf(last) !== undefined)
}

function readStatus(text: string, isRetained: boolean, seq: string): RuuviGatewayMessage {
  // An empty payload takes a kept status away and says nothing of the gateway.
  if (text === '') return { kind: 'ignored' }
  const json = parseJson(text)?.value
  const state = isJsonObject(json) ? json.state : undefined
  if (state !== 'online' && state !== 'offline') return invalid('bad_status')
  return { kind: 'stationStatus', isRetained, isOnline: state === 'online', seq }
}

/**
 * A message on `<prefix>/<address of the tag>` or `<prefix>/gw_status`, whatever prefix its user chose:
 * `{"gw_mac","rssi","gwts","ts","data"}`, without the time `cnt` in place of both times.
 */
export function decodeRuuviMqtt(
  publish: { readonly topic: string; readonly payload: Uint8Array; readonly isRetained: boolean },
  { keyOf }: { readonly keyOf?: KeyOf | undefined } = {},
): RuuviGatewayMessage {
  const { topic, isRetained } = publish
  const last = topic.split('/').at(-1)
  if (last !== STATUS && macOf(last) === undefined) return invalid('bad_topic')
  const text = decodeText(publish.payload)
  if (text === undefined) return invalid('not_utf8')
  const seq = seqOf('ruuvi', topic, text)
  if (last === STATUS) return readStatus(text, isRetained, seq)
  const json = parseJson(text)?.value
  if (!isJsonObject(json)) return invalid('not_json')
  const heard = readTag(last, json, keyOf)
  if (heard === undefined) return invalid('no_sighting')
  const station = textOf(macOf(json.gw_mac))
  return { kind: 'hearings', station, isRetained, hearings: [{ timeMs: timeOf(json.ts), seq, heard: [heard] }] }
}

/**
 * The observations to store, in the order of their times. A retained message is old and ignored, except that a gateway it reports as
 * offline is offline now. `settle` may change the tags first.
 */
export function ruuviObservations(message: RuuviGatewayMessage, settle: Settle = (tag) => tag): Observation[] {
  if (message.kind === 'stationStatus') {
    if (message.isRetained && message.isOnline) return []
    return [{ seq: message.seq, items: [{ kind: 'status', online: message.isOnline }] }]
  }
  if (message.kind !== 'hearings' || message.isRetained) return []
  return message.hearings
    .toSorted((one, other) => (one.timeMs ?? 0) - (other.timeMs ?? 0))
    .map(({ timeMs, seq, heard }) => {
      const settled = heard.map((one) => ({ ...one, tag: settle(one.tag) }))
      const items = mergeHeard(settled)
        .map(tagSighting)
        .filter((item) => item !== undefined)
      return { scannedAtMs: timeMs, seq, items: items.length > 0 ? items : [{ kind: 'status', online: true }] }
    })
}
