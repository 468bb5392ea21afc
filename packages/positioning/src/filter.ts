/**
 * Takes readings into a belief: a forward filter over the cells of every floor that a tracker may be on, together with how much
 * stronger or weaker it sends than the surveyed one. Source: docs/decisions/0049-the-solver.md.
 */
import { type Belief, OFFSETS_DB, type Reading, spreadOver, sumOf } from './belief.ts'
import { type Grid, STEP_VARIANCE } from './grid.ts'
import { inQuarters, LOG_LIKELIHOODS, logElsewhere, MOST_RESIDUAL } from './likelihood.ts'
import type { Motion } from './motion.ts'
import type { RadioMap } from './radio-map.ts'

/** Variance that a silence adds at most per axis (m²). */
const MOST_VARIANCE = 25
/** Weight of a station's first reading. */
const FIRST_WEIGHT = 0.63
/** Offsets less likely than this are not tried, and none falls below the second. */
const [TRIED_OFFSET, LEAST_OFFSET] = [0.003, 0.001]
/** So often (ms) offsets beside the likely ones are tried again, as so much of the belief goes to each. */
const OFFSETS_EVERY_MS = 10_000
const OFFSET_SHARE = 0.03
/** Part of the belief that changes floor in a second. */
const FLOOR_CHANGES_PER_SECOND = 0.01
/** Likelihoods smaller than the largest by this factor (as logarithm) count as none. */
const NEGLIGIBLE = 20
/** A cell that is less likely than this is not looked at: only a step from its neighbours makes it likely again. */
const DEAD = 1e-6
/** Below this everything that was believed has been disproved. */
const VANISHED = 1e-30

/** Reused between calls: nothing is kept in them. */
let [spare, logs] = [new Float32Array(0), new Float32Array(0)]
let alive = new Int32Array(0)

function makeRoom(cells: number): void {
  if (spare.length >= cells) return
  spare = new Float32Array(cells)
  logs = new Float32Array(cells)
  alive = new Int32Array(cells)
}

/** Lets the belief walk on its grid until it has gained that variance (m²). */
function diffuse(belief: Float32Array, grid: Grid, variance: number): void {
  const cells = belief.length
  const { neighbour, inflow, stay } = grid
  const wanted = variance / (STEP_VARIANCE * grid.cellMetres ** 2)
  const steps = Math.max(1, Math.round(wanted))
  const share = Math.min(1, wanted / steps)
  let [from, to]: [Float32Array, Float32Array] = [belief, spare]
  // Cells before and after these are empty.
  let [first, last] = [0, cells - 1]
  while (first < last && belief[first]! <= DEAD) first++
  while (last > first && belief[last]! <= DEAD) last--
  spare.fill(0, 0, cells)
  for (let step = 0; step < steps; step++) {
    first = Math.max(0, first - grid.reach)
    last = Math.min(cells - 1, last + grid.reach)
    for (let cell = first, s = 8 * first; cell <= last; cell++, s += 8) {
      const moved =
        stay[cell]! * from[cell]! +
        inflow[s]! * from[neighbour[s]!]! +
        inflow[s + 1]! * from[neighbour[s + 1]!]! +
        inflow[s + 2]! * from[neighbour[s + 2]!]! +
        inflow[s + 3]! * from[neighbour[s + 3]!]! +
        inflow[s + 4]! * from[neighbour[s + 4]!]! +
        inflow[s + 5]! * from[neighbour[s + 5]!]! +
        inflow[s + 6]! * from[neighbour[s + 6]!]! +
        inflow[s + 7]! * from[neighbour[s + 7]!]!
      to[cell] = from[cell]! + share * (moved - from[cell]!)
    }
    const swapped = from
    from = to
    to = swapped
  }
  if (from !== belief) belief.set(from.subarray(0, cells))
}

/** Lets a part of the belief take stairs and lifts to the other floors. */
function changeFloors(belief: Belief, maps: readonly RadioMap[], seconds: number): void {
  if (maps.length < 2) return
  const leaving = 1 - Math.exp(-FLOOR_CHANGES_PER_SECOND * seconds)
  const cells = maps.reduce((sum, { grid }) => sum + grid.x.length, 0)
  for (const map of maps) {
    const own = belief.floors.get(map.mapId)!
    const arriving = spreadOver(map, (leaving * map.grid.x.length) / cells)
    for (let cell = 0; cell < own.length; cell++) own[cell] = own[cell]! * (1 - leaving) + arriving[cell]!
  }
}

/** What a reading counts, so that many of one station in a short time count as one; and its place in the station's memory. */
export function weightOf(belief: Belief, { stationId, atMs }: Reading, { memorySeconds }: Motion): number {
  const lastMs = belief.heardMs.get(stationId)
  if (lastMs === undefined) return FIRST_WEIGHT
  return 1 - Math.exp(-Math.min(Math.max((atMs - lastMs) / 1000, 0.02), 60) / memorySeconds)
}

interface Weighted extends Reading {
  readonly weight: number
}

/** Writes to `logs` how likely the readings are in each of the first `count` cells of `alive`, for a tracker of that offset. */
function writeLogs(map: RadioMap, readings: readonly Weighted[], offsetDb: number, count: number): void {
  logs.fill(0, 0, count)
  for (const { stationId, rssiDbm, weight } of readings) {
    const field = map.fields.get(stationId)
    if (field === undefined) {
      const same = weight * logElsewhere(rssiDbm - offsetDb)
      for (let at = 0; at < count; at++) logs[at]! += same
      continue
    }
    const { expected, spread } = field
    const strength = inQuarters(rssiDbm - offsetDb) + MOST_RESIDUAL
    for (let at = 0; at < count; at++) {
      const cell = alive[at]!
      logs[at]! += weight * LOG_LIKELIHOODS[spread[cell]! + strength - expected[cell]!]!
    }
  }
}

