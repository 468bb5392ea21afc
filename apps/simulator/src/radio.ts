/**
 * How strongly a station hears a tracker: log-distance path loss, every wall and ceiling in the way, the body of the
 * wearer, shadow fading that belongs to the place, and fast noise. Source: ITU-R P.1238-12; 3GPP TR 38.901 §7.4.4 for
 * the correlated shadows; figures as usual for Bluetooth tags.
 */
import type { FloorPlan, Wall } from '@whereabouts/fixtures/floor-plan'
import { type Metres, metresOf, type Place, pixelOf } from './places.ts'
import { type Chance, mix } from './random.ts'

/** At one metre in the open (dBm): a bare tag; one worn on the body. */
export const BARE_TAG_AT_1M_DBM = -55
const WORN_TAG_AT_1M_DBM = -58
const PATH_LOSS_EXPONENT = 2
const CEILING_LOSS_DB = 16
const STOREY_METRES = 3.5
/** A body between tag and station takes this much. */
const BODY_LOSS_DB = 6
const SHADOW_DEVIATION_DB = 3
/** Shadows change over about this far. */
const SHADOW_CELL_METRES = 2.5
const FAST_NOISE_DEVIATION_DB = 3.5
/** Below this no advert is read (dBm). */
const SENSITIVITY_DBM = -95
/** Nothing is heard beyond. */
const MAX_RANGE_METRES = 45
/** Adverts lost to collisions. */
const COLLISION_LOSS = 0.12
const ADVERT_INTERVAL_SECONDS = 1

/** A tag as radio sees it. */
export interface Emitter {
  readonly place: Place
  /** Worn: the wearer's body stands behind it. */
  readonly worn: boolean
  /** Degrees clockwise from north the wearer looks at. */
  readonly headingDegrees: number
}

/** A listener as radio sees it. */
export interface Listener {
  readonly place: Place
  /** Makes its shadows its own. */
  readonly shadowSeed: number
}

/** Mean strength in dBm, without fast noise. */
export function meanRssiDbm(emitter: Emitter, listener: Listener): number {
  const from = metresOf(emitter.place)
  const to = metresOf(listener.place)
  const storeys = Math.abs(from.level - to.level)
  const distance = Math.max(0.5, Math.hypot(to.east - from.east, to.north - from.north, storeys * STOREY_METRES))
  return (
    (emitter.worn ? WORN_TAG_AT_1M_DBM : BARE_TAG_AT_1M_DBM) -
    10 * PATH_LOSS_EXPONENT * Math.log10(distance) -
    storeys * CEILING_LOSS_DB -
    wallLossDb(emitter.place, listener.place) -
    bodyLossDb(emitter, from, to) +
    shadowDb(from, listener.shadowSeed)
  )
}

export const isInRange = (from: Metres, to: Metres): boolean =>
  Math.abs(from.east - to.east) <= MAX_RANGE_METRES && Math.abs(from.north - to.north) <= MAX_RANGE_METRES

/** What the walls of both plans take along the straight line. */
function wallLossDb(from: Place, to: Place): number {
  if (from.plan === to.plan) return from.plan === null ? 0 : lossThrough(from.plan, from, to)
  const a = metresOf(from)
  const b = metresOf(to)
  const sameBuilding =
    from.plan !== null && from.plan.building === to.plan?.building && from.plan.level !== to.plan.level
  const plans = sameBuilding ? [from.plan] : [from.plan, to.plan]
  return plans.reduce((loss, plan) => (plan ? loss + lossThrough(plan, pixelOf(plan, a), pixelOf(plan, b)) : loss), 0)
}

interface Pixel {
  readonly x: number
  readonly y: number
}

function lossThrough(plan: FloorPlan, from: Pixel, to: Pixel): number {
  let loss = 0
  for (const wall of plan.walls) if (crosses(wall, from, to)) loss += wall.attenuationDb
  return loss
}

/** Walls run along the axes, which keeps this to one division. */
export function crosses(wall: Wall, from: Pixel, to: Pixel): boolean {
  if (wall.y1 === wall.y2) {
    if (from.y < wall.y1 === to.y < wall.y1) return false
    const x = from.x + ((to.x - from.x) * (wall.y1 - from.y)) / (to.y - from.y)
    return x >= wall.x1 && x <= wall.x2
  }
  if (from.x < wall.x1 === to.x < wall.x1) return false
  const y = from.y + ((to.y - from.y) * (wall.x1 - from.x)) / (to.x - from.x)
  return y >= wall.y1 && y <= wall.y2
}

/** None in front of the wearer, all of it behind. */
function bodyLossDb(emitter: Emitter, from: Metres, to: Metres): number {
  if (!emitter.worn) return 0
  const direction = Math.atan2(to.east - from.east, to.north - from.north)
  const turn = direction - (emitter.headingDegrees * Math.PI) / 180
  return (BODY_LOSS_DB * (1 - Math.cos(turn))) / 2
}

/** Smooth noise over the place: bilinear between random corners of a lattice. */
function shadowDb(at: Metres, seed: number): number {
  const x = at.east / SHADOW_CELL_METRES
  const y = at.north / SHADOW_CELL_METRES
  const column = Math.floor(x)
  const row = Math.floor(y)
  const corner = (dx: number, dy: number) => latticeValue(seed, column + dx, row + dy, at.level)
  const right = x - column
  const down = y - row
  const top = corner(0, 0) * (1 - right) + corner(1, 0) * right
  const bottom = corner(0, 1) * (1 - right) + corner(1, 1) * right
  // A corner is uniform on ±1 (deviation 0.58) and the blend is narrower still, about 0.4.
  return ((top * (1 - down) + bottom * down) * SHADOW_DEVIATION_DB) / 0.4
}

const latticeValue = (seed: number, column: number, row: number, level: number): number =>
  mix(seed ^ Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77) ^ Math.imul(level + 1, 0xc2b2ae3d)) /
    0x7fffffff -
  1

/**
 * Simulates the adverts of some seconds that arrive at `mean` dBm: the strength a listener would report, or undefined
 * when it caught none.
 */
export function listen(mean: number, seconds: number, chance: Chance): number | undefined {
  if (mean < SENSITIVITY_DBM - 10) return undefined
  const odds = (1 - COLLISION_LOSS) / (1 + Math.exp((SENSITIVITY_DBM - mean) / 1.5))
  let heard = 0
  const adverts = Math.max(1, Math.round(seconds / ADVERT_INTERVAL_SECONDS))
  for (let index = 0; index < adverts; index++) if (chance.happens(odds)) heard++
  if (heard === 0) return undefined
  const rssi = mean + (FAST_NOISE_DEVIATION_DB * chance.normal()) / Math.sqrt(heard)
  return Math.max(-105, Math.min(-20, Math.round(rssi)))
}
