import { expect, test } from 'vitest'
import { crashRun } from '../../../../scripts/harness/crash-run.ts'

test('20 kills of the server and its database under load lose no acknowledged report and double none (rules 46, 47, 57)', async () => {
  const seed = Date.now() % 1_000_000
  const result = await crashRun({ kills: 20, senders: 8, trackers: 60, reportsBetween: 40, seed })
  const said = `seed ${seed}, ${result.acknowledged.length} reports acknowledged, ${result.repeated} repeated`
  expect(result.kills, said).toEqual({ server: 7, database: 7, both: 6 })
  expect(result.acknowledged.length, said).toBeGreaterThan(20 * 40)
  expect(result.acknowledged.filter(({ over }) => over === 'http').length, said).toBeGreaterThan(100)
  expect(result.acknowledged.filter(({ over }) => over === 'mqtt').length, said).toBeGreaterThan(100)
  expect(result.repeated, said).toBeGreaterThan(100)
  expect(result.lost, said).toEqual([])
  expect(result.doubled, said).toEqual([])
  expect(result.stale, said).toEqual([])
}, 600_000)
