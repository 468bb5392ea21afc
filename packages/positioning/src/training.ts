/**
 * What training jobs teach: the points of a survey out of what stations heard of a tracker at known places, whether they cover the floor,
 * and by how much they improve positions there. Source: G77.
 */
import type { PreviousLocation } from './choose-map.ts'
import type { PlacedStation } from './heard.ts'
import { locateIndoors } from './locate-indoors.ts'
import { buildRadioMap, type RadioMap, type SurveyPoint } from './radio-map.ts'
import { byStation, WINDOW_MS } from './sightings.ts'
import { placeOnWay, type TrainingSurvey } from './survey.ts'

/** A floor with its finished, valid jobs. */
export interface TrainedFloor {
  readonly mapId: string
  readonly metresPerPixel: number
  /** Those of the floor, by id. */
  readonly stations: ReadonlyMap<string, PlacedStation>
  readonly surveys: readonly TrainingSurvey[]
}

/** A station heard the tracker while it was at a known place. */
interface TrainedReading {
  readonly stationId: string
  readonly rssiDbm: number
  /** Epoch milliseconds. */
  readonly atMs: number
  /** Pixels of the map's image. */
  readonly x: number
  readonly y: number
}

/** All that a job collected and that still counts, in the order of time. */
interface TrainingRecord {
  readonly jobId: string
  readonly readings: readonly TrainedReading[]
}

export type Coverage = 'none' | 'few' | 'corner' | 'good'

/** Mean distances (metres) between where a tracker was and where it is placed. */
export interface Improvement {
  readonly beforeMetres: number
  readonly afterMetres: number
}

/** Readings of one job at places this near to each other are one point (metres). */
const POINT_METRES = 1
/** A radio map of fewer points says less than the stations' own places. */
const LEAST_POINTS = 5
/** A station's surroundings are surveyed where a point is this near (metres). */
const NEAR_METRES = 10
/** Of the floor's stations, so large a share has to have surveyed surroundings: else everybody would be drawn to what was surveyed. */
const NEAR_SHARE = 2 / 3
/** Positions are judged this often (ms). */
const JUDGE_EVERY_MS = 2000
/** Parts into which jobs are dealt, each judged by the others; more of them only cost time. */
const MAX_PARTS = 10

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Farther than this (metres) from where it was during a job a station has been moved: what it heard then says nothing any more. */
const MOVED_METRES = 1

/** What the job's stations heard that still hang where they did. */
function recordOf({ jobId, mapId, way, stations }: TrainingSurvey, floor: TrainedFloor): TrainingRecord {
  const readings = stations.flatMap(({ stationId, place, rssiDbm, atMs }) => {
    const now = floor.stations.get(stationId)
    if (now === undefined || place === null || mapId !== floor.mapId) return []
    if (Math.hypot(now.x - place.x, now.y - place.y) * floor.metresPerPixel > MOVED_METRES) return []
    return rssiDbm.flatMap((value, index) => {
      const at = placeOnWay(way, atMs[index]!)
      return at === undefined ? [] : [{ stationId, rssiDbm: value, atMs: atMs[index]!, ...at }]
    })
  })
  return { jobId, readings: readings.sort((a, b) => a.atMs - b.atMs) }
}

const recordsOf = (floor: TrainedFloor): readonly TrainingRecord[] =>
  floor.surveys.map((survey) => recordOf(survey, floor))

/** The points of a survey; those of a walked job are about a metre apart. */
const pointsOf = (records: readonly TrainingRecord[], metresPerPixel: number): readonly SurveyPoint[] =>
  records.flatMap(({ readings }) => {
    const edge = POINT_METRES / metresPerPixel
    const places = Map.groupBy(readings, ({ x, y }) => `${Math.round(x / edge)} ${Math.round(y / edge)}`)
    return [...places.values()].map((heard) => ({
      x: mean(heard.map(({ x }) => x)),
      y: mean(heard.map(({ y }) => y)),
      rssiDbm: new Map(
        [...Map.groupBy(heard, ({ stationId }) => stationId)].map(([id, own]) => [
          id,
          mean(own.map(({ rssiDbm }) => rssiDbm)),
        ]),
      ),
    }))
  })

/** Whether places may be told by what the jobs of the floor collected. */
export const coverageOf = (floor: TrainedFloor): Coverage =>
  coverageBy(pointsOf(recordsOf(floor), floor.metresPerPixel), floor)

