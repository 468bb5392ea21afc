/**
 * A device as its receivers see it: what it is, how it is and where, in coordinates and in words. What its own account wrote,
 * arranged and uploaded is left out. Pure. Source: G39, G48; decision 0017.
 */
import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { QualifiedLocationInfo, Tracker } from '@whereabouts/contract/trackers'
import { coordinatesText } from '@whereabouts/domain/place-names'
import { isStaleReasonCode, liveReasonCode, staleReasonCode } from '@whereabouts/domain/trackers'
import { namesForOthers } from './place-names.ts'
import { presentTracker } from './present.ts'
import { type ReceivedTracker, stateOf } from './queries.ts'

/** Reported by a phone of another account (G39). */
const FOREIGN_PHONE = 6

/** Neutral values in place of the fields that are left out. */
const AT_HOME = {
  class_index: -1,
  photo: '',
  remark: [],
  sync_config: null,
  offline_alert: false,
  ota_state: null,
  removal_pending: false,
  // Floor plans are the giver's: the receiver gets the map's name, whose pixels would mean nothing.
  indoor_X: null,
  indoor_Y: null,
} as const satisfies Partial<Tracker>

/** The whole entity; the receiver ends the share by `shareId`. */
export const presentReceived = (tracker: Tracker, shareId: string): Tracker => ({
  ...tracker,
  ...AT_HOME,
  qualified_location_info: receivedLocation(tracker.qualified_location_info, tracker.device_id),
  sharing: { share_from: { id: shareId }, share_to: [] },
})

/** The same from its row. */
export const presentReceivedRow = (row: ReceivedTracker, nowMs: number): Tracker =>
  presentReceived(presentTracker(row, stateOf(row), namesForOthers(row.map_name ?? ''), nowMs), row.share_id)

/** A change of it; undefined where receivers see none. */
export function receivedDelta({ sharing: _ours, ...delta }: TrackerDelta): TrackerDelta | undefined {
  const shown: TrackerDelta = { ...delta }
  for (const name of Object.keys(AT_HOME) as (keyof typeof AT_HOME)[]) delete shown[name]
  if (shown.qualified_location_info !== undefined) {
    shown.qualified_location_info = receivedLocation(shown.qualified_location_info, delta.device_id)
  }
  return Object.keys(shown).length > 1 ? shown : undefined
}

/** Of the map and the phone only the map's name is shown. */
function receivedLocation(info: QualifiedLocationInfo | null, deviceId: string): QualifiedLocationInfo | null {
  if (info === null) return null
  const { indoor_map_name, station_name, gps_address } = info.reason_data
  const { gps_latitude: latitude, gps_longitude: longitude } = info
  const live = liveReasonCode(info.reason_code)
  const isOfPhone = (live === 5 || live >= 10) && info.sender_device_id !== deviceId
  const code = isOfPhone ? FOREIGN_PHONE : live
  return {
    ...info,
    sender_device_id: isOfPhone ? '' : info.sender_device_id,
    reason_code: isStaleReasonCode(info.reason_code) ? staleReasonCode(code) : code,
    reason_data: {
      ...(indoor_map_name === undefined ? {} : { indoor_map_name }),
      ...(station_name === undefined ? {} : { station_name }),
      // A name that the giver gave a place is the giver's own.
      ...(gps_address === undefined || latitude === null || longitude === null
        ? {}
        : { gps_address: coordinatesText({ latitude, longitude }) }),
    },
  }
}
