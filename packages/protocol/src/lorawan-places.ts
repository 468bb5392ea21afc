/**
 * The places in the payload of a LoRaWAN tracker: one, or several that it stored while no gateway received it, each with its own time.
 * Source: wire formats §11.2; Seeed-Studio, SenseCAP decoder; Milesight-IoT, SensorDecoders.
 */
import type { GeoPosition } from '@whereabouts/domain/positions'
import { firstOf, geoPosition, type JsonObject, numberOf } from './values.ts'

export interface LorawanPlace {
  readonly position: GeoPosition
  /** Epoch milliseconds by the tracker's own clock; undefined: of the uplink. */
  readonly fixedAtMs?: number | undefined
}

const LATITUDES = ['latitude', 'lat', 'latitudedeg', 'gps_latitude']
/** `longitud` is how Dragino's decoder writes it, with `Deg` Digital Matter's. */
const LONGITUDES = ['longitude', 'lon', 'lng', 'long', 'longitud', 'longitudedeg', 'gps_longitude']
const TIMES = ['timestamp', 'utc_time', 'utctime', 'gps_time', 'gpstime', 'fix_time', 'fixtime', 'gnss_time', 'time']
/** 2015-01-01 in epoch seconds: what is less is no time, but since when the tracker runs. */
const EARLIEST_S = 1_420_070_400
/** Numbers from here on are milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000
const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/
/** Fixes are as old as this in any uplink (ms). */
const STILL_NOW_MS = 10_000

function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string' && ISO_WITH_ZONE.test(value)) return Date.parse(value) || undefined
  const number = numberOf(value)
  if (number === undefined || number < EARLIEST_S) return undefined
  return number < MILLISECONDS_FROM ? number * 1000 : Math.floor(number)
}

/** Both coordinates of one object. A tracker without a fix sends zeros, which are a place at sea. */
function placeOf(object: JsonObject, uplinkMs: number): LorawanPlace | undefined {
  const position = geoPosition(firstOf([object], LATITUDES, numberOf), firstOf([object], LONGITUDES, numberOf))
  if (position === undefined || (position.latitude === 0 && position.longitude === 0)) return undefined
  const timeMs = firstOf([object], TIMES, timeOf)
  return timeMs === undefined || timeMs >= uplinkMs - STILL_NOW_MS ? { position } : { position, fixedAtMs: timeMs }
}

/** Where it is: by the first place without a time of its own, else by the latest; and the places before, in the order of their times. */
export function placesOf(
  objects: readonly JsonObject[],
  uplinkMs: number,
): { readonly now: LorawanPlace | undefined; readonly before: readonly LorawanPlace[] } {
  const places = objects.map((object) => placeOf(object, uplinkMs)).filter((place) => place !== undefined)
  const timed = places
    .filter(({ fixedAtMs }) => fixedAtMs !== undefined)
    .sort((one, other) => one.fixedAtMs! - other.fixedAtMs!)
  const untimed = places.find(({ fixedAtMs }) => fixedAtMs === undefined)
  return untimed === undefined ? { now: timed.at(-1), before: timed.slice(0, -1) } : { now: untimed, before: timed }
}
