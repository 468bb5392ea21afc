/**
 * LoRaWAN trackers, by way of the network server that decoded their payload. Where a gateway stands is not where the tracker is, so a
 * payload without a position places nothing. Source: wire formats §11.2.
 */
import type { Observation, RelayedReport } from '@whereabouts/domain/observations'
import type { GeoPosition } from '@whereabouts/domain/positions'
import { callsForHelp } from './calls-for-help.ts'
import { celsius, geoPosition, isJsonObject, type JsonObject, numberOf, percent } from './values.ts'

/** What a payload says of its device. */
export type LorawanReadings = Pick<
  RelayedReport,
  'position' | 'batteryPercent' | 'temperatureCelsius' | 'humidityPercent' | 'help'
>

/** One uplink of a device, whichever network server passed it on. */
export interface LorawanUplink extends LorawanReadings {
  readonly kind: 'uplink'
  /** 16 hex digits, lower case. */
  readonly devEui: string
  /** What its owner calls it at the network server. */
  readonly name: string | undefined
  /** Epoch milliseconds: when the network received it. */
  readonly timeMs: number | undefined
  /** The same uplink has the same, whenever it comes. */
  readonly seq: string
  /** The network server passes its bytes on as they are: nobody told it how to decode them. */
  readonly fault?: 'not_decoded' | undefined
}

/** One decoded message. `invalid` names its reason, never the content. */
export type LorawanMessage =
  | LorawanUplink
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly reason: LorawanFault }

export type LorawanFault = 'not_utf8' | 'not_json' | 'no_device'

const DEV_EUI = /^[0-9a-f]{16}$/i
/** Objects of a payload that are looked at; trackers have a handful. */
const MAX_OBJECTS = 64
const MAX_DEPTH = 3

const LATITUDES = ['latitude', 'lat', 'latitudedeg', 'gps_latitude']
/** `longitud` is how Dragino's decoder writes it, with `Deg` Digital Matter's. */
const LONGITUDES = ['longitude', 'lon', 'lng', 'long', 'longitud', 'longitudedeg', 'gps_longitude']
/** Names that leave no doubt of the unit. */
const BATTERY_PERCENTS = [
  'battery_percent',
  'battery_percentage',
  'battery_level',
  'batterylevel',
  'batterypercent',
  'bat_percent',
]
/** Names of a percentage in some payloads, and of volts in others. */
const BATTERIES = ['battery', 'bat', 'batt']
/** Volts of a cell are below. */
const MOST_VOLTS = 5
const TEMPERATURES = ['temperature', 'temp', 'temperature_c', 'tempc', 'air temperature']
const HUMIDITIES = ['humidity', 'relative_humidity', 'hum', 'air humidity']

/** 16 hex digits, lower case; undefined for anything else. */
export const devEuiOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DEV_EUI.test(value) ? value.toLowerCase() : undefined

/** The identity under which a device is claimed. */
export const lorawanIdentity = (devEui: string): string => `lorawan:${devEui}`

/** Epoch milliseconds of an RFC 3339 time. */
export function timeOfText(value: unknown): number | undefined {
  const timeMs = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN
  return timeMs > 0 ? timeMs : undefined
}

/** The payload's objects, outer before inner, with their keys in lower case. Measurements that are listed by `type` count as such keys. */
function objectsOf(payload: unknown): JsonObject[] {
  const objects: JsonObject[] = []
  let level = [payload]
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: unknown[] = []
    const listed: [string, unknown][] = []
    for (const value of level) {
      if (Array.isArray(value)) next.push(...(value as unknown[]).slice(0, MAX_OBJECTS))
      if (!isJsonObject(value) || objects.length >= MAX_OBJECTS) continue
      objects.push(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner])))
      if (typeof value.type === 'string') listed.push([value.type.toLowerCase(), value.measurementValue])
      next.push(...Object.values(value))
    }
    if (listed.length > 0) objects.push(Object.fromEntries(listed))
    level = next.filter((value) => typeof value === 'object' && value !== null).slice(0, MAX_OBJECTS)
  }
  return objects
}

/** The first of these names that has a value of use. */
function firstOf<Value>(
  objects: readonly JsonObject[],
  names: readonly string[],
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const object of objects) {
    for (const name of names) {
      const value = read(Object.hasOwn(object, name) ? object[name] : undefined)
      if (value !== undefined) return value
    }
  }
  return undefined
}

/** Both coordinates of one object. A tracker without a fix sends zeros, which are a place at sea. */
function positionOf(objects: readonly JsonObject[]): GeoPosition | undefined {
  for (const object of objects) {
    const latitude = firstOf([object], LATITUDES, numberOf)
    const longitude = firstOf([object], LONGITUDES, numberOf)
    const position = geoPosition(latitude, longitude)
    if (position !== undefined && (position.latitude !== 0 || position.longitude !== 0)) return position
  }
  return undefined
}

const sureBattery = (value: unknown): number | undefined => {
  const level = percent(value)
  return level !== undefined && level > MOST_VOLTS ? level : undefined
}

/** The fields that decoders of trackers commonly have, at the top of a payload or a few levels within. */
export function readPayload(payload: unknown): LorawanReadings {
  const objects = objectsOf(payload)
  return {
    position: positionOf(objects),
    batteryPercent: firstOf(objects, BATTERY_PERCENTS, percent) ?? firstOf(objects, BATTERIES, sureBattery),
    temperatureCelsius: firstOf(objects, TEMPERATURES, celsius),
    humidityPercent: firstOf(objects, HUMIDITIES, percent),
    help: callsForHelp(payload) || undefined,
  }
}

/** Whether an uplink has bytes that nobody decoded. */
export const faultOf = (bytes: unknown, decoded: unknown): LorawanUplink['fault'] =>
  typeof bytes === 'string' && bytes !== '' && !isJsonObject(decoded) && !Array.isArray(decoded)
    ? 'not_decoded'
    : undefined

/** The observation to store, or undefined for none. */
export function lorawanObservation(message: LorawanMessage): Observation | undefined {
  if (message.kind !== 'uplink') return undefined
  const { kind: _kind, devEui, timeMs, seq, name, fault: _fault, ...readings } = message
  const item: RelayedReport = {
    kind: 'relayed',
    identity: lorawanIdentity(devEui),
    isOwned: true,
    make: 'LoRaWAN',
    name,
    isAmbiguous: false,
    ...readings,
  }
  return { scannedAtMs: timeMs, seq, items: [item] }
}
