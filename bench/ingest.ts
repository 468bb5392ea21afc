/**
 * What storing a report costs: CPU time (µs) of the server and its database, as multiples of one COPY stream of the same rows
 * in the same run. Such figures tell the same while others use the machine; those per second do not. Goals: docs/architecture.md.
 * `node bench/ingest.ts [--rounds 5] [--seconds 3] [--case "part of a name"] [--against folder-of-another-checkout]`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { copy, makeCopyTable } from './lib/copy.ts'
import { cpuMs, cpuMsOfFamily } from './lib/cpu.ts'
import { type LoadCase, openLoad } from './lib/load.ts'
import { type BenchServer, fill, startBenchServer } from './lib/server.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    case: { type: 'string', default: '' },
    against: { type: 'string' },
  },
})
const ROUNDS = Number(options.rounds)
const CASE_MS = Number(options.seconds) * 1000
const SIZE = { trackers: 10_000, stations: 1000 }
/** CPU time of COPY that a report may cost at most, alone and among others of one request; and the database's share of it. */
const [GOAL_SINGLE, GOAL_TOGETHER, GOAL_DATABASE] = [15, 5, 2]
/** Conditions and history are written this much later (ms). */
const WRITTEN_AFTER_MS = 600

const ALL_CASES: readonly (Omit<LoadCase, 'trackers'> & { readonly name: string })[] = [
  { name: 'HTTP, 100 a request', protocol: 'http', connections: 64, scans: 100 },
  { name: 'HTTP, 20 a request', protocol: 'http', connections: 64, scans: 20 },
  { name: 'HTTP, single', protocol: 'http', connections: SIZE.stations, scans: 1 },
  { name: 'MQTT, 20 a message', protocol: 'mqtt', connections: 64, scans: 20 },
  { name: 'MQTT, single', protocol: 'mqtt', connections: SIZE.stations, scans: 1 },
  { name: 'MQTT 5, 20 a message', protocol: 'mqtt5', connections: 64, scans: 20 },
  { name: 'MQTT 5, single', protocol: 'mqtt5', connections: SIZE.stations, scans: 1 },
]
const CASES = ALL_CASES.filter(({ name }) => name.includes(options.case))

/** Of one run. CPU times are microseconds a row. */
interface Figures {
  readonly rate: number
  readonly server: number
  readonly database: number
  readonly load: number
  readonly rowsACommit: number
}

interface Measured {
  readonly bench: BenchServer
  readonly postmaster: number
}

async function start(checkout?: string): Promise<Measured> {
  const bench = await startBenchServer({}, checkout)
  const { pool } = bench.database
  await fill(bench.database, SIZE)
  await makeCopyTable(bench)
  const { rows } = await pool.query<{ pid: string }>(`select pg_read_file('postmaster.pid') as pid`)
  return { bench, postmaster: Number.parseInt(rows[0]!.pid, 10) }
}

const readings = async ({ bench, postmaster }: Measured) => {
  const { rows } = await bench.database.pool.query<{ batches: number }>(
    `select coalesce(pg_sequence_last_value('log_orders') / 4096, 0) as batches`,
  )
  return {
    server: cpuMs(bench.process.pid!),
    database: cpuMsOfFamily(postmaster),
    load: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
    batches: rows[0]!.batches,
  }
}

/**
 * Runs what answers how many rows it stored, and waits until what follows from them is written but for hot rows. Each device's is written
 * as a run begins, then once in ten seconds: more often than of a server that is never at rest.
 */
async function measure(measured: Measured, run: () => Promise<number>): Promise<Figures> {
  const before = await readings(measured)
  const startedAt = performance.now()
  const stored = await run()
  const tookMs = performance.now() - startedAt
  await wait(WRITTEN_AFTER_MS)
  const after = await readings(measured)
  const micros = (of: 'server' | 'database' | 'load') => ((after[of] - before[of]) * 1000) / stored
  return {
    rate: (stored / tookMs) * 1000,
    server: micros('server'),
    database: micros('database'),
    load: micros('load'),
    rowsACommit: stored / (after.batches - before.batches),
  }
}

