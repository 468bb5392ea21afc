/**
 * Alarms with nothing simulated: two real server processes on one real PostgreSQL, reports over HTTP and MQTT, consoles on the
 * live stream; and all of them but the consoles are killed while people press for help, batteries run low, somebody walks
 * into a zone, and people answer; and what time brings about is told of afterwards. Judged by the same promises.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { migrateDatabase } from '../../../apps/server/src/platform/postgres/migrations.ts'
import { SUPERUSER } from '../../../apps/server/src/platform/postgres/postgres.ts'
import { type Nats, runNats } from '../nats-process.ts'
import { quietLog } from '../quiet-log.ts'
import { between, type Chance, oneOf, seededBytes, seededRandom } from '../seeded.ts'
import { startServer, type TestServer } from '../start-server.ts'
import { type TestPostgres, testPostgres } from '../test-postgres.ts'
import { addHours, HOURS_BEGIN_AFTER_MS, type Hours } from './hours.ts'
import { keepLedger, type Ledger, readLedger } from './ledger.ts'
import { now, RealSchedules } from './real-schedules.ts'
import { TELLS_SILENCE_AFTER_MS, tellSilences } from './real-silences.ts'
import { addSilences, type Silences } from './silences.ts'
import { type AlarmAccount, makeAlarmAccount, type Report, type Sender } from './site.ts'

const DATABASE = 'alarms'
/** Schedules that go on side by side, each in an account of its own. */
const TOGETHER = 5
/** Statements of a machine that is busy, and who waits for one another's locks, take so long (ms). */
const TREMBLE_MS = 1000
/** Hours of zones begin on one. */
const MINUTE_MS = 60_000

export interface RealSettings {
  readonly schedules: number
  readonly seed: number
  /** Causes, answers and kills of a schedule fall within this time (ms); then what was begun has that long to end. */
  readonly roughMs: number
  readonly calmMs: number
  /** How long it goes on after the last (ms), so that what nobody answered goes further; where it is long enough, what time
   * brings about is judged too. */
  readonly lastMs: number
  /** Breaks it off: it rejects then, and nothing is left behind. */
  readonly signal?: AbortSignal
}

export async function realRun(settings: RealSettings): Promise<Ledger> {
  const { signal } = settings
  const postgres = await testPostgres()
  const run = new RealRun(postgres, settings)
  const brokenOff = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
  try {
    return await Promise.race([run.run(), brokenOff])
  } finally {
    await run.stop()
    await postgres.remove()
  }
}

class RealRun {
  readonly #postgres: TestPostgres
  readonly #settings: RealSettings
  readonly #chance: Chance
  readonly #servers: TestServer[] = []
  #nats: Nats | undefined
  readonly #up = new Set<TestServer>()
  readonly #accounts: AlarmAccount[] = []
  readonly #prepared = new Map<AlarmAccount, Silences & Hours>()
  readonly #schedules: RealSchedules
  readonly #trouble: { fromMs: number; toMs: number }[] = []
  /** When the hours of the last zone begin (epoch ms). */
  #hoursBeginMs = 0
  readonly #address: { host: string; user: string; database: string }

  constructor(postgres: TestPostgres, settings: RealSettings) {
    this.#postgres = postgres
    this.#settings = settings
    this.#chance = seededRandom(settings.seed)
    this.#schedules = new RealSchedules({ chance: this.#chance, roughMs: settings.roughMs, door: this.#anyServer })
    this.#address = { host: postgres.host, user: SUPERUSER, database: DATABASE }
  }

