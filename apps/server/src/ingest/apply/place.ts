/**
 * Advances a tracker's state by one stored row. Pure, so that a replay of the log repairs a crash.
 * Source: G39, G40; security rule 49; wire formats §0.
 */
import type { LiveReasonCode } from '@whereabouts/domain/trackers'
import { newestMsOf, remember } from '@whereabouts/positioning/sightings'
import type { KnownStation } from '../../state/account-directory.ts'
import { isTimeCorrected, type LogRow } from '../../state/log-row.ts'
import { CLOCK_TOLERANCE_MS, isAfter, type SetBacks } from '../../state/moments.ts'
import { NOTHING_KNOWN, type TrackerState } from '../../state/tracker-state.ts'
import { placeByStations, type Solver } from './place-by-stations.ts'

/** The sender of a row, as a device of the account. */
export type HeardBy =
  | { readonly kind: 'station'; readonly station: KnownStation }
  | { readonly kind: 'phone'; readonly name: string }

/** Everything beside the row that the next state depends on. */
interface Surroundings {
  readonly stations: ReadonlyMap<string, KnownStation>
  readonly setBacks: SetBacks
  readonly nowMs: number
  /** Undefined: no floor of the account has a scale and stations. */
  readonly solver?: Solver | undefined
}

/**
 * The state after a row; it does not depend on the time, except for when it was updated. A row older than the state never moves the
 * device back; it may still help to place it. A repeated row changes nothing.
 */
export function advance(
  before: TrackerState | undefined,
  row: LogRow,
  heardBy: HeardBy,
  { stations, setBacks, nowMs, solver }: Surroundings,
): TrackerState {
  const state = believable(before ?? NOTHING_KNOWN, row, setBacks)
  state.updated_at_ms = nowMs
  if (isNews(state, row, setBacks)) read(state, row)
  // It came before what is known, and its time is of a clock that was set back between them: it was placed then.
  else if (row.scanned_at_ms > state.last_seen_ms) return state
  if (heardBy.kind === 'phone') placeByPhone(state, row, heardBy.name)
  else if (row.rssi !== null) {
    state.sightings = remember(state.sightings, {
      // Equal strings compare fastest when they are the same object.
      stationId: heardBy.station.t4_id,
      rssiDbm: row.rssi,
      scannedAtMs: row.scanned_at_ms,
    })
    const estimate = solver?.hear(state, row)
    const believed = solver && estimate && { estimate, site: solver.site }
    // What was placed later, by a phone perhaps, is known better; what is heard from now on has more to go by.
    const newestMs = newestMsOf(state.sightings)
    if (state.located_at_ms === null || newestMs >= state.located_at_ms) {
      placeByStations(state, newestMs, row, heardBy.station, stations, believed)
      state.time_corrected = isTimeCorrected(row)
    }
  }
  return state
}

const isNews = (state: TrackerState, row: LogRow, setBacks: SetBacks): boolean =>
  !isAfter(
    { atMs: state.last_seen_ms, order: state.log_order },
    { atMs: row.scanned_at_ms, order: row.log_order },
    setBacks,
  )

/**
 * A copy of the state that news fits to. What is news and yet seems earlier comes after the clock was set back: when those things
 * truly happened nobody knows; they must not hold up what is heard now, so they count as no newer than the row.
 */
function believable(before: TrackerState, row: LogRow, setBacks: SetBacks): TrackerState {
  const state = { ...before }
  if (row.scanned_at_ms >= state.last_seen_ms || !isNews(state, row, setBacks)) return state
  const noLater = (ms: number | null) => ms && Math.min(ms, row.scanned_at_ms)
  state.last_seen_ms = row.scanned_at_ms
  state.located_at_ms = noLater(state.located_at_ms)
  state.disconnected_at_ms = noLater(state.disconnected_at_ms)
  const latestMs = row.received_at_ms + CLOCK_TOLERANCE_MS
  state.sightings = state.sightings.filter((ofStation) => newestMsOf([ofStation]) <= latestMs)
  return state
}

/** What the row says overrides; what it leaves out stays. */
function read(state: TrackerState, row: LogRow): void {
  state.last_seen_ms = row.scanned_at_ms
  state.log_order = row.log_order
  if (row.connected !== false) state.disconnected_at_ms = null
  else if (state.said_connected !== false) state.disconnected_at_ms = row.scanned_at_ms
  // A protocol without connection state (null) is taken as such, so that silence is judged by its rule.
  state.said_connected = row.connected
  state.battery = row.battery ?? state.battery
  state.firmware = row.firmware ?? state.firmware
  state.rssi = row.rssi ?? state.rssi
  state.moving = row.moving ?? (row.speed === null ? state.moving : row.speed > 0.5)
  state.heading = row.heading ?? state.heading
  state.steps = row.steps ?? state.steps
  state.temperature = row.temperature ?? state.temperature
  state.humidity = row.humidity ?? state.humidity
}

/** Phones place the devices they hear at their own position; a phone that reports itself is where it reports. */
function placeByPhone(state: TrackerState, row: LogRow, phoneName: string): void {
  if (state.located_at_ms !== null && row.scanned_at_ms < state.located_at_ms) return
  const hasPosition = row.gps_latitude !== null && row.gps_longitude !== null
  const isSelf = row.sender_id === row.device_id
  if (isSelf && !hasPosition) return
  state.sender_id = row.sender_id
  state.sender_name = phoneName
  state.reason_code = phoneReason(isSelf, row.connected, hasPosition)
  state.located_at_ms = row.scanned_at_ms
  state.time_corrected = isTimeCorrected(row)
  // A phone without a position tells who is near, not where: the last known place stays.
  if (!hasPosition) return
  state.gps_latitude = row.gps_latitude
  state.gps_longitude = row.gps_longitude
  state.accuracy = row.accuracy
  state.map_id = null
  state.indoor_X = null
  state.indoor_Y = null
}

/** Codes of a phone's report. Source: G39. */
function phoneReason(isSelf: boolean, connected: boolean | null, hasPosition: boolean): LiveReasonCode {
  if (isSelf) return 5
  if (connected === true) return hasPosition ? 10 : 12
  return connected === null && hasPosition ? 5 : 11
}
