/**
 * One world under virtual time: two real servers on one real database, and in each of its accounts a schedule of its own of
 * causes, consoles that come and go and people who answer; while chance loses, delays and doubles messages, kills
 * servers between two statements, takes the database away and sets clocks. The same seed makes the same world.
 */
import pg from 'pg'
import { between, type Chance, oneOf, seededBytes, seededRandom, whole } from '../seeded.ts'
import { SimulatedNetwork } from '../simulated-bus.ts'
import { type Break, Turns } from './gated-database.ts'
import { addHours, type Hours } from './hours.ts'
import { type ClockStep, keepLedger, type Ledger, readLedger } from './ledger.ts'
import { addSilences, type Silences } from './silences.ts'
import { type AlarmAccount, makeAlarmAccount } from './site.ts'
import { VirtualCauses } from './virtual-causes.ts'
import { VirtualNetwork } from './virtual-network.ts'
import { VirtualPeople } from './virtual-people.ts'
import { EPOCH_MS, VirtualServer } from './virtual-server.ts'
import { END_MS, ROUGH_MS, VirtualTime } from './virtual-time.ts'

/** Others take a server for dead after six seconds (ms). */
const PAUSED_MS = { least: 10_500, most: 16_000 } as const

/** Under virtual time nothing takes time by itself; but servers tell it in full milliseconds (ms). */
const TREMBLE_MS = 20

export interface WorldSettings {
  readonly seed: number
  /** Schedules: each is an account's. */
  readonly accounts: number
  /** An empty migrated database of its own. */
  readonly address: pg.ClientConfig
}

