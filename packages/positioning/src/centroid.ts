/** A place from the stations' places alone: their mean, weighted by received power. */
import type { HeardStation } from './heard.ts'
import { milliwatts, rangeMetres } from './path-loss.ts'

export interface CentroidEstimate {
  readonly x: number
  readonly y: number
  readonly accuracyMetres: number
  /** Share of the weight that the strongest station has, 0..1. */
  readonly strongestShare: number
}

/** A lone station: in two of three cases the true distance is within this factor of the one derived from its strength (7 dB). */
const SHADOW_FACTOR = 1.8
/**
 * Error of the mean: so many metres, and so much of the stations' spread around it. Fitted so that on both datasets the
 * true place lies within in at least two of three cases (the accuracy test prints how many do).
 */
const BASE_METRES = 0.7
const SPREAD_SHARE = 0.5
/** No radio of this kind is more exact. */
const MIN_ACCURACY_METRES = 1
/** Nor does it reach further. */
const MAX_ACCURACY_METRES = 50

function accuracyMetres(range: number, spread: number, isAlone: boolean): number {
  // Direction is unknown with one station; weak ones together may all be far away.
  const metres = isAlone ? SHADOW_FACTOR * range : Math.max(BASE_METRES + SPREAD_SHARE * spread, range)
  return Math.min(Math.max(metres, MIN_ACCURACY_METRES), MAX_ACCURACY_METRES)
}

/**
 * The mean of the stations' places, each weighted by its power, which falls about with the square of distance. It never leaves
 * the stations' hull, and a stronger signal always draws it nearer. `heard` is strongest first, on one map, not empty.
 */
export function weightedCentroid(heard: readonly HeardStation[]): CentroidEstimate {
  const strongest = heard[0]!
  let [total, x, y] = [0, 0, 0]
  for (const { station, rssiDbm } of heard) {
    const weight = milliwatts(rssiDbm - strongest.rssiDbm)
    total += weight
    x += weight * station.x
    y += weight * station.y
  }
  x /= total
  y /= total
  let squares = 0
  for (const { station, rssiDbm } of heard) {
    const scale = station.metresPerPixel
    // Without a scale the signals themselves tell how far the stations are.
    const distance = scale === null ? rangeMetres(rssiDbm) : Math.hypot(station.x - x, station.y - y) * scale
    squares += milliwatts(rssiDbm - strongest.rssiDbm) * distance ** 2
  }
  const spread = Math.sqrt(squares / total)
  const accuracy = accuracyMetres(rangeMetres(strongest.rssiDbm), spread, heard.length === 1)
  return { x, y, accuracyMetres: accuracy, strongestShare: 1 / total }
}
