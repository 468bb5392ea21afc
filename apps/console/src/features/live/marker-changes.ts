/** From devices and stations to markers. Where it stands comes from each message; how it looks from the whole row. */
import type { Station } from '@whereabouts/contract/stations'
import type { StationDelta, TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import { deviceKind, LOW_BATTERY_PERCENT, type TrackerStatus } from '@whereabouts/domain/trackers'
import type { MarkerChange } from '../../map/marker.ts'
import { isStale } from './status.ts'

const geo = (latitude: number | null | undefined, longitude: number | null | undefined) =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null

/** The place of a device by a message; undefined when the message has none. Indoors counts before GPS (G39). */
export function trackerPlace(delta: TrackerDelta): MarkerChange | undefined {
  const info = delta.qualified_location_info
  if (info) {
    const { indoor_map_id: plane, indoor_X: x, indoor_Y: y } = info.reason_data
    const isIndoors = plane !== undefined && x !== undefined && y !== undefined
    const place = geo(info.gps_latitude, info.gps_longitude) ?? geo(delta.gps_latitude, delta.gps_longitude)
    return { id: delta.device_id, place, indoor: isIndoors ? { plane, x, y } : null }
  }
  const place = geo(delta.gps_latitude, delta.gps_longitude)
  if (info === null) return { id: delta.device_id, place, indoor: null }
  return place ? { id: delta.device_id, place } : undefined
}

/** The place of a station by a message; undefined when the message has none. */
export function stationPlace(delta: StationDelta): MarkerChange | undefined {
  const { t4_id: id, map_id: plane, indoor_X: x, indoor_Y: y } = delta
  const hasIndoors = plane !== undefined || x !== undefined || y !== undefined
  const hasGps = delta.gps_latitude !== undefined
  if (!hasIndoors && !hasGps) return undefined
  const isIndoors = typeof plane === 'string' && typeof x === 'number' && typeof y === 'number'
  return {
    id,
    ...(hasGps ? { place: geo(delta.gps_latitude, delta.gps_longitude) } : {}),
    ...(hasIndoors ? { indoor: isIndoors ? { plane, x, y } : null } : {}),
  }
}

/** How a device looks on the map. */
export const trackerLook = (tracker: Tracker, status: TrackerStatus): MarkerChange => ({
  id: tracker.device_id,
  name: tracker.name,
  kind: deviceKind(tracker.device_model),
  state: status,
  stale: isStale(tracker),
  colourIndex: tracker.class_index,
  lowBattery: isLowBattery(tracker),
  heading: tracker.moving ? tracker.heading : null,
})

export const stationLook = (station: Station, status: TrackerStatus): MarkerChange => ({
  id: station.t4_id,
  name: station.t4_name,
  kind: 'station',
  state: status,
  colourIndex: -1,
})

export const isLowBattery = (tracker: Pick<Tracker, 'battery'>): boolean =>
  tracker.battery !== null && tracker.battery <= LOW_BATTERY_PERCENT

/** True when two looks would be drawn alike. */
export const isSameLook = (one: MarkerChange, other: MarkerChange): boolean =>
  one.name === other.name &&
  one.kind === other.kind &&
  one.state === other.state &&
  one.stale === other.stale &&
  one.colourIndex === other.colourIndex &&
  one.lowBattery === other.lowBattery &&
  one.heading === other.heading
