import { cast } from '@whereabouts/fixtures/cast'
import type { Wall } from '@whereabouts/fixtures/floor-plan'
import { floorPlans } from '@whereabouts/fixtures/floor-plans'
import { expect, test } from 'vitest'
import { bedIn, planOf, roomNamed, spotIn } from './destinations.ts'
import type { Place } from './places.ts'
import { crosses } from './radio.ts'
import { createChance } from './random.ts'
import { type Leg, route } from './routes.ts'

const chance = createChance(4, 'routes')

function wallsCrossed(legs: readonly Leg[]): Wall[] {
  return legs.flatMap(({ points }) =>
    points.slice(1).flatMap((point, index) => {
      const from = points[index]!
      return point.plan?.walls.filter((wall) => crosses(wall, from, point)) ?? []
    }),
  )
}

const spots = (): Place[] => floorPlans.flatMap((plan) => plan.rooms.map((room) => spotIn(plan, room, chance)))

test('every room of a plan is reached from every other through doors only', () => {
  for (const plan of floorPlans) {
    const places = plan.rooms.map((room) => spotIn(plan, room, chance))
    const from = places[0]!
    for (const [index, to] of places.entries()) {
      const legs = route(from, to)
      expect(legs, `${plan.map_name}: ${plan.rooms[index]?.name}`).toHaveLength(1)
      expect(wallsCrossed(legs), `${plan.map_name}: ${plan.rooms[index]?.name}`).toEqual([])
    }
  }
})

test('everybody finds the way to bed', () => {
  for (const member of cast.filter(({ role }) => role === 'resident')) {
    const plan = planOf(member.home)
    const room = roomNamed(plan, member.home.room)
    for (const number of [0, 1, 2, 3]) {
      const corridor = spotIn(plan, plan.rooms.find(({ kind }) => kind === 'hall')!, chance)
      const legs = route(corridor, bedIn(plan, room, number, chance))
      expect(legs, `${member.name}, bed ${number}`).toHaveLength(1)
      expect(wallsCrossed(legs), member.name).toEqual([])
    }
  }
})

test('any place of the site leads to any other, by lifts and streets', () => {
  const places = spots()
  for (let index = 0; index < 60; index++) {
    const from = chance.pick(places)
    const to = chance.pick(places)
    const legs = route(from, to)
    expect(legs.length).toBeGreaterThan(0)
    expect(legs[0]?.points[0]).toEqual(from)
    expect(legs.at(-1)?.points.at(-1)).toEqual(to)
    expect(wallsCrossed(legs)).toEqual([])
    for (const leg of legs.slice(1)) expect(leg.waitSeconds).toBeGreaterThan(0)
  }
})
