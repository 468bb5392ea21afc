/**
 * Three real servers on one real PostgreSQL and one nats-server, under load: again and again one of them is killed or paused, or NATS is
 * killed, and comes back. Senders keep a book of what was acknowledged, and alarms are judged by the promises of all alarms.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { SUPERUSER } from '../../apps/server/src/platform/postgres/postgres.ts'
import { DATABASE_NAME } from '../../apps/server/src/platform/postgres/supervise-database.ts'
import { keepLedger, readLedger } from './alarms/ledger.ts'
import { judge, type Verdict } from './alarms/promises.ts'
import { untilReady } from './alarms/real-run.ts'
import { now, type Pause, RealSchedules } from './alarms/real-schedules.ts'
import { type AlarmAccount, makeAlarmAccount } from './alarms/site.ts'
import { type Acknowledged, bodyOf, type Load, startLoad } from './ledger.ts'
import { type Audit, audit, type LedgerSite, makeLedgerSite } from './ledger-site.ts'
import { type Nats, runNats } from './nats-process.ts'
import { between, type Chance, oneOf, seededBytes, seededRandom, shuffled, whole } from './seeded.ts'
import { startServer, type TestServer } from './start-server.ts'
import { type TestPostgres, testPostgres } from './test-postgres.ts'

type Fault = 'server killed' | 'server paused' | 'NATS killed'
const FAULTS: readonly Fault[] = ['server killed', 'server paused', 'NATS killed']
const SERVERS = 3
/** Accounts whose reports are counted, enough that each server is home for some. */
const SITES = 9
/** The last sender of each only asks after a fault whether its account is accepted for. */
const SIZE = { senders: 5, trackers: 40 }
const LOAD = { scansPerReport: 4, inFlight: 2, everyMs: 100 }
/** Accounts with alarms that begin in each round. */
const SCHEDULES = 2
/** Their causes and answers fall within this time (ms). */
const ROUGH_MS = 18_000
const PAUSED_MS = 15_000
/** Accounts are tried so often (ms) until each accepts. */
const TRY_EVERY_MS = 200
/** What a machine takes longer for (ms) is missed, not late. */
const WITHIN_MS = 10_000
/** Steps of alarms that nobody answers are over by then (ms), and hot rows are written. */
const LAST_MS = 60_000
/** Statements of a machine that is busy, and who waits for one another's locks, take so long (ms). */
const TREMBLE_MS = 1000

export interface KillHomesSettings {
  readonly rounds: number
  readonly seed: number
  readonly onRound?: (told: string) => void
}

export interface KillHomesResult extends Audit {
  readonly acknowledged: number
  /** Sent again though they had been acknowledged. */
  readonly repeated: number
  /** Answers other than an acknowledgement, by status or error code. */
  readonly refusals: Readonly<Record<string, number>>
  /** From each fault until reports of every account were accepted again (ms); of NATS from its return. */
  readonly takeOversMs: Readonly<Record<Fault, readonly number[]>>
  readonly alarms: Verdict
  /** Lines of the servers' logs by their words. */
  readonly said: Readonly<Record<string, number>>
}

export async function killHomesRun(settings: KillHomesSettings): Promise<KillHomesResult> {
  const postgres = await testPostgres({ isPrepared: true })
  const run = new Run(postgres, settings)
  try {
    return await run.all()
  } finally {
    await run.stop()
    await postgres.remove()
  }
}

class Run {
  readonly #settings: KillHomesSettings
  readonly #postgres: TestPostgres
  readonly #address: { host: string; user: string; database: string }
  readonly #chance: Chance
  readonly #schedules: RealSchedules
  readonly #servers: TestServer[] = []
  readonly #killed = new Set<TestServer>()
  readonly #accounts: AlarmAccount[] = []
  readonly #sites: LedgerSite[] = []
  readonly #loads: Load[] = []
  readonly #tried: Acknowledged[] = []
  readonly #pauses: Pause[] = []
  readonly #bugs: string[] = []
  readonly #said: Record<string, number> = {}
  readonly #takeOversMs: Record<Fault, number[]> = { 'server killed': [], 'server paused': [], 'NATS killed': [] }
  #nats: Nats | undefined
  #tries = 0

  constructor(postgres: TestPostgres, settings: KillHomesSettings) {
    this.#settings = settings
    this.#postgres = postgres
    this.#address = { host: postgres.host, user: SUPERUSER, database: DATABASE_NAME }
    this.#chance = seededRandom(settings.seed)
    this.#schedules = new RealSchedules({ chance: this.#chance, roughMs: ROUGH_MS, door: this.#anyServer })
  }

