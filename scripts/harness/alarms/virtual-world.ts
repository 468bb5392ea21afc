/**
 * One world under virtual time: two real servers on one real database, and in each of its accounts a schedule of its own of
 * causes, consoles that come and go and people who answer; while chance loses, delays and doubles messages, kills
 * servers between two statements, takes the database away and sets clocks. The same seed makes the same world.
 */
import pg from 'pg'
import { between, type Chance, oneOf, seededBytes, seededRandom, whole } from '../seeded.ts'
import { AlarmConsole } from './console.ts'
import { type Break, Turns } from './gated-database.ts'
import { type Cause, keepLedger, type Ledger, readLedger } from './ledger.ts'
import { addSilences, type Silences } from './silences.ts'
import { type AlarmAccount, type CauseType, makeAlarmAccount, reportOf, type Sender } from './site.ts'
import { EPOCH_MS, VirtualServer } from './virtual-server.ts'
import { VirtualTime } from './virtual-time.ts'

/** Things go wrong until then (ms), and from then on nothing but what was begun. */
const ROUGH_MS = 45_000
const END_MS = 90_000
/** A server that runs that long (ms) with a clock that was not set back has told of all silence. */
const TELLS_SILENCE_AFTER_MS = 40_000
/** A clock that was set on by more (ms) before a server began makes devices that rest silent ones: it cannot know. */
const MUCH_MS = 400_000
/** How often somebody is heard in a zone. */
const POSITIONS = 6

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
  readonly #servers: VirtualServer[] = []
  readonly #clocks = [{ offsetMs: 0 }, { offsetMs: 0 }]
  #databaseOffsetMs = 0
  #clockSetAt = -1
  /** What is to be done before time goes on. */
  #todo: (() => Promise<void>)[] = []
  readonly #causes: Cause[] = []
  readonly #consoles: AlarmConsole[] = []
  readonly #accounts: AlarmAccount[] = []
  readonly #silences = new Map<string, Silences>()
  readonly #trouble: { fromMs: number; toMs: number }[] = []
  readonly #steps: number[] = []
  readonly #restarts: number[] = []
  readonly #bugs: string[] = []
  /** What time alone is to bring about, and who must not be told of. */
  readonly #silenceCauses: Cause[] = []
  readonly #resting: Omit<Cause, 'safeAtMs'>[] = []
  /** Of each server: since when (ms) it runs with a clock that is right, or was set on; undefined: it is wrong. */
  readonly #rightSince: (number | undefined)[] = [undefined, undefined]
  #isBegunMuchLater = false
  /** Nothing is lost any more. */
  #isCalm = false
  /** No call gets anywhere any more. */
  #isOver = false

  constructor(settings: WorldSettings, admin: pg.Client) {
    this.#settings = settings
    this.#admin = admin
    this.#chance = seededRandom(settings.seed)
    this.time = new VirtualTime(seededRandom(settings.seed + 1))
    this.#turns = new Turns(admin, seededRandom(settings.seed + 2), () => this.#setDatabaseClock())
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
      this.#silences.set(accountId, await addSilences(this.#admin, place))
    }
    if (this.#chance() < 0.3) this.#clocks[1]!.offsetMs = Math.round(between(this.#chance, -60_000, 60_000))
    if (this.#clocks[1]!.offsetMs !== 0) this.#steps.push(0)
    for (const place of [0, 1]) await this.#startServer(place)
    this.#planFaults()
    for (const account of this.#accounts) this.#planAccount(account)
    for (;;) {
      const goesOn = this.time.step(END_MS)
      while (this.#todo.length > 0) await this.#todo.shift()!()
      await this.#turns.settle()
      if (!goesOn) break
    }
    const read = await readLedger(this.#admin)
    this.#judgeSilence()
    return {
      ...read,
      ...{ causes: this.#causes, accounts: this.#accounts, bugs: this.#bugs, endedAtMs: END_MS },
      consoles: this.#consoles.map((console) => console.endBook()),
      trouble: this.#trouble,
      // Whoever takes over from a server with another clock waits anew, too.
      setBacksMs: this.#steps.length === 0 ? [] : [...this.#steps, ...this.#restarts],
    }
  }

  /** Everything ends where it is. */
  async end(): Promise<void> {
    this.#isOver = true
    for (const console of this.#consoles) console.close()
    for (const server of this.#servers) {
      server.gate.isDead = true
      server.die()
    }
    await this.#admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [this.#settings.address.database],
    )
  }

  /** All silence is told of where some server could tell; where none could for sure, it may be. */
  #judgeSilence(): void {
    const canTell = this.#servers.some(({ isUp }, place) => {
      const sinceMs = this.#rightSince[place]
      return isUp && sinceMs !== undefined && END_MS - sinceMs >= TELLS_SILENCE_AFTER_MS
    })
    if (!canTell) for (const cause of this.#silenceCauses) cause.safeAtMs = undefined
    if (this.#isBegunMuchLater) this.#causes.push(...this.#resting.map((one) => ({ ...one, safeAtMs: undefined })))
  }

  async #setDatabaseClock(): Promise<void> {
    if (this.#clockSetAt === this.time.now) return
    this.#clockSetAt = this.time.now
    const ms = EPOCH_MS + this.time.now + this.#databaseOffsetMs
    await this.#admin.query(`select setval('virtual.database_us', $1::bigint), setval('virtual.true_ms', $2::bigint)`, [
      Math.round(ms * 1000),
      Math.round(this.time.now) + 1,
    ])
  }

  async #startServer(place: number): Promise<void> {
    const server = new VirtualServer({
      ...{ time: this.time, turns: this.#turns, address: this.#settings.address, clock: this.#clocks[place]! },
      random: seededBytes(seededRandom(this.#settings.seed + 100 * (this.#restarts.length + 1) + place)),
      onBug: (what) => this.#bugs.push(what),
    })
    this.#servers[place] = server
    this.#restarts.push(this.time.now)
    const { offsetMs } = this.#clocks[place]!
    this.#rightSince[place] = offsetMs === 0 ? this.time.now : undefined
    this.#isBegunMuchLater ||= offsetMs > MUCH_MS
    const started = server.start()
    await this.#turns.settle()
    await started
    this.#noteTrouble()
  }

  /** No server does its work. */
  #noteTrouble(): void {
    const isTrouble = this.#servers.every(({ isUp, gate }) => !isUp || gate.isAway)
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
    for (let left = whole(chance, 0, 2); left > 0; left -= 1) {
      const ms = oneOf(chance, [1000, 5000, 30_000, 600_000]) * between(chance, -1, 1)
      const which = oneOf(chance, [[0], [1], [0, 1]])
      this.#do(between(chance, 1000, ROUGH_MS), () => {
        this.#steps.push(this.time.now)
        for (const place of which) {
          this.#clocks[place]!.offsetMs += Math.round(ms)
          if (ms < 0) this.#rightSince[place] = undefined
        }
      })
    }
    if (chance() < 0.3) {
      const ms = oneOf(chance, [1000, 30_000, 600_000]) * between(chance, -1, 1)
      this.#do(between(chance, 1000, ROUGH_MS), () => {
        this.#databaseOffsetMs += Math.round(ms)
        this.#clockSetAt = -1
      })
    }
    this.#do(ROUGH_MS, () => {
      this.#isCalm = true
    })
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
      if (!server.isUp || server.gate.isAway) return
      await this.#turns.breakNow()
      const of: Break = { server: server.gate, isKilled, isTaken }
      const done = () => {
        if (!isKilled) return
        server.die()
        this.#noteTrouble()
        this.#do(this.time.now + downMs, () => this.#startWhenPossible(place))
      }
      this.#turns.breakAfter(statements, of, done)
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

  /** A network of its own for each who calls: it loses, delays and doubles. */
  #network(chance: Chance): { fetch: typeof fetch; cut(): void } {
    const cuts = new Set<() => void>()
    const send = async (url: string, init: RequestInit) => {
      if (this.#isOver) return new Promise<never>(() => {})
      const isStream = url.endsWith('/stream')
      const luck = this.#isCalm ? 1 : chance()
      const delayMs = luck < 0.1 ? between(chance, 100, 1500) : between(chance, 1, 20)
      await new Promise((arrived) => setTimeout(arrived, delayMs))
      const up = this.#servers.filter(({ isUp }) => isUp)
      if (up.length === 0 || luck < 0.02) throw new TypeError('fetch failed')
      const server = oneOf(chance, up)
      if (!isStream) {
        if (luck > 0.02 && luck < 0.05) void server.request(url, init).catch(() => {})
        const answer = await server.request(url, init)
        // It was done, and who asked never learns.
        if (luck > 0.05 && luck < 0.07) throw new TypeError('fetch failed')
        return answer
      }
      const hangUp = new AbortController()
      const cut = () => hangUp.abort()
      cuts.add(cut)
      init.signal?.addEventListener('abort', cut)
      return server.request(url, { ...init, signal: hangUp.signal })
    }
    return {
      fetch: ((url: string, init: RequestInit) => send(url, init)) as typeof fetch,
      cut() {
        for (const cut of cuts) cut()
        cuts.clear()
      },
    }
  }

  #planAccount(account: AlarmAccount): void {
    const chance = seededRandom(Math.floor(this.#chance() * 2 ** 31))
    for (const tracker of account.trackers) this.#planCause(account, tracker, chance)
    this.#planSilences(account, this.#silences.get(account.accountId)!, chance)
    const consoles = this.#planConsoles(account, chance)
    if (consoles.length > 0) this.#planPeople(consoles, account, chance)
  }

  /** What time brings about, a station that comes back, and a carepad that is too warm. */
  #planSilences(account: AlarmAccount, silences: Silences, chance: Chance): void {
    const { accountId, senders } = account
    const { silent, resting, warm, watched, awayStation } = silences
    const byTime = (deviceId: string, type: string) => {
      const cause: Cause = { accountId, deviceId, type, safeAtMs: END_MS }
      this.#causes.push(cause)
      this.#silenceCauses.push(cause)
      return cause
    }
    for (const deviceId of silent) byTime(deviceId, 'device_offline')
    byTime(warm, 'high_temperature')
    this.#resting.push({ accountId, deviceId: resting, type: 'device_offline' })
    for (const { senderId: deviceId } of senders) this.#resting.push({ accountId, deviceId, type: 'station_online' })
    if (chance() < 0.5) this.#planCause(account, watched, chance, 'high_temperature')
    if (chance() < 0.5) return
    byTime(awayStation.senderId, 'station_online')
    const tell = this.#teller(chance, 'station_online', undefined)
    this.time.after(between(chance, 1000, ROUGH_MS - 5000), async () => {
      for (let seq = 1; seq <= POSITIONS; seq += 1) {
        await tell(awayStation, EPOCH_MS + Math.round(this.time.now), seq)
        await new Promise((next) => setTimeout(next, 2000))
      }
    })
  }

  /** Tells what a station says until somebody answers. */
  #teller(chance: Chance, type: CauseType, tracker: string | undefined) {
    const { fetch } = this.#network(chance)
    return async (sender: Sender, scannedAtMs: number, seq: number): Promise<void> => {
      const report = reportOf(sender, { type, seq, scannedAtMs, tracker })
      for (;;) {
        const response = await fetch('/v3/device/report', report).catch(() => undefined)
        if (response?.status === 200) return
        await new Promise((again) => setTimeout(again, 1000))
      }
    }
  }

  /**
   * Something happens to the one who wears a tracker: a station or two hear it, and each tells it until it is answered. Who
   * walks into a zone is heard there again and again: a clock that is set back meanwhile may cost a position.
   */
  #planCause({ accountId, senders }: AlarmAccount, tracker: string, chance: Chance, known?: CauseType): void {
    const luck = chance()
    const type = known ?? (luck < 0.6 ? 'help' : luck < 0.8 ? 'low_battery' : 'enter_danger_zone')
    const cause: Cause = { accountId, deviceId: tracker, type, safeAtMs: undefined }
    this.#causes.push(cause)
    const happensAt = between(chance, 1000, ROUGH_MS - 5000)
    const isLate = type === 'help' && chance() < 0.1
    // Of a station that told nothing but what it heard long ago nobody knows that it is there; then it is back.
    for (const { senderId: deviceId } of isLate ? senders : []) {
      this.#causes.push({ accountId, deviceId, type: 'station_online', safeAtMs: undefined })
    }
    const tell = this.#teller(chance, type, tracker)
    if (type === 'enter_danger_zone') {
      this.time.after(happensAt, async () => {
        for (let place = 0; place < POSITIONS; place += 1) {
          await tell(senders[2]!, EPOCH_MS + Math.round(this.time.now), place + 1)
          await new Promise((next) => setTimeout(next, 2000))
        }
        cause.safeAtMs = this.time.now
      })
      return
    }
    const hear = (sender: Sender, afterMs: number) => {
      const seq = whole(chance, 1, 1_000_000)
      const scannedAtMs = EPOCH_MS + Math.round(happensAt + between(chance, 0, 900) - (isLate ? 1_200_000 : 0))
      const say = async () => {
        await tell(sender, scannedAtMs, seq)
        cause.safeAtMs ??= this.time.now
      }
      this.time.after(happensAt + afterMs, () => void say())
      if (chance() < 0.2) this.time.after(happensAt + afterMs + between(chance, 1, 20_000), () => void say())
    }
    hear(senders[0]!, between(chance, 1, 300))
    if (chance() < 0.5) hear(senders[1]!, between(chance, 1, chance() < 0.2 ? 10_000 : 1500))
  }

  #planConsoles({ accountId, people }: AlarmAccount, chance: Chance): { console: AlarmConsole; mayAnswer: boolean }[] {
    const [owner, deputy, readonly] = people
    // Two tabs of one browser, another browser, and somebody who may only look; or nobody at all.
    const pages = chance() < 0.1 ? [] : [owner!, owner!, deputy!, readonly!].filter(() => chance() < 0.7)
    return pages.map(({ token, mayAnswer }, place) => {
      const { fetch, cut } = this.#network(seededRandom(Math.floor(chance() * 2 ** 31)))
      const console = new AlarmConsole({
        ...{ name: `console ${place} of account ${this.#accounts.findIndex((one) => one.accountId === accountId)}` },
        ...{ accountId, token, mayAnswer, fetch, random: chance, origin: () => '', now: () => this.time.now },
        // It measures the server's clock; by how much it errs then is a matter of the network.
        clockErrorMs: chance() < 0.2 ? between(chance, -3000, 3000) : between(chance, -50, 50),
      })
      this.#consoles.push(console)
      let at = chance() < 0.7 ? between(chance, 1, 500) : between(chance, 1, ROUGH_MS)
      this.time.after(at, () => console.open())
      while (chance() < 0.4 && at < ROUGH_MS) {
        at += between(chance, 500, 20_000)
        const isCut = chance() < 0.6
        this.time.after(at, () => (isCut ? cut() : console.close()))
        if (isCut) continue
        at += between(chance, 100, 15_000)
        this.time.after(at, () => console.open())
      }
      return { console, mayAnswer }
    })
  }

  /** Who hears a ring presses after a while, some at once, some twice; some send what no console would. */
  #planPeople(
    pages: { console: AlarmConsole; mayAnswer: boolean }[],
    { accountId }: AlarmAccount,
    chance: Chance,
  ): void {
    const diligence = oneOf(chance, [0, 0.05, 0.3])
    for (let at = 1000; at < END_MS - 5000; at += 500) {
      this.time.after(at, () => {
        const { console } = oneOf(chance, pages)
        if (!console.isRinging || chance() > diligence) return
        void console.press()
        if (chance() < 0.2) void console.press()
      })
    }
    const say = (console: AlarmConsole, body: unknown) => void console.call('POST', '/app/notifications/push', body)
    for (let left = whole(chance, 0, 3); left > 0; left -= 1) {
      this.time.after(between(chance, 1000, ROUGH_MS), () => {
        const { console } = oneOf(chance, pages)
        const event_time_ms =
          EPOCH_MS + Math.round(this.time.now + oneOf(chance, [-600_000, -2000, 0, 2000, 86_400_000]))
        const stale = this.#consoles
          .filter(({ book }) => book.accountId === accountId)
          .flatMap(({ book }) => book.rings)
        const alarm_ids = [...new Set(stale.map(({ alarmId }) => alarmId))].filter(() => chance() < 0.5)
        const kind = chance()
        if (kind < 0.25) say(console, { type: 'disengage', event_time_ms })
        else if (kind < 0.6) say(console, { type: 'disengage', event_time_ms, alarm_ids })
        else if (kind < 0.8) say(console, { type: 'test', event_time_ms })
        else if (console.openIds.length > 0) {
          void console.call('POST', '/app/alarms/acknowledge', { alarm_ids: console.openIds.slice(0, 2) })
        }
      })
    }
  }
}
