/** How far estimates lie from the truth, on recorded data and in scenarios with a seed. */
import { newBelief } from './belief.ts'
import type { Leg, RecordedPacket, RecordedTrack, Recording, SectorSample } from './datasets.ts'
import { estimate } from './estimate.ts'
import { advance } from './filter.ts'
import type { Place } from './grid.ts'
import { type Motion, WALKING } from './motion.ts'
import { type RadioMap, radioMapBySamples } from './radio-map.ts'
import { anySpot, hearAtSpots, type Spots, trainSpots } from './spots.ts'
import type { SurveySample } from './strength-model.ts'
import { mergedSamples } from './survey-samples.ts'

/** One estimate beside the truth (metres). */
export interface Judged {
  readonly seconds: number
  readonly place: Place
  readonly errorMetres: number
  readonly r90Metres: number
  /** Error as a multiple of the radius; below 1 the radius holds the true place. */
  readonly ratio: number
}

export interface Figures {
  readonly count: number
  readonly mean: number
  readonly median: number
  readonly p90: number
  readonly p95: number
  /** Share of the estimates whose radius holds the true place, 0..1. */
  readonly covered: number
}

/** The radio map of a recording, with its survey or without. */
export const mapOf = (recording: Recording, isSurveyed: boolean, density?: (place: Place) => number): RadioMap =>
  radioMapBySamples(recording.floor, isSurveyed ? mergedSurvey(recording.survey) : new Map(), new Map(), density)

const mergedSurvey = (survey: Recording['survey']): Recording['survey'] =>
  new Map([...survey].map(([stationId, samples]) => [stationId, mergedSamples(samples)]))

/** The map of the survey and of all tracks but one: as if these had been walked training jobs. */
export function mapWithoutTrack(
  recording: Recording,
  left: RecordedTrack,
  density?: (place: Place) => number,
): RadioMap {
  const samples = new Map<string, SurveySample[]>([...recording.survey].map(([id, own]) => [id, [...own]]))
  for (const track of recording.tracks) {
    if (track === left) continue
    for (const { stationId, rssiDbm, place } of track.packets) {
      if (place !== undefined) samples.get(stationId)?.push({ ...place, rssiDbm, count: 1 })
    }
  }
  return radioMapBySamples(recording.floor, mergedSurvey(samples), new Map(), density)
}

function timesOf(packets: readonly RecordedPacket[], everySeconds: number | undefined): readonly number[] {
  if (everySeconds === undefined) return [...new Set(packets.map(({ seconds }) => seconds))]
  const [first, last] = [packets[0]?.seconds ?? 0, packets.at(-1)?.seconds ?? 0]
  return Array.from(
    { length: Math.floor((last - first) / everySeconds) },
    (_, index) => first + (index + 1) * everySeconds,
  )
}

/** Follows a track with what was heard up to each moment and nothing later. Without a truth, by the distance to the path. */
export function follow(
  { packets }: RecordedTrack,
  map: RadioMap,
  everySeconds: number | undefined,
  { path = [], motion = WALKING }: { readonly path?: readonly Leg[]; readonly motion?: Motion } = {},
): readonly Judged[] {
  const belief = newBelief([map])
  const judged: Judged[] = []
  let next = 0
  for (const seconds of timesOf(packets, everySeconds)) {
    const first = next
    while (next < packets.length && packets[next]!.seconds <= seconds) next += 1
    const heard = packets.slice(first, next)
    const readings = heard.map(({ stationId, rssiDbm, seconds }) => ({ stationId, rssiDbm, atMs: seconds * 1000 }))
    advance(belief, [map], readings, seconds * 1000, motion)
    const { x, y, r90Metres } = estimate(belief, map)
    const truth = packets[Math.max(next - 1, 0)]?.place
    const errorMetres = truth === undefined ? distanceToPath({ x, y }, path) : Math.hypot(x - truth.x, y - truth.y)
    judged.push({ seconds, place: { x, y }, errorMetres, r90Metres, ratio: errorMetres / r90Metres })
  }
  return judged
}

