import { expect, test } from 'vitest'
import { crashRun } from '../../../../scripts/harness/crash-run.ts'

/** Mulberry32, so that a failing run can be run again. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('killing the server and its database 20 times under load loses no acknowledged report and doubles none', async () => {
  const seed = Date.now() % 1_000_000
  const result = await crashRun({
    kills: 20,
    senders: 8,
    trackers: 60,
    reportsBetween: 40,
    random: seededRandom(seed),
  })
  const said = `seed ${seed}, ${result.acknowledged.length} reports acknowledged`
  expect(result.kills, said).toEqual({ server: 7, database: 7, both: 6 })
  expect(result.acknowledged.length, said).toBeGreaterThan(20 * 40)
  expect(result.lost, said).toEqual([])
  expect(result.doubled, said).toEqual([])
  expect(result.stale, said).toEqual([])
  expect(result.crashes, said).toBe(0)
  expect(Math.max(...result.recoveriesMs), said).toBeLessThan(10_000)
}, 240_000)
