import { expect, test } from 'vitest'
import {
  isProtectedName,
  isWellFormedProtectedName,
  LONGEST_PROTECTED_NAME,
  namesHash,
  writtenName,
} from './protected-names.ts'

const stored = (bytes: number) => `enc:1:${Buffer.alloc(bytes, 7).toString('base64')}`

test.each([
  ['of one byte', stored(29), true],
  ['of two bytes', stored(30), true],
  ['of three bytes', stored(31), true],
  ['of fifty characters of four bytes', stored(228), true],
  ['that is too long', stored(229), false],
  ['of nothing', stored(28), false],
  ['of another version', stored(60).replace('enc:1:', 'enc:2:'), false],
  ['that is no base64', `enc:1:${'%'.repeat(60)}`, false],
  ['that is cut off', stored(60).slice(0, -1), false],
  ['in plain text', 'Ito Haru', false],
])('a protected name %s is well formed: %j %j', (_what, name, is) => {
  expect(isWellFormedProtectedName(name)).toBe(is)
})

test('the longest name is as long as its form allows', () => {
  expect(stored(228)).toHaveLength(LONGEST_PROTECTED_NAME)
})

test('where the server writes, the id stands for a protected name of whatever version, and for no other', () => {
  expect(writtenName({ carepad_id: 'PAD-1', carepad_name: stored(40) })).toBe('PAD-1')
  expect(writtenName({ carepad_id: 'PAD-1', carepad_name: 'enc:9:?' })).toBe('PAD-1')
  expect(writtenName({ carepad_id: 'PAD-1', carepad_name: 'Bed 3' })).toBe('Bed 3')
  expect(isProtectedName('encoder')).toBe(false)
})

test('two who know the same names agree whatever their order; another name, id or carepad is noticed', () => {
  const pads = [
    { carepad_id: 'a', carepad_name: 'Bed 1' },
    { carepad_id: 'b', carepad_name: 'Bed 2' },
  ]
  const hash = namesHash(pads)
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
  expect(namesHash(pads.toReversed())).toBe(hash)
  const others = [
    pads.slice(1),
    [],
    [pads[0]!, { carepad_id: 'b', carepad_name: 'Bed 3' }],
    [pads[0]!, { carepad_id: 'c', carepad_name: 'Bed 2' }],
    [...pads, { carepad_id: 'c', carepad_name: 'Bed 2' }],
    [
      { carepad_id: 'a', carepad_name: 'Bed 2' },
      { carepad_id: 'b', carepad_name: 'Bed 1' },
    ],
  ]
  expect(new Set([hash, ...others.map(namesHash)]).size).toBe(others.length + 1)
})
