/** An observation's items as rows of the log. */
import type { Observation, OwnLocation, SenderStatus, Sighting } from '@whereabouts/domain/observations'
import { aheadSeq } from './ahead-reports.ts'
import type { LogRow, NewRow } from './log-row.ts'

/** The times of an observation (ms). */
export interface Times {
  readonly receivedAtMs: number
  readonly claimedMs: number
  readonly clockAhead: boolean
}

/** What all rows of an observation have in common. */
export function baseRow(accountId: string, senderId: string, seq: string, time: Times): LogRow {
  return {
    account_id: accountId,
    device_id: '',
    // A time in the future counts as now (wire formats §0); a small lead stands as it is, so that repeats have its key.
    scanned_at_ms: time.clockAhead ? time.receivedAtMs : time.claimedMs,
    sender_id: senderId,
    seq: time.clockAhead ? aheadSeq(seq, time.claimedMs) : seq,
    received_at_ms: time.receivedAtMs,
    clock_ahead: time.clockAhead,
    rssi: null,
    connected: null,
    battery: null,
    firmware: null,
    moving: null,
    heading: null,
    speed: null,
    steps: null,
    temperature: null,
    help: null,
    gps_latitude: null,
    gps_longitude: null,
    accuracy: null,
  }
}

/** What a status says of its station that the log has no columns for; undefined: nothing. */
export function saidOf({ ip, firmware }: SenderStatus): NewRow['said'] {
  if (ip === undefined && firmware === undefined) return undefined
  return { ...(ip === undefined ? {} : { ip }), ...(firmware === undefined ? {} : { firmware }) }
}

const readingsOf = (item: Sighting | OwnLocation) => ({
  battery: item.batteryPercent ?? null,
  firmware: item.firmware ?? null,
  moving: item.moving ?? null,
  heading: item.headingDegrees ?? null,
  speed: item.speedMetresPerSecond ?? null,
  steps: item.steps ?? null,
  temperature: item.temperatureCelsius ?? null,
  help: item.help ?? null,
})

export const sightingRow = (base: LogRow, deviceId: string, item: Sighting, observation: Observation): LogRow => ({
  ...base,
  ...readingsOf(item),
  device_id: deviceId,
  rssi: item.rssiDbm,
  connected: item.connected ?? null,
  gps_latitude: observation.senderPosition?.latitude ?? null,
  gps_longitude: observation.senderPosition?.longitude ?? null,
})

export const locationRow = (base: LogRow, item: OwnLocation): LogRow => ({
  ...base,
  ...readingsOf(item),
  device_id: base.sender_id,
  gps_latitude: item.position?.latitude ?? null,
  gps_longitude: item.position?.longitude ?? null,
  accuracy: item.accuracyMetres ?? null,
})
