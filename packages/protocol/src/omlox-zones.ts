/** Maps, stations and zones in omlox's words. Source: wire formats §8.1. */
import type { GeoPosition } from '@whereabouts/domain/positions'
import {
  type GeojsonPoint,
  isoTime,
  type LocalPosition,
  type OmloxCrs,
  omloxFloor,
  omloxId,
  type Point,
  pointOf,
} from './omlox.ts'

interface GeojsonPolygon {
  readonly type: 'Polygon'
  readonly coordinates: readonly (readonly Point[])[]
}

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

/** A zone that people drew: a circle, or the corners of a polygon in any direction, on the globe or on a floor plan. */
export type ExportedRegion =
  | { readonly centre: GeoPosition; readonly radiusMetres: number }
  | { readonly corners: readonly GeoPosition[] }
  | { readonly planCorners: readonly LocalPosition[] }

/** Closed, and counter-clockwise as RFC 7946 has it. */
function ringOf(corners: readonly Point[]): Point[] {
  const ring = [...corners]
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
  const shape = shapeOf(region)
  return shape && { id, name, ...shape, floor, zone_id: zoneId }
}

interface FenceShape {
  readonly region: GeojsonPoint | GeojsonPolygon
  readonly radius?: number
  readonly crs: OmloxCrs
}

function shapeOf(region: ExportedRegion): FenceShape | undefined {
  if ('centre' in region) return { region: pointOf(region.centre), radius: region.radiusMetres, crs: 'EPSG:4326' }
  const isLocal = 'planCorners' in region
  const corners = isLocal
    ? region.planCorners.map(({ xMetres, yMetres }): Point => [xMetres, yMetres])
    : region.corners.map(({ longitude, latitude }): Point => [longitude, latitude])
  if (corners.length < 3) return undefined
  return { region: { type: 'Polygon', coordinates: [ringOf(corners)] }, crs: isLocal ? 'local' : 'EPSG:4326' }
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
    entry_time: entryMs === undefined ? undefined : isoTime(entryMs),
    exit_time: isEntry ? undefined : isoTime(atMs),
  }
}
