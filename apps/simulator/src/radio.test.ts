import { hinoki1f } from '@whereabouts/fixtures/plans/hinoki-1f'
import { hinoki2fEast } from '@whereabouts/fixtures/plans/hinoki-2f-east'
import { expect, test } from 'vitest'
import type { Place } from './places.ts'
import { crosses, type Emitter, listen, meanRssiDbm } from './radio.ts'
import { createChance } from './random.ts'

const tagAt = (place: Place, rest: Partial<Emitter> = {}): Emitter => ({
  place,
  worn: false,
  headingDegrees: 0,
  ...rest,
})
const corridor = (x: number): Place => ({ plan: hinoki2fEast, x, y: 440 })

/** The mean over many shadows, so that the place's own luck does not decide. */
function usual(emitter: Emitter, place: Place): number {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed * 7919)
  return seeds.reduce((sum, shadowSeed) => sum + meanRssiDbm(emitter, { place, shadowSeed }), 0) / seeds.length
}

test('farther is weaker: 6 dB for twice the way along a corridor', () => {
  const station = corridor(200)
  const near = usual(tagAt(corridor(200 + 133)), station)
  const far = usual(tagAt(corridor(200 + 266)), station)
  expect(near - far).toBeGreaterThan(5)
  expect(near - far).toBeLessThan(7)
})

test('a wall takes about 3 dB, and nothing through the open door', () => {
  const bedroom = (x: number): Place => ({ plan: hinoki2fEast, x, y: 330 })
  const station = (x: number): Place => ({ plan: hinoki2fEast, x, y: 430 })
  // The door of 201 is between 172 and 224 pixels.
  const throughDoor = usual(tagAt(bedroom(198)), station(198))
  const throughWall = usual(tagAt(bedroom(140)), station(140))
  expect(throughDoor - throughWall).toBeGreaterThan(2)
  expect(throughDoor - throughWall).toBeLessThan(4)
})

test('a ceiling takes more than a wall', () => {
  const station = corridor(440)
  const same = usual(tagAt(corridor(560)), station)
  const below = usual(tagAt({ plan: hinoki1f, x: 560, y: 440 }), station)
  expect(same - below).toBeGreaterThan(12)
})

test("the wearer's body weakens what is behind it", () => {
  const station = corridor(900)
  const east = usual(tagAt(corridor(600), { worn: true, headingDegrees: 90 }), station)
  const west = usual(tagAt(corridor(600), { worn: true, headingDegrees: 270 }), station)
  expect(east - west).toBeGreaterThan(5)
})

test('shadows belong to the place: the same spot is heard alike, one step away nearly so', () => {
  const listener = { place: corridor(440), shadowSeed: 5 }
  const here = meanRssiDbm(tagAt(corridor(800)), listener)
  expect(meanRssiDbm(tagAt(corridor(800)), listener)).toBe(here)
  expect(Math.abs(meanRssiDbm(tagAt(corridor(810)), listener) - here)).toBeLessThan(2)
})

test('shadows differ by about 3 dB between places far apart', () => {
  const listener = { place: corridor(0), shadowSeed: 9 }
  const flat = (x: number) =>
    meanRssiDbm(tagAt({ plan: null, x, y: 0 }), { ...listener, place: { plan: null, x, y: 3 } })
  const values = Array.from({ length: 400 }, (_, index) => flat(index * 10.7))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  expect(deviation).toBeGreaterThan(2)
  expect(deviation).toBeLessThan(4)
})

test('beyond the receiver nothing is heard; close by nearly everything, within the noise', () => {
  const chance = createChance(1, 'test')
  const station = { place: { plan: null, x: 0, y: 0 }, shadowSeed: 3 }
  const hear = (x: number) =>
    Array.from({ length: 200 }, () => listen(meanRssiDbm(tagAt({ plan: null, x, y: 0 }), station), 2, chance)).filter(
      (rssi) => rssi !== undefined,
    )
  expect(hear(2000)).toEqual([])
  const close = hear(3)
  expect(close.length).toBeGreaterThan(190)
  expect(new Set(close).size).toBeGreaterThan(4)
})

test('a wall is crossed between its ends only', () => {
  const wall = { x1: 10, y1: 5, x2: 20, y2: 5, attenuationDb: 4, outer: false }
  expect(crosses(wall, { x: 15, y: 0 }, { x: 15, y: 10 })).toBe(true)
  expect(crosses(wall, { x: 25, y: 0 }, { x: 25, y: 10 })).toBe(false)
  expect(crosses(wall, { x: 15, y: 6 }, { x: 15, y: 10 })).toBe(false)
})
