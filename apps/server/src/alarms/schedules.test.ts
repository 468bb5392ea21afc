import { expect, inject, test } from 'vitest'
import { judge, type Verdict } from '../../../../scripts/harness/alarms/promises.ts'
import { realRun } from '../../../../scripts/harness/alarms/real-run.ts'
import { judgeWorld } from '../../../../scripts/harness/alarms/run-worlds.ts'
import { longTest } from '../../../../scripts/harness/long-test.ts'
import { TEMPLATE } from '../../../../scripts/harness/test-cluster.ts'
import { isLong, seedOf } from '../../../../scripts/harness/test-run.ts'
import { SUPERUSER } from '../platform/postgres/postgres.ts'

const breaches = ({ missed, doubled, ringingAfter, late, wrong }: Verdict) => ({
  ...{ missed, doubled, ringingAfter, late, wrong },
})
const none = { missed: [], doubled: [], ringingAfter: [], late: [], wrong: [] }

/** Worlds, and the schedules of each. */
const SIZE = isLong ? { worlds: 20, accounts: 6 } : { worlds: 1, accounts: 4 }
const REAL = 12

test('under virtual time no alarm is missed, doubled or rings after an answer, whatever is lost, late, killed or set back (rules 50, 51, 52, 54, 61)', async () => {
  const first = seedOf(50)
  const cluster = { host: inject('postgresHost'), user: SUPERUSER }
  for (let seed = first; seed < first + SIZE.worlds; seed += 1) {
    const verdict = await judgeWorld({ cluster, template: TEMPLATE, accounts: SIZE.accounts, seed })
    const again = `node bench/alarms.ts --schedules ${SIZE.accounts} --real 0 --seed ${seed}`
    expect(verdict.alarms, again).toBeGreaterThan(SIZE.accounts)
    expect(breaches(verdict), again).toEqual(none)
  }
}, 1_200_000)

// In the long run alone: it is bounded by what a person's clock says.
longTest(
  'of real servers that are killed, and their database, no alarm is missed, doubled or rings after an answer (rules 50, 51, 61)',
  async () => {
    const seed = seedOf(51)
    const verdict = judge(await realRun({ schedules: REAL, seed, roughMs: 5000, calmMs: 3000, lastMs: 0 }), 10_000)
    const again = `node bench/alarms.ts --schedules 0 --real ${REAL} --seed ${seed}`
    expect(verdict.alarms, again).toBe(REAL * 3)
    expect(breaches(verdict), again).toEqual(none)
  },
  600_000,
)
