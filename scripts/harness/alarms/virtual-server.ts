/** The real server within the simulation: its timers and its clock are virtual, its database is real, its network is calls. */
import { Readable } from 'node:stream'
import type pg from 'pg'
import { createApp, type RunningApp } from '../../../apps/server/src/app.ts'
import type { Random } from '../../../apps/server/src/platform/clock.ts'
import type { Log } from '../../../apps/server/src/platform/log.ts'
import {
  type CallDb,
  connectDatabase,
  type Database,
  type Db,
} from '../../../apps/server/src/platform/postgres/database.ts'
import { type DatabaseClock, databaseClock } from '../../../apps/server/src/platform/postgres/database-clock.ts'
import { NO_ROLES } from '../../../apps/server/src/platform/postgres/database-roles.ts'
import { readSettings } from '../../../apps/server/src/platform/settings.ts'
import { quietLog } from '../quiet-log.ts'
import type { SimulatedBus, SimulatedNetwork } from '../simulated-bus.ts'
import { Gate, type Turns } from './gated-database.ts'
import type { Owner, VirtualTime } from './virtual-time.ts'

/** When the simulation begins, by a clock that is right (epoch ms). */
export const EPOCH_MS = 1_800_000_000_000

interface ServerSettings {
  readonly time: VirtualTime
  readonly turns: Turns
  /** Between all servers. */
  readonly buses: SimulatedNetwork
  readonly address: pg.ClientConfig
  readonly random: Random
  readonly onBug: (what: string) => void
}

const settings = { ...readSettings({ HOST: '127.0.0.1' }), port: 0, mqttPort: 0 }

export class VirtualServer {
  readonly gate: Gate
  readonly bus: SimulatedBus
  readonly #owner: Owner = { isDead: false, isPaused: false }
  readonly #settings: ServerSettings
  readonly #database: Database
  readonly #hangUps = new Set<() => void>()
  /** Those of streams. */
  readonly #streams = new Set<() => void>()
  #clock: DatabaseClock | undefined
  #app: RunningApp | undefined

  constructor(given: ServerSettings) {
    this.#settings = given
    this.bus = given.buses.join(quietLog)
    const log = logOf(given.onBug)
    const connected = given.time.as(this.#owner, () =>
      connectDatabase(given.address as Parameters<typeof connectDatabase>[0], log, NO_ROLES),
    )
    // All goes one way, which is the one that is watched.
    const { db } = connected
    const calls = db as Db as CallDb
    this.#database = { ...connected, callsDb: calls, urgentCallsDb: calls, quietDb: db }
    this.gate = new Gate(given.turns, this.#database)
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const { time, random, onBug } = this.#settings
    this.gate.isStarting = true
    try {
      this.#app = await time.as(this.#owner, async () => {
        const database = this.#database
        const told = { onAway: () => {}, onJump: () => {} }
        this.#clock = await databaseClock({ db: database.db, steady: () => time.now, ...told })
        const limits = { callsPerMinute: 1_000_000 }
        const tools = { random, log: logOf(onBug), clock: this.#clock }
        // The job queue goes by the database's own time and by chance of its own; no alarm hangs on a job (decision 0034).
        return createApp({ settings, database, limits, bus: this.bus, doesJobs: false, ...tools })
      })
      await time.as(this.#owner, () => this.#app!.http.ready())
    } finally {
      this.gate.isStarting = false
    }
  }

  /** What time it believes it is (epoch ms), once it runs. */
  get clockMs(): number {
    return this.#clock!.now()
  }

  get isUp(): boolean {
    return this.#app !== undefined && !this.#owner.isDead
  }

  get isPaused(): boolean {
    return this.#owner.isPaused
  }

  /** Its process is gone: its clients notice by the connection. */
  die(): void {
    this.#owner.isDead = true
    this.bus.die()
    for (const hangUp of [...this.#hangUps]) hangUp()
  }

  /** Its process is stopped, and its clients are led to another one. */
  pause(): void {
    this.#owner.isPaused = true
    this.gate.pause()
    this.bus.pause()
    for (const cut of [...this.#streams]) cut()
  }

  /** It goes on where it was. */
  resume(): void {
    this.#owner.isPaused = false
    this.bus.resume()
    this.gate.resume()
  }

  /** A request, answered as the network would; `signal` is the caller hanging up. */
  request(path: string, init: RequestInit): Promise<Response> {
    if (!this.isUp) return Promise.reject(new TypeError('fetch failed'))
    return new Promise((resolve, reject) => {
      const hangUp = () => {
        this.#hangUps.delete(hangUp)
        reject(new TypeError('fetch failed'))
      }
      this.#hangUps.add(hangUp)
      const inject = async () => {
        await this.gate.whenRunning()
        return this.#inject(path, init)
      }
      const answer = this.#settings.time.as(this.#owner, inject)
      answer.then(resolve, reject).finally(() => this.#hangUps.delete(hangUp))
    })
  }

  async #inject(path: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
    const given = {
      ...{ method: method as 'GET', url: path, headers: headers as Record<string, string> },
      ...(typeof body === 'string' ? { payload: body } : {}),
    }
    if (!path.endsWith('/stream')) {
      const { statusCode, payload } = await this.#app!.http.inject(given)
      return new Response(payload, { status: statusCode })
    }
    const answer = await this.#app!.http.inject({ ...given, payloadAsStream: true })
    const { res } = answer.raw
    const stream = answer.stream()
    const cut = () => {
      this.#hangUps.delete(cut)
      this.#streams.delete(cut)
      stream.destroy(new Error('cut'))
      if (!this.#owner.isDead) res.destroy()
    }
    // The reader sees the end when it reads.
    stream.on('error', () => {})
    stream.on('close', cut)
    this.#hangUps.add(cut)
    this.#streams.add(cut)
    signal?.addEventListener('abort', cut)
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status: answer.statusCode })
  }
}

/** Silent, but for what the server itself calls a bug. */
function logOf(onBug: (what: string) => void): Log {
  const error = (...said: unknown[]) =>
    onBug(said.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '))
  return { info: () => {}, warn: () => {}, error } as unknown as Log
}