/** Gives a database a clock that is set, and the ledger. */
async function makeVirtual(client: pg.Client, database: string): Promise<void> {
  await client.query(`
    create schema virtual;
    create sequence virtual.database_us maxvalue 9007199254740991;
    create sequence virtual.true_ms;
    create function virtual.clock_timestamp() returns timestamptz language sql volatile as
      $$ select to_timestamp(nextval('virtual.database_us') / 1e6) $$;
    create function virtual.true_now() returns double precision language sql volatile as
      $$ select last_value::double precision - 1 from virtual.true_ms $$;
    alter database ${database} set search_path = virtual, public, pg_catalog;
    -- Power never fails here, and a disk would only cost time.
    alter database ${database} set synchronous_commit = off;
    alter database ${database} set jit = off;
    alter database ${database} set plan_cache_mode = force_generic_plan`)
  const { rows } = await client.query(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_default like '%clock_timestamp()%'`,
  )
  for (const { table_name, column_name } of rows) {
    await client.query(`alter table ${table_name} alter ${column_name} set default virtual.clock_timestamp()`)
  }
  await keepLedger(client, 'virtual.true_now()')
}

export async function runWorld(settings: WorldSettings): Promise<Ledger> {
  const admin = new pg.Client(settings.address)
  await admin.connect()
  // Its next query tells.
  admin.on('error', () => {})
  await makeVirtual(admin, settings.address.database!)
  const world = new World(settings, admin)
  const giveBack = world.time.install()
  try {
    return await world.run()
  } finally {
    giveBack()
    await world.end()
    await admin.end()
  }
}

class World {
  readonly time: VirtualTime
  readonly #settings: WorldSettings
  readonly #admin: pg.Client
  readonly #chance: Chance
  readonly #turns: Turns
  readonly #buses: SimulatedNetwork
  readonly #servers: VirtualServer[] = []
  /** How wrong the database's clock is (ms), which is the servers'. */
  #offsetMs = 0
  #clockSetAt = -1
  /** Work to do before time continues. */
  #todo: (() => Promise<void>)[] = []
  readonly #network: VirtualNetwork
  readonly #causes: VirtualCauses
  readonly #people: VirtualPeople
  readonly #accounts: AlarmAccount[] = []
  readonly #prepared = new Map<string, Silences & Hours>()
  readonly #trouble: { fromMs: number; toMs: number }[] = []
  readonly #pauses: { fromMs: number; toMs: number }[] = []
  readonly #clockSteps: ClockStep[] = []
  readonly #runs: { fromMs: number; toMs: number; readonly aheadMs: number }[] = []
  readonly #bugs: string[] = []
  /** By place, the run of the server that is there. */
  readonly #running: { toMs: number }[] = []

  constructor(settings: WorldSettings, admin: pg.Client) {
    this.#settings = settings
    this.#admin = admin
    this.#chance = seededRandom(settings.seed)
    this.time = new VirtualTime(seededRandom(settings.seed + 1))
    this.#buses = new SimulatedNetwork(seededRandom(settings.seed + 4))
    this.#turns = new Turns(admin, seededRandom(settings.seed + 2), () => this.#setDatabaseClock())
    this.#network = new VirtualNetwork(this.#servers)
    this.#causes = new VirtualCauses(this.time, this.#network)
    this.#people = new VirtualPeople(this.time, this.#network)
  }

  async run(): Promise<Ledger> {
    const { accounts } = this.#settings
    const random = seededBytes(seededRandom(this.#settings.seed + 3))
    for (let index = 0; index < accounts; index += 1) {
      const trackers = whole(this.#chance, 2, 5)
      const account = await makeAlarmAccount(this.#admin, { index, chance: this.#chance, random, trackers })
      this.#accounts.push(account)
      const { accountId } = account
      const place = { accountId, index, epochMs: EPOCH_MS, chance: this.#chance, random }
      const silences = await addSilences(this.#admin, place)
      this.#prepared.set(accountId, { ...silences, ...(await addHours(this.#admin, place)) })
    }
    for (const place of [0, 1]) await this.#startServer(place)
    this.#planFaults()
    for (const [place, account] of this.#accounts.entries()) {
      const chance = seededRandom(Math.floor(this.#chance() * 2 ** 31))
      this.#causes.plan(account, this.#prepared.get(account.accountId)!, chance)
      this.#people.plan(account, place, chance)
    }
    for (;;) {
      const goesOn = this.time.step(END_MS)
      while (this.#todo.length > 0) await this.#todo.shift()!()
      await this.#turns.settle()
      if (!goesOn) break
    }
    const read = await readLedger(this.#admin)
    const trouble = this.#trouble
    this.#causes.judgeTime({ runs: this.#runs, clockSteps: this.#clockSteps, trouble })
    return {
      ...read,
      ...{ causes: this.#causes.all, accounts: this.#accounts, bugs: this.#bugs, endedAtMs: END_MS },
      consoles: this.#people.consoles.map((console) => console.endBook()),
      ...{ trouble, pauses: this.#pauses, clockSteps: this.#clockSteps, trembleMs: TREMBLE_MS },
    }
  }

  /** Everything ends where it is. */
  async end(): Promise<void> {
    this.#network.isOver = true
    for (const console of this.#people.consoles) console.close()
    for (const server of this.#servers) {
      server.gate.isDead = true
      server.die()
    }
    await this.#admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [this.#settings.address.database],
    )
  }

  async #setDatabaseClock(): Promise<void> {
    if (this.#clockSetAt === this.time.now) return
    this.#clockSetAt = this.time.now
    const ms = EPOCH_MS + this.time.now + this.#offsetMs
    await this.#admin.query(`select setval('virtual.database_us', $1::bigint), setval('virtual.true_ms', $2::bigint)`, [
      Math.round(ms * 1000),
      Math.round(this.time.now) + 1,
    ])
  }

  async #startServer(place: number): Promise<void> {
    const server = new VirtualServer({
      ...{ time: this.time, turns: this.#turns, buses: this.#buses, address: this.#settings.address },
      random: seededBytes(seededRandom(this.#settings.seed + 100 * (this.#runs.length + 1) + place)),
      onBug: (what) => this.#bugs.push(what),
    })
    this.#servers[place] = server
    this.#running[place] = this.#newRun()
    const started = server.start()
    await this.#turns.settle()
    await started
    this.#noteTrouble()
  }

  #newRun(): { toMs: number } {
    const run = { fromMs: this.time.now, toMs: END_MS, aheadMs: this.#offsetMs }
    this.#runs.push(run)
    return run
  }

  /** No server does its work. */
  #noteTrouble(): void {
    const isTrouble = this.#servers.every(({ isUp, isPaused, gate }) => !isUp || isPaused || gate.isAway)
    const last = this.#trouble.at(-1)
    const isOpen = last !== undefined && last.toMs === Number.POSITIVE_INFINITY
    if (isTrouble && !isOpen) this.#trouble.push({ fromMs: this.time.now, toMs: Number.POSITIVE_INFINITY })
    if (!isTrouble && isOpen) last.toMs = this.time.now
  }

  #do(atMs: number, work: () => Promise<void> | void): void {
    this.time.after(atMs - this.time.now, () => this.#todo.push(async () => work()))
  }

  #planFaults(): void {
    const chance = this.#chance
    for (let left = whole(chance, 0, 3); left > 0; left -= 1) this.#planBreak(between(chance, 1000, ROUGH_MS))
    if (chance() < 0.4) this.#planAway(between(chance, 1000, ROUGH_MS))
    if (chance() < 0.4) this.#planPause(between(chance, 1000, ROUGH_MS - PAUSED_MS.most))
    for (let left = whole(chance, 0, 2); left > 0; left -= 1) {
      const ms = Math.round(oneOf(chance, [1000, 5000, 30_000, 600_000]) * between(chance, -1, 1))
      this.#do(between(chance, 1000, ROUGH_MS), () => this.#stepClock(ms))
    }
    this.#planBusFaults()
    this.#do(ROUGH_MS, () => {
      this.#network.isCalm = true
      this.#buses.heal()
    })
  }

  /** Messages between servers are lost, doubled, late and reordered; servers are parted that both reach the database, or all lose the bus. */
  #planBusFaults(): void {
    const chance = this.#chance
    this.#buses.faults = {
      lost: oneOf(chance, [0, 0.02, 0.1]),
      doubled: oneOf(chance, [0, 0.05]),
      reordered: oneOf(chance, [0, 0.1]),
      delayMs: oneOf(chance, [1, 50, 1000]),
    }
    const lastsMs = oneOf(chance, [500, 5000, 15_000])
    const atMs = between(chance, 1000, ROUGH_MS)
    if (chance() < 0.3) {
      this.#do(atMs, () => this.#buses.setAway(true))
      this.#do(atMs + lastsMs, () => this.#buses.setAway(false))
    }
    if (chance() < 0.3) this.#do(atMs, () => this.#part(lastsMs))
  }

  #part(ms: number): void {
    const [one, other] = this.#servers.map(({ bus }) => bus)
    this.#buses.part(one!, other!, true)
    this.#do(this.time.now + ms, () => this.#buses.part(one!, other!, false))
  }

  #stepClock(ms: number): void {
    this.#clockSteps.push({ atMs: this.time.now, byMs: ms })
    this.#offsetMs += ms
    this.#clockSetAt = -1
  }

  /** A server is killed, or loses its connections, at some statement soon after that time. */
  #planBreak(atMs: number): void {
    const chance = this.#chance
    const place = whole(chance, 0, 1)
    const isKilled = chance() < 0.7
    const isTaken = chance() < 0.5
    const statements = whole(chance, 0, 12)
    const downMs = oneOf(chance, [500, 3000, 15_000])
    this.#do(atMs, async () => {
      const server = this.#servers[place]!
      if (!server.isUp || server.isPaused || server.gate.isAway) return
      await this.#turns.breakNow()
      const of: Break = { server: server.gate, how: isKilled ? 'killed' : 'cut', isTaken }
      const done = () => {
        if (!isKilled) return
        server.die()
        this.#running[place]!.toMs = this.time.now
        this.#noteTrouble()
        this.#do(this.time.now + downMs, () => this.#startWhenPossible(place))
      }
      this.#turns.breakAfter(statements, of, done)
      this.#do(this.time.now + 1500, () => this.#turns.breakNow())
    })
  }

  /**
   * A server is stopped at some statement soon after that time, long enough for the other one to take it for dead, and goes on. Its accounts
   * move twice, as though it had ended and another one had begun.
   */
  #planPause(atMs: number): void {
    const chance = this.#chance
    const place = whole(chance, 0, 1)
    const statements = whole(chance, 0, 30)
    const pausedMs = between(chance, PAUSED_MS.least, PAUSED_MS.most)
    this.#do(atMs, async () => {
      const server = this.#servers[place]!
      if (!server.isUp || server.isPaused || server.gate.isAway) return
      await this.#turns.breakNow()
      const resume = () => {
        if (!server.isUp) return
        server.resume()
        this.#running[place] = this.#newRun()
        this.#noteTrouble()
      }
      this.#turns.breakAfter(statements, { server: server.gate, how: 'paused', isTaken: true }, () => {
        server.pause()
        this.#running[place]!.toMs = this.time.now
        this.#noteTrouble()
        this.#pauses.push({ fromMs: this.time.now, toMs: this.time.now + pausedMs })
        this.#do(this.time.now + pausedMs, resume)
      })
      this.#do(this.time.now + 1500, () => this.#turns.breakNow())
    })
  }

  async #startWhenPossible(place: number): Promise<void> {
    if (this.#servers.some(({ gate }) => gate.isAway)) {
      this.#do(this.time.now + 500, () => this.#startWhenPossible(place))
      return
    }
    await this.#startServer(place)
  }

  /** The database goes away and comes back. */
  #planAway(atMs: number): void {
    const awayMs = oneOf(this.#chance, [200, 2000, 8000])
    this.#do(atMs, async () => {
      await this.#turns.breakNow()
      for (const { isUp, gate } of this.#servers) if (isUp) await this.#turns.stopDatabase(gate)
      this.#noteTrouble()
      this.#do(this.time.now + awayMs, () => {
        for (const { gate } of this.#servers) gate.isAway = false
        this.#noteTrouble()
      })
    })
  }
}
