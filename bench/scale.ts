/**
 * What a stored row costs with one, two and three servers on one database and one nats-server, all on this machine: CPU time (µs) of all of
 * them together without what they use at rest, as ratios to one server in the same run. Reports go to the servers in turn, so that with three of them two thirds are
 * handed over to another home. Goal: docs/scale.md.
 * `npm run bench scale [-- --rounds 5 --seconds 3 --connections 192 --case "part of a name"]`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findNats } from '../scripts/harness/find-nats.ts'
import { type Nats, runNats } from '../scripts/harness/nats-process.ts'
import { type TestPostgres, testPostgres } from '../scripts/harness/test-postgres.ts'
import { cpuMs } from './lib/cpu.ts'
import { median } from './lib/figures.ts'
import { type LoadCase, openLoad } from './lib/load.ts'
import { type BenchServer, fill, startBenchServer } from './lib/server.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '192' },
    case: { type: 'string', default: '' },
  },
})
const ROUNDS = Number(options.rounds)
const CASE_MS = Number(options.seconds) * 1000
const GOAL = 1.15
const SERVERS = [1, 2, 3]
/** Accounts enough that shards are spread, with two stations each that speak to different servers. */
const CONNECTIONS = Number(options.connections)
const SIZE = { trackers: CONNECTIONS * 50, accounts: CONNECTIONS / 2 }
/** Conditions and history are written this much later (ms). */
const WRITTEN_AFTER_MS = 600
/** What servers, database and nats-server use at rest is measured for so long (ms). */
const REST_MS = 5000
/** So long servers may take until each accepts for its share (ms). */
const SHARED_WITHIN_MS = 60_000

const CASES = [
  { name: 'HTTP, 20 a request', scans: 20 },
  { name: 'HTTP, single', scans: 1 },
].filter(({ name }) => name.includes(options.case))

interface Cluster {
  readonly servers: readonly BenchServer[]
  readonly postgres: TestPostgres
  readonly nats: Nats
}

/** Of one run: rows/s, and CPU time in microseconds a row. */
interface Figures {
  readonly rate: number
  readonly servers: number
  readonly database: number
  readonly nats: number
  readonly sum: number
  readonly rowsACommit: number
  /** Reports that were to come again later. */
  readonly delayed: number
}

