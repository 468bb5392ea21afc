import { contains } from '@whereabouts/fixtures/floor-plan'
import { hinoki2fEast } from '@whereabouts/fixtures/plans/hinoki-2f-east'
import { expect, test } from 'vitest'
import type { Body } from './bodies.ts'
import { planOf, roomNamed, spotIn } from './destinations.ts'
import { stepMetres } from './places.ts'
import { createPopulation, type Population } from './population.ts'
import { crosses } from './radio.ts'
import { createChance } from './random.ts'

const residents = (population: Population) => [...population.bodies.values()].filter((body) => body.role === 'resident')
const isIn = (body: Body, kinds: readonly string[]) =>
  body.place.plan?.rooms.some((room) => kinds.includes(room.kind) && contains(room, body.place)) ?? false

/** Lives second by second; `each` looks on after every second. */
function livesOn(population: Population, fromHour: number, seconds: number, each: (now: number) => void = () => {}) {
  for (let now = 1; now <= seconds; now++) {
    population.live(1, now, (fromHour + now / 3600) % 24)
    each(now)
  }
}

test('in ten minutes of a morning nobody walks through a wall or leaves the floor', () => {
  const population = createPopulation(1, 10)
  const everybody = [...population.bodies.values(), population.escort]
  const before = new Map(everybody.map((body) => [body, body.place]))
  let steps = 0
  // Tenths of a second, so that a step round the end of a wall is not taken for one through it.
  for (let tenth = 1; tenth <= 6000; tenth++) {
    population.live(0.1, tenth / 10, 10 + tenth / 36_000)
    for (const body of everybody) {
      const from = before.get(body)!
      const { place } = body
      before.set(body, place)
      if (place === from || place.plan === null || from.plan !== place.plan) continue
      steps++
      expect(contains(place.plan.outline, place), body.name).toBe(true)
      expect(
        place.plan.walls.filter((wall) => crosses(wall, from, place)),
        `${body.name} at ${place.x}, ${place.y}`,
      ).toEqual([])
    }
  }
  expect(steps).toBeGreaterThan(5000)
})

test('nobody is faster than a walk, but for the van', () => {
  const population = createPopulation(2, 14)
  const everybody = [...population.bodies.values()].filter(
    (body) => body.role !== 'driver' && body.name !== 'Van keys 2',
  )
  const before = new Map<Body, Body['place']>()
  livesOn(population, 14, 600, () => {
    for (const body of everybody) {
      const from = before.get(body)
      before.set(body, body.place)
      if (from?.plan === body.place.plan) expect(stepMetres(from, body.place), body.name).toBeLessThan(1.5)
    }
  })
})

test('at three in the morning residents are in their rooms, at noon the care home eats', () => {
  const night = createPopulation(3, 3)
  livesOn(night, 3, 600)
  const asleep = residents(night).filter((body) => isIn(body, ['bedroom', 'bathroom']))
  expect(asleep.length / residents(night).length).toBeGreaterThan(0.85)

  const noon = createPopulation(3, 11.75)
  livesOn(noon, 11.75, 900)
  const guests = residents(noon).filter((body) => planOf(body.home).building === 'Hinoki Garden')
  const atTable = guests.filter((body) => isIn(body, ['dining']))
  expect(atTable.length / guests.length).toBeGreaterThan(0.5)
})

test.each([3, 10, 22])('within 20 seconds of %i o’clock several people have moved', (hour) => {
  const population = createPopulation(5, hour)
  const walked = () => [...population.bodies.values()].map((body) => body.metresWalked)
  const before = walked()
  livesOn(population, hour, 20)
  expect(walked().filter((metres, index) => metres > before[index]! + 1).length).toBeGreaterThanOrEqual(3)
})

test('staff push carts and wheelchairs to other rooms and leave them there', () => {
  const population = createPopulation(6, 10)
  const things = [...population.bodies.values()].filter((body) => body.role === 'thing')
  const before = new Map(things.map((body) => [body, body.place]))
  const pushed = new Set<Body>()
  livesOn(population, 10, 1800, () => {
    for (const thing of things) if (thing.leader?.role === 'nurse') pushed.add(thing)
  })
  const parked = [...pushed].filter((thing) => !thing.leader && thing.place !== before.get(thing))
  expect(parked.length).toBeGreaterThan(5)
})

test('Lin Wei walks Sato Kenji along the river by day, and he is home at night', () => {
  const population = createPopulation(7, 16.9)
  const sato = population.bodies.get('G5-4F21A9C3')!
  expect(sato.leader).toBe(population.escort)
  expect(sato.place.plan).toBeNull()
  livesOn(population, 16.9, 3600)
  expect(sato.leader).toBeUndefined()
  expect(sato.place.plan?.map_name).toBe('Hinoki Garden 2F East')
})

test('in the morning Sato Kenji meets Lin Wei at the gate', () => {
  const population = createPopulation(8, 8.9)
  const sato = population.bodies.get('G5-4F21A9C3')!
  expect(sato.place.plan?.map_name).toBe('Hinoki Garden 2F East')
  livesOn(population, 8.9, 3600)
  expect(sato.leader).toBe(population.escort)
})

test('a person sent to Stairs B goes there and stays', () => {
  const population = createPopulation(9, 10)
  const stairs = roomNamed(hinoki2fEast, 'Stairs B')
  population.send('G5-7C11D0E2', spotIn(hinoki2fEast, stairs, createChance(1, 'test')), 300)
  livesOn(population, 10, 180)
  expect(contains(stairs, population.bodies.get('G5-7C11D0E2')!.place)).toBe(true)
})
