/** ESPresense stations over MQTT. Source: wire formats §3. */
import type { Observation } from '@whereabouts/domain/observations'
import { decodeText, parseJson } from './body.ts'
import { type EspresenseIdentity, espresenseIdentity, espresenseTag } from './espresense-identity.ts'
import { seqOf } from './seq.ts'
import {
  celsius,
  identityOf,
  isJsonObject,
  isNotMeasured,
  macOf,
  nonNegative,
  numberOf,
  percent,
  rssiDbm,
  textOf,
} from './values.ts'

/** A topic by its meaning. A room is the slug of a station's name. */
export type EspresenseTopic =
  | { readonly family: 'sighting'; readonly tracker: string; readonly room: string }
  | { readonly family: 'room'; readonly room: string; readonly key: string }
  | { readonly family: 'config'; readonly tracker: string }
  /** Valid, but not for us: sub-reports, commands, the Companion's output. */
  | { readonly family: 'other' }

export interface EspresensePublish {
  readonly topic: string
  readonly payload: Uint8Array
  /** Delivered from the broker's store; a live message that merely asks to be kept is not. */
  readonly isRetained: boolean
}

/** How a message came. */
interface Delivery {
  readonly isRetained: boolean
  /** The same message has the same, whenever it comes. */
  readonly seq: string
}

/** A station heard a tracker. */
export interface EspresenseSighting extends Delivery {
  readonly kind: 'sighting'
  readonly room: string
  /** The identity as the station wrote it. */
  readonly tracker: string
  readonly identity: EspresenseIdentity
  /** Undefined: its radio measured none. */
  readonly rssiDbm: number | undefined
  readonly referenceRssiDbm: number | undefined
  readonly receiverAdjustmentDb: number | undefined
  /** Computed with the station's own constants: a hint. */
  readonly distanceMetres: number | undefined
  readonly isClose: boolean | undefined
  readonly mac: string | undefined
  readonly name: string | undefined
  readonly batteryPercent: number | undefined
  readonly batteryMillivolts: number | undefined
  readonly temperatureCelsius: number | undefined
  readonly humidityPercent: number | undefined
}

/** How a station does. */
export interface EspresenseTelemetry extends Delivery {
  readonly kind: 'stationTelemetry'
  readonly room: string
  readonly ip: string | undefined
  readonly uptimeSeconds: number | undefined
  readonly firmware: string | undefined
  readonly firmwareFlavour: string | undefined
  readonly wifiRssiDbm: number | undefined
  /** Adverts heard; one that no longer grows belongs to a station that hears nothing. */
  readonly adverts: number | undefined
  readonly seen: number | undefined
  readonly reported: number | undefined
  readonly freeHeapBytes: number | undefined
}

export interface EspresenseStatus extends Delivery {
  readonly kind: 'stationStatus'
  readonly room: string
  readonly isOnline: boolean
}

/** One decoded message. `invalid` names its reason, never the content. */
export type EspresenseMessage =
  | EspresenseSighting
  | EspresenseTelemetry
  | EspresenseStatus
  | { readonly kind: 'stationSetting'; readonly room: string; readonly key: string; readonly value: string }
  /** Another name for a device; undefined: taken away. */
  | { readonly kind: 'deviceConfig'; readonly tracker: string; readonly config: EspresenseConfig | undefined }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reason: EspresenseFault }

export interface EspresenseConfig {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly referenceRssiDbm: number | undefined
}

type EspresenseFault = 'bad_topic' | 'not_utf8' | 'not_json' | 'no_rssi' | 'bad_status' | 'bad_setting'

const MAX_ROOM_LENGTH = 64
const MAX_SETTING_LENGTH = 4096
const OTHER: EspresenseTopic = { family: 'other' }
const IGNORED: EspresenseMessage = { kind: 'ignored' }

const invalid = (reason: EspresenseFault): EspresenseMessage => ({ kind: 'invalid', reason })

/** What a topic is about; undefined: not of ESPresense, or with a level that cannot be a name. */
export function parseEspresenseTopic(topic: string): EspresenseTopic | undefined {
  const [base, family, first, second, ...rest] = topic.split('/')
  if (base !== 'espresense' || family === undefined) return undefined
  if (family !== 'devices' && family !== 'rooms' && family !== 'settings') return OTHER
  if (first === undefined || second === undefined || rest.length > 0) return OTHER
  if (family === 'settings' && second !== 'config') return OTHER
  // All stations at once: only commands go there.
  if (family === 'rooms' && first === '*') return OTHER
  const room = textOf(family === 'devices' ? second : first, MAX_ROOM_LENGTH)
  const tracker = identityOf(first)
  if (family === 'rooms') {
    const key = textOf(second, MAX_ROOM_LENGTH)
    return room === undefined || key === undefined ? undefined : { family: 'room', room, key }
  }
  if (tracker === undefined) return undefined
  if (family === 'settings') return { family: 'config', tracker }
  return room === undefined ? undefined : { family: 'sighting', tracker, room }
}

