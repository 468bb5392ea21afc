/** Which devices a station hears now: the reason for their places. */
import type { Tracker } from '@whereabouts/contract/trackers'
import type { SiteTable } from '../live/site-view.ts'
import { isStale } from '../live/status.ts'

/** Devices placed by this station that are connected now, strongest first. One walk over all devices. */
export function heardBy(trackers: SiteTable<Tracker>, t4Id: string): Tracker[] {
  const heard = trackers.rows().filter((tracker, slot) => {
    if (tracker.qualified_location_info?.sender_device_id !== t4Id) return false
    return !isStale(tracker) && trackers.statusAt(slot) === 'connected'
  })
  const strength = (tracker: Tracker): number => tracker.rssi ?? Number.NEGATIVE_INFINITY
  return heard.sort((one, other) => strength(other) - strength(one))
}
