import { expect, test } from 'vitest'
import { isInPolygon, isSimple, type Point } from './polygons.ts'

const points = (text: string): Point[] => text.split(' ').map((pair) => pair.split(',').map(Number) as [number, number])

test.each([
  ['a triangle', '0,0 4,0 2,3', true],
  ['an L', '0,0 4,0 4,1 1,1 1,4 0,4', true],
  ['a square with a corner on a straight edge', '0,0 2,0 4,0 4,4 0,4', true],
  ['a bow tie', '0,0 4,4 4,0 0,4', false],
  ['a ring that is closed by its first corner', '0,0 4,0 2,3 0,0', false],
  ['a corner twice', '0,0 4,0 4,0 2,3', false],
  ['a line', '0,0 2,0 4,0', false],
  ['a spike that runs back over itself', '0,0 4,0 2,0 2,3', false],
  ['an edge that touches a far corner', '0,0 4,0 4,4 2,0 0,4', false],
  ['two squares that meet in a corner', '0,0 2,0 2,2 4,2 4,4 2,4 2,2 0,2', false],
])('%s has an inside: %s', (_, text, expected) => {
  expect(isSimple(points(text))).toBe(expected)
  expect(isSimple(points(text).toReversed())).toBe(expected)
})

test.each([
  [0.5, 0.5, true],
  [3, 0.5, true],
  [0.5, 3, true],
  [3, 3, false],
  [-1, 0.5, false],
])('in an L at %d, %d: %s', (x, y, expected) => {
  expect(isInPolygon(points('0,0 4,0 4,1 1,1 1,4 0,4'), [x, y])).toBe(expected)
})