function coverageBy(
  points: readonly SurveyPoint[],
  { metresPerPixel, stations }: Pick<TrainedFloor, 'metresPerPixel' | 'stations'>,
): Coverage {
  if (points.length === 0) return 'none'
  if (points.length < LEAST_POINTS) return 'few'
  const isNear = ({ x, y }: PlacedStation) =>
    points.some((point) => Math.hypot(point.x - x, point.y - y) * metresPerPixel <= NEAR_METRES)
  const near = [...stations.values()].filter(isNear).length
  return near >= NEAR_SHARE * stations.size ? 'good' : 'corner'
}

/** The radio map that positions are told by; undefined: they are told by the stations' places, as the jobs do not cover the floor. */
export const radioMapOf = (floor: TrainedFloor): RadioMap | undefined => radioMapBy(recordsOf(floor), floor)

function radioMapBy(records: readonly TrainingRecord[], floor: TrainedFloor): RadioMap | undefined {
  const { mapId, metresPerPixel, stations } = floor
  const points = pointsOf(records, metresPerPixel)
  return coverageBy(points, floor) === 'good' ? buildRadioMap({ mapId, metresPerPixel, points, stations }) : undefined
}

/** Distances (metres) between where the tracker was during the job and where it is placed, as the server would place it. */
function errorsOf(
  { mapId, metresPerPixel, stations }: TrainedFloor,
  { readings }: TrainingRecord,
  radioMap: RadioMap | undefined,
): readonly number[] {
  const radioMaps = radioMap && new Map([[mapId, radioMap]])
  const errors: number[] = []
  let previous: PreviousLocation | undefined
  let judgedMs = readings[0]?.atMs ?? 0
  let first = 0
  for (const [index, truth] of readings.entries()) {
    const isLast = readings[index + 1]?.atMs !== truth.atMs
    if (!isLast || truth.atMs - judgedMs < JUDGE_EVERY_MS) continue
    judgedMs = truth.atMs
    while (readings[first]!.atMs <= truth.atMs - WINDOW_MS) first += 1
    const sightings = byStation(
      readings
        .slice(first, index + 1)
        .map(({ stationId, rssiDbm, atMs }) => ({ stationId, rssiDbm, scannedAtMs: atMs })),
    )
    const located = locateIndoors({ sightings, stations, nowMs: truth.atMs, previous, radioMaps })
    if (located === undefined) continue
    const { x, y } = located.position
    previous = { ...located.position, locatedAtMs: truth.atMs }
    errors.push(Math.hypot(x - truth.x, y - truth.y) * metresPerPixel)
  }
  return errors
}

const meanOrNone = (values: readonly number[]): number | undefined => (values.length === 0 ? undefined : mean(values))

/**
 * By how much a job improves positions where it was made. Before: by the other jobs. After: each half of it by the other half and the
 * other jobs, so that nothing is judged by itself. Undefined: too little was heard.
 */
export function improvementOf(floor: TrainedFloor, jobId: string): Improvement | undefined {
  const records = recordsOf(floor)
  const job = records.find((record) => record.jobId === jobId)
  if (job === undefined) return undefined
  const others = records.filter((record) => record !== job)
  const middle = job.readings.length >> 1
  const halves = [job.readings.slice(0, middle), job.readings.slice(middle)].map((readings) => ({ jobId, readings }))
  const without = radioMapBy(others, floor)
  const before = halves.flatMap((half) => errorsOf(floor, half, without))
  const after = halves.flatMap((half, index) =>
    errorsOf(floor, half, radioMapBy([...others, halves[1 - index]!], floor)),
  )
  const [beforeMetres, afterMetres] = [meanOrNone(before), meanOrNone(after)]
  return beforeMetres === undefined || afterMetres === undefined ? undefined : { beforeMetres, afterMetres }
}

/**
 * By how much all jobs together improve positions: before, without any of them; after, each judged by the others. Every job counts
 * the same, however long it was. Undefined: too little was heard.
 */
export function improvementOfAll(floor: TrainedFloor): Improvement | undefined {
  const records = recordsOf(floor)
  const parts = Math.min(MAX_PARTS, records.length)
  const before: number[] = []
  const after: number[] = []
  for (let part = 0; part < parts; part += 1) {
    const radioMap = radioMapBy(
      records.filter((_, index) => index % parts !== part),
      floor,
    )
    for (const [index, record] of records.entries()) {
      if (index % parts !== part) continue
      const [without, by] = [errorsOf(floor, record, undefined), errorsOf(floor, record, radioMap)]
      if (without.length === 0 || by.length === 0) continue
      before.push(mean(without))
      after.push(mean(by))
    }
  }
  return before.length === 0 ? undefined : { beforeMetres: mean(before), afterMetres: mean(after) }
}
