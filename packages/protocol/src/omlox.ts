/**
 * The objects of the omlox hub API 2.0, as an export: our trackers, maps, stations, zones and alarms in the standard's
 * words. Paths are those of the standard under `/v2`. Absent is what is not known. Source: wire formats §8.1; the
 * standard's omlox_Hub_API_2.0.0.json.
 */
import { hash } from 'node:crypto'
import type { GeoPosition } from '@whereabouts/domain/positions'

/** Longitude first. */
export type Point = readonly [number, number]
/** With the height, where it is known. */
type PointWithHeight = Point | readonly [number, number, number]

export interface GeojsonPoint {
  readonly type: 'Point'
  readonly coordinates: PointWithHeight
}

/** Metres in the frame of a map: from its bottom left corner to the right and up. */
export interface LocalPosition {
  readonly xMetres: number
  readonly yMetres: number
  /** Above the frame; undefined: unknown. */
  readonly zMetres?: number | undefined
}

/** `local` is the frame of the source, a zone. */
export type OmloxCrs = 'local' | 'EPSG:4326'

/** How a provider is located. */
export type ProviderType = 'uwb' | 'gps' | 'wifi' | 'rfid' | 'ibeacon' | 'virtual' | 'unknown'

export interface OmloxLocation {
  readonly position: GeojsonPoint
  /** Id of the zone, or of a device that locates itself. */
  readonly source: string
  readonly provider_type: ProviderType
  readonly provider_id: string
  readonly trackables?: readonly string[] | undefined
  /** ISO 8601, UTC. */
  readonly timestamp_generated?: string | undefined
  readonly crs: OmloxCrs
  /** Metres. */
  readonly accuracy?: number | undefined
  /** 0 is the ground floor. */
  readonly floor?: number | undefined
  /** Metres a second. */
  readonly speed?: number | undefined
  /** Degrees from north. */
  readonly course?: number | undefined
  readonly properties?: Readonly<Record<string, unknown>> | undefined
}

/** What carries a tracker: a radio by its address, a phone by the name of its sender. */
export interface ExportedProvider {
  readonly type: ProviderType
  readonly id: string
}

/** A tracker's place. */
export interface ExportedLocation {
  readonly provider: ExportedProvider
  readonly source: string
  /** Of the trackable; undefined: none is told. */
  readonly trackableId?: string | undefined
  readonly position: GeoPosition | LocalPosition
  /** Epoch milliseconds. */
  readonly atMs: number
  readonly accuracyMetres?: number | undefined
  readonly floor?: number | undefined
  readonly speedMetresPerSecond?: number | undefined
  readonly courseDegrees?: number | undefined
  readonly properties?: Readonly<Record<string, unknown>> | undefined
}

/** ISO 8601, UTC. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString()
export const pointOf = ({ latitude, longitude }: GeoPosition): GeojsonPoint => ({
  type: 'Point',
  coordinates: [longitude, latitude],
})

const localPoint = ({ xMetres, yMetres, zMetres }: LocalPosition): GeojsonPoint => ({
  type: 'Point',
  coordinates: zMetres === undefined ? [xMetres, yMetres] : [xMetres, yMetres, zMetres],
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The standard wants uuids where we have ids of other forms: an id that is one stays, any other gets the same one for ever
 * (version 8 of RFC 9562, by SHA-256). `scope` keeps the ids of accounts and of kinds of things apart.
 */
export function omloxId(scope: string, id: string): string {
  if (UUID.test(id)) return id.toLowerCase()
  const digits = [...hash('sha256', `${scope}\u0000${id}`, 'hex').slice(0, 32)]
  digits[12] = '8'
  digits[16] = ((Number.parseInt(digits[16]!, 16) & 3) | 8).toString(16)
  const text = digits.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}

/** A radio by its address; the published examples and clients write it in lower case with colons. */
export const radioProvider = (mac: string): ExportedProvider => ({ type: 'ibeacon', id: mac.toLowerCase() })

/** Equal where the ids differ in case and delimiters alone, as the standard and its examples do. */
export const isSameProvider = (one: string, other: string): boolean => plainId(one) === plainId(other)
const plainId = (id: string): string => id.replace(/[:-]/g, '').toLowerCase()

/** `/providers/{id}/location`, `/trackables/{id}/location`, and the messages of `location_updates`. */
export function omloxLocation(location: ExportedLocation): OmloxLocation {
  const { provider, source, trackableId, position, atMs } = location
  const isLocal = 'xMetres' in position
  return {
    position: isLocal ? localPoint(position) : pointOf(position),
    source,
    provider_type: provider.type,
    provider_id: provider.id,
    trackables: trackableId === undefined ? undefined : [trackableId],
    timestamp_generated: isoTime(atMs),
    crs: isLocal ? 'local' : 'EPSG:4326',
    accuracy: location.accuracyMetres,
    floor: location.floor,
    speed: location.speedMetresPerSecond,
    course: location.courseDegrees,
    properties: location.properties,
  }
}

/** `/trackables/{id}`: a tracker and what carries it. `id` is a uuid. */
export const omloxTrackable = (tracker: {
  readonly id: string
  readonly name: string
  readonly providers: readonly ExportedProvider[]
  readonly properties?: Readonly<Record<string, unknown>> | undefined
}) => ({
  id: tracker.id,
  type: 'virtual' as const,
  name: tracker.name,
  location_providers: tracker.providers.map(({ id }) => id),
  properties: tracker.properties,
})

/** `/providers/{id}`. */
export const omloxProvider = (
  { type, id }: ExportedProvider,
  name?: string,
  properties?: Readonly<Record<string, unknown>>,
) => ({ id, type, name, properties })

/** The messages of `trackable_motions`, and `/trackables/{id}/motion`. */
export const omloxMotion = (tracker: { readonly id: string; readonly name: string }, location: OmloxLocation) => ({
  id: tracker.id,
  name: tracker.name,
  location,
})

/** A floor that people wrote as a number, as `2` or `-1`; any other name of a floor is no number. */
export const omloxFloor = (floor: string): number | undefined =>
  /^-?\d{1,3}(\.\d{1,2})?$/.test(floor.trim()) ? Number(floor) : undefined

/** Heard by a station, without coordinates: the messages of `proximity_updates`. */
export const omloxProximity = (heard: {
  readonly provider: ExportedProvider
  /** Id of the station's zone. */
  readonly source: string
  readonly atMs: number
  readonly distanceMetres?: number | undefined
}) => ({
  source: heard.source,
  provider_type: heard.provider.type,
  provider_id: heard.provider.id,
  timestamp_generated: isoTime(heard.atMs),
  accuracy: heard.distanceMetres,
})

/** The body of an error; `code` is the HTTP status. */
export const omloxError = (code: number, type: string, message: string) => ({ type, code, message })
