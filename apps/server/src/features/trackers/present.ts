/** A tracker's rows as the published entity. Source: specification §3; G39, G40. Pure. */
import type { QualifiedLocationInfo, Tracker } from '@whereabouts/contract/trackers'
import {
  type DeviceModel,
  type LiveReasonCode,
  type ReasonCode,
  staleReasonCode,
  type TrackerStatus,
  trackerStatus,
} from '@whereabouts/domain/trackers'
import { toSeconds } from '../../platform/clock.ts'
import { indoorMapUrl } from '../../state/indoor-maps.ts'
import type { TrackerRow } from '../../state/tracker-row.ts'
import type { ShownState } from '../../state/tracker-state.ts'
import type { PlaceNames } from './place-names.ts'

/** Status as of `nowMs`. */
export const statusOfState = (model: DeviceModel, state: ShownState | null, nowMs: number): TrackerStatus =>
  trackerStatus(
    {
      last_seen: state === null ? null : toSeconds(state.last_seen_ms),
      saidConnected: state?.said_connected ?? undefined,
      isPhone: model === 'mobile',
    },
    toSeconds(nowMs),
  )

/** The fields that come from reports; only these are in live updates. */
export function presentState(
  deviceId: string,
  model: DeviceModel,
  state: ShownState,
  names: PlaceNames,
  nowMs: number,
) {
  const status = statusOfState(model, state, nowMs)
  return {
    device_id: deviceId,
    connected: status === 'connected',
    status,
    battery: state.battery,
    firmware: state.firmware,
    last_seen: toSeconds(state.last_seen_ms),
    disconnected_time: disconnectedTime(state, status),
    rssi: state.rssi,
    gps_latitude: state.gps_latitude,
    gps_longitude: state.gps_longitude,
    indoor_X: state.indoor_X,
    indoor_Y: state.indoor_Y,
    moving: state.moving,
    heading: state.heading,
    qualified_location_info: presentLocation(state, status, names),
  }
}

/** When contact was lost: as reported, else the last time it was heard. */
const disconnectedTime = (state: ShownState, status: TrackerStatus): number | null =>
  status === 'connected' ? null : toSeconds(state.disconnected_at_ms ?? state.last_seen_ms)

function presentLocation(state: ShownState, status: TrackerStatus, names: PlaceNames): QualifiedLocationInfo | null {
  if (state.reason_code === null || state.sender_id === null || state.located_at_ms === null) return null
  const live = state.reason_code as LiveReasonCode
  const isPhoneReport = live === 5 || live >= 10
  const { gps_latitude: latitude, gps_longitude: longitude } = state
  return {
    sender_device_id: state.sender_id,
    reason_code: (status === 'connected' ? live : staleReasonCode(live)) as ReasonCode,
    reason_data: {
      ...(state.map_id === null
        ? {}
        : {
            indoor_map_id: state.map_id,
            indoor_map_name: names.map(state.map_id),
            indoor_map_url: indoorMapUrl(state.map_id),
            indoor_X: state.indoor_X ?? 0,
            indoor_Y: state.indoor_Y ?? 0,
          }),
      ...(state.sender_name === ''
        ? {}
        : isPhoneReport
          ? { phone_name: state.sender_name }
          : { station_name: state.sender_name }),
      // Where a station hears it, the station's name says more.
      ...(isPhoneReport && state.map_id === null && latitude !== null && longitude !== null
        ? { gps_address: names.address({ latitude, longitude }) }
        : {}),
      ...(state.rooms === null ? {} : { rooms: state.rooms.rooms.map(({ name }) => name) }),
    },
    gps_latitude: state.gps_latitude,
    gps_longitude: state.gps_longitude,
    accuracy: state.accuracy,
    scanned_at_ms: state.located_at_ms,
    ...(state.time_corrected ? { time_corrected: true } : {}),
  }
}

/** Its firmware: as in its reports, or as it was when it was added where they have none. */
export const firmwareOf = (row: Pick<TrackerRow, 'assigned_firmware'>, state: ShownState | null): string =>
  state?.firmware || row.assigned_firmware

/** The whole entity; a tracker that was never heard has no state. */
export function presentTracker(row: TrackerRow, state: ShownState | null, names: PlaceNames, nowMs: number): Tracker {
  return {
    ...neverHeard,
    ...(state === null
      ? { device_id: row.device_id }
      : presentState(row.device_id, row.device_model, state, names, nowMs)),
    firmware: firmwareOf(row, state),
    name: row.name,
    device_model: row.device_model,
    make: row.make,
    class_index: row.class_index,
    photo: row.photo,
    serial_number: row.serial_number,
    mac_address: row.mac_address,
    platform: row.platform,
    offline_alert: row.offline_alert,
    add_date: row.created_at,
    ...presentCommands(row, nowMs),
    remark: [...row.remark],
    sharing: { share_from: null, share_to: [...row.share_to] },
    removal_pending: row.removal_pending,
  }
}

/** Its pending commands, and their progress. */
export const presentCommands = (
  row: Pick<TrackerRow, 'adv_settings' | 'adv_settings_time' | 'adv_settings_taken' | 'ota_state' | 'ringing_until_ms'>,
  nowMs: number,
): Pick<Tracker, 'sync_config' | 'ota_state' | 'ringing_until_ms'> => ({
  sync_config:
    row.adv_settings === null || row.adv_settings_time === null
      ? null
      : {
          adv_settings: row.adv_settings,
          update_time: row.adv_settings_time,
          pending: row.adv_settings_taken !== row.adv_settings_time,
        },
  ota_state: row.ota_state,
  ringing_until_ms: row.ringing_until_ms !== null && row.ringing_until_ms > nowMs ? row.ringing_until_ms : null,
})

/** A tracker, or a change of one, for people who may not read remarks (G32). */
export const withoutRemarks = <T extends { readonly remark?: Tracker['remark'] | undefined }>(tracker: T): T =>
  tracker.remark === undefined ? tracker : { ...tracker, remark: [] }

const neverHeard = {
  connected: false,
  status: 'offline',
  battery: null,
  last_seen: null,
  disconnected_time: null,
  rssi: null,
  gps_latitude: null,
  gps_longitude: null,
  indoor_X: null,
  indoor_Y: null,
  moving: false,
  heading: null,
  qualified_location_info: null,
} as const
