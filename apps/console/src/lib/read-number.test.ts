import { expect, test } from 'vitest'
import { readNumber, readNumberIn } from './read-number.ts'

test.each([
  [' −12,5 ', -12.5],
  ['+3', 3],
  ['.5', 0.5],
  ['7.', 7],
  ['1.2.3', undefined],
  ['1,000.5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['N35', undefined],
  ['-', undefined],
  [' ', undefined],
])('people who type %j mean %j', (typed, number) => {
  expect(readNumber(typed)).toBe(number)
})

test('bounds belong to what is within', () => {
  expect(['-90', '90', '-90.1', '90.1', 'x'].map((typed) => readNumberIn(typed, -90, 90))).toEqual([
    -90,
    90,
    undefined,
    undefined,
    undefined,
  ])
})
