/**
 * What training jobs teach: the points of a survey out of what stations heard of a tracker at known places, whether they cover the floor,
 * and by how much they improve positions there. Source: G77.
 */
import { buildRadioMap, type Floor, type RadioMap } from './radio-map.ts'
import { siteOf } from './site.ts'
import { placeOnWay, type StationCalibration, type TrainingSurvey } from './survey.ts'
import { countsOf } from './survey-samples.ts'
import { hearReading, newTrack } from './track.ts'

/** A floor with its finished, valid jobs, and its calibrations by station id. */
export interface TrainedFloor extends Floor {
  readonly surveys: readonly TrainingSurvey[]
  readonly calibrations: ReadonlyMap<string, StationCalibration>
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

/** What the job's stations heard that still hang where they did. */
function recordOf(survey: TrainingSurvey, floor: TrainedFloor): TrainingRecord {
  const readings = countsOf(survey, floor).flatMap(({ stationId, rssiDbm, atMs }) =>
    rssiDbm.flatMap((value, index) => {
      const at = placeOnWay(survey.way, atMs[index]!)
      return at === undefined ? [] : [{ stationId, rssiDbm: value, atMs: atMs[index]!, ...at }]
    }),
  )
  return { jobId: survey.jobId, readings: readings.sort((a, b) => a.atMs - b.atMs) }
}

const recordsOf = (floor: TrainedFloor): readonly TrainingRecord[] =>
  floor.surveys.map((survey) => recordOf(survey, floor))

interface Point {
  readonly x: number
  readonly y: number
}

/** Places of which something was heard; those of a walked job are about a metre apart. */
function pointsOf({ readings }: TrainingRecord, metresPerPixel: number): readonly Point[] {
  const edge = POINT_METRES / metresPerPixel
  const places = new Map(readings.map(({ x, y }) => [`${Math.round(x / edge)} ${Math.round(y / edge)}`, { x, y }]))
  return [...places.values()]
}

/** Whether places may be told by what the jobs of the floor collected. */
export function coverageOf(floor: TrainedFloor): Coverage {
  const { metresPerPixel, stations } = floor
  const points = recordsOf(floor).flatMap((record) => pointsOf(record, metresPerPixel))
  if (points.length === 0) return 'none'
  if (points.length < LEAST_POINTS) return 'few'
  const isNear = ({ x, y }: Point) =>
    points.some((point) => Math.hypot(point.x - x, point.y - y) * metresPerPixel <= NEAR_METRES)
  const near = [...stations.values()].filter(isNear).length
  return near >= NEAR_SHARE * stations.size ? 'good' : 'corner'
}

/** The radio map that positions are told by; where the jobs do not cover the floor, it goes by the stations' places and calibrations. */
export const radioMapOf = (floor: TrainedFloor): RadioMap =>
  buildRadioMap({ floor, surveys: coverageOf(floor) === 'good' ? floor.surveys : [], calibrations: floor.calibrations })

/** Distances (metres) between where the tracker was during the job and where it is placed, as the server would place it. */
function errorsOf(floor: TrainedFloor, { readings }: TrainingRecord, radioMap: RadioMap): readonly number[] {
  const site = siteOf([{ floor, radio: radioMap }])
  const track = newTrack()
  const errors: number[] = []
  let judgedMs = readings[0]?.atMs ?? 0
  for (const { x, y, ...reading } of readings) {
    hearReading(track, site, { ...reading, isResting: null }, floor.mapId)
    if (track.estimate === undefined || reading.atMs - judgedMs < JUDGE_EVERY_MS) continue
    judgedMs = reading.atMs
    errors.push(Math.hypot(track.estimate.x - x, track.estimate.y - y) * floor.metresPerPixel)
  }
  return errors
}

/** The floor with these jobs alone. */
const withJobs = (floor: TrainedFloor, surveys: readonly TrainingSurvey[]): TrainedFloor => ({ ...floor, surveys })

/** A job without what was heard before or from a time on (epoch ms). */
const partOf = (survey: TrainingSurvey, isIn: (atMs: number) => boolean): TrainingSurvey => ({
  ...survey,
  stations: survey.stations.map((heard) => {
    const kept = heard.atMs.flatMap((atMs, index) => (isIn(atMs) ? [index] : []))
    return {
      ...heard,
      atMs: kept.map((index) => heard.atMs[index]!),
      rssiDbm: kept.map((index) => heard.rssiDbm[index]!),
    }
  }),
})

const meanOrNone = (values: readonly number[]): number | undefined => (values.length === 0 ? undefined : mean(values))

/**
 * By how much a job improves positions where it was made. Before: by the other jobs. After: each half of it by the other half and the
 * other jobs, so that nothing is judged by itself. Undefined: too little was heard.
 */
export function improvementOf(floor: TrainedFloor, jobId: string): Improvement | undefined {
  const job = floor.surveys.find((survey) => survey.jobId === jobId)
  const { readings } = (job && recordOf(job, floor)) ?? { readings: [] }
  const middleMs = readings[readings.length >> 1]?.atMs
  if (job === undefined || middleMs === undefined) return undefined
  const others = floor.surveys.filter((survey) => survey !== job)
  const halves = [partOf(job, (atMs) => atMs < middleMs), partOf(job, (atMs) => atMs >= middleMs)]
  const without = radioMapOf(withJobs(floor, others))
  const before = halves.flatMap((half) => errorsOf(floor, recordOf(half, floor), without))
  const after = halves.flatMap((half, index) =>
    errorsOf(floor, recordOf(half, floor), radioMapOf(withJobs(floor, [...others, halves[1 - index]!]))),
  )
  const [beforeMetres, afterMetres] = [meanOrNone(before), meanOrNone(after)]
  return beforeMetres === undefined || afterMetres === undefined ? undefined : { beforeMetres, afterMetres }
}

/**
 * By how much all jobs together improve positions: before, without any of them; after, each judged by the others. Every job counts
 * the same, however long it was. Undefined: too little was heard.
 */
export function improvementOfAll(floor: TrainedFloor): Improvement | undefined {
  const { surveys } = floor
  const parts = Math.min(MAX_PARTS, surveys.length)
  const untrained = radioMapOf(withJobs(floor, []))
  const before: number[] = []
  const after: number[] = []
  for (let part = 0; part < parts; part += 1) {
    const isOther = (_: TrainingSurvey, index: number) => index % parts !== part
    const radioMap = radioMapOf(withJobs(floor, surveys.filter(isOther)))
    for (const [index, survey] of surveys.entries()) {
      if (index % parts !== part) continue
      const record = recordOf(survey, floor)
      const [without, by] = [errorsOf(floor, record, untrained), errorsOf(floor, record, radioMap)]
      if (without.length === 0 || by.length === 0) continue
      before.push(mean(without))
      after.push(mean(by))
    }
  }
  return before.length === 0 ? undefined : { beforeMetres: mean(before), afterMetres: mean(after) }
}
