/** A place from a radio map: where what is heard now would be expected. */
import type { PreviousLocation } from './choose-map.ts'
import type { HeardStation } from './heard.ts'
import type { RadioMap } from './radio-map.ts'

export interface SurveyEstimate {
  /** Pixels of the map's image. */
  readonly x: number
  readonly y: number
  readonly accuracyMetres: number
}

/*
 * Spreads and memory were chosen on both datasets of this package together. Around these values the mean error changes by
 * less than 3 % (spread 4 to 4.5 dB, previous place 2 to 4 m). They were chosen on these recordings, not on held-out ones.
 */

/** With fewer stations one strength fits a whole ring of places. */
const MIN_STATIONS = 3
/** Spread of a smoothed strength around what the radio map expects: bodies, hands, moved furniture (dB). */
const SPREAD_DB = 4
/** How much stronger or weaker than the surveyed tag one of its own kind is, and one of any kind (dB). */
const SAME_KIND_SPREAD_DB = 0.5
const ANY_KIND_SPREAD_DB = 5
/** A brisk walk (metres per second), and how much nearer than this the previous place is never trusted (metres). */
const SPEED = 1.5
const PREVIOUS_SPREAD_METRES = 3
/** A place older than this no longer counts (ms). */
const PREVIOUS_MEMORY_MS = 30_000
/** From the spread of the likely places to a radius that holds the true one in two of three cases, on both datasets. */
const ACCURACY_FACTOR = 1.25
const MIN_ACCURACY_METRES = 1

/** Per cell, how badly the stations' strengths fit; a constant offset of the tag is free, within its spread. */
function misfits(map: RadioMap, heard: readonly HeardStation[], offsetSpreadDb: number): Float64Array | undefined {
  const cells = map.xMetres.length
  const [sums, squares] = [new Float64Array(cells), new Float64Array(cells)]
  let stations = 0
  for (const { stationId, rssiDbm } of heard) {
    const expected = map.rssiDbm.get(stationId)
    if (expected === undefined) continue
    stations++
    for (let cell = 0; cell < cells; cell++) {
      const difference = rssiDbm - expected[cell]!
      sums[cell]! += difference
      squares[cell]! += difference * difference
    }
  }
  if (stations < MIN_STATIONS) return undefined
  const offsetWeight = 1 / (stations + (SPREAD_DB / offsetSpreadDb) ** 2)
  for (let cell = 0; cell < cells; cell++) {
    squares[cell] = (squares[cell]! - sums[cell]! ** 2 * offsetWeight) / SPREAD_DB ** 2
  }
  return squares
}

/** Adds that people do not jump: places far from the previous one fit worse. */
function addPrevious(misfit: Float64Array, map: RadioMap, previous: PreviousLocation, nowMs: number): void {
  const ageMs = Math.max(nowMs - previous.locatedAtMs, 0)
  if (previous.mapId !== map.mapId || ageMs > PREVIOUS_MEMORY_MS) return
  const spreadSquared = PREVIOUS_SPREAD_METRES ** 2 + ((SPEED * ageMs) / 1000) ** 2
  const [x, y] = [previous.x * map.metresPerPixel, previous.y * map.metresPerPixel]
  for (let cell = 0; cell < misfit.length; cell++) {
    misfit[cell]! += ((map.xMetres[cell]! - x) ** 2 + (map.yMetres[cell]! - y) ** 2) / spreadSquared
  }
}

/**
 * The mean of the likely places; undefined where fewer than three heard stations are in the survey. A tracker of the
 * surveyed kind is known to send as strongly as the survey's; of any other only the pattern of strengths counts.
 */
export function surveyEstimate(
  map: RadioMap,
  heard: readonly HeardStation[],
  previous: PreviousLocation | undefined,
  nowMs: number,
  isSurveyedKind: boolean,
): SurveyEstimate | undefined {
  const misfit = misfits(map, heard, isSurveyedKind ? SAME_KIND_SPREAD_DB : ANY_KIND_SPREAD_DB)
  if (misfit === undefined) return undefined
  if (previous !== undefined) addPrevious(misfit, map, previous, nowMs)
  let best = Number.POSITIVE_INFINITY
  for (const value of misfit) if (value < best) best = value
  let [total, x, y, squares] = [0, 0, 0, 0]
  for (let cell = 0; cell < misfit.length; cell++) {
    const likelihood = Math.exp((best - misfit[cell]!) / 2)
    const [cellX, cellY] = [map.xMetres[cell]!, map.yMetres[cell]!]
    total += likelihood
    x += likelihood * cellX
    y += likelihood * cellY
    squares += likelihood * (cellX * cellX + cellY * cellY)
  }
  x /= total
  y /= total
  const spread = Math.sqrt(Math.max(squares / total - x * x - y * y, 0))
  return {
    x: x / map.metresPerPixel,
    y: y / map.metresPerPixel,
    accuracyMetres: Math.max(ACCURACY_FACTOR * spread, MIN_ACCURACY_METRES),
  }
}
