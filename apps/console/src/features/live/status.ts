/** How a device and a station are as of now, with no message needed to age them. Source: G39, G40; specification §4. */
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { isStationOnline, STATION_ONLINE_WINDOW_SECONDS } from '@whereabouts/domain/stations'
import {
  isStaleReasonCode,
  PLAIN_TAG_WINDOW_SECONDS,
  TRACKER_OFFLINE_AFTER_SECONDS,
  TRACKER_STATUSES,
  type TrackerStatus,
  trackerStatus,
} from '@whereabouts/domain/trackers'

type Aged = Pick<
  Tracker,
  'device_id' | 'device_model' | 'make' | 'connected' | 'status' | 'last_seen' | 'qualified_location_info'
>

/** True for a place that is only remembered: such a device is never shown as live. */
export function isStale(tracker: Pick<Tracker, 'device_id' | 'qualified_location_info'>): boolean {
  const info = tracker.qualified_location_info
  return info !== null && info.sender_device_id !== tracker.device_id && isStaleReasonCode(info.reason_code)
}

const worse = (one: TrackerStatus, other: TrackerStatus): TrackerStatus =>
  TRACKER_STATUSES.indexOf(one) > TRACKER_STATUSES.indexOf(other) ? one : other

/** Tags of other makes do not say whether they are connected (G40). */
const saysConnection = (tracker: Aged): boolean => tracker.make === ''

/** The worse of what the server said and what time has made of it since. `now` in epoch seconds. */
export function statusNow(tracker: Aged, now: number): TrackerStatus {
  const isPhone = tracker.device_model === 'mobile'
  const saidConnected = saysConnection(tracker) ? tracker.connected : undefined
  const aged = trackerStatus({ last_seen: tracker.last_seen, saidConnected, isPhone }, now)
  const known = worse(tracker.status, aged)
  return known === 'connected' && !isPhone && isStale(tracker) ? 'disconnected' : known
}

/** When time alone changes the status next (epoch seconds); Infinity for never. */
export function nextStatusChange(tracker: Aged, now: number): number {
  if (tracker.last_seen === null) return Number.POSITIVE_INFINITY
  const windows = [PLAIN_TAG_WINDOW_SECONDS, TRACKER_OFFLINE_AFTER_SECONDS]
  const due = windows.map((window) => (tracker.last_seen as number) + window + 1).find((time) => time > now)
  return due ?? Number.POSITIVE_INFINITY
}

/** It was to tell when it goes offline, and it did. */
export const isInNeed = ({ offline_alert }: Pick<Tracker, 'offline_alert'>, status: TrackerStatus): boolean =>
  status === 'offline' && offline_alert

/** A station is connected or offline; it has nothing between. */
export const stationStatusNow = (station: Station, now: number): TrackerStatus =>
  isStationOnline(station, now) ? 'connected' : 'offline'

export function nextStationChange(station: Station, now: number): number {
  const due = (station.lastseen_time ?? Number.NEGATIVE_INFINITY) + STATION_ONLINE_WINDOW_SECONDS + 1
  return due > now ? due : Number.POSITIVE_INFINITY
}
