/** How a station receives, fitted to strengths heard over known distances. */
import type { StationCalibration } from './survey.ts'

/** What is believed of a station before it is calibrated (dBm, exponent), and how sure that is. */
export const USUAL_RSSI_AT_1M_DBM = -59
export const USUAL_EXPONENT = 2.2
const RSSI_SPREAD_DB = 8
const EXPONENT_SPREAD = 0.5
/** Spread of a mean strength around the model: walls, bodies, antennas (dB). */
const SHADOW_DB = 5

/** A mean strength over a known distance. */
export interface DistanceSample {
  readonly distanceMetres: number
  readonly rssiDbm: number
}

/** Keeps the model finite at the station itself: stations hang about a metre above the tag (square metres). */
export const HEIGHT_SQUARED = 1

/** Ten times the decimal logarithm of the distance, of a square of it in the plane (square metres). */
export const logDistance = (squaredMetres: number): number => 5 * Math.log10(squaredMetres + HEIGHT_SQUARED)

/**
 * The log-distance model that fits best to samples of one station and to what is usual: one sample at the station corrects the
 * strength, several distances the exponent too. Without samples it is the usual one. The residual (dB) is the root of the mean square.
 */
export function fitCalibration(
  stationId: string,
  samples: readonly DistanceSample[],
): StationCalibration & { readonly residualDb: number } {
  // Normal equations of the deviations from what is usual, each sample weighted by its spread.
  let [a11, a12, a22] = [1 / RSSI_SPREAD_DB ** 2, 0, 1 / EXPONENT_SPREAD ** 2]
  let [b1, b2] = [0, 0]
  const usual = (log: number) => USUAL_RSSI_AT_1M_DBM - USUAL_EXPONENT * log
  for (const { distanceMetres, rssiDbm } of samples) {
    const log = logDistance(distanceMetres ** 2)
    const difference = rssiDbm - usual(log)
    a11 += 1 / SHADOW_DB ** 2
    a12 -= log / SHADOW_DB ** 2
    a22 += log ** 2 / SHADOW_DB ** 2
    b1 += difference / SHADOW_DB ** 2
    b2 -= (log * difference) / SHADOW_DB ** 2
  }
  const determinant = a11 * a22 - a12 ** 2
  const rssiAt1mDbm = USUAL_RSSI_AT_1M_DBM + (a22 * b1 - a12 * b2) / determinant
  const exponent = USUAL_EXPONENT + (a11 * b2 - a12 * b1) / determinant
  const squares = samples.map(
    ({ distanceMetres, rssiDbm }) => (rssiDbm - rssiAt1mDbm + exponent * logDistance(distanceMetres ** 2)) ** 2,
  )
  const residualDb = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / Math.max(squares.length, 1))
  return { stationId, rssiAt1mDbm, exponent, residualDb }
}
