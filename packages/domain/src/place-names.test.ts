import { expect, test } from 'vitest'
import { addressOf } from './place-names.ts'

const square = (name: string, [west, south]: readonly [number, number], degrees: number) => ({
  name,
  points: [
    [west, south],
    [west + degrees, south],
    [west + degrees, south + degrees],
    [west, south + degrees],
  ] as const,
})
const PLACES = [
  square('Park', [121, 25], 0.02),
  square('Rose garden', [121.001, 25.001], 0.001),
  square('Beach', [179.99, -17], 0.02),
  { name: 'Hinoki Garden', points: [[121.1, 25.1]] as const },
]

test.each([
  ['in the smaller of two zones', 25.0015, 121.0015, 'Rose garden'],
  ['in the larger one', 25.01, 121.01, 'Park'],
  ['on the way to it', 25.0205, 121.01, 'Park'],
  ['some hundred metres from it', 25.022, 121.01, '25.0220, 121.0100'],
  ['before a building', 25.1005, 121.1005, 'Hinoki Garden'],
  ['beyond the antimeridian', -16.99, -179.995, 'Beach'],
  ['nowhere', -0.00001, 0.00004, '0.0000, 0.0000'],
  ['at a pole', -90, 180, '-90.0000, 180.0000'],
] as const)('%s', (_where, latitude, longitude, address) => {
  expect(addressOf(PLACES, { latitude, longitude })).toBe(address)
})
