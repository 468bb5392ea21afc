/**
 * The strength to expect of a station at each place: a log-distance trend, fitted to what the survey heard, and a Gaussian process for
 * what walls and furniture add. Source: docs/decisions/0049-the-solver.md.
 */
import { HEIGHT_SQUARED, logDistance } from './calibration.ts'
import { cholesky, solveCholesky } from './cholesky.ts'
import type { Grid, Place } from './grid.ts'
import { CLASS_ENTRIES, inQuarters, MOST_SPREAD_CLASSES } from './likelihood.ts'
import type { StationCalibration } from './survey.ts'

/** What a station heard of a tracker at a place, on average. */
export interface SurveySample extends Place {
  readonly rssiDbm: number
  /** Readings in it. */
  readonly count: number
}

/** What a station is expected to hear in each cell, and how far readings stray from it. */
export interface StationField {
  /** Quarters of a dB. */
  readonly expected: Int16Array
  /** Where the spread class of each cell begins in `LOG_LIKELIHOODS`. */
  readonly spread: Uint16Array
}

/** The station's own calibration, or what is usual. */
export type Trend = Pick<StationCalibration, 'rssiAt1mDbm' | 'exponent'>

/** Size of the effects of walls and furniture (dB), their reach (metres), the error of a place (dB) and of one reading (dB). */
const [SHADOW_DB, REACH_METRES, PLACE_DB, READING_DB] = [4, 2, 2.5, 4]
/** How sure the exponent and the strength at one metre are before the survey. */
const [EXPONENT_SPREAD, RSSI_SPREAD_DB] = [0.5, 100]
const SURVEYED_EXPONENT = 2
/** Without samples this near to a cell its expectation is the trend's alone (metres). */
const NEAR_METRES = 2.5

const squaredDistance = (a: Place, b: Place): number => (a.x - b.x) ** 2 + (a.y - b.y) ** 2
/** Matérn 3/2. */
function kernel(metres: number): number {
  const reach = (Math.sqrt(3) * metres) / REACH_METRES
  return SHADOW_DB ** 2 * (1 + reach) * Math.exp(-reach)
}
const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}

/** Distance (metres) as a spread class: what is expected of a far station is less sure. */
const spreadAt = (metres: number): number => CLASS_ENTRIES * Math.min(MOST_SPREAD_CLASSES - 1, Math.round(metres))

/** The field of a station that no survey heard: its trend, less and less sure with distance. */
export function fieldByTrend(station: Place, { rssiAt1mDbm, exponent }: Trend, { x, y }: Grid): StationField {
  const expected = new Int16Array(x.length)
  const spread = new Uint16Array(x.length)
  for (let cell = 0; cell < x.length; cell++) {
    const squared = squaredDistance(station, { x: x[cell]!, y: y[cell]! })
    expected[cell] = inQuarters(rssiAt1mDbm - exponent * logDistance(squared))
    spread[cell] = spreadAt(Math.sqrt(squared + HEIGHT_SQUARED))
  }
  return { expected, spread }
}

/**
 * The field of a surveyed station. `station` is null where its place on this map is not known: then there is no trend with distance.
 * Costs the cube of the number of samples.
 */
export function fieldBySurvey(
  station: Place | null,
  samples: readonly SurveySample[],
  usual: Trend,
  { x, y }: Grid,
): StationField {
  const count = samples.length
  const covariances = new Float64Array(count * count)
  for (const [row, a] of samples.entries()) {
    for (let column = 0; column < row; column++) {
      const value = kernel(Math.sqrt(squaredDistance(a, samples[column]!)))
      covariances[row * count + column] = value
      covariances[column * count + row] = value
    }
    covariances[row * count + row] = SHADOW_DB ** 2 + PLACE_DB ** 2 + READING_DB ** 2 / a.count
  }
  const lower = cholesky(covariances, count)
  const logAt = (place: Place) => (station === null ? 0 : logDistance(squaredDistance(station, place)))
  const logs = Float64Array.from(samples, logAt)
  const values = Float64Array.from(samples, ({ rssiDbm }) => rssiDbm)
  const [solvedOnes, solvedLogs] = [solveCholesky(lower, new Float64Array(count).fill(1)), solveCholesky(lower, logs)]
  // Generalised least squares of strength at one metre and exponent, each drawn to what is usual.
  const a11 = solvedOnes.reduce((sum, value) => sum + value, 0) + 1 / RSSI_SPREAD_DB ** 2
  const a12 = -dot(logs, solvedOnes)
  const a22 = dot(logs, solvedLogs) + 1 / EXPONENT_SPREAD ** 2
  const b1 = dot(values, solvedOnes) + usual.rssiAt1mDbm / RSSI_SPREAD_DB ** 2
  const b2 = -dot(values, solvedLogs) + SURVEYED_EXPONENT / EXPONENT_SPREAD ** 2
  const determinant = a11 * a22 - a12 ** 2
  const rssiAt1mDbm = (a22 * b1 - a12 * b2) / determinant
  const exponent = (a11 * b2 - a12 * b1) / determinant
  const trendOf = (log: number) => rssiAt1mDbm - exponent * log
  const shares = solveCholesky(
    lower,
    Float64Array.from(values, (value, index) => value - trendOf(logs[index]!)),
  )
  const expected = new Int16Array(x.length)
  const spread = new Uint16Array(x.length)
  for (let cell = 0; cell < x.length; cell++) {
    const place = { x: x[cell]!, y: y[cell]! }
    let value = trendOf(logAt(place))
    let nearest = Number.POSITIVE_INFINITY
    for (let index = 0; index < count; index++) {
      const metres = Math.sqrt(squaredDistance(samples[index]!, place))
      value += shares[index]! * kernel(metres)
      if (metres < nearest) nearest = metres
    }
    expected[cell] = inQuarters(value)
    spread[cell] = spreadAt(Math.max(0, nearest - NEAR_METRES))
  }
  return { expected, spread }
}
