/** The floors of an account that places can be told on: those with a scale and stations. */
import type { Floor, RadioMap } from './radio-map.ts'

export interface Site {
  /** By map id. */
  readonly maps: ReadonlyMap<string, RadioMap>
  /** By station id: the map it hangs on. */
  readonly mapOfStation: ReadonlyMap<string, string>
}

/** Bounds of a plan (metres): beyond them its scale is surely wrong, or its cells would be too coarse to tell a place. */
const [LEAST_METRES, MOST_METRES] = [2, 250]

/** Fewer stations tell how far a tracker is from them, not where; a survey tells that too. */
const LEAST_STATIONS = 3

/** Whether the solver can tell places on a floor; where not, the stations' own places have to do. */
export function isSolvable({ metresPerPixel, width, height, stations }: Floor, isSurveyed: boolean): boolean {
  const sides = [width * metresPerPixel, height * metresPerPixel]
  const hasEnough = stations.size >= (isSurveyed ? 1 : LEAST_STATIONS)
  return hasEnough && Math.min(...sides) >= LEAST_METRES && Math.max(...sides) <= MOST_METRES
}

export const siteOf = (floors: readonly { readonly floor: Floor; readonly radio: RadioMap }[]): Site => ({
  maps: new Map(floors.map(({ radio }) => [radio.mapId, radio])),
  mapOfStation: new Map(
    floors.flatMap(({ floor }) => [...floor.stations.keys()].map((stationId) => [stationId, floor.mapId] as const)),
  ),
})