/**
 * Moves the belief on to a time (epoch ms) and takes in what was heard since; call it about each second of data, or at each report.
 * Readings of a station that are not newer than its last one are left out. `maps` are the floors that the tracker may be on.
 */
export function advance(
  belief: Belief,
  maps: readonly RadioMap[],
  readings: readonly Reading[],
  atMs: number,
  motion: Motion,
): void {
  for (const map of maps) {
    makeRoom(map.grid.x.length)
    if (!belief.floors.has(map.mapId)) belief.floors.set(map.mapId, new Float32Array(map.grid.x.length))
  }
  if (atMs > belief.atMs) {
    const seconds = Math.min((atMs - belief.atMs) / 1000, 3600)
    if (Number.isFinite(belief.atMs)) {
      const variance = Math.min(motion.spreadPerSecond * seconds, MOST_VARIANCE)
      for (const { mapId, grid } of maps) diffuse(belief.floors.get(mapId)!, grid, variance)
      changeFloors(belief, maps, seconds)
      if (Math.floor(atMs / OFFSETS_EVERY_MS) > Math.floor(belief.atMs / OFFSETS_EVERY_MS)) tryBesides(belief.offsets)
    }
    belief.atMs = atMs
  }
  const news: Weighted[] = []
  for (const reading of readings) {
    const lastMs = belief.heardMs.get(reading.stationId)
    if (lastMs !== undefined && reading.atMs <= lastMs) continue
    news.push({ ...reading, weight: weightOf(belief, reading, motion) })
    belief.heardMs.set(reading.stationId, reading.atMs)
  }
  if (news.length > 0) update(belief, maps, news)
}

/** Bayes' rule over cells and offsets together; offsets are believed independent of the place. */
function update(belief: Belief, maps: readonly RadioMap[], news: readonly Weighted[]): void {
  const { offsets } = belief
  const evidence = new Float64Array(OFFSETS_DB.length)
  const updated = maps.map(({ mapId }) => ({ believed: belief.floors.get(mapId)!, posterior: new Float32Array(0) }))
  // One scale for all floors and offsets, so that they can be compared: the largest log likelihood so far.
  let top = Number.NEGATIVE_INFINITY
  for (const [floor, map] of maps.entries()) {
    const { believed } = updated[floor]!
    const posterior = new Float32Array(believed.length)
    updated[floor]!.posterior = posterior
    let count = 0
    for (let cell = 0; cell < believed.length; cell++) if (believed[cell]! > DEAD) alive[count++] = cell
    for (const [index, offsetDb] of OFFSETS_DB.entries()) {
      const share = offsets[index]!
      if (share < TRIED_OFFSET) continue
      writeLogs(map, news, offsetDb, count)
      let best = Number.NEGATIVE_INFINITY
      for (let at = 0; at < count; at++) if (logs[at]! > best) best = logs[at]!
      if (best > top) {
        const scale = Math.exp(top - best)
        for (const { posterior } of updated)
          for (let cell = 0; cell < posterior.length; cell++) posterior[cell]! *= scale
        for (let other = 0; other < evidence.length; other++) evidence[other]! *= scale
        top = best
      }
      let sum = 0
      for (let at = 0; at < count; at++) {
        const log = logs[at]! - top
        if (log <= -NEGLIGIBLE) continue
        const cell = alive[at]!
        const joint = believed[cell]! * Math.exp(log)
        sum += joint
        posterior[cell]! += share * joint
      }
      evidence[index]! += sum
    }
  }
  let total = 0
  for (const { posterior } of updated) total += sumOf(posterior)
  if (!(total > VANISHED)) {
    startAgain(belief, maps)
    return
  }
  for (const { believed, posterior } of updated) {
    for (let cell = 0; cell < posterior.length; cell++) believed[cell] = posterior[cell]! / total
  }
  updateOffsets(offsets, evidence)
}

function updateOffsets(offsets: Float64Array, evidence: Float64Array): void {
  let total = 0
  for (let index = 0; index < offsets.length; index++) {
    offsets[index]! *= evidence[index]!
    total += offsets[index]!
  }
  for (let index = 0; index < offsets.length; index++) offsets[index] = Math.max(offsets[index]! / total, LEAST_OFFSET)
  const sum = sumOf(offsets)
  for (let index = 0; index < offsets.length; index++) offsets[index]! /= sum
}

/** A tracker is turned, put on or taken off: its offset may have become one beside. */
function tryBesides(offsets: Float64Array): void {
  const before = offsets.slice()
  for (let index = 0; index < offsets.length; index++) {
    const [below, above] = [before[index - 1] ?? before[index]!, before[index + 1] ?? before[index]!]
    offsets[index] = (1 - 2 * OFFSET_SHARE) * before[index]! + OFFSET_SHARE * (below + above)
  }
}

/** All that was believed is disproved: nothing is known of the place. */
function startAgain(belief: Belief, maps: readonly RadioMap[]): void {
  const cells = maps.reduce((sum, { grid }) => sum + grid.x.length, 0)
  for (const map of maps) belief.floors.set(map.mapId, spreadOver(map, map.grid.x.length / cells))
}
