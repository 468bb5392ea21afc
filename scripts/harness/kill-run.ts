/**
 * Everything that people and devices ask of a server, while connections to its database are ended, sockets are cut in each direction
 * and answers are left half read. Short in tests, long in bench.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import pg from 'pg'
import { sampleOf } from '../../apps/server/src/matrix/requests.ts'
import { type CutWay, cutWay } from './cut-way.ts'
import { type Counts, KillBook, type Kind, untriedLines } from './kill-book.ts'
import { ask, type Question } from './kill-line.ts'
import { furnish, type KillSite } from './kill-site.ts'
import { type HardwareReport, IMEI, talkGt06, talkingBroker, talkOmlox, talkTeltonika } from './kill-talkers.ts'
import { type Load, startLoad } from './ledger.ts'
import { type Audit, audit, makeLedgerSite } from './ledger-site.ts'
import { preparedDataFolder } from './prepared-data.ts'
import { type Held, heldBy, WITH_INSPECTOR } from './process-memory.ts'
import { type Chance, oneOf, seededRandom, shuffled, whole } from './seeded.ts'
import { startServer, type TestServer } from './start-server.ts'

export interface KillSettings {
  /** Goes on until each call was made this often, and so long (ms). */
  readonly rounds: number
  readonly forMs: number
  /** Chooses what is asked, killed and cut, and when. */
  readonly seed: number
}

export interface KillResult extends Audit {
  /** Answers by status; `cut`: none. */
  readonly answers: Readonly<Record<string, number>>
  readonly counts: Readonly<Record<Kind, Counts>>
  readonly acknowledged: number
  /** Reports of GPS hardware that were acknowledged, and those of them that are not there. */
  readonly hardware: { readonly acknowledged: number; readonly lost: readonly string[] }
  /** Connections to the database that were ended. */
  readonly kills: number
  /** Sockets that were cut, by port and how. */
  readonly cuts: Readonly<Record<string, number>>
  /** Lines of the log that only a bug can cause. */
  readonly bugs: readonly string[]
  /** What was begun, and is refused when all is quiet again; each with its status. */
  readonly refusedAfter: readonly string[]
  /** What the server held after the first round and at the end. */
  readonly heldFirst: Held
  readonly heldLast: Held
}

