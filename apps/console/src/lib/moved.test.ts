import { expect, test } from 'vitest'
import { moved } from './moved.ts'

test('an item moves to a place, and not out of the list', () => {
  const list = ['diet', 'hearing', 'allergies']
  expect(moved(list, 0, 2)).toEqual(['hearing', 'allergies', 'diet'])
  expect(moved(list, 2, 0)).toEqual(['allergies', 'diet', 'hearing'])
  for (const to of [-1, 3, 0]) expect(moved(list, 0, to)).toBe(list)
  expect(moved(list, 9, 0)).toBe(list)
})
