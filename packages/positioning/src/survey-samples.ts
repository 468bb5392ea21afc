/** The readings of training jobs as samples of a map: near ones of a station merged, as more of them only cost time. */
import type { SurveySample } from './strength-model.ts'
import { placeOnWay, type SurveyedStation, type TrainingSurvey } from './survey.ts'

/** Places this near to each other are one (metres). */
const MERGE_METRES = 0.5
/** Samples of one station at most: the cost of a map grows with their cube. */
const MAX_SAMPLES = 400
/** A station that hangs further than this from where it hung during the job was moved (metres). */
const MOVED_METRES = 1

/** In pixels of the map's image. */
interface Pixel {
  readonly x: number
  readonly y: number
}

interface Floor {
  readonly mapId: string
  readonly metresPerPixel: number
  /** By station id: where those of this map hang now. */
  readonly stations: ReadonlyMap<string, Pixel>
}

/** What a job's stations heard that still hang where they did: nothing where the job was made on another map. */
export const countsOf = ({ mapId, way, stations }: TrainingSurvey, floor: Floor): readonly SurveyedStation[] =>
  mapId !== floor.mapId || way.length === 0
    ? []
    : stations.filter(({ stationId, place }) => !wasMoved(place, floor.stations.get(stationId), floor.metresPerPixel))

/** Null, undefined: it hung, or hangs, on another map. */
function wasMoved(then: Pixel | null, now: Pixel | undefined, metresPerPixel: number): boolean {
  if (then === null || now === undefined) return then !== null || now !== undefined
  return Math.hypot(then.x - now.x, then.y - now.y) * metresPerPixel > MOVED_METRES
}

/** By station id; what does not count any more is left out. */
export function surveySamples(
  surveys: readonly TrainingSurvey[],
  floor: Floor,
): ReadonlyMap<string, readonly SurveySample[]> {
  const placed = new Map<string, SurveySample[]>()
  for (const survey of surveys) {
    for (const { stationId, rssiDbm, atMs } of countsOf(survey, floor)) {
      const own = placed.get(stationId) ?? []
      placed.set(stationId, own)
      for (const [index, value] of rssiDbm.entries()) {
        const at = placeOnWay(survey.way, atMs[index]!)!
        own.push({ x: at.x * floor.metresPerPixel, y: at.y * floor.metresPerPixel, rssiDbm: value, count: 1 })
      }
    }
  }
  return new Map([...placed].map(([stationId, own]) => [stationId, mergedSamples(own)]))
}

/** Samples within half a metre as one, of their mean place and strength; coarser where there are too many. */
export function mergedSamples(samples: readonly SurveySample[]): readonly SurveySample[] {
  for (let edge = MERGE_METRES; ; edge *= 1.5) {
    const squares = new Map<string, { x: number; y: number; rssiDbm: number; count: number }>()
    for (const { x, y, rssiDbm, count } of samples) {
      const key = `${Math.round(x / edge)} ${Math.round(y / edge)}`
      let sum = squares.get(key)
      if (sum === undefined) {
        sum = { x: 0, y: 0, rssiDbm: 0, count: 0 }
        squares.set(key, sum)
      }
      sum.x += x * count
      sum.y += y * count
      sum.rssiDbm += rssiDbm * count
      sum.count += count
    }
    if (squares.size > MAX_SAMPLES) continue
    return [...squares.values()].map(({ x, y, rssiDbm, count }) => ({
      ...{ x: x / count, y: y / count, rssiDbm: rssiDbm / count, count },
    }))
  }
}
