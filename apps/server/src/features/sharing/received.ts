/**
 * A device as those see it whom it was shared with: what it is, how it is and where, in coordinates and in words. What its
 * account wrote on it, arranged and uploaded stays at home. Pure. Source: G39, G48; decision 0017.
 */
import type { TrackerDelta } from '@whereabouts/contract/stream'
import type { QualifiedLocationInfo, Tracker } from '@whereabouts/contract/trackers'
import { isStaleReasonCode, liveReasonCode, staleReasonCode } from '@whereabouts/domain/trackers'
import { presentTracker } from '../trackers/present.ts'
import { type ReceivedTracker, stateOf } from '../trackers/queries.ts'

/** Reported by a phone of another account (G39). */
const FOREIGN_PHONE = 6

/** What stays at home, as it looks to others. */
const AT_HOME = {
  class_index: -1,
  photo: '',
  remark: [],
  sync_config: null,
  offline_alert: false,
  ota_state: null,
  removal_pending: false,
  // Floor plans are the giver's: the map's name says where, its pixels say nothing.
  indoor_X: null,
  indoor_Y: null,
} as const satisfies Partial<Tracker>

/** The whole entity; `shareId` is what its receiver ends the share by. */
export const presentReceived = (tracker: Tracker, shareId: string): Tracker => ({
  ...tracker,
  ...AT_HOME,
  qualified_location_info: receivedLocation(tracker.qualified_location_info, tracker.device_id),
  sharing: { share_from: { id: shareId }, share_to: [] },
})

/** The same from its row. */
export const presentReceivedRow = (row: ReceivedTracker, nowMs: number): Tracker =>
  presentReceived(
    presentTracker(row, stateOf(row), () => row.map_name ?? '', nowMs),
    row.share_id,
  )

/** What changed of it; undefined where nothing did that its receivers see. */
export function receivedDelta({ sharing: _ours, ...delta }: TrackerDelta): TrackerDelta | undefined {
  const shown: TrackerDelta = { ...delta }
  for (const name of Object.keys(AT_HOME) as (keyof typeof AT_HOME)[]) delete shown[name]
  if (shown.qualified_location_info !== undefined) {
    shown.qualified_location_info = receivedLocation(shown.qualified_location_info, delta.device_id)
  }
  return Object.keys(shown).length > 1 ? shown : undefined
}

/** Which map and whose phone is told by no more than the map's name. */
function receivedLocation(info: QualifiedLocationInfo | null, deviceId: string): QualifiedLocationInfo | null {
  if (info === null) return null
  const { indoor_map_name, station_name, gps_address } = info.reason_data
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
      ...(gps_address === undefined ? {} : { gps_address }),
    },
  }
}
