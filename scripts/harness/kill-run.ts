/**
 * Everything that people and devices ask of a server, while connections to its database are ended, sockets are cut in each direction
 * and answers are left half read. Short in tests, long in bench.
 */
import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import {
  gt06Login,
  gt06Place,
  teltonikaLogin,
  teltonikaPacket,
  teltonikaRecord,
} from '@whereabouts/protocol/tracker-frames'
import pg from 'pg'
import { sampleOf } from '../../apps/server/src/matrix/requests.ts'
import { type CutWay, cutWay } from './cut-way.ts'
import { startLoad } from './ledger.ts'
import { type Audit, audit, type LedgerSite, makeLedgerSite } from './ledger-site.ts'
import { preparedDataFolder } from './prepared-data.ts'
import { type Held, heldBy, WITH_INSPECTOR } from './process-memory.ts'
import { type Chance, oneOf, seededRandom, whole } from './seeded.ts'
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
  readonly acknowledged: number
  /** Reports of GPS hardware that were acknowledged, and those of them that are not there. */
  readonly hardware: { readonly acknowledged: number; readonly lost: readonly string[] }
  /** Connections to the database that were ended, sockets that were cut. */
  readonly kills: number
  readonly cuts: number
  /** Lines of the log that only a bug can cause. */
  readonly bugs: readonly string[]
  /** What the server held after the first round and at the end. */
  readonly heldFirst: Held
  readonly heldLast: Held
}

