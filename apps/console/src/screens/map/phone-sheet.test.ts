import { expect, test } from 'vitest'
import { settle } from './phone-sheet.tsx'

test.each([
  [0.05, 'peek'],
  [0.27, 'peek'],
  [0.28, 'half'],
  [0.71, 'half'],
  [0.72, 'full'],
  [1.1, 'full'],
] as const)('a sheet let go at %f of the screen settles at %s', (share, size) => {
  expect(settle(share)).toBe(size)
})
