import { expect, test } from 'vitest'
import { crashRun } from '../../../../scripts/harness/crash-run.ts'
import { isLong, seedOf } from '../../../../scripts/harness/test-run.ts'

const KILLS = isLong ? 120 : 6

test('kills of the server and its database under load lose no acknowledged report and double none (rules 46, 47, 57)', async () => {
  const seed = seedOf(46)
  const result = await crashRun({ kills: KILLS, senders: 8, trackers: 60, reportsBetween: 40, seed })
  const said = `seed ${seed}, ${result.acknowledged.length} reports acknowledged, ${result.repeated} repeated`
  expect(result.kills, said).toEqual({ server: KILLS / 3, database: KILLS / 3, both: KILLS / 3 })
  expect(result.acknowledged.length, said).toBeGreaterThan(KILLS * 40)
  expect(result.acknowledged.filter(({ over }) => over === 'http').length, said).toBeGreaterThan(KILLS * 5)
  expect(result.acknowledged.filter(({ over }) => over === 'mqtt').length, said).toBeGreaterThan(KILLS * 5)
  expect(result.repeated, said).toBeGreaterThan(KILLS * 5)
  expect(result.lost, said).toEqual([])
  expect(result.doubled, said).toEqual([])
  expect(result.stale, said).toEqual([])
}, 1_200_000)
