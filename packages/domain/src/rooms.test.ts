import { expect, test } from 'vitest'
import { moveRooms, type RoomShare, type ToldRooms } from './rooms.ts'

const shares = (given: Readonly<Record<string, number>>): readonly RoomShare[] =>
  Object.entries(given)
    .map(([id, share]) => ({ id, name: id.toUpperCase(), share }))
    .sort((a, b) => b.share - a.share)

const told = (...ids: readonly string[]): ToldRooms => ({
  rooms: ids.map((id) => ({ id, name: id.toUpperCase() })),
  otherwise_ms: null,
})
const idsOf = (now: ToldRooms | null) => now?.rooms.map(({ id }) => id)

test.each<[string, ToldRooms | null, Record<string, number>, string[]]>([
  ['nothing before and one sure', null, { a: 0.75, b: 0.25 }, ['a']],
  ['nothing before and none sure', null, { b: 0.4, a: 0.5, c: 0.1 }, ['a', 'b']],
  ['a sure room', told('a'), { a: 0.8, b: 0.2 }, ['a']],
  [
    'two that are still the likeliest, in the order they were told',
    told('b', 'a'),
    { a: 0.5, b: 0.4, c: 0.1 },
    ['b', 'a'],
  ],
  ['two of which the third is hardly likelier', told('a', 'b'), { a: 0.5, c: 0.28, b: 0.22 }, ['a', 'b']],
])('with %s the device is told to be there', (_, before, now, expected) => {
  expect(moveRooms(before, shares(now), false, 1000)).toMatchObject({ otherwise_ms: null })
  expect(idsOf(moveRooms(before, shares(now), false, 1000))).toEqual(expected)
})

test.each<[string, ToldRooms, Record<string, number>, string[]]>([
  ['another room is sure', told('a'), { b: 0.8, a: 0.2 }, ['b']],
  ['its room is no longer sure', told('a'), { a: 0.6, b: 0.4 }, ['a', 'b']],
  ['one of two is sure', told('a', 'b'), { b: 0.8, a: 0.2 }, ['b']],
  ['two others are likelier', told('a', 'b'), { c: 0.5, d: 0.3, a: 0.15, b: 0.05 }, ['c', 'd']],
])('while %s, others are told after three seconds of it', (_, before, now, expected) => {
  const first = moveRooms(before, shares(now), false, 1000)
  expect(idsOf(first)).toEqual(before.rooms.map(({ id }) => id))
  expect(first?.otherwise_ms).toBe(1000)
  expect(idsOf(moveRooms(first, shares(now), false, 3999))).toEqual(before.rooms.map(({ id }) => id))
  expect(idsOf(moveRooms(first, shares(now), false, 4000))).toEqual(expected)
})

test('a flicker begins again from the start', () => {
  const away = moveRooms(told('a'), shares({ b: 0.8, a: 0.2 }), false, 1000)
  const back = moveRooms(away, shares({ a: 0.8, b: 0.2 }), false, 2000)
  expect(back?.otherwise_ms).toBeNull()
  expect(idsOf(moveRooms(back, shares({ b: 0.8, a: 0.2 }), false, 5000))).toEqual(['a'])
})

test('a device at rest is told elsewhere only by 97 % for a minute', () => {
  expect(moveRooms(told('a'), shares({ b: 0.96, a: 0.04 }), true, 1000)?.otherwise_ms).toBeNull()
  const away = moveRooms(told('a'), shares({ b: 0.97, a: 0.03 }), true, 1000)
  expect(idsOf(moveRooms(away, shares({ b: 0.97, a: 0.03 }), true, 60_999))).toEqual(['a'])
  expect(idsOf(moveRooms(away, shares({ b: 0.97, a: 0.03 }), true, 61_000))).toEqual(['b'])
})

test('a room that is gone is not told any longer, and a new name at once', () => {
  expect(idsOf(moveRooms(told('gone'), shares({ a: 1 }), true, 1000))).toEqual(['a'])
  expect(
    moveRooms({ rooms: [{ id: 'a', name: 'Old' }], otherwise_ms: null }, shares({ a: 1 }), false, 1)?.rooms,
  ).toEqual([{ id: 'a', name: 'A' }])
  expect(moveRooms(told('a'), [], false, 1000)).toBeNull()
})

test('the same moment again changes nothing', () => {
  const once = moveRooms(told('a'), shares({ b: 0.8, a: 0.2 }), false, 1000)
  expect(moveRooms(once, shares({ b: 0.8, a: 0.2 }), false, 1000)).toEqual(once)
})
