/**
 * One stored row moves a tracker's state on: pure, so that a crash is healed by playing the log again.
 * Source: decisions G39, G40; security rule 49; wire formats §0.
 */
import type { LiveReasonCode } from '@whereabouts/domain/trackers'
import { locateIndoors } from '@whereabouts/positioning/locate-indoors'
import type { StoredSighting, TrackerState } from '../features/trackers/tracker-state.ts'
import type { KnownStation } from './directory.ts'
import type { LogRow } from './log-row.ts'

/** A sighting older than this (ms, against the newest) no longer takes part in positioning. */
const SIGHTING_LIFE_MS = 30_000
/** Sightings of one station a device's state remembers: enough to smooth a flickering signal. */
const SIGHTINGS_PER_STATION = 6
/** Sightings a device's state remembers in all. */
const MAX_SIGHTINGS = 48

/** What a row's sender is to the account. */
export type Sender =
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

/** The state after a row. A row older than what is known never moves the device back; it may still help to place it. */
export function advance(
  before: TrackerState | undefined,
  row: LogRow,
  sender: Sender,
  stations: ReadonlyMap<string, KnownStation>,
  nowMs: number,
): TrackerState {
  const state = before ?? unheard
  const isNewest = row.scanned_at_ms >= state.last_seen_ms
  const heard = isNewest ? { ...state, ...readings(state, row), last_seen_ms: row.scanned_at_ms } : { ...state }
  const placed = place(heard, row, sender, stations)
  return { ...heard, ...placed, updated_at_ms: nowMs }
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
  sender: Sender,
  stations: ReadonlyMap<string, KnownStation>,
): Partial<TrackerState> {
  if (sender.kind === 'phone') return placeByPhone(state, row, sender.name)
  if (row.rssi === null) return {}
  const sightings = remember(state.sightings, row)
  if (state.located_at_ms !== null && row.scanned_at_ms < state.located_at_ms - SIGHTING_LIFE_MS) return {}
  return { sightings, ...placeByStations(state, sightings, row, sender.station, stations) }
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

/** The newest sightings of each station, newest first, without those too old. */
function remember(sightings: readonly StoredSighting[], row: LogRow): readonly StoredSighting[] {
  const heard = { sender_id: row.sender_id, rssi: row.rssi!, scanned_at_ms: row.scanned_at_ms }
  const newestMs = Math.max(row.scanned_at_ms, sightings[0]?.scanned_at_ms ?? 0)
  const counts = new Map<string, number>()
  return [heard, ...sightings]
    .sort((a, b) => b.scanned_at_ms - a.scanned_at_ms)
    .filter(({ sender_id, scanned_at_ms }) => {
      const count = (counts.get(sender_id) ?? 0) + 1
      counts.set(sender_id, count)
      return count <= SIGHTINGS_PER_STATION && newestMs - scanned_at_ms <= SIGHTING_LIFE_MS
    })
    .slice(0, MAX_SIGHTINGS)
}

/** A tenth of a pixel or metre is finer than any radio tells; more digits would only be sent. */
const toTenth = (value: number): number => Math.round(value * 10) / 10

function placeByStations(
  state: TrackerState,
  sightings: readonly StoredSighting[],
  row: LogRow,
  station: KnownStation,
  stations: ReadonlyMap<string, KnownStation>,
): Partial<TrackerState> {
  const newestMs = sightings[0]!.scanned_at_ms
  const placed = locateIndoors({
    sightings: sightings.map(({ sender_id, rssi, scanned_at_ms }) => ({
      stationId: sender_id,
      rssiDbm: rssi,
      scannedAtMs: scanned_at_ms,
    })),
    stations: {
      get(id) {
        const found = stations.get(id)
        if (found === undefined || found.map_id === null || found.indoor_X === null || found.indoor_Y === null)
          return undefined
        return { mapId: found.map_id, x: found.indoor_X, y: found.indoor_Y, metresPerPixel: found.metres_per_pixel }
      },
    },
    nowMs: newestMs,
    isResting: row.moving === false,
    ...(state.map_id === null || state.indoor_X === null || state.indoor_Y === null
      ? {}
      : {
          previous: {
            mapId: state.map_id,
            x: state.indoor_X,
            y: state.indoor_Y,
            locatedAtMs: state.located_at_ms ?? 0,
          },
        }),
  })
  if (placed !== undefined) {
    const best = stations.get(placed.stationId)
    return {
      sender_id: placed.stationId,
      sender_name: best?.t4_name ?? '',
      reason_code: 2,
      map_id: placed.position.mapId,
      indoor_X: toTenth(placed.position.x),
      indoor_Y: toTenth(placed.position.y),
      gps_latitude: best?.gps_latitude ?? null,
      gps_longitude: best?.gps_longitude ?? null,
      accuracy: toTenth(placed.accuracyMetres),
      located_at_ms: newestMs,
    }
  }
  if (station.gps_latitude === null || station.gps_longitude === null) {
    // A station nobody has placed yet: who heard it is known, where is not.
    return state.reason_code === null
      ? { sender_id: row.sender_id, sender_name: station.t4_name, reason_code: 3, located_at_ms: newestMs }
      : {}
  }
  return {
    sender_id: row.sender_id,
    sender_name: station.t4_name,
    reason_code: 3,
    gps_latitude: station.gps_latitude,
    gps_longitude: station.gps_longitude,
    accuracy: null,
    map_id: null,
    indoor_X: null,
    indoor_Y: null,
    located_at_ms: newestMs,
  }
}
