import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SHARDS, shardOf, shareOut } from './share-out.ts'

const severalServers = fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 20 })
const number = fc.constantFrom(1, SHARDS, 256)

test('the shard of an account is the same in every version: the first word of SHA-256 by its lowest bits', () => {
  // Worked out by another program.
  const known = [
    ['00000000-0000-4000-8000-000000000000', 32, 480],
    ['6f1d2c3b-4a59-4e87-9b60-0c1d2e3f4a5b', 54, 54],
    ['ffffffff-ffff-4fff-bfff-ffffffffffff', 17, 209],
    ['123e4567-e89b-42d3-a456-426614174000', 43, 491],
  ] as const
  for (const [accountId, of64, of1024] of known) {
    expect(shardOf(accountId)).toBe(of64)
    expect(shardOf(accountId, 1024)).toBe(of1024)
  }
  fc.assert(fc.property(fc.uuid(), (accountId) => shardOf(accountId, 1024) % SHARDS === shardOf(accountId)))
})

test('accounts spread evenly over the shards', () => {
  const counts = new Array<number>(SHARDS).fill(0)
  for (let account = 0; account < 100 * SHARDS; account += 1) counts[shardOf(`account ${account}`)]! += 1
  // A hundred each; six standard deviations around it.
  expect(Math.min(...counts)).toBeGreaterThan(40)
  expect(Math.max(...counts)).toBeLessThan(160)
})

test('each shard has one holder among the living servers, the same in whatever order they are listed', () => {
  const shuffled = severalServers.chain((ids) =>
    fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length })),
  )
  fc.assert(
    fc.property(shuffled, number, ([ids, shuffledIds], shards) => {
      const holders = shareOut(ids, shards)
      expect([...holders.keys()]).toEqual(Array.from({ length: shards }, (_, shard) => shard))
      for (const holder of holders.values()) expect(ids).toContain(holder)
      expect(shareOut(shuffledIds, shards)).toEqual(holders)
    }),
  )
  expect(shareOut([])).toEqual(new Map())
})

test('a server that leaves moves its own shards alone, and they come back when it does', () => {
  fc.assert(
    fc.property(severalServers, fc.nat(), number, (ids, at, shards) => {
      const leaving = ids[at % ids.length]!
      const before = shareOut(ids, shards)
      const after = shareOut(
        ids.filter((id) => id !== leaving),
        shards,
      )
      for (const [shard, holder] of before) {
        if (holder === leaving) expect(after.get(shard)).not.toBe(leaving)
        else expect(after.get(shard)).toBe(holder)
      }
    }),
  )
})

test('no server holds many more shards than its even share', () => {
  fc.assert(
    fc.property(severalServers, (ids) => {
      const shards = 100 * ids.length
      const held = new Map(ids.map((id) => [id, 0]))
      for (const holder of shareOut(ids, shards).values()) held.set(holder, held.get(holder)! + 1)
      // A hundred each; six standard deviations around it.
      for (const count of held.values()) {
        expect(count).toBeGreaterThan(40)
        expect(count).toBeLessThan(160)
      }
    }),
  )
})
