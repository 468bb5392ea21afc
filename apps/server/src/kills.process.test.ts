/** A server to which everything happens at once. For an hour: `npm run bench kill -- --minutes 60`. */
import { expect, test } from 'vitest'
import { killRun } from '../../../scripts/harness/kill-run.ts'
import { isLong, seedOf } from '../../../scripts/harness/test-run.ts'

const MINUTE_MS = 60_000

test('ended database connections, cut sockets and half-read answers end no server, lose nothing acknowledged and leave nothing behind (rules 46, 58)', async () => {
  const seed = seedOf(30)
  const result = await killRun({ rounds: isLong ? 4 : 1, forMs: isLong ? 5 * MINUTE_MS : 0, seed })
  const { lost, doubled, stale, bugs, hardware, heldFirst, heldLast } = result
  const said = JSON.stringify({ ...result, seed })
  expect({ lost, doubled, stale, bugs, lostOfHardware: hardware.lost }, said).toEqual({
    ...{ lost: [], doubled: [], stale: [], bugs: [], lostOfHardware: [] },
  })
  expect(result.kills, said).toBeGreaterThan(10)
  expect(result.cuts, said).toBeGreaterThan(30)
  expect(result.acknowledged, said).toBeGreaterThan(50)
  expect(hardware.acknowledged, said).toBeGreaterThan(10)
  expect(heldLast.heapMb, said).toBeLessThan(heldFirst.heapMb + 30)
  expect(heldLast.handles, said).toBeLessThan(heldFirst.handles + 30)
}, 1_200_000)
