/** Danger zones as they lie on the map that is shown, and those with an open alarm. Pure. Source: G73; design language §8. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Notification } from '@whereabouts/contract/notifications'
import type { Station } from '@whereabouts/contract/stations'
import type { Zone } from '@whereabouts/contract/zones'
import { unwrapped } from '@whereabouts/domain/polygons'
import { onGlobe } from '@whereabouts/domain/positions'
import { stationPlace } from '../../features/live/marker-changes.ts'
import { PLAN_ZOOM } from '../../map/layers/plans.ts'
import type { ZoneArea, ZoneHalo } from '../../map/layers/zones.ts'
import { onPlane } from '../../map/plane.ts'

/** Ids of the zones that open alarms are about, also where the device has left meanwhile. */
export const alarmedZones = (open: Iterable<Notification>): ReadonlySet<string> =>
  new Set([...open].flatMap(({ metadata }) => metadata.zone_id ?? []))

interface ShownMap {
  /** The floor plan that is open on its own plane; undefined: the globe. */
  readonly openMap: IndoorMap | undefined
  /** Those that lie on the globe. */
  readonly plans: readonly IndoorMap[]
}

/** Danger zones with an area on that map. */
export function zoneAreas(zones: readonly Zone[], { openMap, plans }: ShownMap, red: ReadonlySet<string>): ZoneArea[] {
  return zones.flatMap(({ id, zone_name: name, zone_type, shape }) => {
    if (zone_type !== 'danger' || 't4_ids' in shape) return []
    const area = (ring: ZoneArea['ring'], fromZoom = 0) => [{ id, name, ring, isAlarmed: red.has(id), fromZoom }]
    if (!('map_id' in shape)) return openMap ? [] : area(unwrapped(shape.polygon))
    if (openMap) {
      return shape.map_id === openMap.id ? area(shape.polygon.map(([x, y]) => onPlane(openMap, x, y))) : []
    }
    const plan = plans.find((each) => each.id === shape.map_id)
    const ring = shape.polygon.flatMap(([x, y]) => {
      const spot = plan && onGlobe(plan, x, y)
      return spot ? [spot] : []
    })
    return ring.length === 0 ? [] : area(ring, PLAN_ZOOM)
  })
}

/** Stations of danger zones that have no outline, as they stand on that map. The northernmost of each zone bears its name. */
export function zoneHalos(
  zones: readonly Zone[],
  { openMap, plans }: ShownMap,
  red: ReadonlySet<string>,
  stationOf: (id: string) => Station | undefined,
): ZoneHalo[] {
  const spotOf = (t4Id: string): readonly [number, number] | undefined => {
    const station = stationOf(t4Id)
    const { indoor, place } = (station && stationPlace(station)) ?? {}
    if (openMap) return indoor?.plane === openMap.id ? onPlane(openMap, indoor.x, indoor.y) : undefined
    if (!indoor) return place ? [place.longitude, place.latitude] : undefined
    const plan = plans.find(({ id }) => id === indoor.plane)
    return plan && onGlobe(plan, indoor.x, indoor.y)
  }
  return zones.flatMap(({ id, zone_name, zone_type, shape }) => {
    if (zone_type !== 'danger' || !('t4_ids' in shape)) return []
    const spots = shape.t4_ids.flatMap((t4Id) => {
      const spot = spotOf(t4Id)
      return spot ? [spot] : []
    })
    const north = Math.max(...spots.map(([, latitude]) => latitude))
    const named = spots.find(([, latitude]) => latitude === north)
    const fromZoom = openMap ? 0 : PLAN_ZOOM
    return spots.map((spot) => ({ id, name: spot === named ? zone_name : '', spot, isAlarmed: red.has(id), fromZoom }))
  })
}

/** True when both would be drawn alike. */
export const areSameHalos = (some: readonly ZoneHalo[], others: readonly ZoneHalo[]): boolean =>
  some.length === others.length &&
  some.every((one, at) => {
    const other = others[at]!
    const isThere = one.spot[0] === other.spot[0] && one.spot[1] === other.spot[1]
    return isThere && one.name === other.name && one.isAlarmed === other.isAlarmed && one.fromZoom === other.fromZoom
  })
