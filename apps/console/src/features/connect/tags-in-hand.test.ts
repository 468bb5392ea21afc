import type { UnclaimedTag } from '@whereabouts/contract/unclaimed'
import { expect, test } from 'vitest'
import { tagsInHand } from './tags-in-hand.ts'

const tag = (id: string, rssi: number, rest: Partial<UnclaimedTag> = {}): UnclaimedTag => ({
  ...{ id, radio_identity: id, make: '', name: '', has_temperature: false, is_encrypted: false, is_ambiguous: false },
  ...{ rssi, sender_id: 'gw', sender_name: 'gw', battery: null, temperature: null, first_seen: 1, last_seen: 1 },
  ...rest,
})
const ids = (tags: readonly UnclaimedTag[], make?: string) => tagsInHand(tags, make).map(({ id }) => id)

test('the tag that is held close comes first, and a flicker of its signal changes no order', () => {
  expect(ids([tag('far', -80), tag('near', -40), tag('b', -60), tag('a', -61)])).toEqual(['near', 'a', 'b', 'far'])
  expect(ids([tag('b', -61), tag('a', -60)])).toEqual(['a', 'b'])
})

test('tags are searched by make; iBeacon includes Eddystone; ambiguous tags come last', () => {
  const tags = [
    tag('ruuvi', -50, { make: 'Ruuvi' }),
    tag('beacon', -50, { make: 'iBeacon' }),
    tag('eddy:1-2', -70, { make: 'Eddystone' }),
    tag('apple', -30, { make: 'iBeacon', is_ambiguous: true }),
  ]
  expect(ids(tags, 'Ruuvi')).toEqual(['ruuvi'])
  expect(ids(tags, 'iBeacon')).toEqual(['beacon', 'eddy:1-2', 'apple'])
})

test('it shows a few and each once', () => {
  const many = Array.from({ length: 20 }, (_, index) => tag(`t${index}`, -50))
  expect(ids([...many, ...many])).toHaveLength(8)
})
