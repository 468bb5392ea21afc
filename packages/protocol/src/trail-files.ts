/** The trail of a device as GeoJSON and as GPX: where it stayed, and the way between. Pure. Source: decision 0060. */
import { SILENCE_MS, type StayKind } from '@whereabouts/domain/history'
import { onGlobe } from '@whereabouts/domain/positions'
import { cutAtMeridian, type Feature, featureCollection, lineGeometry, pointGeometry } from './geojson.ts'
import { gpxOf } from './gpx.ts'

interface Place {
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
}

/** A floor plan, with its corners where it lies on the globe. */
export interface Plan {
  readonly id: string
  readonly map_name: string
  readonly width: number
  readonly height: number
  readonly corners: readonly (readonly [longitude: number, latitude: number])[] | null
}

interface TrailStay extends Place {
  readonly device_name: string
  readonly station_name: string
  readonly kind: StayKind
  /** Epoch seconds, and seconds. */
  readonly start_time: number
  readonly duration: number
}

interface WayPlace extends Place {
  readonly at_ms: number
}

export interface Trail {
  readonly deviceId: string
  readonly stays: readonly TrailStay[]
  readonly way: readonly WayPlace[]
  /** By id. */
  readonly plans: ReadonlyMap<string, Plan>
  /** When the file is made (epoch ms). */
  readonly madeAtMs: number
}

/**
 * Longitude and latitude of a place: where a floor plan lies that it is on, else as they were measured. Undefined: it has none.
 */
export function globeOf(place: Place, plans: ReadonlyMap<string, Plan>): [number, number] | undefined {
  const { map_id, indoor_X, indoor_Y, gps_latitude, gps_longitude } = place
  const plan = map_id === null ? undefined : plans.get(map_id)
  const onPlan =
    plan === undefined || indoor_X === null || indoor_Y === null ? undefined : onGlobe(plan, indoor_X, indoor_Y)
  if (onPlan !== undefined) return onPlan
  return gps_latitude === null || gps_longitude === null ? undefined : [gps_longitude, gps_latitude]
}

/** Where on a floor plan it is, for readers that have the plan; empty outdoors. */
export const onPlanOf = ({ map_id, indoor_X, indoor_Y }: Place, plans: ReadonlyMap<string, Plan>) =>
  map_id === null ? {} : { map_id, map_name: plans.get(map_id)?.map_name ?? '', x: indoor_X, y: indoor_Y }

interface Located {
  readonly at_ms: number
  readonly place: [number, number]
}

/** Places with coordinates, in parts between silences of over 930 s. */
function partsOf({ way, plans }: Trail): Located[][] {
  const parts: Located[][] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const point of way) {
    const place = globeOf(point, plans)
    if (place === undefined) continue
    if (point.at_ms - lastMs > SILENCE_MS) parts.push([])
    parts.at(-1)!.push({ at_ms: point.at_ms, place })
    lastMs = point.at_ms
  }
  return parts
}

const locatedBetween = (from: Located, to: Located, share: number, longitude: number): Located => ({
  at_ms: Math.round(from.at_ms + share * (to.at_ms - from.at_ms)),
  place: [longitude, from.place[1] + share * (to.place[1] - from.place[1])],
})

const isoOf = (ms: number): string => new Date(ms).toISOString()
const nameOf = ({ stays, deviceId }: Trail): string => stays.at(-1)?.device_name ?? deviceId
const isStop = ({ kind }: TrailStay): boolean => kind !== 'moving'

/** Stays as points, and the way as lines with the time of each of their places in `coordTimes`, line by line. */
export function trailGeoJson(trail: Trail): string {
  const { deviceId: device_id, stays, plans } = trail
  const stops = stays.filter(isStop).map((stay): Feature => {
    const until = stay.start_time + stay.duration
    return {
      type: 'Feature',
      geometry: pointGeometry(globeOf(stay, plans)),
      properties: {
        ...{ device_id, name: stay.device_name, station_name: stay.station_name, ...onPlanOf(stay, plans) },
        ...{ from: isoOf(stay.start_time * 1000), until: isoOf(until * 1000) },
      },
    }
  })
  const ways = partsOf(trail)
    .filter((part) => part.length > 1)
    .map((part): Feature => {
      const lines = cutAtMeridian(part, ({ place: [longitude] }) => longitude, locatedBetween)
      const times = lines.map((line) => line.map(({ at_ms }) => isoOf(at_ms)))
      return {
        type: 'Feature',
        geometry: lineGeometry(lines.map((line) => line.map(({ place }) => place))),
        properties: { device_id, name: nameOf(trail), coordTimes: times.length === 1 ? times[0] : times },
      }
    })
  return JSON.stringify(featureCollection([...ways, ...stops]))
}

/** Only what has coordinates: GPX knows no floor plans. */
export function trailGpx(trail: Trail): string {
  const pointOf = ({ at_ms: atMs, place: [longitude, latitude] }: Located) => ({ atMs, longitude, latitude })
  const stops = trail.stays.filter(isStop).flatMap((stay) => {
    const place = globeOf(stay, trail.plans)
    return place === undefined
      ? []
      : [{ ...pointOf({ at_ms: stay.start_time * 1000, place }), name: stay.station_name }]
  })
  const parts = partsOf(trail).map((part) => part.map(pointOf))
  return gpxOf({ name: nameOf(trail), parts, stops, madeAtMs: trail.madeAtMs })
}
