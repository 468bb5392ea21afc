/**
 * One stored row moves a tracker's state on: pure, so that a crash is healed by playing the log again.
 * Source: decisions G39, G40; security rule 49; wire formats §0.
 */
import type { LiveReasonCode } from '@whereabouts/domain/trackers'
import type { StoredSighting, TrackerState } from '../features/trackers/tracker-state.ts'
import type { KnownStation } from './directory.ts'
import type { LogRow } from './log-row.ts'
import { placeByStations } from './place-by-stations.ts'

/** A sighting older than this (ms, against the newest) no longer takes part in positioning. */
const SIGHTING_LIFE_MS = 30_000
/** Sightings of one station a device's state remembers: enough to smooth a flickering signal. */
const SIGHTINGS_PER_STATION = 6
/** Sightings a device's state remembers in all. */
const MAX_SIGHTINGS = 48

/** A sender's clock may run ahead of ours by this much (ms) before its time is doubted. */
export const CLOCK_TOLERANCE_MS = 1000

/** What a row's sender is to the account. */
export type HeardBy =
  | { readonly kind: 'station'; readonly station: KnownStation }
  | { readonly kind: 'phone'; readonly name: string }

const unheard: TrackerState = {
  last_seen_ms: 0,
  said_connected: null,
  disconnected_at_ms: null,
  battery: null,
  firmware: '',
  rssi: null,
  moving: false,
  heading: null,
  steps: null,
  temperature: null,
  sender_id: null,
  sender_name: '',
  reason_code: null,
  gps_latitude: null,
  gps_longitude: null,
  accuracy: null,
  map_id: null,
  indoor_X: null,
  indoor_Y: null,
  located_at_ms: null,
  sightings: [],
  updated_at_ms: 0,
}

/**
 * The state after a row. A row older than what is known never moves the device back; it may still help to place it. A row
 * that comes again changes nothing.
 */
export function advance(
  before: TrackerState | undefined,
  row: LogRow,
  heardBy: HeardBy,
  stations: ReadonlyMap<string, KnownStation>,
  nowMs: number,
): TrackerState {
  const state = believable(before ?? unheard, row, nowMs)
  const isNewest = row.scanned_at_ms >= state.last_seen_ms
  const heard = isNewest ? { ...state, ...readings(state, row), last_seen_ms: row.scanned_at_ms } : state
  return { ...heard, ...place(heard, row, heardBy, stations), updated_at_ms: nowMs }
}

/**
 * The state without times to come: the server's own clock was set back since. When those things truly happened nobody
 * knows; they must not hold up what is heard now, so they count as no newer than the row.
 */
function believable(state: TrackerState, row: LogRow, nowMs: number): TrackerState {
  const latestMs = nowMs + CLOCK_TOLERANCE_MS
  const isAhead = (timeMs: number | null) => timeMs !== null && timeMs > latestMs
  const newestSightingMs = state.sightings[0]?.scanned_at_ms ?? null
  if (![state.last_seen_ms, state.located_at_ms, state.disconnected_at_ms, newestSightingMs].some(isAhead)) return state
  return {
    ...state,
    last_seen_ms: isAhead(state.last_seen_ms) ? row.scanned_at_ms : state.last_seen_ms,
    located_at_ms: isAhead(state.located_at_ms) ? row.scanned_at_ms : state.located_at_ms,
    disconnected_at_ms: isAhead(state.disconnected_at_ms) ? row.scanned_at_ms : state.disconnected_at_ms,
    sightings: state.sightings.filter((sighting) => !isAhead(sighting.scanned_at_ms)),
  }
}

/** What the row says overrides; what it leaves out stays. */
function readings(state: TrackerState, row: LogRow) {
  const disconnects = row.connected === false && state.said_connected !== false
  return {
    // A protocol that says nothing of connections (null) is believed as such, so that silence is judged by its rule.
    said_connected: row.connected,
    disconnected_at_ms: row.connected === false ? (disconnects ? row.scanned_at_ms : state.disconnected_at_ms) : null,
    battery: row.battery ?? state.battery,
    firmware: row.firmware ?? state.firmware,
    rssi: row.rssi ?? state.rssi,
    moving: row.moving ?? (row.speed === null ? state.moving : row.speed > 0.5),
    heading: row.heading ?? state.heading,
    steps: row.steps ?? state.steps,
    temperature: row.temperature ?? state.temperature,
  }
}

function place(
  state: TrackerState,
  row: LogRow,
  heardBy: HeardBy,
  stations: ReadonlyMap<string, KnownStation>,
): Partial<TrackerState> {
  if (heardBy.kind === 'phone') return placeByPhone(state, row, heardBy.name)
  if (row.rssi === null) return {}
  const sightings = remember(state.sightings, row)
  // What was placed later, by a phone perhaps, is known better; what is heard from now on has more to go by.
  if (state.located_at_ms !== null && sightings[0]!.scanned_at_ms < state.located_at_ms) return { sightings }
  return { sightings, ...placeByStations(state, sightings, row, heardBy.station, stations) }
}

/** Phones place what they hear where they are; a phone that reports itself is where it says. */
function placeByPhone(state: TrackerState, row: LogRow, phoneName: string): Partial<TrackerState> {
  if (state.located_at_ms !== null && row.scanned_at_ms < state.located_at_ms) return {}
  const hasPosition = row.gps_latitude !== null && row.gps_longitude !== null
  const isSelf = row.sender_id === row.device_id
  if (isSelf && !hasPosition) return {}
  return {
    sender_id: row.sender_id,
    sender_name: phoneName,
    reason_code: phoneReason(isSelf, row.connected, hasPosition),
    located_at_ms: row.scanned_at_ms,
    // A phone without a position says who is near, not where: the last known place stays.
    ...(hasPosition
      ? {
          gps_latitude: row.gps_latitude,
          gps_longitude: row.gps_longitude,
          accuracy: row.accuracy,
          map_id: null,
          indoor_X: null,
          indoor_Y: null,
        }
      : {}),
  }
}

/** Codes of a phone's report. Source: G39. */
function phoneReason(isSelf: boolean, connected: boolean | null, hasPosition: boolean): LiveReasonCode {
  if (isSelf) return 5
  if (connected === true) return hasPosition ? 10 : 12
  return connected === null && hasPosition ? 5 : 11
}

/** The newest sightings of each station, newest first, without those too old; one that comes again counts once. */
function remember(sightings: readonly StoredSighting[], row: LogRow): readonly StoredSighting[] {
  const heard = { sender_id: row.sender_id, rssi: row.rssi!, scanned_at_ms: row.scanned_at_ms }
  const newestMs = Math.max(row.scanned_at_ms, sightings[0]?.scanned_at_ms ?? 0)
  const counts = new Map<string, number>()
  const others = sightings.filter(
    ({ sender_id, scanned_at_ms }) => sender_id !== heard.sender_id || scanned_at_ms !== heard.scanned_at_ms,
  )
  return [heard, ...others]
    .sort((a, b) => b.scanned_at_ms - a.scanned_at_ms)
    .filter(({ sender_id, scanned_at_ms }) => {
      const count = (counts.get(sender_id) ?? 0) + 1
      counts.set(sender_id, count)
      return count <= SIGHTINGS_PER_STATION && newestMs - scanned_at_ms <= SIGHTING_LIFE_MS
    })
    .slice(0, MAX_SIGHTINGS)
}
