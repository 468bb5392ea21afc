import { expect, test } from 'vitest'
import { accuracyPercent, calibrationMs } from './calibrations.ts'

test('a value of 500 or more gives 0% [CONST-40]', () => {
  for (const value of [500, 501, 900, Number.POSITIVE_INFINITY]) expect(accuracyPercent(value)).toBe(0)
})

test('a value of 30 or less gives 100% [CONST-41]', () => {
  for (const value of [30, 29.9, 1, 0]) expect(accuracyPercent(value)).toBe(100)
})

test('between both the percentage falls with the logarithm of the value [CONST-42]', () => {
  let before = 100
  for (const value of [31, 40, 60, 100, 200, 300, 400, 490]) {
    const percent = accuracyPercent(value)
    expect(percent).toBeLessThan(before)
    expect(percent).toBeGreaterThan(0)
    before = percent
  }
  for (let value = 31; value < 500; value += 1) {
    expect(accuracyPercent(value + 1)).toBeLessThanOrEqual(accuracyPercent(value))
  }
  // In the middle by the logarithm.
  expect(accuracyPercent(Math.sqrt(30 * 500))).toBe(50)
})

test('by hand there is time for every station, automatically two minutes for all', () => {
  expect(calibrationMs('manual', 1)).toBe(60_000)
  expect(calibrationMs('manual', 4)).toBe(180_000)
  expect(calibrationMs('auto', 40)).toBe(120_000)
})
