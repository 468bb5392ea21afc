import { expect, test } from 'vitest'
import { countingTicks, phoneIn, SEEN_WITHIN_MS, standingOf, type Tick } from './roll-calls.ts'

const tick = (command_id: string, at_ms: number, is_safe: boolean, device_id = 'A'): Tick => ({
  ...{ command_id, device_id, is_safe, at_ms },
})

test.each([
  ['the later of two', [tick('1', 10, true), tick('2', 20, false)], '2'],
  ['the later, also where it arrives first', [tick('2', 20, false), tick('1', 10, true)], '2'],
  ['at the same time the larger id', [tick('b', 10, false), tick('a', 10, true)], 'b'],
  ['at the same time the larger id, in either order', [tick('a', 10, true), tick('b', 10, false)], 'b'],
  ['one that comes twice, once', [tick('1', 10, true), tick('1', 10, true)], '1'],
])('of the ticks of a person counts %s', (_, ticks, counts) => {
  expect(countingTicks([...ticks, tick('9', 99, true, 'B')]).get('A')?.command_id).toBe(counts)
})

const NOW = 10_000_000
test.each([
  ['ticked', { is_inside: true, last_seen_ms: null }, { is_safe: true }, 'safe'],
  ['whose tick was taken back', { is_inside: true, last_seen_ms: NOW }, { is_safe: false }, 'inside'],
  ['seen inside just within the time', { is_inside: true, last_seen_ms: NOW - SEEN_WITHIN_MS }, undefined, 'inside'],
  ['seen inside just before', { is_inside: true, last_seen_ms: NOW - SEEN_WITHIN_MS - 1 }, undefined, 'missing'],
  ['seen outside', { is_inside: false, last_seen_ms: NOW }, undefined, 'outside'],
  ['never seen', { is_inside: true, last_seen_ms: null }, undefined, 'missing'],
] as const)('somebody %s stands as %#', (_, sighted, said, standing) => {
  expect(standingOf(sighted, said, NOW)).toBe(standing)
})

test.each([
  [['Soft diet', 'Daughter: 090-1234-5678'], '090-1234-5678'],
  [['+886 912 345 678'], '+886 912 345 678'],
  [['Since 2024-03-05', '(212) 555-0142'], '212) 555-0142'],
  [['Room 214', '2024-03-05', ''], ''],
])('of the remarks %j the phone number is %j', (memos, phone) => {
  expect(phoneIn(memos)).toBe(phone)
})