  async run(): Promise<Ledger> {
    const { schedules, calmMs, lastMs } = this.#settings
    await this.#withDatabase((client) => client.query(`create database ${DATABASE}`), 'postgres')
    await migrateDatabase(this.#address, quietLog)
    const chance = this.#chance
    const random = seededBytes(chance)
    await this.#withDatabase(async (client) => {
      await keepLedger(client, 'extract(epoch from clock_timestamp()) * 1000')
      for (let index = 0; index < schedules; index += 1) {
        const account = await makeAlarmAccount(client, { index, chance, random, trackers: 3 })
        this.#accounts.push(account)
        if (lastMs < TELLS_SILENCE_AFTER_MS) continue
        const place = { accountId: account.accountId, index, epochMs: Math.round(now()), chance, random }
        const silences = await addSilences(client, place)
        const epochMs = Math.ceil(place.epochMs / MINUTE_MS) * MINUTE_MS
        this.#hoursBeginMs = epochMs + HOURS_BEGIN_AFTER_MS
        this.#prepared.set(account, { ...silences, ...(await addHours(client, { ...place, epochMs })) })
      }
    })
    this.#nats = await runNats()
    const { url: NATS_URL } = this.#nats
    const env = { DATABASE_URL: this.#postgres.urlOf(DATABASE), NATS_URL }
    const started = await Promise.all([startServer({ env }), startServer({ env })])
    this.#servers.push(...started)
    for (const server of started) this.#up.add(server)
    for (let first = 0; first < schedules; first += TOGETHER) {
      const accounts = this.#accounts.slice(first, first + TOGETHER)
      await Promise.all([this.#breakThings(), ...accounts.map((account) => this.#live(account))])
      await wait(calmMs)
    }
    // Of few schedules the hours may begin after the last of them.
    await wait(Math.max(now(), this.#hoursBeginMs) + lastMs - now())
    const endedAtMs = now()
    const read = await this.#withDatabase(readLedger)
    const consoles = this.#schedules.endBooks(endedAtMs)
    const bugs = this.#servers.flatMap(
      (server) =>
        server
          .process()
          .output()
          .match(/bug: .*/g) ?? [],
    )
    const { causes, accounts } = { causes: this.#schedules.causes, accounts: this.#accounts }
    return {
      ...read,
      causes,
      accounts,
      consoles,
      bugs,
      trouble: this.#trouble,
      pauses: [],
      clockSteps: [],
      trembleMs: TREMBLE_MS,
      endedAtMs,
    }
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.stop()
    await this.#nats?.remove()
  }

  async #withDatabase<Result>(work: (client: pg.Client) => Promise<Result>, database = DATABASE): Promise<Result> {
    const client = new pg.Client({ ...this.#address, database })
    await client.connect()
    return work(client).finally(() => client.end())
  }

  /** Kills a server, both, the database, or all of them, at some moment; each comes back. */
  async #breakThings(): Promise<void> {
    const chance = this.#chance
    await wait(between(chance, 500, this.#settings.roughMs - 3000))
    const victim = oneOf(chance, ['server', 'server', 'servers', 'database', 'all'] as const)
    const servers = victim === 'server' ? [oneOf(chance, this.#servers)] : [...this.#servers]
    const isDatabase = victim === 'database' || victim === 'all'
    const killsServers = victim !== 'database'
    if (isDatabase || servers.length > 1) this.#trouble.push({ fromMs: now(), toMs: Number.POSITIVE_INFINITY })
    if (isDatabase) await this.#postgres.kill()
    if (killsServers) {
      for (const server of servers) {
        this.#up.delete(server)
        server.process().child.kill('SIGKILL')
      }
      await Promise.all(servers.map((server) => server.process().exited))
    }
    await wait(between(chance, 0, 1500))
    if (isDatabase) await this.#postgres.start()
    await Promise.all(
      servers.map(async (server) => {
        if (killsServers) await server.restart()
        await untilReady(server)
        this.#up.add(server)
      }),
    )
    const last = this.#trouble.at(-1)
    if (last?.toMs === Number.POSITIVE_INFINITY) last.toMs = now()
  }

  /** Where a caller gets through to; while nobody is up, to one that will be. */
  #anyServer = (): TestServer => oneOf(this.#chance, this.#up.size > 0 ? [...this.#up] : this.#servers)

  /** One schedule: presses, two tabs and another browser, people who answer, and what time brings about. */
  async #live(account: AlarmAccount): Promise<void> {
    await Promise.all([this.#schedules.live(account), this.#tellSilences(account)])
  }

  async #tellSilences(account: AlarmAccount): Promise<void> {
    const prepared = this.#prepared.get(account)
    if (prepared === undefined) return
    const { causes } = this.#schedules
    const tell = (sender: Sender, report: Report) => this.#schedules.tell(sender, report, 1)
    await tellSilences({ account, prepared, chance: this.#chance, causes, now, tell })
  }
}

export async function untilReady(server: TestServer): Promise<void> {
  for (;;) {
    const response = await fetch(`${server.origin}/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (response?.status === 200) return
    await wait(20)
  }
}
