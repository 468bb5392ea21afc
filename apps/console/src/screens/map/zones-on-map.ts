/** Danger zones as they lie on the map that is shown, and those with an open alarm. Pure. Source: G73; design language §13.3. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Notification } from '@whereabouts/contract/notifications'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { Zone } from '@whereabouts/contract/zones'
import { unwrapped } from '@whereabouts/domain/polygons'
import { isInShape, readyShape, type ZonePlace } from '@whereabouts/domain/zones'
import { trackerPlace } from '../../features/live/marker-changes.ts'
import { PLAN_ZOOM } from '../../map/layers/plans.ts'
import type { ZoneArea } from '../../map/layers/zones.ts'
import { onGlobe, onPlane } from '../../map/plane.ts'

/** Ids of zones by the alarm that began there. */
export type AlarmedZones = ReadonlyMap<string, readonly string[]>

function placeOf(tracker: Tracker): ZonePlace {
  const { indoor, place } = trackerPlace(tracker) ?? {}
  return {
    // Where a station alone says that somebody is in a zone, there is no area to colour.
    strongestStationId: undefined,
    map_id: indoor?.plane ?? null,
    indoor_X: indoor?.x ?? null,
    indoor_Y: indoor?.y ?? null,
    gps_latitude: place?.latitude ?? null,
    gps_longitude: place?.longitude ?? null,
  }
}

/**
 * Which zones open alarms are about: the zone the device was in when this was first asked, as long as the alarm is open. The
 * same as `before` where nothing has changed.
 */
export function alarmedZones(
  before: AlarmedZones,
  open: Iterable<Notification>,
  zones: readonly Zone[],
  trackerOf: (id: string) => Tracker | undefined,
): AlarmedZones {
  const next = new Map<string, readonly string[]>()
  for (const { id, type, device_id } of open) {
    if (type !== 'enter_danger_zone' || device_id === null) continue
    const known = before.get(id)
    const tracker = known ? undefined : trackerOf(device_id)
    const place = tracker && placeOf(tracker)
    const found = known ?? (place ? zones.filter((zone) => isDangerAt(zone, place)).map((zone) => zone.id) : [])
    if (found.length > 0) next.set(id, found)
  }
  const isSame = next.size === before.size && [...next.keys()].every((id) => before.has(id))
  return isSame ? before : next
}

const isDangerAt = ({ zone_type, shape }: Zone, place: ZonePlace): boolean =>
  zone_type === 'danger' && isInShape(readyShape(shape), place)

interface ShownMap {
  /** The floor plan that is open on its own plane; undefined: the globe. */
  readonly openMap: IndoorMap | undefined
  /** Those that lie on the globe. */
  readonly plans: readonly IndoorMap[]
}

/** Danger zones with an area on that map. */
export function zoneAreas(zones: readonly Zone[], { openMap, plans }: ShownMap, alarmed: AlarmedZones): ZoneArea[] {
  const red = new Set([...alarmed.values()].flat())
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
