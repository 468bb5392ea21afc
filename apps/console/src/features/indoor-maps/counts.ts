/** What stands on each floor plan now. One walk over the tables; nothing is kept. */
import type { SiteStore } from '../live/site-view.ts'
import { isInNeed } from '../live/status.ts'

export interface MapCounts {
  devices: number
  /** Of the devices those that somebody should look after now. */
  inNeed: number
  stations: number
  stationsOffline: number
}

/** By map id. Devices count where they were last placed, gone or not: the list says how many are looked for there. */
export function countByMap(
  store: Pick<SiteStore, 'trackers' | 'stations' | 'attention'>,
): ReadonlyMap<string, MapCounts> {
  const counts = new Map<string, MapCounts>()
  const of = (mapId: string): MapCounts => {
    const known = counts.get(mapId) ?? { devices: 0, inNeed: 0, stations: 0, stationsOffline: 0 }
    counts.set(mapId, known)
    return known
  }
  store.trackers.rows().forEach((tracker, slot) => {
    const mapId = tracker.qualified_location_info?.reason_data.indoor_map_id
    if (mapId === undefined) return
    const count = of(mapId)
    count.devices++
    const hasAlarm = store.attention.has(tracker.device_id)
    if (hasAlarm || isInNeed(tracker, store.trackers.statusAt(slot))) count.inNeed++
  })
  store.stations.rows().forEach((station, slot) => {
    if (station.map_id === null) return
    const count = of(station.map_id)
    count.stations++
    if (store.stations.statusAt(slot) === 'offline') count.stationsOffline++
  })
  return counts
}
