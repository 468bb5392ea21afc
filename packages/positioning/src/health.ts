/**
 * How well a floor can tell places before anybody walks there, where one more station would help most, and which stations hear each
 * other otherwise than when they were calibrated. Source: decision 0061.
 */
import { USUAL_EXPONENT, USUAL_RSSI_AT_1M_DBM } from './calibration.ts'
import type { Place } from './grid.ts'
import { LOG_LIKELIHOODS, MOST_RESIDUAL } from './likelihood.ts'
import type { Floor, RadioMap } from './radio-map.ts'
import { fieldByTrend, type StationField } from './strength-model.ts'

/** The radius (metres) that is expected to hold the true place nine times out of ten, at a place (pixels). */
export interface ExpectedError {
  readonly x: number
  readonly y: number
  readonly radiusMetres: number
}

/** Where one more station would help most (pixels), and the mean expected radius (metres) without and with it. */
export interface NewStation {
  readonly x: number
  readonly y: number
  readonly beforeMetres: number
  readonly afterMetres: number
}

export interface FloorHealth {
  readonly errors: readonly ExpectedError[]
  /** Edge of what one of the errors stands for (pixels). */
  readonly edge: number
  /** Undefined: no place would help by a fifth of a metre. */
  readonly newStation: NewStation | undefined
}

/** Places at which errors are expected, and at which a new station is tried. */
const [MOST_PLACES, MOST_TRIED] = [220, 36]
/**
 * So many independent readings of each station tell two places apart: some at once, and more the longer it takes to walk from one to the
 * other (m² a reading); what walls do to a signal stays, however often it is heard. By these the expected radii of the two recordings
 * and of the demo's floors are about those that are told there (decision 0061).
 */
const [READINGS, METRES_A_READING, MOST_READINGS] = [1.5, 8, 10]
/** A weaker signal is heard now and then only (dBm), over so many dB. */
const [FAINT_DBM, FAINT_SPREAD_DB] = [-93, 3]
const RING_METRES = 0.25
const NINE_OF_TEN = 0.9
const LEAST_GAIN_METRES = 0.2
/** A station hangs so far within the edge of the plan (metres). */
const FROM_EDGE_METRES = 1

/** Its size (pixels): cells reach a little beyond it. */
type Plan = Pick<Floor, 'width' | 'height'>

/** One cell of each square of a floor, about in its middle; the middle of the square stands for it (metres). */
interface Square extends Place {
  readonly cell: number
}

/** The floor in so many squares at most. */
function squaresOf(
  { grid, metresPerPixel }: RadioMap,
  plan: Plan,
  most: number,
): { readonly squares: readonly Square[]; readonly edgeMetres: number } {
  const { x, y, density, cellMetres } = grid
  const highest = density.reduce((a, b) => Math.max(a, b), 0)
  // Where hardly anybody ever is nobody needs to be found.
  const [right, bottom] = [plan.width * metresPerPixel, plan.height * metresPerPixel]
  const isOnPlan = (cell: number) => x[cell]! >= 0 && y[cell]! >= 0 && x[cell]! <= right && y[cell]! <= bottom
  const usual = Array.from(x.keys()).filter((cell) => density[cell]! >= highest / 10 && isOnPlan(cell))
  const edgeMetres = Math.max(cellMetres, cellMetres * Math.sqrt(usual.length / most))
  const squares = new Map<string, Square>()
  for (const cell of usual) {
    const [column, row] = [Math.floor(x[cell]! / edgeMetres), Math.floor(y[cell]! / edgeMetres)]
    const middle = { x: (column + 0.5) * edgeMetres, y: (row + 0.5) * edgeMetres }
    const apart = (other: number) => Math.hypot(x[other]! - middle.x, y[other]! - middle.y)
    const known = squares.get(`${column} ${row}`)
    if (known === undefined || apart(cell) < apart(known.cell)) squares.set(`${column} ${row}`, { cell, ...middle })
  }
  return { squares: [...squares.values()], edgeMetres }
}

