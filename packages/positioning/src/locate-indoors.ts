/** Where a tracker is by the stations' places alone: sightings in a window and stations in; a place with its uncertainty out. */
import type { IndoorPosition } from '@whereabouts/domain/positions'
import { weightedCentroid } from './centroid.ts'
import { chooseMap, type PreviousLocation } from './choose-map.ts'
import { type HeardStation, hear, type StationDirectory } from './heard.ts'
import type { StationSightings } from './sightings.ts'
import { steadied } from './steady.ts'

export interface LocateInput {
  /** Those older than 15 seconds are left out. */
  readonly sightings: readonly StationSightings[]
  readonly stations: StationDirectory
  /** Epoch milliseconds. For history that comes late: the time it is about. */
  readonly nowMs: number
  readonly previous?: PreviousLocation | undefined
  /** The tracker reports that it does not move; left out where it reports nothing. */
  readonly isResting?: boolean | undefined
}

export interface IndoorLocation {
  readonly position: IndoorPosition
  /** Radius that holds the true place in about two of three cases. */
  readonly accuracyMetres: number
  /** The strongest station of the map. */
  readonly stationId: string
  /** `nearest`: one station tells nearly all; `weighted`: between stations. */
  readonly method: 'nearest' | 'weighted'
  /** The stations of the map that were heard, strongest first, with their smoothed strength. */
  readonly heard: readonly HeardStation[]
}

/** From this share of the weight on, the strongest station tells nearly all. */
const NEAREST_SHARE = 0.9

/** The place of a tracker; undefined where no placed station has heard it in the last 15 seconds. */
export function locateIndoors(input: LocateInput): IndoorLocation | undefined {
  const { sightings, stations, nowMs, previous, isResting = false } = input
  const all = hear(sightings, stations, nowMs)
  const mapId = chooseMap(all, previous, nowMs)
  if (mapId === undefined) return undefined
  const heard = all.filter(({ station }) => station.mapId === mapId)
  const { stationId, station } = heard[0]!
  const centroid = weightedCentroid(heard)
  const { metresPerPixel } = station
  const steady = steadied(centroid, { mapId, metresPerPixel, previous, nowMs, isResting })
  const { x, y, accuracyMetres, strongestShare } = steady
  const method = strongestShare >= NEAREST_SHARE ? 'nearest' : 'weighted'
  return { position: { mapId, x, y }, accuracyMetres, stationId, method, heard }
}
