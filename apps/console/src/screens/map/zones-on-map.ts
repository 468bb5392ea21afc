/** Danger zones as they lie on the map that is shown, and those with an open alarm. Pure. Source: G73; design language §13.3. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Notification } from '@whereabouts/contract/notifications'
import type { Zone } from '@whereabouts/contract/zones'
import { unwrapped } from '@whereabouts/domain/polygons'
import { PLAN_ZOOM } from '../../map/layers/plans.ts'
import type { ZoneArea } from '../../map/layers/zones.ts'
import { onGlobe, onPlane } from '../../map/plane.ts'

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
