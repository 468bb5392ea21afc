import { expect, test } from 'vitest'
import { isOnPlan, isOtherShape, keptOnPlan, scaleOf, stepped } from './plan-geometry.ts'

const plan = { width: 1200, height: 800 }

test('points stay on the plan and fall on whole pixels', () => {
  expect(keptOnPlan({ x: -3, y: 800.4 }, plan)).toEqual({ x: 0, y: 800 })
  expect(keptOnPlan({ x: 10.6, y: 20.4 }, plan)).toEqual({ x: 11, y: 20 })
  expect(isOnPlan({ x: 1200, y: 0 }, plan)).toBe(true)
  expect(isOnPlan({ x: 1200.5, y: 0 }, plan)).toBe(false)
  expect(isOnPlan({ x: Number.NaN, y: 0 }, plan)).toBe(false)
})

test('arrow keys move ten pixels, with Shift one, and never off the plan', () => {
  const at = { x: 5, y: 100 }
  expect(stepped(at, { key: 'ArrowRight', shiftKey: false }, plan)).toEqual({ x: 15, y: 100 })
  expect(stepped(at, { key: 'ArrowUp', shiftKey: true }, plan)).toEqual({ x: 5, y: 99 })
  expect(stepped(at, { key: 'ArrowLeft', shiftKey: false }, plan)).toEqual({ x: 0, y: 100 })
  expect(stepped(at, { key: 'a', shiftKey: false }, plan)).toBeUndefined()
})

test('a line of known length gives the scale, and one without length gives none', () => {
  expect(scaleOf({ x: 0, y: 0 }, { x: 300, y: 400 }, 10)).toBe(0.02)
  expect(scaleOf({ x: 5, y: 5 }, { x: 5, y: 5 }, 10)).toBeUndefined()
  for (const metres of [0, -1, Number.NaN, 1e9])
    expect(scaleOf({ x: 0, y: 0 }, { x: 100, y: 0 }, metres)).toBeUndefined()
})

test('an image of another shape is told, and one that is only larger is not', () => {
  expect(isOtherShape(plan, { width: 2400, height: 1600 })).toBe(false)
  expect(isOtherShape(plan, { width: 2399, height: 1601 })).toBe(false)
  expect(isOtherShape(plan, { width: 1200, height: 900 })).toBe(true)
})
