/**
 * LoRaWAN trackers, by way of the network server that decoded their payload. Where a gateway stands is not where the tracker is, so a
 * payload without a position places nothing. Source: wire formats §11.2.
 */
import type { Observation, RelayedReport } from '@whereabouts/domain/observations'
import { notRead, type SetAsideReason } from '@whereabouts/domain/set-aside'
import { callsForHelp } from './calls-for-help.ts'
import { type LorawanPlace, placesOf } from './lorawan-places.ts'
import { seqOf } from './seq.ts'
import { celsius, firstOf, isJsonObject, type JsonObject, percent } from './values.ts'

/** What a payload says of its device. */
export interface LorawanReadings
  extends Pick<RelayedReport, 'position' | 'batteryPercent' | 'temperatureCelsius' | 'humidityPercent' | 'help'> {
  /** Places with times of their own (epoch ms), which are before that of the uplink. */
  readonly before?: readonly LorawanPlace[]
}

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
  | { readonly kind: 'ignored'; readonly reason: SetAsideReason }
  | { readonly kind: 'invalid'; readonly reason: LorawanFault }

export type LorawanFault = 'not_utf8' | 'not_json' | 'no_device'

const DEV_EUI = /^[0-9a-f]{16}$/i
/** Objects of a payload that are looked at; trackers have a handful. */
const MAX_OBJECTS = 64
const MAX_DEPTH = 3

/** Names that leave no doubt of the unit. */
const BATTERY_PERCENTS = [
  'battery_percent',
  'battery_percentage',
  'battery_level',
  'batterylevel',
  'batterypercent',
  'bat_percent',
  'batpercent',
  'bat_level',
]
/** Names of a percentage in some payloads, and of volts in others. */
const BATTERIES = ['battery', 'bat', 'batt']
/** Volts of a cell are below. */
const MOST_VOLTS = 5
const TEMPERATURES = ['temperature', 'temp', 'temperature_c', 'tempc', 'air temperature']
const HUMIDITIES = ['humidity', 'relative_humidity', 'hum', 'air humidity']

/** What is not read, by the name that its documents give it; undefined or another name: what none names. */
export const ignored = (known: readonly string[], name: string | undefined): LorawanMessage => ({
  kind: 'ignored',
  reason: name !== undefined && known.includes(name) ? notRead(name) : 'no_payload',
})

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

/** Measurements that are listed by `type` as one object for each time they were taken at, under their types. */
function listedIn(values: readonly unknown[]): JsonObject[] {
  const byTime = new Map<unknown, Record<string, unknown>>()
  for (const value of values) {
    if (!isJsonObject(value) || typeof value.type !== 'string') continue
    const { timestamp, type, measurementValue } = value
    const listed = byTime.get(timestamp) ?? (timestamp === undefined ? {} : { timestamp })
    listed[type.toLowerCase()] = measurementValue
    byTime.set(timestamp, listed)
  }
  return [...byTime.values()]
}

/** The payload's objects, outer before inner, with their keys in lower case. Measurements that are listed by `type` count as such keys. */
function objectsOf(payload: unknown): JsonObject[] {
  const objects: JsonObject[] = []
  let level = [payload]
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      if (Array.isArray(value)) next.push(...(value as unknown[]).slice(0, MAX_OBJECTS))
      if (!isJsonObject(value) || objects.length >= MAX_OBJECTS) continue
      objects.push(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner])))
      next.push(...Object.values(value))
    }
    objects.push(...listedIn(level))
    level = next.filter((value) => typeof value === 'object' && value !== null).slice(0, MAX_OBJECTS)
  }
  return objects
}

const sureBattery = (value: unknown): number | undefined => {
  const level = percent(value)
  return level !== undefined && level > MOST_VOLTS ? level : undefined
}

/** The fields that decoders of trackers commonly have, at the top of a payload or a few levels within. `uplinkMs`: when it was received. */
export function readPayload(payload: unknown, uplinkMs = Number.POSITIVE_INFINITY): LorawanReadings {
  const objects = objectsOf(payload)
  const { now, before } = placesOf(objects, uplinkMs)
  const isOfUplink = now?.fixedAtMs === undefined
  return {
    position: isOfUplink ? now?.position : undefined,
    before: isOfUplink ? before : [...before, now],
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

/** The observations to store: places that are older than the uplink at their own times, then the uplink. */
export function lorawanObservations(message: LorawanMessage): readonly Observation[] {
  if (message.kind !== 'uplink') return []
  const { kind: _kind, devEui, timeMs, seq, name, fault: _fault, before = [], ...readings } = message
  const item: RelayedReport = {
    kind: 'relayed',
    identity: lorawanIdentity(devEui),
    isOwned: true,
    make: 'LoRaWAN',
    name,
    isAmbiguous: false,
  }
  return [
    ...before.map(({ position, fixedAtMs }) => ({
      scannedAtMs: fixedAtMs,
      seq: seqOf('lorawan place', devEui, fixedAtMs, position.latitude, position.longitude),
      items: [{ ...item, position, isOfCall: readings.help }],
    })),
    { scannedAtMs: timeMs, seq, items: [{ ...item, ...readings }] },
  ]
}
