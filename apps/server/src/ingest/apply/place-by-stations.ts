/** Places a device by the stations that hear it: on the map they hang on, else at the coordinates of the nearest. Source: G39. */
import type { IndoorPosition } from '@whereabouts/domain/positions'
import { chooseMap, type PreviousLocation } from '@whereabouts/positioning/choose-map'
import type { Estimate } from '@whereabouts/positioning/estimate'
import { type HeardStation, hear } from '@whereabouts/positioning/heard'
import { locateIndoors } from '@whereabouts/positioning/locate-indoors'
import type { Site } from '@whereabouts/positioning/site'
import type { KnownStation } from '../../state/account-directory.ts'
import type { LogRow } from '../../state/log-row.ts'
import type { TrackerState } from '../../state/tracker-state.ts'

/** Another station must hear a device better by this much (dB) to win it from the present one: signals flicker. */
const SWITCH_DB = 6
/** A station without a place must hear a device better by this much (dB) than all on a plan to win it: about a quarter of the distance. */
const NEAR_DB = 15
/** Reason codes. Source: G39. */
const ON_A_MAP = 2
const BY_COORDINATES = 3

/** A tenth of a pixel or metre is finer than any radio tells; more digits would only be sent. */
const toTenth = (value: number): number => Math.round(value * 10) / 10

type Stations = ReadonlyMap<string, KnownStation>

/** Places the rows of an account on its floors with a scale. */
export interface Solver {
  readonly site: Site
  /** Takes in a row of a station, and notes in the state what is needed to go on after a restart. Undefined: nothing is believed. */
  readonly hear: (state: TrackerState, row: LogRow) => Estimate | undefined
}

/** What `Solver.hear` told, and the site that it is about. */
export interface Believed {
  readonly estimate: Estimate
  readonly site: Site
}

interface Placed {
  readonly stationId: string
  readonly position: IndoorPosition
  readonly accuracyMetres: number
}

/** Places by the state's sightings, the newest of which was at `newestMs`; `station` sent the row. */
export function placeByStations(
  state: TrackerState,
  newestMs: number,
  row: LogRow,
  station: KnownStation,
  stations: Stations,
  believed: Believed | undefined,
): void {
  const directory = { get: (id: string) => onAMap(stations.get(id)) }
  const placed = isNearUnplaced(state, newestMs, stations)
    ? undefined
    : ((believed && placedByBelief(believed, hear(state.sightings, directory, newestMs), state, newestMs)) ??
      locateIndoors({
        sightings: state.sightings,
        stations: directory,
        nowMs: newestMs,
        isResting: row.moving === false,
        previous: previousOf(state),
      }))
  if (placed !== undefined) {
    const best = stations.get(placed.stationId)
    state.sender_id = placed.stationId
    state.sender_name = best?.t4_name ?? ''
    state.reason_code = ON_A_MAP
    state.map_id = placed.position.mapId
    state.indoor_X = toTenth(placed.position.x)
    state.indoor_Y = toTenth(placed.position.y)
    state.gps_latitude = best?.gps_latitude ?? null
    state.gps_longitude = best?.gps_longitude ?? null
    state.accuracy = toTenth(placed.accuracyMetres)
    state.located_at_ms = newestMs
    return
  }
  const nearest = nearestOf(hear(state.sightings, { get: (id) => anywhere(stations.get(id)) }, newestMs), state)
  const at = (nearest === undefined ? undefined : stations.get(nearest)) ?? station
  state.sender_id = at.t4_id
  state.sender_name = at.t4_name
  state.reason_code = BY_COORDINATES
  state.located_at_ms = newestMs
  // Of a station that nobody has placed it is known that it hears the device, not where.
  state.gps_latitude = at.gps_latitude
  state.gps_longitude = at.gps_longitude
  state.accuracy = null
  state.map_id = null
  state.indoor_X = null
  state.indoor_Y = null
}

/** A station without a place hears it so much better than all with one that it is there, wherever that is. */
function isNearUnplaced({ sightings }: TrackerState, newestMs: number, stations: Stations): boolean {
  if (!sightings.some(({ stationId }) => isUnplaced(stations.get(stationId)))) return false
  const heard = hear(sightings, { get: (id) => anywhere(stations.get(id)) }, newestMs)
  const [strongest] = heard
  if (strongest === undefined || !isUnplaced(stations.get(strongest.stationId))) return false
  const placed = heard.find(({ stationId }) => !isUnplaced(stations.get(stationId)))
  return placed === undefined || strongest.rssiDbm >= placed.rssiDbm + NEAR_DB
}

const isUnplaced = (station: KnownStation | undefined): boolean =>
  station !== undefined && station.map_id === null && station.gps_latitude === null

/** Undefined: most of what hears it hangs on a map without a scale. */
function placedByBelief(
  { estimate, site }: Believed,
  heard: readonly HeardStation[],
  state: TrackerState,
  newestMs: number,
): Placed | undefined {
  const mapId = chooseMap(heard, previousOf(state), newestMs)
  if (mapId === undefined || !site.maps.has(mapId)) return undefined
  const nearest = heard.find(({ station }) => station.mapId === estimate.mapId) ?? heard[0]!
  return {
    stationId: nearest.stationId,
    position: { mapId: estimate.mapId, x: estimate.x, y: estimate.y },
    accuracyMetres: estimate.r90Metres,
  }
}

function previousOf({ map_id, indoor_X, indoor_Y, located_at_ms }: TrackerState): PreviousLocation | undefined {
  if (map_id === null || indoor_X === null || indoor_Y === null) return undefined
  return { mapId: map_id, x: indoor_X, y: indoor_Y, locatedAtMs: located_at_ms ?? 0 }
}

function onAMap(station: KnownStation | undefined) {
  if (station === undefined || station.map_id === null || station.indoor_X === null || station.indoor_Y === null) {
    return undefined
  }
  return { mapId: station.map_id, x: station.indoor_X, y: station.indoor_Y, metresPerPixel: station.metres_per_pixel }
}

/** All stations as on one map, whether they have coordinates or not; only the strength is of interest there. */
function anywhere(station: KnownStation | undefined) {
  return station && { mapId: 'world', x: 0, y: 0, metresPerPixel: null }
}

/** The strongest station; but the present one, as long as no other hears the device clearly better. */
function nearestOf(
  heard: readonly { readonly stationId: string; readonly rssiDbm: number }[],
  state: TrackerState,
): string | undefined {
  const strongest = heard[0]
  const current = heard.find(({ stationId }) => stationId === state.sender_id && state.reason_code === BY_COORDINATES)
  const isClear = strongest !== undefined && (current === undefined || strongest.rssiDbm >= current.rssiDbm + SWITCH_DB)
  return isClear ? strongest.stationId : current?.stationId
}
