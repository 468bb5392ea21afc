/** A station's rows as the published entity. Source: specification §3, §4. */
import type { Station } from '@whereabouts/contract/stations'
import { isStationOnline } from '@whereabouts/domain/stations'
import { toSeconds } from '../../platform/clock.ts'
import { indoorMapUrl } from '../../state/indoor-maps.ts'
import type { StationRow, StationState } from '../../state/station-state.ts'
import type { LastCalibration } from './queries.ts'

/** The fields that come from reports; only these are in live updates. */
export function presentStationState(t4Id: string, state: StationState, nowMs: number) {
  const heard = { connection_status: state.connection_status, lastseen_time: toSeconds(state.lastseen_ms) }
  return {
    t4_id: t4Id,
    // Connected only as long as it was heard within the window (specification §4).
    connection_status: isStationOnline(heard, toSeconds(nowMs)) ? ('connected' as const) : ('disconnected' as const),
    lastseen_time: heard.lastseen_time,
    ip: state.ip,
    firmware: state.firmware,
  }
}

/** The fields that people set; sent when somebody changes them. */
export function presentStationRow(row: StationRow, nowMs: number) {
  const isBlinking = row.blinking_until_ms !== null && row.blinking_until_ms > nowMs
  return {
    t4_id: row.t4_id,
    t4_name: row.t4_name,
    photo: row.photo,
    gps_latitude: row.gps_latitude,
    gps_longitude: row.gps_longitude,
    map_id: row.map_id,
    map_name: row.map_name ?? '',
    map_url: row.map_id === null ? '' : indoorMapUrl(row.map_id),
    indoor_X: row.indoor_X,
    indoor_Y: row.indoor_Y,
    wifi_ssid: row.wifi_ssid,
    mac_address: row.mac_address,
    lock_mancal: row.lock_mancal,
    blinking_until_ms: isBlinking ? row.blinking_until_ms : null,
  }
}

/** What its last calibration measured. Source: specification §3; G54. */
export function presentCalibrated({
  lock_mancal,
  calibration,
}: Pick<StationRow, 'lock_mancal'> & { readonly calibration: LastCalibration }): Pick<
  Station,
  'i_see_you' | 'calibration'
> {
  if (calibration === null) return { i_see_you: null, calibration: null }
  const { method, device_id, stopped_at_ms, signals, values } = calibration
  const time = toSeconds(stopped_at_ms)
  return {
    i_see_you: { method, locked: lock_mancal, event_time: time, signals: { ...signals } },
    calibration: { stop_time: time, g3: device_id, values: { ...values } },
  }
}

/** The whole entity; a station that was never heard has no state. */
export function presentStation(
  row: StationRow & { readonly removal_pending: boolean; readonly calibration: LastCalibration },
  state: StationState | null,
  nowMs: number,
): Station {
  const heard =
    state === null
      ? { connection_status: 'disconnected' as const, lastseen_time: null, ip: '', firmware: '' }
      : presentStationState(row.t4_id, state, nowMs)
  return {
    ...heard,
    ...presentStationRow(row, nowMs),
    type: 't4',
    ...presentCalibrated(row),
    removal_pending: row.removal_pending,
  }
}
