/** A server to which everything happens at once. For an hour: `npm run bench kill -- --minutes 60`. */
import { expect, test } from 'vitest'
import { killRun } from '../../../scripts/harness/kill-run.ts'
import { isLong, seedOf } from '../../../scripts/harness/test-run.ts'

const MINUTE_MS = 60_000

test('ended database connections, cut sockets and half-read answers end no server, lose nothing acknowledged and leave nothing behind (rules 46, 58)', async () => {
  const seed = seedOf(30)
  const result = await killRun({ rounds: isLong ? 4 : 1, forMs: isLong ? 5 * MINUTE_MS : 0, seed })
  const { lost, doubled, stale, bugs, hardware, refusedAfter, heldFirst, heldLast } = result
  const said = JSON.stringify({ ...result, seed })
  expect({ lost, doubled, stale, bugs, refusedAfter, lostOfHardware: hardware.lost }, said).toEqual({
    ...{ lost: [], doubled: [], stale: [], bugs: [], refusedAfter: [], lostOfHardware: [] },
  })
  expect(heldLast.heapMb, said).toBeLessThan(heldFirst.heapMb + 30)
  expect(heldLast.handles, said).toBeLessThan(heldFirst.handles + 30)
}, 1_200_000)
