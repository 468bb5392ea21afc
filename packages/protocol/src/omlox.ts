/**
 * The objects of the omlox hub API 2.0, as an export: our trackers, maps, stations, zones and alarms in the standard's
 * words. Paths are those of the standard under `/v2`. Absent is what is not known. Source: wire formats §8.1; the
 * standard's omlox_Hub_API_2.0.0.json.
 */
import { hash } from 'node:crypto'
import type { GeoPosition } from '@whereabouts/domain/positions'

/** Longitude first. */
type Point = readonly [number, number]

interface GeojsonPoint {
  readonly type: 'Point'
  readonly coordinates: Point
}

interface GeojsonPolygon {
  readonly type: 'Polygon'
  readonly coordinates: readonly (readonly Point[])[]
}

/** Metres in the frame of a map: from its bottom left corner to the right and up. */
export interface LocalPosition {
  readonly xMetres: number
  readonly yMetres: number
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

const iso = (atMs: number): string => new Date(atMs).toISOString()
const pointOf = ({ latitude, longitude }: GeoPosition): GeojsonPoint => ({
  type: 'Point',
  coordinates: [longitude, latitude],
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
    position: isLocal ? { type: 'Point', coordinates: [position.xMetres, position.yMetres] } : pointOf(position),
    source,
    provider_type: provider.type,
    provider_id: provider.id,
    trackables: trackableId === undefined ? undefined : [trackableId],
    timestamp_generated: iso(atMs),
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

/** A floor plan. */
export interface ExportedMap {
  /** A uuid. */
  readonly id: string
  readonly name: string
  /** Pixels of the image. */
  readonly width: number
  readonly height: number
  readonly metresPerPixel: number | null
  /** Top left, top right, bottom right, bottom left as [longitude, latitude]. */
  readonly corners: readonly Point[] | null
  readonly building: string
  readonly floor: string
}

/** Pixels from the left and top edge as metres of the map's zone; undefined: the map has no scale. */
export const localPosition = (
  { height, metresPerPixel }: Pick<ExportedMap, 'height' | 'metresPerPixel'>,
  x: number,
  y: number,
): LocalPosition | undefined =>
  metresPerPixel === null ? undefined : { xMetres: x * metresPerPixel, yMetres: (height - y) * metresPerPixel }

const middle = (points: readonly Point[]): GeojsonPoint => {
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  return { type: 'Point', coordinates: [mean(0), mean(1)] }
}

/** `/zones/{id}` of a floor plan. Without scale or corners it says of itself that it is incomplete. */
export function omloxZone(map: ExportedMap) {
  const { width, height, metresPerPixel, corners } = map
  const isComplete = metresPerPixel !== null && corners !== null
  const local = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x, y]) => localPosition(map, x!, y!))
  const pairs = (corners ?? []).flatMap((corner, index): Point[] => {
    const { xMetres, yMetres } = local[index] ?? { xMetres: 0, yMetres: 0 }
    return [corner, [xMetres, yMetres]]
  })
  return {
    id: map.id,
    type: 'ibeacon' as const,
    name: map.name,
    position: corners === null ? undefined : middle(corners),
    ground_control_points: isComplete ? pairs : undefined,
    incomplete_configuration: !isComplete,
    building: map.building === '' ? undefined : map.building,
    floor: omloxFloor(map.floor),
    properties: map.floor === '' ? undefined : { floor_name: map.floor },
  }
}

/** `/zones/{id}` of a station, which hears what is near: `position` is where it stands. */
export const omloxProximityZone = (station: {
  readonly id: string
  readonly foreignId: string
  readonly name: string
  readonly position?: GeoPosition | undefined
}) => ({
  id: station.id,
  foreign_id: station.foreignId,
  type: 'ibeacon' as const,
  name: station.name,
  position: station.position && pointOf(station.position),
  incomplete_configuration: station.position === undefined,
})

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
  timestamp_generated: iso(heard.atMs),
  accuracy: heard.distanceMetres,
})

/** A zone that people drew: a circle, or the corners of a polygon in any direction. */
export type ExportedRegion =
  | { readonly centre: GeoPosition; readonly radiusMetres: number }
  | { readonly corners: readonly GeoPosition[] }

/** Closed, and counter-clockwise as RFC 7946 has it. */
function ringOf(corners: readonly GeoPosition[]): Point[] {
  const ring = corners.map(({ longitude, latitude }): Point => [longitude, latitude])
  const [first, last] = [ring[0]!, ring.at(-1)!]
  if (first[0] !== last[0] || first[1] !== last[1]) ring.push(first)
  // Twice the enclosed area, negative where it is walked clockwise.
  const area = ring.slice(1).reduce((sum, [x, y], index) => sum + ring[index]![0] * y - x * ring[index]![1], 0)
  return area < 0 ? ring.reverse() : ring
}

/** `/fences/{id}`. Undefined: a polygon has three corners at least. */
export function omloxFence(zone: {
  readonly id: string
  readonly name: string
  readonly region: ExportedRegion
  readonly floor?: number | undefined
  /** The zone (floor plan) it was drawn on. */
  readonly zoneId?: string | undefined
}) {
  const { id, name, region, floor, zoneId } = zone
  if ('corners' in region && region.corners.length < 3) return undefined
  const shape: { region: GeojsonPoint | GeojsonPolygon; radius?: number } =
    'corners' in region
      ? { region: { type: 'Polygon', coordinates: [ringOf(region.corners)] } }
      : { region: pointOf(region.centre), radius: region.radiusMetres }
  return { id, name, ...shape, crs: 'EPSG:4326' as const, floor, zone_id: zoneId }
}

/** A tracker entered or left a zone: the messages of `fence_events`. The same event has the same id for ever. */
export function omloxFenceEvent(crossing: {
  readonly fenceId: string
  readonly trackableId: string
  readonly event: 'enter' | 'leave'
  readonly atMs: number
  /** Of a leave: when it had entered. */
  readonly enteredMs?: number | undefined
}) {
  const { fenceId, trackableId, event, atMs, enteredMs } = crossing
  const isEntry = event === 'enter'
  const entryMs = isEntry ? atMs : enteredMs
  return {
    id: omloxId('fence event', `${fenceId} ${trackableId} ${event} ${atMs}`),
    event_type: isEntry ? ('region_entry' as const) : ('region_exit' as const),
    fence_id: fenceId,
    trackable_id: trackableId,
    trackables: [trackableId],
    entry_time: entryMs === undefined ? undefined : iso(entryMs),
    exit_time: isEntry ? undefined : iso(atMs),
  }
}

/** The body of an error; `code` is the HTTP status. */
export const omloxError = (code: number, type: string, message: string) => ({ type, code, message })
