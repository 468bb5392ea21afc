import { expect, test } from 'vitest'
import { steadied } from './steady.ts'

const METRES_PER_PIXEL = 0.02
const place = (xMetres: number) => ({ x: xMetres / METRES_PER_PIXEL, y: 500, accuracyMetres: 4 })
const before = (xMetres: number, locatedAtMs: number) => ({ ...place(xMetres), mapId: 'map', locatedAtMs })

/** Metres along x that an estimate 0 m → `xMetres` is followed after `seconds`. */
const followed = (xMetres: number, seconds: number, isResting = false): number =>
  steadied(place(xMetres), {
    mapId: 'map',
    metresPerPixel: METRES_PER_PIXEL,
    previous: before(0, 0),
    nowMs: seconds * 1000,
    isResting,
  }).x * METRES_PER_PIXEL

test('what is far beyond the noise is followed within a second', () => {
  expect(followed(5, 1)).toBeGreaterThan(4.5)
})

test('what may be noise is followed slowly, and no slower for being heard often', () => {
  expect(followed(0.3, 1)).toBeLessThan(0.05)
  const once = followed(0.3, 2)
  let x = 0
  for (let step = 1; step <= 20; step += 1) {
    x = steadied(place(0.3), {
      mapId: 'map',
      metresPerPixel: METRES_PER_PIXEL,
      previous: { ...before(0, (step - 1) * 100), x },
      nowMs: step * 100,
      isResting: false,
    }).x
  }
  expect(x * METRES_PER_PIXEL).toBeCloseTo(once, 1)
})

test('a tracker that reports rest is not moved by two metres of noise, yet reaches the estimate in the end', () => {
  expect(followed(2, 1, true)).toBeLessThan(0.3)
  expect(followed(2, 1, false)).toBeGreaterThan(1.5)
  expect(followed(2, 29, true)).toBeGreaterThan(1.5)
})

test('another map, a long silence and a plan without a scale keep nothing of the place before', () => {
  const estimate = place(1)
  const usual = { mapId: 'map', metresPerPixel: METRES_PER_PIXEL, previous: before(0, 0), nowMs: 1000, isResting: true }
  expect(steadied(estimate, usual)).not.toEqual(estimate)
  expect(steadied(estimate, { ...usual, mapId: 'other' })).toEqual(estimate)
  expect(steadied(estimate, { ...usual, nowMs: 30_001 })).toEqual(estimate)
  expect(steadied(estimate, { ...usual, metresPerPixel: null })).toEqual(estimate)
  expect(steadied(estimate, { ...usual, previous: undefined })).toEqual(estimate)
})
