/**
 * The proof that no alarm is missed and none rings twice or after somebody answered for it: schedules under virtual time on a
 * real PostgreSQL, and schedules of real processes that are killed. Targets: 0 missed, 0 doubled, 0 ringing after an answer,
 * p99 from commit to ring 2 s. `npm run bench alarms`, or with fewer: `node bench/alarms.ts --schedules n --real n --seed s`.
 */
import { parseArgs } from 'node:util'
import { migrateDatabase } from '@whereabouts/server/platform/migrations'
import { SUPERUSER } from '@whereabouts/server/platform/postgres'
import pg from 'pg'
import { judge, type Verdict, WITHIN_MS } from '../scripts/harness/alarms/promises.ts'
import { realRun } from '../scripts/harness/alarms/real-run.ts'
import { runWorlds } from '../scripts/harness/alarms/run-worlds.ts'
import { quietLog } from '../scripts/harness/quiet-log.ts'
import { testPostgres } from '../scripts/harness/test-postgres.ts'
import { figures } from './lib/figures.ts'

/** Schedules of a world: their accounts share its servers and what happens to them. */
const ACCOUNTS_PER_WORLD = 25
/** Schedules of real processes are judged in portions. */
const REAL_PORTION = 50
/** What takes so long (ms) on a real machine is missed, not late. */
const REAL_WITHIN_MS = 10_000
/** After the last of a portion, so that all escalations fall due. */
const REAL_LAST_MS = 60_000
const TEMPLATE = 'template_alarms'

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10000' },
    real: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const schedules = Number(values.schedules)
const real = Number(values.real)
const seed = Number(values.seed)

const BREACHES = ['missed', 'doubled', 'ringingAfter', 'late', 'wrong'] as const
let isBroken = false

/** Says each breach with the seed that brings it about again. */
function sayBreaches(verdict: Verdict, again: string): void {
  for (const kind of BREACHES) {
    for (const breach of verdict[kind]) {
      isBroken = true
      console.error(`${kind}: ${breach} — ${again}`)
    }
  }
}

function table(verdicts: readonly Verdict[], count: number): Record<string, number> {
  const sum = (of: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + of(verdict), 0)
  const rings = figures(verdicts.flatMap(({ ringsMs }) => ringsMs))
  if (rings.p99 > WITHIN_MS) isBroken = true
  return {
    schedules: count,
    causes: sum((verdict) => verdict.causes),
    'alarms raised': sum((verdict) => verdict.alarms),
    'answered for': sum((verdict) => verdict.acknowledged),
    missed: sum((verdict) => verdict.missed.length),
    doubled: sum((verdict) => verdict.doubled.length),
    'told twice by wrong clocks': sum((verdict) => verdict.twiceByClock),
    'ringing after an answer': sum((verdict) => verdict.ringingAfter.length),
    'other breaches': sum((verdict) => verdict.wrong.length),
    'escalations due': sum((verdict) => verdict.escalations),
    'of them late': sum((verdict) => verdict.late.length),
    rings: rings.count,
    'commit to ring, p50 (ms)': rings.p50,
    'p99 (ms)': rings.p99,
    'worst (ms)': rings.worst,
  }
}

async function simulated(): Promise<Record<string, number>> {
  const postgres = await testPostgres()
  // Hours may be too long: whoever breaks off must not leave a database behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void postgres.remove().finally(() => process.exit(1)))
  }
  try {
    const cluster = { host: postgres.host, user: SUPERUSER }
    const admin = new pg.Client({ ...cluster, database: 'postgres' })
    await admin.connect()
    await admin.query(`create database ${TEMPLATE}`)
    await admin.end()
    await migrateDatabase({ ...cluster, database: TEMPLATE }, quietLog)
    let done = 0
    const verdicts = await runWorlds({
      ...{ cluster, template: TEMPLATE, schedules, seed, accountsPerWorld: ACCOUNTS_PER_WORLD },
      onWorld(worldSeed, verdict, accounts) {
        done += accounts
        sayBreaches(verdict, `node bench/alarms.ts --schedules ${accounts} --real 0 --seed ${worldSeed}`)
        if (done % 100 < accounts) console.log(`${done} of ${schedules} schedules`)
      },
    })
    return table(
      verdicts.map(({ verdict }) => verdict),
      done,
    )
  } finally {
    await postgres.remove()
  }
}

async function realProcesses(): Promise<Record<string, number>> {
  const verdicts: Verdict[] = []
  for (let first = 0; first < real; first += REAL_PORTION) {
    const portion = Math.min(REAL_PORTION, real - first)
    const verdict = judge(
      await realRun({ schedules: portion, seed: seed + first, lastMs: REAL_LAST_MS }),
      REAL_WITHIN_MS,
    )
    sayBreaches(verdict, `node bench/alarms.ts --schedules 0 --real ${portion} --seed ${seed + first}`)
    verdicts.push(verdict)
  }
  return table(verdicts, real)
}

console.log(`Seed ${seed}.`)
console.table({
  ...(schedules > 0 ? { 'virtual time': await simulated() } : {}),
  ...(real > 0 ? { 'real processes': await realProcesses() } : {}),
})
process.exitCode = isBroken ? 1 : 0
