import { expect, test } from 'vitest'
import { isSamePath } from './same-path.ts'

test('paths are the same whatever slash ends them', () => {
  expect(isSamePath('/map', '/map/')).toBe(true)
  expect(isSamePath('/', '/')).toBe(true)
  expect(isSamePath('/', '/map')).toBe(false)
})
