import { expect, test } from 'vitest'
import type { Drawing } from './drawing.ts'
import { drawn as drawnOf, at as markerAt } from './given.ts'
import { looksAlike } from './looks-alike.ts'
import type { MarkerChange } from './marker.ts'
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts'

const ZOOM = 10
const PIXEL = 1 / (512 * 2 ** ZOOM)
/** So many pixels east and south of 139.5, 65.5, where a degree of latitude is more than two of longitude. */
const at = (id: string, east: number, south: number, change: Partial<MarkerChange> = {}): MarkerChange =>
  markerAt(id, longitudeOf(mercatorX(139.5) + east * PIXEL), latitudeOf(mercatorY(65.5) + south * PIXEL), change)
const drawn = (...changes: readonly MarkerChange[]): Drawing => drawnOf(changes, {}, { south: 65, north: 66 })
const alike = (one: Drawing, other: Drawing) => looksAlike(one, other, ZOOM)

test('moves outside of the screen, or too small to see, change nothing drawn', () => {
  const before = drawn(at('a', 0, 0), at('away', 9e5, 0))
  expect(alike(before, drawn(at('a', 0, 0), at('away', 9.1e5, 0)))).toBe(true)
  expect(alike(before, drawn(at('a', 0.2, 0.2), at('away', 9e5, 0)))).toBe(true)
})

test('a third of a pixel is seen, to the east and to the south', () => {
  const before = drawn(at('a', 0, 0))
  expect(alike(before, drawn(at('a', 0.3, 0)))).toBe(false)
  expect(alike(before, drawn(at('a', 0, 0.3)))).toBe(false)
})

test.each<[string, Partial<MarkerChange>]>([
  ['name', { name: 'b' }],
  ['state', { state: 'offline' }],
  ['battery', { lowBattery: true }],
  ['class', { colourIndex: 3 }],
  ['first arrow', { heading: 90 }],
])('a marker with another %s is seen', (_what, change) => {
  const [before, after] = [drawn(at('a', 0, 0)), drawn(at('a', 0, 0, change))]
  expect(alike(before, after)).toBe(false)
  expect(alike(after, before)).toBe(false)
})

test('added and removed markers are noticed, also one in place of another', () => {
  const before = drawn(at('a', 0, 0))
  expect(alike(before, drawn(at('a', 0, 0), at('b', 90, 0)))).toBe(false)
  expect(alike(before, drawn())).toBe(false)
  expect(alike(before, drawn(at('b', 0, 0)))).toBe(false)
})

test('a crowd of as many in the same place is seen to reach farther: a click leads there', () => {
  const crowd = (reach: number) => drawn(at('a', 5, 5), at('b', 5 - reach, 5), at('c', 5 + reach, 5))
  expect(alike(crowd(3), crowd(3.1))).toBe(true)
  expect(alike(crowd(3), crowd(4))).toBe(false)
})
