/** Where a tracker may be, given all that was heard of it: a probability for each cell of each floor, and of its offset. */
import type { RadioMap } from './radio-map.ts'

/** By how much a tracker may be stronger than the one of the survey, or than a usual one (dB). */
export const OFFSETS_DB: readonly number[] = [-20, -16, -12, -8, -4, 0, 4, 8, 12, 16, 20]
/** Spread of that before anything was heard: with a survey, and without (dB). */
const [SURVEYED_SPREAD_DB, UNSURVEYED_SPREAD_DB] = [3, 6]

export interface Reading {
  readonly stationId: string
  readonly rssiDbm: number
  /** Epoch milliseconds. */
  readonly atMs: number
}

export interface Belief {
  /** By map id; all cells of all floors together sum up to 1. */
  readonly floors: Map<string, Float32Array>
  /** Probability of each of `OFFSETS_DB`. */
  readonly offsets: Float64Array
  /** Up to when readings were taken in (epoch ms); -Infinity: none yet. */
  atMs: number
  /** By station id: its last reading (epoch ms). */
  readonly heardMs: Map<string, number>
}

export const sumOf = (values: Float32Array | Float64Array): number => {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]!
  return sum
}

/** By their density, as nothing is known. */
export function spreadOver(map: RadioMap, share: number): Float32Array {
  const { density } = map.grid
  const scale = share / sumOf(density)
  return density.map((value) => value * scale)
}

export function offsetsBefore(isSurveyed: boolean): Float64Array {
  const spread = isSurveyed ? SURVEYED_SPREAD_DB : UNSURVEYED_SPREAD_DB
  const odds = Float64Array.from(OFFSETS_DB, (offset) => Math.exp(-0.5 * (offset / spread) ** 2))
  const sum = sumOf(odds)
  return odds.map((value) => value / sum)
}

/** Before anything was heard: every floor is as likely as its number of cells. */
export function newBelief(maps: readonly RadioMap[]): Belief {
  const cells = maps.reduce((sum, { grid }) => sum + grid.x.length, 0)
  return {
    floors: new Map(maps.map((map) => [map.mapId, spreadOver(map, map.grid.x.length / cells)])),
    offsets: offsetsBefore(maps.some(({ isSurveyed }) => isSurveyed)),
    atMs: Number.NEGATIVE_INFINITY,
    heardMs: new Map(),
  }
}

/** How much stronger than expected the tracker sends (dB). */
export const offsetOf = ({ offsets }: Pick<Belief, 'offsets'>): number =>
  OFFSETS_DB.reduce((sum, offset, index) => sum + offset * offsets[index]!, 0)