function readSighting(tracker: string, room: string, text: string, delivery: Delivery): EspresenseMessage {
  const json = parseJson(text)?.value
  if (!isJsonObject(json)) return invalid('not_json')
  const rssi = rssiDbm(json.rssi)
  // A number that is none was heard all the same.
  if (rssi === undefined && json.rssi !== null && !isNotMeasured(json.rssi)) return invalid('no_rssi')
  return {
    kind: 'sighting',
    room,
    tracker,
    identity: espresenseIdentity(tracker),
    rssiDbm: rssi,
    referenceRssiDbm: rssiDbm(json['rssi@1m']),
    receiverAdjustmentDb: numberOf(json.rxAdj),
    distanceMetres: nonNegative(json.distance),
    isClose: json.close === true ? true : undefined,
    mac: macOf(json.mac),
    name: textOf(json.name),
    batteryPercent: percent(json.batt),
    batteryMillivolts: nonNegative(json.mV),
    temperatureCelsius: celsius(json.temp),
    humidityPercent: percent(json.rh),
    ...delivery,
  }
}

function readTelemetry(room: string, text: string, delivery: Delivery): EspresenseMessage {
  const json = parseJson(text)?.value
  if (!isJsonObject(json)) return invalid('not_json')
  return {
    kind: 'stationTelemetry',
    room,
    ip: textOf(json.ip, 64),
    uptimeSeconds: nonNegative(json.uptime),
    firmware: textOf(json.ver, 32),
    firmwareFlavour: textOf(json.firm, 64),
    wifiRssiDbm: rssiDbm(json.rssi),
    adverts: nonNegative(json.adverts),
    seen: nonNegative(json.seen),
    reported: nonNegative(json.reported),
    freeHeapBytes: nonNegative(json.freeHeap),
    ...delivery,
  }
}

function readStatus(room: string, text: string, delivery: Delivery): EspresenseMessage {
  // An empty payload takes a kept status away and says nothing of the station.
  if (text === '') return IGNORED
  if (text !== 'online' && text !== 'offline') return invalid('bad_status')
  return { kind: 'stationStatus', room, isOnline: text === 'online', ...delivery }
}

function readSetting(room: string, key: string, text: string): EspresenseMessage {
  const value = text === '' ? '' : textOf(text, MAX_SETTING_LENGTH)
  return value === undefined ? invalid('bad_setting') : { kind: 'stationSetting', room, key, value }
}

function readConfig(tracker: string, text: string): EspresenseMessage {
  if (text === '') return { kind: 'deviceConfig', tracker, config: undefined }
  const json = parseJson(text)?.value
  if (!isJsonObject(json)) return invalid('not_json')
  const config = { id: identityOf(json.id), name: textOf(json.name), referenceRssiDbm: rssiDbm(json['rssi@1m']) }
  return { kind: 'deviceConfig', tracker, config }
}

/** A message on `espresense/#`. */
export function decodeEspresense(publish: EspresensePublish): EspresenseMessage {
  const topic = parseEspresenseTopic(publish.topic)
  if (topic === undefined) return invalid('bad_topic')
  if (topic.family === 'other') return IGNORED
  const text = decodeText(publish.payload)
  if (text === undefined) return invalid('not_utf8')
  if (topic.family === 'config') return readConfig(topic.tracker, text)
  const delivery = { isRetained: publish.isRetained, seq: seqOf('espresense', publish.topic, text) }
  if (topic.family === 'sighting') return readSighting(topic.tracker, topic.room, text, delivery)
  const { room, key } = topic
  if (key === 'status') return readStatus(room, text, delivery)
  return key === 'telemetry' ? readTelemetry(room, text, delivery) : readSetting(room, key, text)
}

/**
 * The observation to store, or undefined for none. The protocol knows no time, so the time of receipt counts; what
 * the broker kept is old news, except that a station it calls offline is offline now. Stations that hear each other
 * are for calibration, not for the map.
 */
export function espresenseObservation(message: EspresenseMessage): Observation | undefined {
  switch (message.kind) {
    case 'sighting': {
      if (message.isRetained || message.identity.isStation) return undefined
      const { rssiDbm, referenceRssiDbm, distanceMetres, batteryPercent } = message
      const { temperatureCelsius, humidityPercent } = message
      const facts = {
        ...espresenseTag(message.tracker),
        name: message.name,
        isAmbiguous: !message.identity.isUnique,
        batteryPercent,
        temperatureCelsius,
        humidityPercent,
      }
      if (rssiDbm === undefined) return { seq: message.seq, items: [{ kind: 'reading', ...facts }] }
      const item = { kind: 'sighting', ...facts, rssiDbm, referenceRssiDbm, distanceMetres } as const
      return { seq: message.seq, items: [item] }
    }
    case 'stationTelemetry': {
      if (message.isRetained) return undefined
      const { seq, firmware, ip } = message
      return { seq, items: [{ kind: 'status', online: true, firmware, ip }] }
    }
    case 'stationStatus': {
      if (message.isRetained && message.isOnline) return undefined
      return { seq: message.seq, items: [{ kind: 'status', online: message.isOnline }] }
    }
    default:
      return undefined
  }
}