  async all(): Promise<KillHomesResult> {
    const { rounds, onRound = () => {} } = this.#settings
    await this.#furnish()
    await this.#startServers()
    this.#startLoads()
    const faults = shuffled(
      this.#chance,
      Array.from({ length: rounds }, (_, round) => FAULTS[round % FAULTS.length]!),
    )
    for (const [round, fault] of faults.entries()) {
      const accounts = this.#accounts.slice(round * SCHEDULES, (round + 1) * SCHEDULES)
      const [tookMs] = await Promise.all([
        this.#break(fault),
        ...accounts.map((account) => this.#schedules.live(account)),
      ])
      this.#takeOversMs[fault].push(tookMs)
      await this.#allReady()
      onRound(`${round + 1} of ${rounds}: ${fault}, accepted everywhere ${(tookMs / 1000).toFixed(1)} s later`)
    }
    await Promise.all(this.#loads.map((load) => load.finish()))
    await wait(LAST_MS)
    return this.#result()
  }

  async stop(): Promise<void> {
    for (const { origin } of this.#servers) this.#signal(origin, 'SIGCONT')
    for (const server of this.#servers) await server.stop()
    await this.#nats?.remove()
  }

  #anyServer = (): TestServer =>
    oneOf(
      this.#chance,
      this.#servers.filter((server) => !this.#killed.has(server)),
    )

  async #furnish(): Promise<void> {
    const random = seededBytes(this.#chance)
    const client = new pg.Client(this.#address)
    await client.connect()
    try {
      await keepLedger(client, 'extract(epoch from clock_timestamp()) * 1000')
      for (let index = 0; index < this.#settings.rounds * SCHEDULES; index += 1) {
        this.#accounts.push(await makeAlarmAccount(client, { index, chance: this.#chance, random, trackers: 3 }))
      }
    } finally {
      await client.end()
    }
    for (let index = 1; index <= SITES; index += 1) {
      this.#sites.push(await makeLedgerSite(this.#address, { ...SIZE, index }))
    }
  }

  async #startServers(): Promise<void> {
    this.#nats = await runNats()
    const env = { DATABASE_URL: this.#postgres.urlOf(DATABASE_NAME), NATS_URL: this.#nats.url }
    this.#servers.push(...(await Promise.all(Array.from({ length: SERVERS }, () => startServer({ env })))))
    await this.#allReady()
  }

  /** Senders of one account speak to two servers. */
  #startLoads(): void {
    for (const [index, { senders, device_ids }] of this.#sites.entries()) {
      const [byHttp, byMqtt] = [0, 1].map((next) => this.#servers[(index + next) % SERVERS]!)
      this.#loads.push(
        startLoad({
          ...LOAD,
          ...{ httpOrigin: byHttp!.origin, mqttPort: byMqtt!.mqttPort, senders: senders.slice(0, -1), device_ids },
        }),
      )
    }
  }

  /** Resolves to how long it took (ms) until all accounts were accepted for again. */
  async #break(fault: Fault): Promise<number> {
    const chance = this.#chance
    await wait(between(chance, 1000, 6000))
    if (fault === 'NATS killed') return this.#killNats()
    const server = oneOf(chance, this.#servers)
    const others = this.#servers.filter((other) => other !== server)
    const atMs = now()
    if (fault === 'server paused') {
      this.#signal(server.origin, 'SIGSTOP')
      const tookMs = await this.#untilAccepted([oneOf(chance, others)], atMs)
      await wait(Math.max(0, PAUSED_MS - (now() - atMs)))
      this.#signal(server.origin, 'SIGCONT')
      this.#pauses.push({ origin: server.origin, fromMs: atMs, toMs: now() })
      return tookMs
    }
    this.#killed.add(server)
    this.#noteOutput(server)
    this.#signal(server.origin, 'SIGKILL')
    await server.process().exited
    // Some are back before others have taken over.
    const back = wait(between(chance, 0, 8000)).then(() => server.restart())
    const tookMs = await this.#untilAccepted([oneOf(chance, others)], atMs)
    await back
    this.#killed.delete(server)
    return tookMs
  }

  async #killNats(): Promise<number> {
    const nats = this.#nats!
    await nats.kill()
    await wait(between(this.#chance, 500, 10_000))
    await nats.start()
    return this.#untilAccepted(this.#servers, now())
  }

  #signal(origin: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.#servers
      .find((server) => server.origin === origin)!
      .process()
      .child.kill(signal)
  }

  /** Every account is accepted for at each of the servers; how long it took since then (ms). */
  async #untilAccepted(servers: readonly TestServer[], sinceMs: number): Promise<number> {
    await Promise.all(servers.flatMap((server) => this.#sites.map((site) => this.#untilAcceptedFor(site, server))))
    return now() - sinceMs
  }

  async #untilAcceptedFor(site: LedgerSite, server: TestServer): Promise<void> {
    const done = Promise.withResolvers<void>()
    let isDone = false
    done.promise.then(() => {
      isDone = true
    })
    while (!isDone) {
      void this.#try(site, server).then((isAccepted) => isAccepted && done.resolve())
      await Promise.race([done.promise, wait(TRY_EVERY_MS)])
    }
  }

  /** A report of an account that nobody else sends; what becomes of one that got no answer does not matter. */
  async #try({ senders, device_ids }: LedgerSite, { origin }: TestServer): Promise<boolean> {
    const { sender_id, password } = senders.at(-1)!
    this.#tries += 1
    const report: Acknowledged = {
      ...{
        sender_id,
        over: 'http',
        seq: this.#tries,
        scanned_at_ms: Math.round(now()),
        battery: whole(this.#chance, 0, 100),
      },
      device_ids: device_ids.slice(0, 1),
    }
    try {
      const response = await fetch(`${origin}/v3/device/report`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${sender_id}:${password}`).toString('base64')}`,
        },
        body: bodyOf(report),
        signal: AbortSignal.timeout(PAUSED_MS),
      })
      await response.arrayBuffer()
      if (response.status === 200) this.#tried.push(report)
      return response.status === 200
    } catch {
      return false
    }
  }

  /** All servers run, and each accepts for its share. One that ended by itself is a bug, and is started again. */
  async #allReady(): Promise<void> {
    await Promise.all(
      this.#servers.map(async (server) => {
        const ended = await Promise.race([untilReady(server), server.process().exited])
        if (ended === undefined) return
        this.#bugs.push(`a server ended by itself with ${ended.code ?? ended.signal}`)
        this.#noteOutput(server)
        await server.restart()
        await untilReady(server)
      }),
    )
  }

  /** Keeps what its process said, before the next one takes its place. */
  #noteOutput(server: TestServer): void {
    for (const line of server.process().output().split('\n')) {
      if (line.includes('bug: ')) this.#bugs.push(line)
      const [, words] = /"msg":"([^"]+)"/.exec(line) ?? []
      if (words !== undefined) this.#said[words] = (this.#said[words] ?? 0) + 1
    }
  }

  async #result(): Promise<KillHomesResult> {
    const endedAtMs = now()
    for (const server of this.#servers) this.#noteOutput(server)
    const client = new pg.Client(this.#address)
    await client.connect()
    const read = await readLedger(client).finally(() => client.end())
    // Accounts of the load have alarms too, which nobody counts.
    const counted = new Set(this.#accounts.map(({ accountId }) => accountId))
    const ofCounted = ({ accountId }: { accountId: string }) => counted.has(accountId)
    const ledger = {
      ...read,
      ...{ alarms: read.alarms.filter(ofCounted), events: read.events.filter(ofCounted) },
      ...{ causes: this.#schedules.causes, accounts: this.#accounts, bugs: this.#bugs, endedAtMs },
      consoles: this.#schedules.endBooks(endedAtMs, this.#pauses),
      // Some server reaches the database all the time.
      ...{ trouble: [], pauses: this.#pauses, clockSteps: [], trembleMs: TREMBLE_MS },
    }
    const acknowledged = [...this.#tried, ...this.#loads.flatMap((load) => load.acknowledged)]
    const device_ids = this.#sites.flatMap((site) => site.device_ids)
    const refusals: Record<string, number> = {}
    for (const [reason, count] of this.#loads.flatMap((load) => [...load.refusals])) {
      refusals[reason] = (refusals[reason] ?? 0) + count
    }
    return {
      ...(await audit(this.#address, acknowledged, device_ids)),
      acknowledged: acknowledged.length,
      repeated: this.#loads.reduce((sum, load) => sum + load.repeated(), 0),
      ...{ refusals, takeOversMs: this.#takeOversMs, said: this.#said },
      alarms: judge(ledger, WITHIN_MS),
    }
  }
}
