/**
 * A server's way to the database, one statement at a time: of all that wait, of all servers, chance says which goes next, so
 * that every order two servers may work in comes about, and comes about again. At any statement the way can break: before
 * the database took it, or after it did and before anybody heard.
 */
import type pg from 'pg'
import type { Database } from '../../../apps/server/src/platform/postgres/database.ts'
import { type Chance, oneOf } from '../seeded.ts'
import { trueMoment, untilIdle } from './virtual-time.ts'

/**
 * What happens at a statement: a server that was killed hears nothing any more, one that is paused not yet, and another that the
 * connection is gone.
 */
export interface Break {
  readonly server: Gate
  readonly how: 'killed' | 'paused' | 'cut'
  /** The statement under way is taken, and its answer lost. */
  readonly isTaken: boolean
}

interface Waiting {
  readonly gate: Gate
  readonly client: pg.PoolClient
  readonly text: string
  /** Its answer reaches nobody. */
  isLost: boolean
  /** The error that callers get once the connection is gone. */
  readonly loss: PromiseWithResolvers<never>
  readonly go: () => void
  readonly fail: (error: Error) => void
}

/** Statements that the database's clock or the ledger has to do with. */
const SEES_TIME = /clock_timestamp|notifications|alarms|pushes|mails|servers|listeners/
/** A statement that takes longer (ms) may be waiting for a lock. */
const LONG_MS = 15

const gone = () => new Error('Connection terminated unexpectedly')
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

/** What a hung-up call waits for. */
const never = new Promise<never>(() => {})

export class Turns {
  readonly #admin: pg.Client
  readonly #chance: Chance
  /** Sets the database's clock before a statement. */
  readonly #setClock: () => Promise<void>
  readonly #waiting: Waiting[] = []
  readonly #running = new Set<Waiting>()
  readonly #gates = new Set<Gate>()
  #changed: () => void = () => {}
  /** After so many more statements of its server, the break comes. */
  #break: { readonly of: Break; left: number; readonly done: () => void } | undefined
  statements = 0

  constructor(admin: pg.Client, chance: Chance, setClock: () => Promise<void>) {
    this.#admin = admin
    this.#chance = chance
    this.#setClock = setClock
  }

  add(gate: Gate): void {
    this.#gates.add(gate)
  }

  changed(): void {
    this.#changed()
  }

  /** Breaks a way after so many statements more; `done` is called then. */
  breakAfter(statements: number, of: Break, done: () => void): void {
    this.#break = { of, left: statements, done }
  }

  /** A break that found no statement comes now. */
  async breakNow(): Promise<void> {
    if (this.#break !== undefined) await this.#doBreak()
  }

  /** Resolves when a statement may go; its answer is released by `ended`. */
  wait(gate: Gate, client: pg.PoolClient, text: string): Promise<Pick<Waiting, 'isLost' | 'loss'>> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...{ gate, client, text, isLost: false, loss: Promise.withResolvers<never>(), fail: reject },
        go: () => {
          this.#running.add(waiting)
          resolve(waiting)
        },
      }
      this.#waiting.push(waiting)
      this.#changed()
    })
  }

  ended(waiting: object): void {
    this.#running.delete(waiting as Waiting)
    this.#changed()
  }

  /** Resolves when nothing is under way any more, at any server. */
  async settle(): Promise<void> {
    const startedAt = Date.now()
    for (;;) {
      await untilIdle()
      if (Date.now() - startedAt > 60_000) throw new Error(`Something never ends: ${this.#state()}`)
      if (this.#running.size > 0 && !(await this.#allHeldUp())) continue
      if (this.#waiting.some(({ gate }) => !gate.isPaused)) {
        await this.#letOneGo()
        continue
      }
      const isBusy = this.#running.size > 0 || [...this.#gates].some((gate) => gate.isBusy)
      if (!isBusy) return
      await this.#change(2)
    }
  }

  #state = (): string =>
    JSON.stringify({
      running: this.#running.size,
      gates: [...this.#gates].map(({ out, connecting, isDead }) => ({ out, connecting, isDead })),
    })

  async #letOneGo(): Promise<void> {
    const next = oneOf(
      this.#chance,
      this.#waiting.filter(({ gate }) => !gate.isPaused),
    )
    if (SEES_TIME.test(next.text)) await this.#setClock()
    this.statements += 1
    const isBreak = this.#break?.of.server === next.gate
    if (isBreak) this.#break!.left -= 1
    if (isBreak && this.#break!.left < 0 && !this.#break!.of.isTaken) return this.#doBreak()
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    next.isLost = isBreak && this.#break!.left < 0 && this.#break!.of.how !== 'paused'
    next.go()
    await this.#change(LONG_MS)
    if (!next.isLost) {
      if (isBreak && this.#break!.left < 0) await this.#doBreak()
      return
    }
    while (this.#running.has(next) && !(await this.#allHeldUp())) await this.#change(1)
    await this.#doBreak(next)
  }

  async #doBreak(lost?: Waiting): Promise<void> {
    const { of, done } = this.#break!
    this.#break = undefined
    if (of.how === 'paused') of.server.pause()
    else await this.#hangUp(of.server, of.how === 'killed')
    if (of.how === 'cut') lost?.loss.reject(gone())
    done()
  }

  /** All that a gate has under way ends, and what its transactions did is undone before anything else goes on. */
  async #hangUp(gate: Gate, isKilled: boolean): Promise<void> {
    const pids = gate.pids()
    const own = this.#waiting.filter((waiting) => waiting.gate === gate)
    for (const waiting of own) this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    for (const running of [...this.#running]) if (running.gate === gate) this.#running.delete(running)
    if (isKilled) gate.isDead = true
    await this.#admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    for (;;) {
      const { rows } = await this.#admin.query('select from pg_stat_activity where pid = any($1::int[])', [pids])
      if (rows.length === 0) break
      await trueMoment(1)
    }
    if (isKilled) this.#gates.delete(gate)
    else for (const waiting of own) waiting.fail(gone())
    await trueMoment(1)
  }

  /** Ends connections of a server whose database goes away; new ones are refused until it is back. */
  async stopDatabase(gate: Gate): Promise<void> {
    gate.isAway = true
    await this.#hangUp(gate, false)
  }

  /** Something changes, or so many milliseconds pass. */
  async #change(ms: number): Promise<void> {
    await Promise.race([
      new Promise<void>((resolve) => {
        this.#changed = resolve
      }),
      trueMoment(ms),
    ])
    this.#changed = () => {}
  }

  /** True when every statement under way waits for a lock that another one holds. */
  async #allHeldUp(): Promise<boolean> {
    await this.#change(1)
    const pids = [...this.#running].map(({ client }) => pidOf(client))
    if (pids.length === 0) return true
    const { rows } = await this.#admin.query(
      `select from pg_stat_activity where pid = any($1::int[]) and wait_event_type = 'Lock' and state = 'active'`,
      [pids],
    )
    return rows.length === this.#running.size
  }
}

const pidOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID

export class Gate {
  readonly #turns: Turns
  readonly #clients = new Set<pg.PoolClient>()
  /** Its server was killed. */
  isDead = false
  /** The database cannot be reached. */
  isAway = false
  #resumed: PromiseWithResolvers<void> | undefined
  /** Its server begins, and does what needs no database too. */
  isStarting = false
  /** Connections lent out, and on their way. */
  out = 0
  connecting = 0

  constructor(turns: Turns, { pool }: Database) {
    this.#turns = turns
    turns.add(this)
    pool.on('connect', (client) => this.#guard(client))
    pool.on('acquire', () => {
      this.out += 1
    })
    pool.on('release', () => {
      this.out -= 1
      turns.changed()
    })
    pool.on('remove', (client) => this.#clients.delete(client))
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
    const guarded = (done?: (...args: unknown[]) => void): unknown => {
      if (this.isDead) return never
      if (this.isAway)
        return done === undefined ? Promise.reject(refused()) : void process.nextTick(() => done(refused()))
      this.connecting += 1
      const arrived = () => {
        this.connecting -= 1
        turns.changed()
      }
      if (done === undefined) return (connect() as Promise<unknown>).finally(arrived)
      return connect((...answer: unknown[]) => {
        arrived()
        done(...answer)
      })
    }
    Object.assign(pool, { connect: guarded })
  }

  get isPaused(): boolean {
    return this.#resumed !== undefined
  }

  /** What the database answers is heard once the server goes on. */
  pause(): void {
    this.#resumed ??= Promise.withResolvers()
  }

  resume(): void {
    this.#resumed?.resolve()
    this.#resumed = undefined
    this.#turns.changed()
  }

  /** Resolves at once, or once the server goes on. */
  whenRunning(): Promise<void> | undefined {
    return this.#resumed?.promise
  }

  get isBusy(): boolean {
    return !this.isDead && !this.isPaused && (this.isStarting || this.out > 0 || this.connecting > 0)
  }

  pids = (): number[] => [...this.#clients].map(pidOf)

  #guard(client: pg.PoolClient): void {
    this.#clients.add(client)
    const query = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
    const guarded = (...args: unknown[]): unknown => {
      const [first] = args
      // A stream of rows cannot wait; what stands around it does.
      if (typeof first === 'object' && first !== null && 'submit' in first) return query(...args)
      const done = typeof args.at(-1) === 'function' ? (args.pop() as (...answer: unknown[]) => void) : undefined
      const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
      const answer = this.#ask(client, text, () => query(...args) as Promise<unknown>)
      if (done === undefined) return answer
      answer.then(
        (result) => done(null, result),
        (error) => done(error),
      )
      return undefined
    }
    Object.assign(client, { query: guarded })
  }

  async #ask(client: pg.PoolClient, text: string, query: () => Promise<unknown>): Promise<unknown> {
    if (this.isDead) return never
    const turn = await this.#turns.wait(this, client, text).catch(async (error) => {
      await this.whenRunning()
      throw error
    })
    try {
      const answer = await query()
      if (this.isPaused) {
        this.#turns.ended(turn)
        await this.whenRunning()
      }
      if (this.isDead) return never
      if (turn.isLost) {
        this.#turns.ended(turn)
        return await turn.loss.promise
      }
      return answer
    } catch (error) {
      if (this.isPaused) {
        this.#turns.ended(turn)
        await this.whenRunning()
      }
      if (this.isDead) return never
      throw error
    } finally {
      this.#turns.ended(turn)
    }
  }
}