/** What every row of the log before it is written, and where that stands in versions before accounts had homes. */
const CHECKPOINT = {
  now: 'min(position) as checkpoint from shards',
  before: 'max(log_order) as checkpoint from servers',
}

async function allWritten({ bench }: Measured): Promise<void> {
  const until = performance.now() + 30_000
  const { pool } = bench.database
  const { rows: before } = await pool.query(
    `select from information_schema.columns where table_name = 'servers' and column_name = 'log_order'`,
  )
  const checkpoint = before.length === 0 ? CHECKPOINT.now : CHECKPOINT.before
  const isWritten = async () => {
    const { rows } = await pool.query<{ is_written: boolean }>(
      `select checkpoint > coalesce(pg_sequence_last_value('log_orders'), 0) as is_written from (select ${checkpoint}) as c`,
    )
    return rows[0]!.is_written
  }
  while (!(await isWritten())) {
    if (performance.now() > until) throw new Error('States are not written 30 s after the last report.')
    await wait(50)
  }
}

async function runCase(measured: Measured, load: LoadCase): Promise<Figures> {
  const { run, close } = await openLoad([measured.bench], load)
  await allWritten(measured)
  try {
    return await measure(measured, () => run(CASE_MS))
  } finally {
    close()
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const medianOf = (figures: readonly Figures[], of: keyof Figures) => median(figures.map((one) => one[of]))

/** What a case cost at a server, beside COPY and beside the other server. */
function lineOf(figures: readonly Figures[], copies: readonly Figures[], goal: number, others: readonly Figures[]) {
  const copyMicros = medianOf(copies, 'database')
  const times = totalOf(figures) / copyMicros
  const databaseTimes = medianOf(figures, 'database') / copyMicros
  return {
    'reports/s': Math.round(medianOf(figures, 'rate')),
    "of COPY's": (medianOf(figures, 'rate') / medianOf(copies, 'rate')).toFixed(2),
    'server µs': medianOf(figures, 'server').toFixed(1),
    'database µs': medianOf(figures, 'database').toFixed(1),
    'COPY µs': copyMicros.toFixed(1),
    'times COPY': times.toFixed(1),
    goal: `${times <= goal ? 'met' : 'not met'} (≤ ${goal})`,
    'database alone': `${databaseTimes.toFixed(1)} (≤ ${GOAL_DATABASE})`,
    'rows a commit': Math.round(medianOf(figures, 'rowsACommit')),
    'load µs': medianOf(figures, 'load').toFixed(1),
    'of the other': others === figures ? '' : `${((totalOf(figures) / totalOf(others)) * 100).toFixed(0)} %`,
  }
}
const totalOf = (figures: readonly Figures[]) => median(figures.map(({ server, database }) => server + database))

const servers = [await start()]
if (options.against !== undefined) servers.push(await start(options.against))
try {
  console.log(`CPU time a report; medians of ${ROUNDS} runs of ${CASE_MS / 1000} s`)
  for (const { name, ...rest } of CASES) {
    const load = { ...rest, trackers: SIZE.trackers }
    // Until the code is compiled and every tracker was heard.
    for (const measured of servers) await runCase(measured, load)
    const copies: Figures[] = []
    const runs = servers.map((): Figures[] => [])
    for (let round = 0; round < ROUNDS; round += 1) {
      copies.push(await measure(servers[0]!, () => copy(servers[0]!.bench, SIZE, CASE_MS / 2)))
      for (const [index, measured] of servers.entries()) runs[index]!.push(await runCase(measured, load))
    }
    const goal = rest.scans === 1 ? GOAL_SINGLE : GOAL_TOGETHER
    const [here, other = here] = runs
    console.table({
      [name]: lineOf(here!, copies, goal, other!),
      ...(other === here ? {} : { 'the other': lineOf(other!, copies, goal, here!) }),
    })
  }
} finally {
  for (const { bench } of servers) await bench.stop()
}
