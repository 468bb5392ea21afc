import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceMetres, isOnTheGlobe } from './positions.ts'

test('a degree of latitude is 111.2 km; the poles are half the way around', () => {
  expect(distanceMetres({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111_195, -1)
  const halfAround = distanceMetres({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })
  expect(halfAround / 1000).toBeCloseTo(20_015, 0)
})

test('a place is as far from another as the other from it, also across the date line', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(place, place, (a, b) => {
      const metres = distanceMetres(a, b)
      expect(metres).toBeGreaterThanOrEqual(0)
      expect(Math.abs(metres - distanceMetres(b, a))).toBeLessThan(1e-6)
    }),
  )
  const across = distanceMetres({ latitude: 0, longitude: 179.99 }, { latitude: 0, longitude: -179.99 })
  expect(across).toBeCloseTo(2_224, 0)
})

test('the globe ends at 90 and 180 degrees', () => {
  expect(isOnTheGlobe(90, -180)).toBe(true)
  for (const [latitude, longitude] of [
    [90.1, 0],
    [0, 180.1],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
  ] as const) {
    expect(isOnTheGlobe(latitude, longitude)).toBe(false)
  }
})