const CALLS = Object.entries(api).flatMap(([word, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({ id: `${word}.${name}`, endpoint })),
)
/** What is no call of the contract. An export takes fifty statements, and some of them are to meet a kill. */
const MORE = [...Array<string>(8).fill('/v3/app/history/export'), '/v3/app/stream', '/v3/openapi.json', '/ready']
/** A session may make so many calls in a minute. */
const CALLS_PER_SESSION = 100
const MOST_WAITING_MS = 15_000
const IMEI = { teltonika: '356307042441013', gt06: '356307042441014' } as const

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
  const site = await makeLedgerSite(server.postmaster().address, { senders: 6, trackers: 40 })
  const run = new Run(server, database, site, chance)
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
  readonly #site: LedgerSite
  readonly #chance: Chance
  readonly #ways: CutWay[] = []
  readonly #answers: Record<string, number> = {}
  readonly #hardware: { imei: string; atMs: number }[] = []
  #isOver = false
  #kills = 0
  #cuts = 0

  constructor(server: TestServer, database: pg.Pool, site: LedgerSite, chance: Chance) {
    this.#server = server
    this.#database = database
    this.#site = site
    this.#chance = chance
  }

  async all(rounds: number, forMs: number): Promise<KillResult> {
    const http = await this.#way(this.#server.port)
    const mqtt = await this.#way(this.#server.mqttPort)
    const ports = await this.#hardwarePorts()
    const load = startLoad({
      ...this.#site,
      httpOrigin: `http://127.0.0.1:${http.port}`,
      mqttPort: mqtt.port,
      ...{ scansPerReport: 4, inFlight: 3 },
    })
    const beside = [this.#kill(), this.#teltonika(ports.teltonika), this.#gt06(ports.gt06)]
    const startedMs = performance.now()
    let heldFirst: Held | undefined
    for (let round = 0; round < rounds || performance.now() - startedMs < forMs; round += 1) {
      await this.#callAll(http.port)
      heldFirst ??= await heldBy(this.#server.process())
    }
    this.#isOver = true
    await Promise.all(beside)
    await load.finish()
    await this.#quiet()
    const { address } = this.#server
    return {
      ...(await audit(address, load.acknowledged)),
      answers: this.#answers,
      acknowledged: load.acknowledged.length,
      hardware: { acknowledged: this.#hardware.length, lost: await this.#lostOfHardware() },
      ...{ kills: this.#kills, cuts: this.#cuts },
      bugs: this.#server
        .process()
        .output()
        .split('\n')
        .filter((line) => line.includes('"bug:')),
      heldFirst: heldFirst!,
      heldLast: await heldBy(this.#server.process()),
    }
  }

  async close(): Promise<void> {
    this.#isOver = true
    for (const way of this.#ways) await way.close()
  }

  async #way(port: number): Promise<CutWay> {
    const way = await cutWay(port)
    this.#ways.push(way)
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
      else if (oneOf(this.#chance, this.#ways).cut(this.#chance) !== undefined) this.#cuts += 1
      await wait(whole(this.#chance, 5, 60))
    }
  }

  async #endBackend(): Promise<number> {
    const { rowCount } = await this.#database.query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity where application_name = 'whereabouts' order by state = 'active' desc, md5(pid || $1) limit 1
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

  /** Each call of the contract once, and what is none; a few at a time. */
  async #callAll(port: number): Promise<void> {
    const asked = [
      ...CALLS.flatMap(({ id, endpoint: { method, path } }) => {
        const { params = {}, query, body, otherBodies = [] } = sampleOf(id)
        const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
        const target = `/v3${filled}${query === undefined ? '' : `?${query}`}`
        return [body, ...otherBodies].map((each) => ({ method, target, body: each }))
      }),
      ...MORE.map((target) => ({ method: 'GET', target, body: undefined })),
      ...(await this.#pdfs()).map((target) => ({ method: 'GET', target, body: undefined })),
    ]
    let token = ''
    const waiting = asked.entries()
    const caller = async () => {
      for (const [index, { method, target, body }] of waiting) {
        if (this.#server.process().child.exitCode !== null) return
        if (token === '' || index % CALLS_PER_SESSION === 0) token = await this.#newSession()
        const answer = await this.#ask(port, method, target, token, body)
        this.#answers[answer] = (this.#answers[answer] ?? 0) + 1
        // Some calls end the session they come by.
        if (answer === '401') token = ''
      }
    }
    await Promise.all([caller(), caller(), caller()])
    this.#mustLive()
  }

  async #pdfs(): Promise<string[]> {
    const { rows } = await this.#database.query(`select report_id from shift_reports where state = 'success' limit 1`)
    const month = new Date().toISOString().slice(0, 7)
    return [
      `/v3/app/excursions/pdf?month=${month}`,
      ...rows.map(({ report_id }) => `/v3/app/shiftreports/${report_id}/pdf`),
    ]
  }

  /** Asks and reads on to the end, or hangs up before the question is whole, or amid the answer; the status, or `cut`. */
  #ask(port: number, method: string, target: string, token: string, body: unknown): Promise<string> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const head = [
      `${method} ${target} HTTP/1.1`,
      ...['host: 127.0.0.1', 'connection: close', `authorization: Bearer ${token}`, 'accept-encoding: gzip'],
      ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
    ]
    const question = Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
    const fate = this.#chance()
    const at = this.#chance()
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        if (fate < 0.1)
          socket.write(question.subarray(0, Math.floor(question.length * at)), () => socket.resetAndDestroy())
        else socket.write(question)
      })
      let answer = ''
      // A stream goes on for ever.
      const late = setTimeout(() => socket.destroy(), target.endsWith('/stream') ? 300 : MOST_WAITING_MS)
      socket.on('data', (chunk) => {
        if (answer.length < 20) answer += chunk.toString('latin1')
        if (fate > 0.8 && at < 0.5) socket.resetAndDestroy()
        else if (fate > 0.8) {
          // Unread for a while, then gone.
          socket.pause()
          setTimeout(() => socket.destroy(), 100 * at)
        }
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        clearTimeout(late)
        resolve(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'cut')
      })
    })
  }

  async #hardwarePorts(): Promise<Record<keyof typeof IMEI, number>> {
    const portOf = async (kind: keyof typeof IMEI): Promise<number> => {
      const response = await fetch(`${this.#server.origin}/v3/app/credentials`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#site.token}` },
        body: JSON.stringify({ sender_id: IMEI[kind], kind }),
      })
      const { credential } = await response.json()
      return (await this.#way(credential.tcp_port)).port
    }
    return { teltonika: await portOf('teltonika'), gt06: await portOf('gt06') }
  }

  /** Keeps a book of what was acknowledged. */
  async #teltonika(port: number): Promise<void> {
    while (!this.#isOver) {
      const line = speak(port)
      line.say(teltonikaLogin(IMEI.teltonika))
      await line.heard((bytes) => bytes.length >= 1)
      for (let sent = 0; line.isOpen() && !this.#isOver && sent < 20; sent += 1) {
        const atMs = Math.floor(Date.now() / 1000) * 1000 + sent
        const values = { 113: 80 }
        line.say(
          teltonikaPacket(0x08, [
            teltonikaRecord({ ...{ atMs, latitude: 25, longitude: 121, course: 90, speedKmh: 36 }, values }),
          ]),
        )
        if (await line.heard((bytes) => bytes.length >= 1 + 4 * (sent + 1)))
          this.#hardware.push({ imei: IMEI.teltonika, atMs })
        await wait(20)
      }
      line.end()
    }
  }

  /** Its places are not acknowledged. */
  async #gt06(port: number): Promise<void> {
    while (!this.#isOver) {
      const line = speak(port)
      line.say(gt06Login(IMEI.gt06))
      await line.heard((bytes) => bytes.length >= 10)
      for (let sent = 0; line.isOpen() && !this.#isOver && sent < 10; sent += 1) {
        line.say(gt06Place({ atMs: Date.now(), latitude: 25, longitude: 121, speedKmh: 36 }))
        await wait(30)
      }
      line.end()
    }
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
    // Hot rows are half a second behind.
    await wait(1500)
  }
}

/** A line of a device, which waits for an answer until it is cut. */
function speak(port: number) {
  const socket = connect(port, '127.0.0.1')
  let bytes: Buffer = Buffer.alloc(0)
  let isClosed = false
  let wake: () => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  socket.setTimeout(MOST_WAITING_MS, () => socket.destroy())
  return {
    say: (message: Uint8Array) => void socket.write(message),
    isOpen: () => !isClosed,
    end: () => socket.destroy(),
    /** False where it was cut before. */
    async heard(isEnough: (bytes: Buffer) => boolean): Promise<boolean> {
      while (!isEnough(bytes) && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return isEnough(bytes)
    },
  }
}
