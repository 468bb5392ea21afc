import { expect, test } from 'vitest'
import { HotStates } from './hot-states.ts'

const NONE = Number.POSITIVE_INFINITY
const device = (id: string, account_id = 'ours') => ({ account_id, id })

/** States that are the times (ms) at which their devices were heard. */
function heard() {
  const states = new HotStates<number>((heardMs) => heardMs)
  const taken = (wanted: Parameters<typeof states.take>[0], steadyMs: number) =>
    states.take(wanted, steadyMs).map(({ id, state }) => `${id} ${state}`)
  return { states, taken }
}

test('a first change is written at once, and later ones ten seconds after it', () => {
  const { states, taken } = heard()
  states.move(device('a'), 100_000, 1)
  expect(taken('due', 0)).toEqual(['a 100000'])
  states.move(device('a'), 100_500, 2)
  expect(taken('due', 500)).toEqual([])
  states.move(device('a'), 109_900, 3)
  states.move(device('b'), 109_900, 4)
  expect(taken('due', 9999)).toEqual(['b 109900'])
  expect(taken('due', 10_000)).toEqual(['a 109900'])
  expect(taken('due', 60_000)).toEqual([])
})

test.each([
  ['live, after a late report', 100_000 - 900_000, 100_000],
  ['late, after the clock was set back', 100_000, 90_000],
])('a device that is heard %s is written at once, however lately its row was', (_what, first, second) => {
  const { states, taken } = heard()
  states.move(device('a'), first, 1)
  expect(taken('due', 0)).toHaveLength(1)
  states.move(device('a'), second, 2)
  expect(taken('due', 500)).toEqual([`a ${second}`])
})

test('what no row of the log leads to is written at once', () => {
  const { states, taken } = heard()
  states.move(device('a'), 100_000, 1)
  states.move(device('b'), 100_000, 2)
  states.take('due', 0)
  states.change(device('a'), 100_001)
  states.move(device('b'), 100_002, 3, true)
  expect(states.oldestPosition(() => false)).toBe(3)
  expect(taken('due', 500)).toEqual(['a 100001', 'b 100002'])
})

test('of accounts that are asked for all is taken, and nothing of others', () => {
  const { states, taken } = heard()
  for (const id of ['a', 'b']) states.move(device(id), 100_000, 1)
  states.move(device('a', 'theirs'), 100_000, 2)
  states.take('due', 0)
  for (const id of ['a', 'b']) states.move(device(id), 100_001, 3)
  states.move(device('a', 'theirs'), 100_001, 4)
  expect(taken(new Set(['ours']), 100)).toEqual(['a 100001', 'b 100001'])
  expect([states.isDirty('ours'), states.isDirty('theirs')]).toEqual([false, true])
  expect(taken('all', 100)).toEqual(['a 100001'])
})

test('the oldest row that a hot row lacks is known, also where it could not be written', () => {
  const { states } = heard()
  expect(states.oldestPosition(() => false)).toBe(NONE)
  states.move(device('a'), 100_000, 20)
  // Batches of two writers are applied out of order.
  states.move(device('a'), 100_001, 10)
  states.move(device('b'), 100_000, 30)
  expect(states.oldestPosition(() => false)).toBe(10)
  const taken = states.take('due', 0)
  expect(states.oldestPosition(() => false)).toBe(NONE)
  states.move(device('b'), 100_001, 40)
  expect(states.oldestPosition(() => false)).toBe(40)
  states.putBack(taken)
  expect(states.oldestPosition(() => false)).toBe(10)
  expect(states.take('due', 1).map(({ id, state, lacksFrom }) => [id, state, lacksFrom])).toEqual([
    ['b', 100_001, 30],
    ['a', 100_001, 10],
  ])
  states.move(device('a'), 100_002, 50)
  states.forget('ours', ['a'])
  expect(states.oldestPosition(() => false)).toBe(NONE)
})