const distanceToPath = (place: Place, path: readonly Leg[]): number =>
  Math.min(...path.map(([from, to]) => distanceToLeg(place, from, to)))

function distanceToLeg(place: Place, from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = ((place.x - from.x) * dx + (place.y - from.y) * dy) / (dx ** 2 + dy ** 2)
  const share = Math.min(Math.max(along, 0), 1)
  return Math.hypot(place.x - from.x - share * dx, place.y - from.y - share * dy)
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN

export function figuresOf(judged: readonly Judged[]): Figures {
  const errors = judged.map(({ errorMetres }) => errorMetres).sort((a, b) => a - b)
  return {
    count: errors.length,
    mean: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    ...{ median: quantile(errors, 0.5), p90: quantile(errors, 0.9), p95: quantile(errors, 0.95) },
    covered: judged.filter(({ ratio }) => ratio <= 1).length / judged.length,
  }
}

/** All tracks of a recording by one map. */
export const followAll = ({ tracks, estimateEverySeconds }: Recording, map: RadioMap): readonly Judged[] =>
  tracks.flatMap((track) => follow(track, map, estimateEverySeconds))

/** Each track by the map of the survey and all others. */
export const followEachByOthers = (recording: Recording, density?: (place: Place) => number): readonly Judged[] =>
  recording.tracks.flatMap((track) =>
    follow(track, mapWithoutTrack(recording, track, density), recording.estimateEverySeconds),
  )

const FIFTHS = 5

export interface SectorFigures {
  /** Share of the single samples that were recognised, 0..1; and of five in a row. */
  readonly single: number
  readonly fiveInARow: number
  /** By how sure it was (tenths): how often it was right, and of how many. */
  readonly reliability: readonly { readonly told: number; readonly right: number; readonly count: number }[]
}

/** Recognises sectors, each contiguous fifth of each sector by the other four: neighbours in time resemble each other. */
export function judgeSectors(samples: readonly SectorSample[]): SectorFigures {
  const sectors = Map.groupBy(samples, ({ sector }) => sector)
  const told = new Float64Array(10)
  const [right, counts] = [new Float64Array(10), new Float64Array(10)]
  let [single, fives, rows, groups] = [0, 0, 0, 0]
  for (let fifth = 0; fifth < FIFTHS; fifth++) {
    const isTest = (index: number, length: number) => Math.floor((index * FIFTHS) / length) === fifth
    const spots = trainSpots(
      new Map(
        [...sectors].map(([name, own]) => [
          name,
          own.filter((_, index) => !isTest(index, own.length)).map(({ heard }) => heard),
        ]),
      ),
    )
    for (const [name, own] of sectors) {
      const tests = own.filter((_, index) => isTest(index, own.length))
      for (const [index, { heard }] of tests.entries()) {
        const shares = hearAtSpots(spots, anySpot(spots), heard, 0)
        const best = likeliest(shares)
        const bin = Math.min(9, Math.floor(10 * shares[best]!))
        told[bin]! += shares[best]!
        counts[bin]! += 1
        if (spots.names[best] === name) right[bin]! += 1
        single += spots.names[best] === name ? 1 : 0
        rows += 1
        if (index + FIFTHS > tests.length) continue
        groups += 1
        fives += spots.names[likeliest(inARow(spots, tests.slice(index, index + FIFTHS)))] === name ? 1 : 0
      }
    }
  }
  return {
    ...{ single: single / rows, fiveInARow: fives / groups },
    reliability: [...counts.keys()]
      .filter((bin) => counts[bin]! > 0)
      .map((bin) => ({ told: told[bin]! / counts[bin]!, right: right[bin]! / counts[bin]!, count: counts[bin]! })),
  }
}

const inARow = (spots: Spots, samples: readonly SectorSample[]): Float64Array =>
  samples.reduce((before, { heard }) => hearAtSpots(spots, before, heard, 0), anySpot(spots))

const likeliest = (shares: Float64Array): number =>
  shares.reduce((best, share, spot) => (share > shares[best]! ? spot : best), 0)