const CALLS = Object.entries(api).flatMap(([word, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({ id: `${word}.${name}`, endpoint })),
)
/** A session may make so many calls in a minute. */
const CALLS_PER_SESSION = 100
const CALLERS = 6
/** A run says nothing before so much came about, however slow the machine is. */
const AT_LEAST = { kills: 10, cuts: 30, acknowledged: 50, ofHardware: 10 } as const

type Port = 'HTTP' | 'MQTT' | keyof typeof IMEI | 'broker'

/** Throws when the server ends. */
export async function killRun({ rounds, forMs, seed }: KillSettings): Promise<KillResult> {
  const chance = seededRandom(seed)
  const server = await startServer({
    env: {
      DATA_DIR: await preparedDataFolder({ inMemory: true }),
      ...WITH_INSPECTOR,
      TELTONIKA_PORT: '0',
      GT06_PORT: '0',
    },
  })
  const database = new pg.Pool({ ...server.postmaster().address, max: 2 })
  database.on('error', () => {})
  const run = new Run(server, database, chance)
  try {
    return await run.all(rounds, forMs)
  } finally {
    await run.close()
    await database.end()
    await server.stop()
  }
}

class Run {
  readonly #server: TestServer
  readonly #database: pg.Pool
  readonly #chance: Chance
  readonly #book = new KillBook()
  readonly #ways = new Map<Port, CutWay>()
  readonly #answers: Record<string, number> = {}
  readonly #hardware: HardwareReport[] = []
  readonly #cuts: Record<string, number> = {}
  #isOver = false
  #kills = 0

  constructor(server: TestServer, database: pg.Pool, chance: Chance) {
    this.#server = server
    this.#database = database
    this.#chance = chance
  }

  async all(rounds: number, forMs: number): Promise<KillResult> {
    const ledger = await makeLedgerSite(this.#server.postmaster().address, { senders: 6, trackers: 40 })
    const broker = await talkingBroker(this.#book, () => this.#isOver)
    try {
      const brokerPort = (await this.#way('broker', broker.port)).port
      const site = await furnish(this.#server, ledger, brokerPort)
      const http = await this.#way('HTTP', this.#server.port)
      const mqtt = await this.#way('MQTT', this.#server.mqttPort)
      const load = startLoad({
        ...ledger,
        httpOrigin: `http://127.0.0.1:${http.port}`,
        mqttPort: mqtt.port,
        ...{ scansPerReport: 4, inFlight: 3 },
        onLine: (version, what) => this.#book[what](version === 5 ? 'MQTT 5' : 'MQTT 3.1.1'),
      })
      const beside = [this.#kill(), ...(await this.#talkers(site, http.port))]
      const heldFirst = await this.#rounds(rounds, forMs, http.port, site)
      while (!this.#isEnough(load)) await wait(20)
      this.#isOver = true
      await Promise.all(beside)
      await load.finish()
      return await this.#result(load, heldFirst, site)
    } finally {
      this.#isOver = true
      await broker.close()
    }
  }

  async #rounds(rounds: number, forMs: number, port: number, site: KillSite): Promise<Held> {
    const startedMs = performance.now()
    let heldFirst: Held | undefined
    for (let round = 0; round < rounds || performance.now() - startedMs < forMs; round += 1) {
      await this.#callAll(port, site)
      heldFirst ??= await heldBy(this.#server.process())
    }
    return heldFirst!
  }

  #isEnough(load: Load): boolean {
    this.#mustLive()
    const cuts = Object.values(this.#cuts).reduce((sum, count) => sum + count, 0)
    if (this.#kills < AT_LEAST.kills || cuts < AT_LEAST.cuts || untriedLines(this.#book.counts).length > 0) return false
    return load.acknowledged.length >= AT_LEAST.acknowledged && this.#hardware.length >= AT_LEAST.ofHardware
  }

  async #talkers({ hardwarePorts, readerPassword }: KillSite, httpPort: number): Promise<Promise<void>[]> {
    const { book, isOver } = { book: this.#book, isOver: () => this.#isOver }
    const teltonika = await this.#way('teltonika', hardwarePorts.teltonika)
    const gt06 = await this.#way('gt06', hardwarePorts.gt06)
    return [
      talkTeltonika({ port: teltonika.port, book, isOver }, this.#hardware),
      talkGt06({ port: gt06.port, book, isOver }),
      talkOmlox({ port: httpPort, book, isOver }, readerPassword),
    ]
  }

  async #result(load: Load, heldFirst: Held, site: KillSite): Promise<KillResult> {
    await this.#quiet()
    const refusedAfter = await this.#refused(site)
    const lines = this.#server.process().output().split('\n')
    return {
      ...(await audit(this.#server.address, load.acknowledged)),
      answers: this.#answers,
      counts: this.#book.counts,
      acknowledged: load.acknowledged.length,
      hardware: { acknowledged: this.#hardware.length, lost: await this.#lostOfHardware() },
      ...{ kills: this.#kills, cuts: this.#cuts },
      bugs: lines.filter((line) => line.includes('"bug:')),
      ...{ refusedAfter, heldFirst },
      heldLast: await heldBy(this.#server.process()),
    }
  }

  async close(): Promise<void> {
    this.#isOver = true
    for (const way of this.#ways.values()) await way.close()
  }

  async #way(name: Port, port: number): Promise<CutWay> {
    const way = await cutWay(port)
    this.#ways.set(name, way)
    return way
  }

  #mustLive(): void {
    const { child, output } = this.#server.process()
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${output()}`)
  }

  /** Ends connections to the database, those at work first, and cuts sockets, one every few hundredths of a second, until the end. */
  async #kill(): Promise<void> {
    while (!this.#isOver) {
      this.#mustLive()
      if (this.#chance() < 0.3) this.#kills += await this.#endBackend()
      else this.#cutSocket()
      await wait(whole(this.#chance, 5, 60))
    }
  }

  #cutSocket(): void {
    const [name, way] = oneOf(this.#chance, [...this.#ways])
    const how = way.cut(this.#chance)
    if (how === undefined) return
    const key = `${name}: ${how}`
    this.#cuts[key] = (this.#cuts[key] ?? 0) + 1
  }

  async #endBackend(): Promise<number> {
    const { rowCount } = await this.#database.query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity where application_name like 'whereabouts%' order by state = 'active' desc, md5(pid || $1) limit 1
       ) one`,
      [String(this.#chance())],
    )
    return rowCount ?? 0
  }

  async #newSession(): Promise<string> {
    const token = randomUUID()
    await this.#database.query(
      `insert into sessions (account_id, session_id, user_id, device_type, platform, useragent, token_hash,
         token_issued_at_ms, signin_at_ms, last_used_at_ms, proved_at_ms)
       select account_id, gen_random_uuid(), user_id, 'web', 'web', 'kills', $1, $2, $2, $2, $2 from users
       where email = 'ledger@example.com'`,
      [createHash('sha256').update(token).digest(), Date.now()],
    )
    return token
  }

  /** Each call of the contract once, and what is none, in an order of its own; a few at a time. */
  async #callAll(port: number, site: KillSite): Promise<void> {
    const asked = shuffled(this.#chance, [...questions(), ...site.questions])
    let token = ''
    const waiting = asked.entries()
    const caller = async () => {
      for (const [index, question] of waiting) {
        if (this.#server.process().child.exitCode !== null) return
        if (token === '' || index % CALLS_PER_SESSION === 0) token = await this.#newSession()
        const answer = await ask(port, { token, ...question }, this.#chance, this.#book)
        this.#answers[answer] = (this.#answers[answer] ?? 0) + 1
        // Some calls end the session they come by.
        if (answer === '401') token = ''
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    this.#mustLive()
  }

  /** Asks once more for each kind of thing, and for each to the end. */
  async #refused({ questions }: KillSite): Promise<string[]> {
    const token = await this.#newSession()
    const refused: string[] = []
    for (const question of new Set(questions)) {
      const answer = await ask(this.#server.port, { token, ...question }, () => 0.5, new KillBook())
      if (answer !== '200') refused.push(`${question.method} ${question.target}: ${answer}`)
    }
    return refused
  }

  async #lostOfHardware(): Promise<string[]> {
    const { rows } = await this.#database.query<{ name: string }>(
      `select device_id || ' ' || scanned_at_ms as name from location_logs where device_id = $1`,
      [IMEI.teltonika],
    )
    const stored = new Set(rows.map(({ name }) => name))
    return this.#hardware.map(({ imei, atMs }) => `${imei} ${atMs}`).filter((name) => !stored.has(name))
  }

  /** The server answers that it is ready, which it does by a connection to its database. */
  async #quiet(): Promise<void> {
    for (;;) {
      this.#mustLive()
      const response = await fetch(`${this.#server.origin}/ready`).catch(() => undefined)
      await response?.text()
      if (response?.status === 200) break
      await wait(20)
    }
    // Hot rows are ten seconds behind.
    await wait(12_000)
  }
}

/** Every call of the contract with a body of each form. */
const questions = (): Omit<Question, 'token'>[] =>
  CALLS.flatMap(({ id, endpoint: { method, path } }) => {
    const { params = {}, query, body, otherBodies = [] } = sampleOf(id)
    const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
    const target = `/v3${filled}${query === undefined ? '' : `?${query}`}`
    return [body, ...otherBodies].map((each) => ({ method, target, body: each }))
  })
