import { expect, test } from 'vitest'
import {
  canClose,
  closed,
  NO_OUTLINE,
  type Outline,
  outlineFault,
  undone,
  withCorner,
  withHalfWay,
  withMoved,
  withoutCorner,
} from './outline.ts'

const square: Outline = {
  corners: [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ],
  isClosed: true,
}
const as = (corners: Outline['corners']): Outline => ({ corners, isClosed: false })

test('an outline grows by corners until it is closed, which takes three', () => {
  let outline = NO_OUTLINE
  for (const corner of square.corners) {
    expect(canClose(outline)).toBe(outline.corners.length >= 3)
    expect(closed(as(outline.corners.slice(0, 2))).isClosed).toBe(false)
    outline = withCorner(outline, corner)
  }
  expect(closed(outline)).toEqual(square)
  expect(withCorner(square, [5, 5])).toBe(square)
})

test('undo takes back the closing first, then corner after corner', () => {
  const opened = undone(square)
  expect(opened).toEqual({ ...square, isClosed: false })
  expect(undone(opened).corners).toEqual(square.corners.slice(0, 3))
  expect(undone(NO_OUTLINE)).toEqual(NO_OUTLINE)
})

test('a corner is moved, put half way to the next, and taken out', () => {
  expect(withMoved(square, 1, [12, 1]).corners[1]).toEqual([12, 1])
  const round = ([x, y]: readonly [number, number]) => [Math.round(x), Math.round(y)] as const
  expect(withHalfWay(square, 3, round).corners.at(-1)).toEqual([0, 5])
  expect(withHalfWay(square, 0, round).corners[1]).toEqual([5, 0])
  expect(withoutCorner(square, 0)).toEqual({ corners: square.corners.slice(1), isClosed: true })
  expect(withoutCorner(withoutCorner(square, 0), 0).isClosed).toBe(false)
})

test('an outline has at most 200 corners', () => {
  let outline = NO_OUTLINE
  for (let at = 0; at < 205; at++) outline = withCorner(outline, [at, at * at])
  expect(outline.corners).toHaveLength(200)
  expect(withHalfWay(outline, 0, (corner) => corner)).toBe(outline)
})

test.each([
  ['two corners', as(square.corners.slice(0, 2)), false, 'few'],
  ['a square', square, false, undefined],
  ['a bow tie', as([square.corners[0]!, square.corners[2]!, square.corners[1]!, square.corners[3]!]), false, 'crosses'],
  ['a corner that is no number', withMoved(square, 2, [Number.NaN, 3]), false, 'wrong'],
  [
    'a square across the antimeridian',
    as([
      [179, 0],
      [-179, 0],
      [-179, 2],
      [179, 2],
    ]),
    true,
    undefined,
  ],
])('%s is told as it is', (_title, outline, isOnGlobe, fault) => {
  expect(outlineFault(outline, isOnGlobe)).toBe(fault)
})