/** How many readings tell two places apart that are so far from each other (metres). */
const readingsAt = (metres: number): number => Math.min(MOST_READINGS, READINGS + metres ** 2 / METRES_A_READING)

/** How unlikely each other place is by what a station would hear of a tracker at each, as logarithm: rows are true places. */
function addEvidence(
  into: Float64Array,
  { expected, spread }: StationField,
  cells: readonly number[],
  readings: Float64Array,
): void {
  const count = cells.length
  for (let row = 0; row < count; row++) {
    const heard = expected[cells[row]!]!
    const share = 1 / (1 + Math.exp((FAINT_DBM - heard / 4) / FAINT_SPREAD_DB))
    const own = spread[cells[row]!]! + MOST_RESIDUAL
    for (let column = 0; column < count; column++) {
      const at = spread[cells[column]!]! + MOST_RESIDUAL
      const weight = share * readings[row * count + column]!
      into[row * count + column]! +=
        weight * (LOG_LIKELIHOODS[at + heard - expected[cells[column]!]!]! - LOG_LIKELIHOODS[own]!)
    }
  }
}

/** The radius around each place that holds nine tenths of what would be believed of a tracker there (metres). */
function radiiOf(evidence: Float64Array, distances: Float64Array, count: number, factor: number): Float64Array {
  const rings = new Float64Array(Math.ceil(distances.reduce((a, b) => Math.max(a, b), 0) / RING_METRES) + 1)
  return Float64Array.from({ length: count }, (_, row) => {
    rings.fill(0)
    let highest = Number.NEGATIVE_INFINITY
    for (let column = 0; column < count; column++) highest = Math.max(highest, evidence[row * count + column]!)
    let total = 0
    for (let column = 0; column < count; column++) {
      const odds = Math.exp(evidence[row * count + column]! - highest)
      total += odds
      rings[Math.floor(distances[row * count + column]! / RING_METRES)]! += odds
    }
    let [mass, ring] = [0, 0]
    while (ring < rings.length - 1 && mass + rings[ring]! < NINE_OF_TEN * total) mass += rings[ring++]!
    const part = rings[ring]! > 0 ? (NINE_OF_TEN * total - mass) / rings[ring]! : 0
    return factor * RING_METRES * (ring + part)
  })
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** What a floor can tell, by its radio map. Costs some tens of milliseconds. */
export function floorHealth(map: RadioMap, plan: Plan): FloorHealth {
  const { grid, metresPerPixel, fields, radiusFactor } = map
  const { squares, edgeMetres } = squaresOf(map, plan, MOST_PLACES)
  const cells = squares.map(({ cell }) => cell)
  const count = cells.length
  const at = (cell: number): Place => ({ x: grid.x[cell]!, y: grid.y[cell]! })
  const distances = new Float64Array(count * count)
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const [from, to] = [at(cells[row]!), at(cells[column]!)]
      distances[row * count + column] = Math.hypot(from.x - to.x, from.y - to.y)
    }
  }
  const readings = distances.map(readingsAt)
  const evidence = new Float64Array(count * count)
  for (const field of fields.values()) addEvidence(evidence, field, cells, readings)
  const radii = radiiOf(evidence, distances, count, radiusFactor)
  const beforeMetres = mean(radii)
  let best: NewStation | undefined
  const [right, bottom] = [plan.width * metresPerPixel, plan.height * metresPerPixel]
  for (const { cell } of squaresOf(map, plan, MOST_TRIED).squares) {
    const { x, y } = at(cell)
    if (Math.min(x, y, right - x, bottom - y) < FROM_EDGE_METRES) continue
    const usual = { rssiAt1mDbm: USUAL_RSSI_AT_1M_DBM, exponent: USUAL_EXPONENT }
    const more = evidence.slice()
    addEvidence(more, fieldByTrend({ x, y }, usual, grid), cells, readings)
    const afterMetres = mean(radiiOf(more, distances, count, radiusFactor))
    if (afterMetres >= (best?.afterMetres ?? beforeMetres - LEAST_GAIN_METRES)) continue
    best = { x: x / metresPerPixel, y: y / metresPerPixel, beforeMetres, afterMetres }
  }
  return {
    errors: squares.map(({ x, y }, index) => ({
      ...{ x: x / metresPerPixel, y: y / metresPerPixel },
      radiusMetres: radii[index]!,
    })),
    edge: edgeMetres / metresPerPixel,
    newStation: best,
  }
}

