import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'
import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

const tag = (id: string, first_seen: number, last_seen: number): UnclaimedTag => ({
  ...{ id, radio_identity: id, make: '', name: '', has_temperature: false, is_encrypted: false, is_ambiguous: false },
  ...{ rssi: -60, sender_id: 'gw', sender_name: 'gw', battery: null, temperature: null, first_seen, last_seen },
})
const ids = (tags: readonly UnclaimedTag[]) => inOrder(tags).map(({ id }) => id)

test('rows of the inbox stay where they are, whichever tag is heard next', () => {
  expect(ids([tag('b', 20, 100), tag('a', 10, 101), tag('c', 20, 90)])).toEqual(['b', 'c', 'a'])
  expect(ids([tag('a', 10, 130), tag('c', 20, 120), tag('b', 20, 110)])).toEqual(['b', 'c', 'a'])
})

test('a tag that was heard between two pages stands once, as it was said last', () => {
  const rows = inOrder([tag('a', 10, 101), tag('b', 20, 100), tag('a', 10, 99)])
  expect(rows.map(({ id, last_seen }) => [id, last_seen])).toEqual([
    ['b', 100],
    ['a', 99],
  ])
})
