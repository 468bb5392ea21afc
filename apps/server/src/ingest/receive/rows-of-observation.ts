/** The rows of the log for an observation. */
import type {
  Observation,
  OwnLocation,
  RelayedReport,
  SenderStatus,
  Sighting,
  TagReading,
} from '@whereabouts/domain/observations'
import { type LogRow, type NewRow, NOTHING_SAID } from '../../state/log-row.ts'
import { aheadSeq } from '../log/ahead-reports.ts'
import { STILL_NEW_MS } from './last-fixes.ts'

/** The times of an observation (ms). */
export interface Times {
  readonly receivedAtMs: number
  readonly claimedMs: number
  readonly clockAhead: boolean
  /** One of its times lacked weeks of GPS. */
  readonly lostWeeks: boolean
}

/** Fields that all rows of an observation share. */
export function baseRow(accountId: string, senderId: string, seq: string, time: Times): LogRow {
  return {
    account_id: accountId,
    device_id: '',
    // A time in the future counts as now (wire formats §0); a small lead stays as it is, so that repeats have its key.
    scanned_at_ms: time.clockAhead ? time.receivedAtMs : time.claimedMs,
    sender_id: senderId,
    seq: time.clockAhead ? aheadSeq(seq, time.claimedMs) : seq,
    received_at_ms: time.receivedAtMs,
    clock_ahead: time.clockAhead,
    ...NOTHING_SAID,
    lost_weeks: time.lostWeeks || null,
    log_order: 0,
  }
}

/** Fields of a station's status for which the log has no columns; undefined: none. */
export function saidOf({ ip, firmware }: SenderStatus): NewRow['said'] {
  if (ip === undefined && firmware === undefined) return undefined
  return { ...(ip === undefined ? {} : { ip }), ...(firmware === undefined ? {} : { firmware }) }
}

export function sightingRow(
  base: LogRow,
  deviceId: string,
  item: Sighting | TagReading,
  observation: Observation,
): LogRow {
  const row: Unfinished = { ...base, device_id: deviceId }
  if (item.kind === 'sighting') {
    row.rssi = item.rssiDbm
    row.connected = item.connected ?? null
  }
  row.gps_latitude = observation.senderPosition?.latitude ?? null
  row.gps_longitude = observation.senderPosition?.longitude ?? null
  return withReadings(row, item)
}

/**
 * What a sender says of itself: one row, or two where its place was fixed well before it was sent. Then the place stands at its own time,
 * where a repeat of it is recognised, and all else at the time it was sent.
 */
export function locationRows(base: LogRow, item: OwnLocation, seq: string): readonly LogRow[] {
  const { position, fixedAtMs } = item
  const row = locationRow(base, item)
  if (position === undefined || fixedAtMs === undefined || fixedAtMs >= row.scanned_at_ms) return [row]
  // Satellites set the time of the fix: it is not ahead with the phone's clock, and the key of a repeat is its own.
  const fixed = { scanned_at_ms: fixedAtMs, seq, clock_ahead: false }
  if (row.scanned_at_ms - fixedAtMs <= STILL_NEW_MS) return [{ ...row, ...fixed }]
  const { gps_latitude, gps_longitude, accuracy, heading, speed } = row
  const place = { gps_latitude, gps_longitude, accuracy, heading, speed }
  const nowhere = { gps_latitude: null, gps_longitude: null, accuracy: null, heading: null, speed: null }
  return [
    { ...base, device_id: base.sender_id, ...fixed, ...place },
    { ...row, ...nowhere },
  ]
}

function locationRow(base: LogRow, item: OwnLocation): LogRow {
  const row: Unfinished = { ...base, device_id: base.sender_id, accuracy: item.accuracyMetres ?? null }
  row.gps_latitude = item.position?.latitude ?? null
  row.gps_longitude = item.position?.longitude ?? null
  return withReadings(row, item)
}

/**
 * The device reports by itself; the sender only relays, and may be far away. Such devices report every few minutes, so each report counts
 * as connected, while a plain tag that is silent for three minutes has left (G40).
 */
export function relayedRow(base: LogRow, deviceId: string, item: RelayedReport): LogRow {
  const row: Unfinished = { ...base, device_id: deviceId, sender_id: deviceId, accuracy: item.accuracyMetres ?? null }
  row.connected = true
  row.gps_latitude = item.position?.latitude ?? null
  row.gps_longitude = item.position?.longitude ?? null
  return withReadings(row, item)
}

// Set one by one: another object spread into the row would cost as much as all the rest of it.
function withReadings(row: Unfinished, item: Sighting | TagReading | RelayedReport | OwnLocation): LogRow {
  row.battery = item.batteryPercent ?? null
  row.firmware = item.firmware ?? null
  row.moving = item.moving ?? null
  row.heading = item.headingDegrees ?? null
  row.speed = item.speedMetresPerSecond ?? null
  row.steps = item.steps ?? null
  row.temperature = item.temperatureCelsius ?? null
  row.humidity = item.humidityPercent ?? null
  row.help = item.help ?? null
  return row
}

type Unfinished = { -readonly [Name in keyof LogRow]: LogRow[Name] }