/** How strongly stations hear each other (mean, dBm): by the one that hears, then by the one that is heard. */
export type Signals = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * `unknown`: it was never heard together with others, so nothing can be compared; `moved`: some hear it better and some worse, or it is
 * nearer to all; `covered`: it hears and is heard less; `weak`: it is heard less, and hears as before, as a device that is failing;
 * `deaf`: it hears less, and is heard as before; `silent`: none of its neighbours hears it any more, nor it them.
 */
export type StationChange = 'same' | 'unknown' | 'moved' | 'covered' | 'weak' | 'deaf' | 'silent'

export interface ComparedStation {
  readonly stationId: string
  readonly change: StationChange
  /** Median differences from before (dB): of what it hears, and of how it is heard; undefined: nothing to compare. */
  readonly hearsDb: number | undefined
  readonly isHeardDb: number | undefined
}

/** The least change of the median, and of a single neighbour, that counts as a move (dB). People and doors cause less. */
const [CHANGED_DB, APART_DB] = [6, 7]
/** So much less is no change. */
const SAME_DB = 3
const LEAST_NEIGHBOURS = 2

function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

/** Compares how the stations of a floor hear each other now with how they did when they were calibrated. */
export function compareStations(
  stationIds: readonly string[],
  before: Signals,
  now: Signals,
): readonly ComparedStation[] {
  return stationIds.map((stationId) => {
    const others = stationIds.filter((id) => id !== stationId)
    const pairs = others.flatMap((id) => {
      const hears = difference(before, now, stationId, id)
      const isHeard = difference(before, now, id, stationId)
      return hears === undefined && isHeard === undefined ? [] : [{ hears, isHeard }]
    })
    const known = others.filter(
      (id) => before.get(stationId)?.get(id) !== undefined || before.get(id)?.get(stationId) !== undefined,
    ).length
    const hearsDb = median(pairs.flatMap(({ hears }) => hears ?? []))
    const isHeardDb = median(pairs.flatMap(({ isHeard }) => isHeard ?? []))
    const each = pairs.map(({ hears, isHeard }) => ((hears ?? isHeard)! + (isHeard ?? hears)!) / 2)
    return { stationId, hearsDb, isHeardDb, change: changeOf(known, each, hearsDb, isHeardDb) }
  })
}

function difference(before: Signals, now: Signals, listener: string, heard: string): number | undefined {
  const [then, today] = [before.get(listener)?.get(heard), now.get(listener)?.get(heard)]
  return then === undefined || today === undefined ? undefined : today - then
}

function changeOf(
  known: number,
  each: readonly number[],
  hearsDb: number | undefined,
  isHeardDb: number | undefined,
): StationChange {
  if (known < LEAST_NEIGHBOURS) return 'unknown'
  if (each.length === 0) return 'silent'
  const nearer = each.filter((value) => value >= APART_DB).length
  const farther = each.filter((value) => value <= -APART_DB).length
  if (nearer >= 1 && farther >= 1 && nearer + farther > each.length / 2) return 'moved'
  const [hears, isHeard] = [hearsDb ?? isHeardDb!, isHeardDb ?? hearsDb!]
  if (hears >= CHANGED_DB && isHeard >= CHANGED_DB) return 'moved'
  if (hears <= -CHANGED_DB && isHeard <= -CHANGED_DB) return 'covered'
  if (isHeard <= -CHANGED_DB && hears > -SAME_DB) return 'weak'
  if (hears <= -CHANGED_DB && isHeard > -SAME_DB) return 'deaf'
  return 'same'
}
