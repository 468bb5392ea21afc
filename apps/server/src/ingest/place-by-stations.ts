/** Where stations put what they hear: on the map they hang on, else at the coordinates of the nearest. Source: G39. */
import { hear } from '@whereabouts/positioning/heard'
import { locateIndoors } from '@whereabouts/positioning/locate-indoors'
import type { StoredSighting, TrackerState } from '../features/trackers/tracker-state.ts'
import type { KnownStation } from './directory.ts'
import type { LogRow } from './log-row.ts'

/** Another station has to hear a device better by this much (dB) to win it from the one it is at: signals flicker. */
const SWITCH_DB = 6
/** Reason codes. Source: G39. */
const ON_A_MAP = 2
const BY_COORDINATES = 3

/** A tenth of a pixel or metre is finer than any radio tells; more digits would only be sent. */
const toTenth = (value: number): number => Math.round(value * 10) / 10

type Stations = ReadonlyMap<string, KnownStation>

/** `sightings` are newest first and hold the row's own; `station` sent the row. */
export function placeByStations(
  state: TrackerState,
  sightings: readonly StoredSighting[],
  row: LogRow,
  station: KnownStation,
  stations: Stations,
): Partial<TrackerState> {
  const heard = sightings.map(({ sender_id, rssi, scanned_at_ms }) => ({
    stationId: sender_id,
    rssiDbm: rssi,
    scannedAtMs: scanned_at_ms,
  }))
  const newestMs = sightings[0]!.scanned_at_ms
  const placed = locateIndoors({
    sightings: heard,
    stations: { get: (id) => onAMap(stations.get(id)) },
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
      reason_code: ON_A_MAP,
      map_id: placed.position.mapId,
      indoor_X: toTenth(placed.position.x),
      indoor_Y: toTenth(placed.position.y),
      gps_latitude: best?.gps_latitude ?? null,
      gps_longitude: best?.gps_longitude ?? null,
      accuracy: toTenth(placed.accuracyMetres),
      located_at_ms: newestMs,
    }
  }
  const nearest = nearestOf(hear(heard, { get: (id) => atCoordinates(stations.get(id)) }, newestMs), state)
  const at = nearest === undefined ? undefined : stations.get(nearest)
  if (at === undefined) {
    // Stations nobody has placed yet: who heard it is known, where is not.
    return state.reason_code === null
      ? { sender_id: row.sender_id, sender_name: station.t4_name, reason_code: BY_COORDINATES, located_at_ms: newestMs }
      : {}
  }
  return {
    sender_id: at.t4_id,
    sender_name: at.t4_name,
    reason_code: BY_COORDINATES,
    gps_latitude: at.gps_latitude,
    gps_longitude: at.gps_longitude,
    accuracy: null,
    map_id: null,
    indoor_X: null,
    indoor_Y: null,
    located_at_ms: newestMs,
  }
}

function onAMap(station: KnownStation | undefined) {
  if (station === undefined || station.map_id === null || station.indoor_X === null || station.indoor_Y === null) {
    return undefined
  }
  return { mapId: station.map_id, x: station.indoor_X, y: station.indoor_Y, metresPerPixel: station.metres_per_pixel }
}

/** All coordinates are on one map, the world; only the strength is of interest there. */
function atCoordinates(station: KnownStation | undefined) {
  if (station === undefined || station.gps_latitude === null || station.gps_longitude === null) return undefined
  return { mapId: 'world', x: station.gps_longitude, y: station.gps_latitude, metresPerPixel: null }
}

/** The strongest station; but the one the device is at, as long as no other hears it clearly better. */
function nearestOf(
  heard: readonly { readonly stationId: string; readonly rssiDbm: number }[],
  state: TrackerState,
): string | undefined {
  const strongest = heard[0]
  const current = heard.find(({ stationId }) => stationId === state.sender_id && state.reason_code === BY_COORDINATES)
  const isClear = strongest !== undefined && (current === undefined || strongest.rssiDbm >= current.rssiDbm + SWITCH_DB)
  return isClear ? strongest.stationId : current?.stationId
}
