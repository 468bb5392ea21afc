/** How far estimates lie from the truth, on recorded data. */
import type { PreviousLocation } from './choose-map.ts'
import { METRES_PER_PIXEL, type RecordedPacket, type Recording } from './datasets.ts'
import { type LocateInput, locateIndoors } from './locate-indoors.ts'
import { byStation } from './sightings.ts'

export interface Accuracy {
  readonly estimates: number
  readonly meanMetres: number
  readonly medianMetres: number
  /** Nine of ten estimates are no further off. */
  readonly p90Metres: number
  /** Share of the estimates whose told accuracy holds the true place, 0..1. */
  readonly shareWithinTold: number
}

export type Solver = Pick<LocateInput, 'radioMaps' | 'isSurveyedKind'>

interface Estimate {
  readonly errorMetres: number
  readonly toldMetres: number
}

const WINDOW_SECONDS = 15

function timesOf(track: readonly RecordedPacket[], everySeconds: number | undefined): readonly number[] {
  if (everySeconds === undefined) return [...new Set(track.map(({ seconds }) => seconds))]
  const [first, last] = [track[0]?.seconds ?? 0, track.at(-1)?.seconds ?? 0]
  return Array.from(
    { length: Math.floor((last - first) / everySeconds) },
    (_, index) => first + (index + 1) * everySeconds,
  )
}

/** Follows one track as the server would: with what was heard up to each moment, and the place found before. */
function follow(track: readonly RecordedPacket[], { stations, estimateEverySeconds }: Recording, solver: Solver) {
  const estimates: Estimate[] = []
  let previous: PreviousLocation | undefined
  for (const time of timesOf(track, estimateEverySeconds)) {
    const recent = track.filter(({ seconds }) => seconds <= time && seconds > time - WINDOW_SECONDS)
    const truth = recent.at(-1)
    const sightings = byStation(recent.map((packet) => ({ ...packet, scannedAtMs: packet.seconds * 1000 })))
    const located = locateIndoors({ ...solver, stations, sightings, nowMs: time * 1000, previous })
    if (located === undefined || truth === undefined) continue
    const { position, accuracyMetres } = located
    previous = { ...position, locatedAtMs: time * 1000 }
    const [dx, dy] = [position.x * METRES_PER_PIXEL - truth.xMetres, position.y * METRES_PER_PIXEL - truth.yMetres]
    estimates.push({ errorMetres: Math.hypot(dx, dy), toldMetres: accuracyMetres })
  }
  return estimates
}

/** Figures over all tracks of a recording. */
export function measure(recording: Recording, solver: Solver): Accuracy {
  const estimates = recording.tracks.flatMap((track) => follow(track, recording, solver))
  const errors = estimates.map(({ errorMetres }) => errorMetres).sort((a, b) => a - b)
  const quantile = (share: number): number => errors[Math.round(share * (errors.length - 1))] ?? Number.NaN
  return {
    estimates: errors.length,
    meanMetres: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    medianMetres: quantile(0.5),
    p90Metres: quantile(0.9),
    shareWithinTold: estimates.filter((one) => one.errorMetres <= one.toldMetres).length / estimates.length,
  }
}
