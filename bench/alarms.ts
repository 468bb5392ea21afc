/**
 * The proof that no alarm is missed and none rings twice or after somebody answered for it: schedules under virtual time on a
 * real PostgreSQL, as many worlds at once as there are processors, and schedules of real processes that are killed. Targets:
 * 0 missed, 0 doubled, 0 ringing after an answer, p99 from commit to ring 2 s. `npm run bench alarms`, or with fewer:
 * `node bench/alarms.ts --schedules n --real n --seed s`. Broken off by Ctrl-C it says what was seen so far.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { migrateDatabase } from '@whereabouts/server/platform/postgres/migrations'
import { SUPERUSER } from '@whereabouts/server/platform/postgres/postgres'
import pg from 'pg'
import { judge, type Verdict, WITHIN_MS } from '../scripts/harness/alarms/promises.ts'
import { realRun } from '../scripts/harness/alarms/real-run.ts'
import { judgeWorlds, type WorldOrder } from '../scripts/harness/alarms/run-worlds.ts'
import { quietLog } from '../scripts/harness/quiet-log.ts'
import { testPostgres } from '../scripts/harness/test-postgres.ts'
import { figures } from './lib/figures.ts'

/** Schedules of a world: their accounts share its servers and what happens to them. */
const ACCOUNTS_PER_WORLD = 25
/** Schedules of real processes are judged in portions. */
const REAL_PORTION = 50
/** What takes so long (ms) on a real machine is missed, not late. */
const REAL_WITHIN_MS = 10_000
/** After the last of a portion all escalations fall due. */
const REAL = { roughMs: 8000, calmMs: 6000, lastMs: 60_000 }
const TEMPLATE = 'template_alarms'
/** Progress is told this often (ms). */
const TELL_EVERY_MS = 30_000

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

const off = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => off.abort())

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
    'due by time alone': sum((verdict) => verdict.byTime),
    'alarms raised': sum((verdict) => verdict.alarms),
    'answered for': sum((verdict) => verdict.acknowledged),
    missed: sum((verdict) => verdict.missed.length),
    doubled: sum((verdict) => verdict.doubled.length),
    'presses told twice by wrong clocks': sum((verdict) => verdict.twiceByClock),
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
  try {
    const cluster = { host: postgres.host, user: SUPERUSER }
    const admin = new pg.Client({ ...cluster, database: 'postgres' })
    await admin.connect()
    await admin.query(`create database ${TEMPLATE}`)
    await admin.end()
    await migrateDatabase({ ...cluster, database: TEMPLATE }, quietLog)
    const orders = Array.from({ length: Math.ceil(schedules / ACCOUNTS_PER_WORLD) }, (_, index): WorldOrder => {
      const first = index * ACCOUNTS_PER_WORLD
      const accounts = Math.min(ACCOUNTS_PER_WORLD, schedules - first)
      return { cluster, template: TEMPLATE, seed: seed + first, accounts }
    })
    return await runOrders(orders)
  } finally {
    await postgres.remove()
  }
}

async function runOrders(orders: readonly WorldOrder[]): Promise<Record<string, number>> {
  const verdicts: Verdict[] = []
  const startedAt = performance.now()
  let done = 0
  let toldAt = startedAt
  const onWorld = (order: WorldOrder, verdict: Verdict | undefined) => {
    const again = `node bench/alarms.ts --schedules ${order.accounts} --real 0 --seed ${order.seed}`
    done += order.accounts
    if (verdict === undefined) {
      isBroken = true
      return console.error(`a world's process ended without a word — ${again}`)
    }
    verdicts.push(verdict)
    sayBreaches(verdict, again)
    const now = performance.now()
    if (now - toldAt < TELL_EVERY_MS) return
    toldAt = now
    const leftMin = ((now - startedAt) * (schedules / done - 1)) / 60_000
    console.log(`${done} of ${schedules} schedules, ${leftMin.toFixed(0)} minutes to go`)
  }
  // Each waits now for its own work, now for the database's: one more keeps all processors busy.
  await judgeWorlds({ orders, together: availableParallelism() + 1, signal: off.signal, onWorld })
  console.log(`${((performance.now() - startedAt) / done).toFixed(0)} ms a schedule`)
  return table(verdicts, done)
}

async function realProcesses(): Promise<Record<string, number>> {
  const verdicts: Verdict[] = []
  let done = 0
  for (let first = 0; first < real && !off.signal.aborted; first += REAL_PORTION) {
    const portion = Math.min(REAL_PORTION, real - first)
    const settings = { ...REAL, schedules: portion, seed: seed + first, signal: off.signal }
    const ledger = await realRun(settings).catch((error) => {
      if (!off.signal.aborted) throw error
    })
    if (ledger === undefined) break
    const verdict = judge(ledger, REAL_WITHIN_MS)
    sayBreaches(verdict, `node bench/alarms.ts --schedules 0 --real ${portion} --seed ${seed + first}`)
    verdicts.push(verdict)
    done += portion
    console.log(`${done} of ${real} schedules of real processes`)
  }
  return table(verdicts, done)
}

console.log(`Seed ${seed}.`)
console.table({
  ...(schedules > 0 ? { 'virtual time': await simulated() } : {}),
  ...(real > 0 && !off.signal.aborted ? { 'real processes': await realProcesses() } : {}),
})
if (off.signal.aborted) console.log('It was broken off.')
// What was killed or broken off waits for ever.
process.exit(isBroken || off.signal.aborted ? 1 : 0)
