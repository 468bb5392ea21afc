/**
 * Where people can walk on a plan: a fine grid of points that keep clear of walls and furniture. Because the clearance
 * to both sides of a wall is more than one step apart, a way over the grid goes through doors only.
 */
import {
  contains,
  type FloorPlan,
  type Furniture,
  type Point,
  type Room,
  type Wall,
} from '@whereabouts/fixtures/floor-plan'
import { crosses } from './radio.ts'

const CELL_METRES = 0.24
/** More than half a diagonal step (0.17 m), less than half a door. */
const CLEARANCE_METRES = 0.18
const STRAIGHT_COST = 5
const DIAGONAL_COST = 7
/** Ways to so many places are kept per plan; about 50 kB each. */
const MAX_FIELDS = 150
const UNREACHED = -1

/** What people walk over or step into. */
const WALKABLE_FURNITURE: ReadonlySet<Furniture['kind']> = new Set(['lift', 'steps', 'wc'])

export interface WalkingGrid {
  /** Points from `from` to `to`, both included; empty when there is no way. */
  way(from: Point, to: Point): Point[]
  /** Free points of a room; its bathroom is not part of it. */
  freePoints(room: Room): readonly Point[]
}

const grids = new WeakMap<FloorPlan, WalkingGrid>()

export function walkingGrid(plan: FloorPlan): WalkingGrid {
  const known = grids.get(plan)
  if (known) return known
  const grid = createGrid(plan)
  grids.set(plan, grid)
  return grid
}

function createGrid(plan: FloorPlan): WalkingGrid {
  const cell = CELL_METRES / plan.metres_per_pixel
  const clearance = CLEARANCE_METRES / plan.metres_per_pixel
  const columns = Math.ceil(plan.width / cell)
  const rows = Math.ceil(plan.height / cell)
  const centre = (index: number): Point => ({
    x: ((index % columns) + 0.5) * cell,
    y: (Math.floor(index / columns) + 0.5) * cell,
  })
  const indexAt = (point: Point) => Math.floor(point.y / cell) * columns + Math.floor(point.x / cell)
  const free = freeCells(plan, columns * rows, centre, clearance)
  const steps = [-1, 1, -columns, columns, -columns - 1, -columns + 1, columns - 1, columns + 1]
  const fields = new Map<number, Int32Array>()
  const roomPoints = new Map<Room, Point[]>()

  /** The nearest free cell that no wall hides; beds and chairs are reached from it. */
  function approach(point: Point): number {
    const start = indexAt(point)
    for (let ring = 0; ring <= 12; ring++) {
      let best = UNREACHED
      let bestDistance = Number.POSITIVE_INFINITY
      for (let dy = -ring; dy <= ring; dy++) {
        for (let dx = -ring; dx <= ring; dx++) {
          if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue
          const index = start + dy * columns + dx
          if (!free[index]) continue
          const at = centre(index)
          const distance = Math.hypot(at.x - point.x, at.y - point.y)
          if (distance >= bestDistance || plan.walls.some((wall) => crosses(wall, at, point))) continue
          best = index
          bestDistance = distance
        }
      }
      if (best !== UNREACHED) return best
    }
    return UNREACHED
  }

  function fieldTo(target: number): Int32Array {
    const known = fields.get(target)
    if (known) return known
    const oldest = fields.size >= MAX_FIELDS ? fields.keys().next().value : undefined
    if (oldest !== undefined) fields.delete(oldest)
    const field = spread(target, free, steps)
    fields.set(target, field)
    return field
  }

  function isOpen(from: Point, to: Point): boolean {
    const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (cell / 3))
    for (let index = 1; index < count; index++) {
      const share = index / count
      if (!free[indexAt({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })]) return false
    }
    return true
  }

  function descend(start: number, field: Int32Array): Point[] {
    const points = [centre(start)]
    let index = start
    while (field[index]! > 0) {
      const here = index
      for (const step of steps) {
        const cost = field[here + step]!
        if (cost !== UNREACHED && cost < field[index]!) index = here + step
      }
      points.push(centre(index))
    }
    return points
  }

  /** Cuts corners wherever the straight line is free. */
  function straighten(points: readonly Point[]): Point[] {
    const kept = points.slice(0, 1)
    let anchor = 0
    for (let index = 2; index < points.length; index++) {
      if (isOpen(points[anchor]!, points[index]!)) continue
      anchor = index - 1
      kept.push(points[anchor]!)
    }
    if (points.length > 1) kept.push(points.at(-1)!)
    return kept
  }

  return {
    way(from, to) {
      const start = approach(from)
      const target = approach(to)
      if (start === UNREACHED || target === UNREACHED) return []
      const field = fieldTo(target)
      if (field[start] === UNREACHED) return []
      return [from, ...straighten(descend(start, field)), to]
    },
    freePoints(room) {
      const known = roomPoints.get(room)
      if (known) return known
      const baths = plan.rooms.filter((other) => other.kind === 'bathroom' && other !== room)
      const points: Point[] = []
      for (let index = 0; index < free.length; index++) {
        const point = centre(index)
        if (free[index] && contains(room, point) && !baths.some((bath) => contains(bath, point))) points.push(point)
      }
      roomPoints.set(room, points)
      return points
    },
  }
}

function freeCells(plan: FloorPlan, count: number, centre: (index: number) => Point, clearance: number): Uint8Array {
  const solid = plan.furniture.filter((piece) => !WALKABLE_FURNITURE.has(piece.kind))
  const free = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    const point = centre(index)
    const isFree =
      contains(plan.outline, point) &&
      !plan.walls.some((wall) => distanceTo(wall, point) < clearance) &&
      !solid.some((piece) => contains(piece, point))
    free[index] = isFree ? 1 : 0
  }
  return free
}

/** Pixels from an axis-aligned wall. */
function distanceTo(wall: Wall, point: Point): number {
  const x = Math.max(wall.x1, Math.min(wall.x2, point.x))
  const y = Math.max(wall.y1, Math.min(wall.y2, point.y))
  return Math.hypot(point.x - x, point.y - y)
}

/** Cost of the way from every cell to the target. Dial's algorithm: whole costs in a ring of buckets. */
function spread(target: number, free: Uint8Array, steps: readonly number[]): Int32Array {
  const costs = new Int32Array(free.length).fill(UNREACHED)
  const buckets: number[][] = Array.from({ length: DIAGONAL_COST + 1 }, () => [])
  const best = new Int32Array(free.length).fill(0x7fffffff)
  best[target] = 0
  buckets[0]!.push(target)
  let waiting = 1
  for (let cost = 0; waiting > 0; cost++) {
    const bucket = buckets[cost % buckets.length]!
    for (let index = bucket.pop(); index !== undefined; index = bucket.pop()) {
      waiting--
      if (costs[index] !== UNREACHED) continue
      costs[index] = cost
      for (let number = 0; number < steps.length; number++) {
        const neighbour = index + steps[number]!
        if (!free[neighbour] || costs[neighbour] !== UNREACHED) continue
        const next = cost + (number < 4 ? STRAIGHT_COST : DIAGONAL_COST)
        if (next >= best[neighbour]!) continue
        best[neighbour] = next
        buckets[next % buckets.length]!.push(neighbour)
        waiting++
      }
    }
  }
  return costs
}
