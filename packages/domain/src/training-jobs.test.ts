import { expect, test } from 'vitest'
import { faultOfPath, spotOnPath } from './training-jobs.ts'

const corner = (indoor_X: number, at_ms: number) => ({ indoor_X, indoor_Y: 10, at_ms })
const PATH = [corner(0, 1000), corner(100, 11_000), corner(100, 21_000)]

test('between corners a tracker is where the time says, and before and after them nowhere', () => {
  expect(spotOnPath(PATH, 999)).toBeUndefined()
  expect(spotOnPath(PATH, 1000)).toEqual({ indoor_X: 0, indoor_Y: 10 })
  expect(spotOnPath(PATH, 3500)).toEqual({ indoor_X: 25, indoor_Y: 10 })
  expect(spotOnPath(PATH, 11_000)).toEqual({ indoor_X: 100, indoor_Y: 10 })
  expect(spotOnPath(PATH, 15_000)).toEqual({ indoor_X: 100, indoor_Y: 10 })
  expect(spotOnPath(PATH, 21_001)).toBeUndefined()
  expect(spotOnPath([], 5)).toBeUndefined()
})

test('corners come in the order of time, and as fast as people walk', () => {
  expect(faultOfPath(PATH, 0.05)).toBeUndefined()
  expect(faultOfPath([corner(0, 1000), corner(1, 1000)], 0.05)).toBe('order')
  expect(faultOfPath([corner(0, 1000), corner(1, 900)], 0.05)).toBe('order')
  // 40 m in 5 s, and in 10 s.
  expect(faultOfPath([corner(0, 0), corner(800, 5000)], 0.05)).toBe('tooFast')
  expect(faultOfPath([corner(0, 0), corner(800, 10_000)], 0.05)).toBeUndefined()
  // A finger is as broad as a step.
  expect(faultOfPath([corner(0, 0), corner(30, 100)], 0.05)).toBeUndefined()
})
