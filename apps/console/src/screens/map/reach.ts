/** As far as a station hears now: the circle around it that holds every device placed by it. */
import { heardBy } from '../../features/stations/heard-by.ts'
import type { Reach } from '../../map/layers/reach.ts'
import { onPlane } from '../../map/plane.ts'
import { type Lists, type Whereabouts, whereaboutsOf } from './whereabouts.ts'

/** Longitude and latitude of a place on the map that is shown; undefined where it is not on it. */
function spotOf(lists: Lists, where: Whereabouts | undefined, openMapId: string | null): [number, number] | undefined {
  if (where?.on === 'globe') return openMapId === null ? [where.longitude, where.latitude] : undefined
  const map = where?.mapId === openMapId ? lists.maps.find(({ id }) => id === openMapId) : undefined
  return where && map && onPlane(map, where.x, where.y)
}

/** Undefined where the station is not on the shown map, or hears nothing there. `openMapId` null: the globe. */
export function reachOf(lists: Lists, t4Id: string, openMapId: string | null): Reach | undefined {
  const side = openMapId === null ? 'globe' : 'plan'
  const centre = spotOf(lists, whereaboutsOf(lists, { kind: 'station', id: t4Id }, side), openMapId)
  if (!centre) return undefined
  const narrow = Math.cos((centre[1] * Math.PI) / 180)
  let radius = 0
  for (const { device_id: id } of heardBy(lists.trackers, t4Id)) {
    const spot = spotOf(lists, whereaboutsOf(lists, { kind: 'device', id }, side), openMapId)
    if (spot) radius = Math.max(radius, Math.hypot((spot[0] - centre[0]) * narrow, spot[1] - centre[1]))
  }
  return radius > 0 ? { centre, radius } : undefined
}
