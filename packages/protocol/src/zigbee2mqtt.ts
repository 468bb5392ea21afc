/**
 * Zigbee2MQTT: what Zigbee devices say, under a base of the user's choice (`zigbee2mqtt` unless changed). `<base>/<friendly name>`
 * carries the state of a device as JSON; `<base>/bridge/state` says whether the program runs. The coordinator is the station: a
 * device that speaks is near its network. Source: wire formats §7.3.
 */
import type { Observation } from '@whereabouts/domain/observations'
import { decodeText, parseJson } from './body.ts'
import { callsForHelp, isPress } from './calls-for-help.ts'
import { seqOf } from './seq.ts'
import { celsius, epochMs, isJsonObject, type JsonObject, percent, textOf, within } from './values.ts'

export type Zigbee2mqttTopic = { readonly family: 'device'; readonly device: string } | { readonly family: 'bridge' }

export interface Zigbee2mqttPublish {
  readonly topic: string
  readonly payload: Uint8Array
  /** Delivered from the broker's store. */
  readonly isRetained: boolean
}

/** How a message came. */
interface Delivery {
  readonly isRetained: boolean
  /** The same message has the same, whenever it comes. */
  readonly seq: string
}

export interface Zigbee2mqttState extends Delivery {
  readonly kind: 'deviceState'
  readonly device: string
  /** Epoch milliseconds of the device's last word, where Zigbee2MQTT is told to send it. */
  readonly timeMs: number | undefined
  /** 0 to 255, of the last hop to the coordinator. */
  readonly linkQuality: number | undefined
  readonly temperatureCelsius: number | undefined
  readonly humidityPercent: number | undefined
  readonly batteryPercent: number | undefined
  /** What an arrival sensor or a presence sensor says. */
  readonly isPresent: boolean | undefined
  /** A button was pressed, or a sensor says that somebody calls for help or fell. */
  readonly asksForHelp: boolean
}

/** One decoded message. `invalid` names its reason, never the content. */
export type Zigbee2mqttMessage =
  | Zigbee2mqttState
  | (Delivery & { readonly kind: 'bridgeState'; readonly isOnline: boolean })
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reason: Zigbee2mqttFault }

type Zigbee2mqttFault = 'bad_topic' | 'not_utf8' | 'not_json' | 'bad_status'

const DEFAULT_BASE = 'zigbee2mqtt'
const MAX_NAME_LENGTH = 100
/** Of the devices with actions a cube alone falls, from its table. */
const FALL_OF_CUBE = 'fall'
const IGNORED: Zigbee2mqttMessage = { kind: 'ignored' }

const invalid = (reason: Zigbee2mqttFault): Zigbee2mqttMessage => ({ kind: 'invalid', reason })

/** What a topic is about; undefined: neither a device of one level nor the state of the program. */
export function parseZigbee2mqttTopic(topic: string, base: string = DEFAULT_BASE): Zigbee2mqttTopic | undefined {
  if (!topic.startsWith(`${base}/`)) return undefined
  const rest = topic.slice(base.length + 1)
  if (rest === 'bridge/state') return { family: 'bridge' }
  const device = rest.includes('/') || rest === 'bridge' ? undefined : textOf(rest, MAX_NAME_LENGTH)
  return device === undefined ? undefined : { family: 'device', device }
}

/** The identity of a device, by the name its owner gave it or by its address. */
export const zigbeeIdentity = (device: string): string => `zigbee:${device}`

/** ISO 8601, or epoch milliseconds as a number; undefined in its other forms. */
function timeOf(lastSeen: unknown): number | undefined {
  if (typeof lastSeen === 'number') return epochMs(lastSeen / 1000)
  const text = textOf(lastSeen, 40)
  return text === undefined ? undefined : epochMs(Date.parse(text) / 1000)
}

const readState = (device: string, json: JsonObject, delivery: Delivery): Zigbee2mqttMessage => ({
  kind: 'deviceState',
  device,
  timeMs: timeOf(json.last_seen),
  linkQuality: within(json.linkquality, 0, 255),
  temperatureCelsius: celsius(json.temperature ?? json.local_temperature),
  humidityPercent: percent(json.humidity),
  batteryPercent: percent(json.battery),
  isPresent: typeof json.presence === 'boolean' ? json.presence : undefined,
  asksForHelp: isPress(json.action) || callsForHelp(json.action === FALL_OF_CUBE ? { ...json, action: '' } : json),
  ...delivery,
})

/** `online`, or `{"state":"online"}` as newer versions have it. */
function readBridge(text: string, delivery: Delivery): Zigbee2mqttMessage {
  const json = parseJson(text)?.value
  const state = isJsonObject(json) ? json.state : text
  if (state !== 'online' && state !== 'offline') return invalid('bad_status')
  return { kind: 'bridgeState', isOnline: state === 'online', ...delivery }
}

/** A message on `<base>/+` or `<base>/bridge/state`. Groups and devices that say nothing of interest come out without readings. */
export function decodeZigbee2mqtt(publish: Zigbee2mqttPublish, base: string = DEFAULT_BASE): Zigbee2mqttMessage {
  const topic = parseZigbee2mqttTopic(publish.topic, base)
  if (topic === undefined) return invalid('bad_topic')
  const text = decodeText(publish.payload)
  if (text === undefined) return invalid('not_utf8')
  if (text === '') return IGNORED
  const delivery = { isRetained: publish.isRetained, seq: seqOf('zigbee2mqtt', publish.topic, text) }
  if (topic.family === 'bridge') return readBridge(text, delivery)
  const json = parseJson(text)?.value
  return isJsonObject(json) ? readState(topic.device, json, delivery) : invalid('not_json')
}

/**
 * dBm for a link quality, by the scale of Texas Instruments' stack: 0 at -87 dBm, 255 at -10 dBm. Other radios scale otherwise, so that
 * it orders devices and measures no distance. Source: Z-Stack, MAC_RADIO energy detection, ED_RF_POWER_MIN_DBM and _MAX_DBM.
 */
const rssiOf = (linkQuality: number): number => Math.round(-87 + (linkQuality * 77) / 255)

/**
 * The observation to store, or undefined for none. What the broker retained is old news; so is a device that says it is absent and
 * calls for nobody. Only
 * what has to do with people and their things is stored: presence, temperature, humidity and buttons, and not lamps or sockets.
 */
export function zigbee2mqttObservation(message: Zigbee2mqttMessage): Observation | undefined {
  if (message.kind === 'bridgeState') {
    if (message.isRetained && message.isOnline) return undefined
    return { seq: message.seq, items: [{ kind: 'status', online: message.isOnline }] }
  }
  if (message.kind !== 'deviceState' || message.isRetained) return undefined
  if (message.isPresent === false && !message.asksForHelp) return undefined
  const { temperatureCelsius, humidityPercent, batteryPercent, isPresent, asksForHelp, linkQuality, timeMs, seq } =
    message
  const isOfInterest =
    isPresent === true || asksForHelp || temperatureCelsius !== undefined || humidityPercent !== undefined
  if (!isOfInterest) return undefined
  const facts = {
    identity: zigbeeIdentity(message.device),
    make: 'Zigbee',
    isAmbiguous: false,
    temperatureCelsius,
    humidityPercent,
    batteryPercent,
    help: asksForHelp ? true : undefined,
  }
  const item =
    linkQuality === undefined
      ? ({ kind: 'reading', ...facts } as const)
      : ({ kind: 'sighting', rssiDbm: rssiOf(linkQuality), ...facts } as const)
  return { scannedAtMs: timeMs, seq, items: [item] }
}
