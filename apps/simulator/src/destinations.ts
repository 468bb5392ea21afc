/** Destinations on the plans: a person's own bed, a seat at a table, any free spot of a room. */

import type { Home } from '@whereabouts/fixtures/cast'
import { contains, type FloorPlan, type Furniture, type Room, type RoomKind } from '@whereabouts/fixtures/floor-plan'
import { planById } from '@whereabouts/fixtures/floor-plans'
import type { Place } from './places.ts'
import type { Chance } from './random.ts'
import { walkingGrid } from './walking-grid.ts'

export function planOf(home: Home): FloorPlan {
  const plan = planById.get(home.mapId)
  if (!plan) throw new Error(`No plan ${home.mapId}.`)
  return plan
}

export function roomNamed(plan: FloorPlan, name: string): Room {
  const room = plan.rooms.find((candidate) => candidate.name === name)
  if (!room) throw new Error(`${plan.map_name} has no room '${name}'.`)
  return room
}

export const roomsOf = (plan: FloorPlan, ...kinds: readonly RoomKind[]): Room[] =>
  plan.rooms.filter((room) => kinds.includes(room.kind))

/** Any free spot of the room. */
export function spotIn(plan: FloorPlan, room: Room, chance: Chance): Place {
  const points = walkingGrid(plan).freePoints(room)
  if (points.length === 0) throw new Error(`Nobody can stand in ${room.name} of ${plan.map_name}.`)
  const point = chance.pick(points)
  return { plan, x: point.x, y: point.y }
}

const furnitureOf = (plan: FloorPlan, room: Room, kind: Furniture['kind']): Furniture[] =>
  plan.furniture.filter((piece) => piece.kind === kind && contains(room, middleOf(piece)))

const middleOf = (piece: Furniture) => ({ x: piece.x + piece.w / 2, y: piece.y + piece.h / 2 })

/** The middle of one of the room's beds; `number` shares them out among the people of the room. */
export function bedIn(plan: FloorPlan, room: Room, number: number, chance: Chance): Place {
  const beds = furnitureOf(plan, room, 'bed')
  const bed = beds[number % beds.length]
  return bed ? { plan, ...middleOf(bed) } : spotIn(plan, room, chance)
}

/** A seat: the free spot nearest to a random side of one of the room's tables; without tables any spot. */
export function seatIn(plan: FloorPlan, room: Room, chance: Chance): Place {
  const tables = furnitureOf(plan, room, 'table')
  if (tables.length === 0) return spotIn(plan, room, chance)
  const table = chance.pick(tables)
  const middle = middleOf(table)
  const angle = chance.between(0, 2 * Math.PI)
  const reach = table.w / 2 + 0.4 / plan.metres_per_pixel
  const wanted = { x: middle.x + Math.cos(angle) * reach, y: middle.y + Math.sin(angle) * reach }
  const seat = walkingGrid(plan)
    .freePoints(room)
    .reduce((best, point) =>
      Math.hypot(point.x - wanted.x, point.y - wanted.y) < Math.hypot(best.x - wanted.x, best.y - wanted.y)
        ? point
        : best,
    )
  return { plan, x: seat.x, y: seat.y }
}