/** Waits until every server is ready and all of them hold shards. */
async function untilShared(servers: readonly BenchServer[]): Promise<void> {
  const untilMs = performance.now() + SHARED_WITHIN_MS
  const isShared = async () => {
    const { rows } = await servers[0]!.database.pool.query<{ is_shared: boolean }>(
      'select count(distinct server_id) = $1 and bool_and(server_id is not null) as is_shared from shards',
      [servers.length],
    )
    const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/ready`)))
    return rows[0]!.is_shared && answers.every(({ ok }) => ok)
  }
  while (!(await isShared())) {
    if (performance.now() > untilMs) throw new Error('Shards are not shared out.')
    await wait(100)
  }
}

async function startCluster(count: number): Promise<Cluster> {
  const [postgres, nats] = [await testPostgres(), await runNats()]
  const servers: BenchServer[] = []
  const settings = { DATABASE_URL: postgres.urlOf('postgres'), NATS_URL: nats.url }
  while (servers.length < count) servers.push(await startBenchServer(settings))
  await fill(servers[0]!.database, { ...SIZE, stations: CONNECTIONS })
  await untilShared(servers)
  return { servers, postgres, nats }
}

const readings = async ({ servers, postgres, nats }: Cluster) => {
  const { rows } = await servers[0]!.database.pool.query<{ batches: number }>(
    `select coalesce(pg_sequence_last_value('log_orders') / 4096, 0) as batches`,
  )
  return {
    servers: servers.reduce((sum, { process }) => sum + cpuMs(process.pid!), 0),
    database: postgres.seconds() * 1000,
    nats: cpuMs(nats.pid()),
    batches: rows[0]!.batches,
  }
}

type Parts = Readonly<Record<'servers' | 'database' | 'nats', number>>
const PARTS = ['servers', 'database', 'nats'] as const

const NOTHING: Parts = { servers: 0, database: 0, nats: 0 }

/** CPU time that each part uses in a second (ms) while nobody reports. */
async function restOf(cluster: Cluster): Promise<Parts> {
  const before = await readings(cluster)
  const startedAt = performance.now()
  await wait(REST_MS)
  const [after, seconds] = [await readings(cluster), (performance.now() - startedAt) / 1000]
  const [servers, database, nats] = PARTS.map((part) => (after[part] - before[part]) / seconds)
  return { servers: servers!, database: database!, nats: nats! }
}

/** Reports to the cluster, and waits until what follows from the rows is written but for hot rows. */
async function measure(cluster: Cluster, load: LoadCase, rest: Parts): Promise<Figures> {
  const { run, close, delayed } = await openLoad(cluster.servers, load)
  const before = await readings(cluster)
  const startedAt = performance.now()
  const stored = await run(CASE_MS).finally(close)
  const tookMs = performance.now() - startedAt
  await wait(WRITTEN_AFTER_MS)
  const after = await readings(cluster)
  const seconds = (performance.now() - startedAt) / 1000
  const micros = (of: keyof Parts) => ((after[of] - before[of] - rest[of] * seconds) * 1000) / stored
  const [servers, database, nats] = [micros('servers'), micros('database'), micros('nats')]
  return {
    rate: (stored / tookMs) * 1000,
    ...{ servers, database, nats, sum: servers + database + nats },
    rowsACommit: stored / (after.batches - before.batches),
    delayed: delayed(),
  }
}

/** What rows cost at a cluster, beside one server in the same rounds. */
function lineOf(runs: readonly Figures[], alone: readonly Figures[], rest: Parts) {
  const of = (figure: keyof Figures) => median(runs.map((run) => run[figure]))
  const timesAlone = (figure: keyof Figures) => median(runs.map((run, round) => run[figure] / alone[round]![figure]))
  const times = timesAlone('sum')
  return {
    'rows/s': Math.round(of('rate')),
    'of one': timesAlone('rate').toFixed(2),
    'servers µs': of('servers').toFixed(1),
    'database µs': of('database').toFixed(1),
    'nats µs': of('nats').toFixed(1),
    'sum µs': of('sum').toFixed(1),
    'times one': times.toFixed(2),
    goal: runs === alone ? '' : `${times <= GOAL ? 'met' : 'not met'} (≤ ${GOAL})`,
    'at rest, ms/s': PARTS.map((part) => rest[part].toFixed(0)).join(' + '),
    'rows a commit': Math.round(of('rowsACommit')),
    delayed: of('delayed'),
  }
}

if (findNats() === undefined) throw new Error('There is no nats-server: install it, or set NATS_SERVER_PATH.')
const clusters: Cluster[] = []
try {
  for (const count of SERVERS) clusters.push(await startCluster(count))
  console.log(`CPU time a row; medians of ${ROUNDS} rounds of ${CASE_MS / 1000} s`)
  for (const { name, scans } of CASES) {
    const load: LoadCase = { protocol: 'http', connections: CONNECTIONS, scans, ...SIZE }
    // Until the code is compiled and every tracker was heard.
    for (const cluster of clusters) for (const _ of cluster.servers) await measure(cluster, load, NOTHING)
    const rests: Parts[] = []
    for (const cluster of clusters) rests.push(await restOf(cluster))
    const runs = clusters.map((): Figures[] => [])
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, cluster] of clusters.entries()) runs[index]!.push(await measure(cluster, load, rests[index]!))
    }
    console.log(name)
    console.table(
      Object.fromEntries(
        runs.map((figures, index) => [`servers: ${SERVERS[index]}`, lineOf(figures, runs[0]!, rests[index]!)]),
      ),
    )
  }
} finally {
  for (const { servers, postgres, nats } of clusters) {
    for (const server of servers) await server.stop()
    await nats.remove()
    await postgres.remove()
  }
}
