/** What a belief says: the mean place, the radius that holds nine of ten of it, and how likely zones are. */
import { type Belief, offsetOf } from './belief.ts'
import type { RadioMap } from './radio-map.ts'

export interface Estimate {
  readonly mapId: string
  /** Pixels of the map's image. */
  readonly x: number
  readonly y: number
  /** Radius around it that holds the true place in nine of ten cases (metres). */
  readonly r90Metres: number
  /** How much stronger the tracker sends than expected (dB). */
  readonly offsetDb: number
  /** Probability of the map, 0..1. */
  readonly floorShare: number
}

const RING_METRES = 0.1
const RINGS = 2048
const NINE_OF_TEN = 0.9
/** No radio of this kind is more exact (metres). */
const LEAST_METRES = 0.1
const rings = new Float64Array(RINGS)

/** Of what is believed of one map: where, if the tracker is there. */
export function estimate(belief: Belief, map: RadioMap): Estimate {
  const own = belief.floors.get(map.mapId)!
  const { x: xs, y: ys } = map.grid
  let [total, x, y] = [0, 0, 0]
  for (let cell = 0; cell < own.length; cell++) {
    total += own[cell]!
    x += own[cell]! * xs[cell]!
    y += own[cell]! * ys[cell]!
  }
  x /= total
  y /= total
  rings.fill(0)
  for (let cell = 0; cell < own.length; cell++) {
    if (own[cell]! <= 1e-7 * total) continue
    const ring = Math.trunc(Math.sqrt((xs[cell]! - x) ** 2 + (ys[cell]! - y) ** 2) / RING_METRES)
    rings[Math.min(RINGS - 1, ring)]! += own[cell]!
  }
  let [mass, ring] = [0, 0]
  while (ring < RINGS - 1 && mass + rings[ring]! < NINE_OF_TEN * total) mass += rings[ring++]!
  const radius = RING_METRES * (ring + (rings[ring]! > 0 ? (NINE_OF_TEN * total - mass) / rings[ring]! : 0))
  return {
    mapId: map.mapId,
    x: x / map.metresPerPixel,
    y: y / map.metresPerPixel,
    r90Metres: Math.hypot(map.radiusFactor * radius, LEAST_METRES),
    offsetDb: offsetOf(belief),
    floorShare: total,
  }
}

/** The probability of each of so many parts of a map, 0..1; `partOf` says which part a cell belongs to. */
export function sharesOf(belief: Belief, mapId: string, partOf: Uint16Array, parts: number): Float64Array {
  const shares = new Float64Array(parts)
  const own = belief.floors.get(mapId)
  if (own === undefined) return shares
  for (let cell = 0; cell < own.length; cell++) shares[partOf[cell]!]! += own[cell]!
  return shares
}

/** The probability of those cells of a map that are marked by 1, 0..1. */
export function shareInside(belief: Belief, mapId: string, isInside: Uint8Array): number {
  const own = belief.floors.get(mapId)
  if (own === undefined) return 0
  let share = 0
  for (let cell = 0; cell < own.length; cell++) share += own[cell]! * isInside[cell]!
  return share
}
