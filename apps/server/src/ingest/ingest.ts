/**
 * From an adapter's observation to stored rows, moved states and an honest answer to the sender.
 * Source: docs/architecture.md#storage; G09, G85; security rules 43, 46, 47, 48, 49.
 */
import type { Observation } from '@whereabouts/domain/observations'
import type { Pool } from 'pg'
import { Brake } from '../platform/brake.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { refuse } from '../platform/refusal.ts'
import { isStorageAway } from '../platform/storage-away.ts'
import type { ChangeConditions } from '../state/conditions.ts'
import { CLOCK_TOLERANCE_MS } from '../state/moments.ts'
import type { Edited, StateListener } from '../state/state-listener.ts'
import type { WithExtras } from '../state/tracker-row.ts'
import { AccountChanges } from './account-changes.ts'
import { AheadReports } from './ahead-reports.ts'
import { ApplyQueue } from './apply-queue.ts'
import { ClockSetBacks } from './clock-set-backs.ts'
import { Directory } from './directory.ts'
import { Fleet } from './fleet.ts'
import type { GatewayCounts } from './gateway-counts.ts'
import { LogOrders } from './log-orders.ts'
import type { NewRow } from './log-row.ts'
import { LogWriter, type Written } from './log-writer.ts'
import { OrdersTaken } from './orders-taken.ts'
import { makePartitionsAhead, RETENTION_MS } from './partitions.ts'
import { Recogniser, type Sender, type SpeaksAs } from './recogniser.ts'
import { baseRow } from './rows-of-observation.ts'
import { UnclaimedTags } from './unclaimed-tags.ts'

/** Writers; devices are dealt among them, so that two batches never wait for the same row. */
const WRITERS = 2
/** The coming days' partitions are looked after this often (ms). */
const PARTITIONS_EVERY_MS = 3_600_000
/** Of what trackers say of their orders consoles of other servers hear this often (ms): while a fleet is upgraded some do all the time. */
const ORDERS_ELSEWHERE_EVERY_MS = 60_000

export interface Accepted {
  readonly stored: number
  readonly repeated: number
  /** Sightings of devices the account does not have. */
  readonly unknown: number
}

/** The last that was heard of a tag before it was claimed. */
export interface HeardBefore {
  readonly senderId: string
  readonly atMs: number
  readonly rssiDbm: number
  readonly battery: number | null
  readonly temperature: number | null
}

const none: Accepted = { stored: 0, repeated: 0, unknown: 0 }

export class Ingest {
  readonly fleet: Fleet
  readonly #directory: Directory
  readonly #accountChanges: AccountChanges
  readonly #clock: Clock
  readonly #pool: Pool
  readonly #counts: GatewayCounts
  readonly #aheadReports = new AheadReports()
  readonly #setBacks = new ClockSetBacks()
  readonly #orders = new LogOrders(this.#setBacks)
  readonly #writers: readonly LogWriter[]
  readonly #applying: ApplyQueue
  readonly #ordersTaken: OrdersTaken
  readonly #ordersElsewhere = new Brake(ORDERS_ELSEWHERE_EVERY_MS, (accountId) => this.edited(accountId, 'all'))
  readonly #unclaimed: UnclaimedTags
  readonly #recogniser: Recogniser
  readonly #onFault: (what: string) => (error: unknown) => void
  #timer: NodeJS.Timeout | undefined

  constructor(settings: {
    /** Of this run of the server, among all on the database. */
    serverId: string
    db: Db
    pool: Pool
    clock: Clock
    listener: StateListener
    withExtras: WithExtras
    /** Writes what began and ended, and lets people be told of it; all or nothing. */
    changeConditions: ChangeConditions
    counts: GatewayCounts
    log: Pick<Log, 'warn' | 'error'>
  }) {
    const { db, pool, clock, listener, log } = settings
    this.#pool = pool
    this.#clock = clock
    this.#counts = settings.counts
    const onBug = (error: unknown) =>
      log.error({ stack: (error as Error).stack }, 'bug: something was left out of states')
    this.#onFault = (what) => (error) => {
      if (isStorageAway(error)) log.warn({ reason: (error as Error).message }, `${what} wait for the database`)
      else log.error({ stack: (error as Error).stack }, `bug: ${what} wait in vain`)
    }
    this.#directory = new Directory({ ...settings, onFault: this.#onFault('directories') })
    this.#applying = new ApplyQueue((rows) => this.fleet.apply(rows), this.#onFault('states'))
    this.#writers = Array.from(
      { length: WRITERS },
      () =>
        new LogWriter({
          pool,
          aheadReports: this.#aheadReports,
          orders: this.#orders,
          random: Math.random,
          now: () => clock.now(),
          onStored: (rows) => this.#applying.push(rows),
          onAway: this.#onFault('reports'),
        }),
    )
    this.#ordersTaken = new OrdersTaken({
      db,
      clock,
      tell: (orders) => {
        listener.ordersChanged(orders)
        this.#ordersElsewhere.wanted(orders.account_id)
      },
      onFault: this.#onFault('orders'),
    })
    this.#unclaimed = new UnclaimedTags({
      db,
      clock,
      tell: (accountId) => listener.unclaimedChanged(accountId),
      onFault: this.#onFault('unclaimed tags'),
    })
    this.#recogniser = new Recogniser({
      db,
      clock,
      directory: this.#directory,
      unclaimed: this.#unclaimed,
      onCame: (accountId) => this.#accountChanges.say(accountId, 'directory', 'all'),
    })
    this.#accountChanges = new AccountChanges({ db, serverId: settings.serverId, onAway: this.#onFault('changes') })
    this.fleet = new Fleet({
      db,
      accountChanges: this.#accountChanges,
      serverId: settings.serverId,
      clock,
      changeConditions: settings.changeConditions,
      directory: this.#directory,
      listener,
      ordersTaken: this.#ordersTaken,
      orders: this.#orders,
      setBacks: this.#setBacks,
      oldestPendingOrder: () => this.#oldestPending(({ oldestOrder }) => oldestOrder),
      onAway: this.#onFault('hot rows'),
      onBug,
    })
  }

  async start(): Promise<void> {
    await this.#aheadReports.load(this.#pool)
    const lookAhead = () => makePartitionsAhead(this.#pool, this.#clock.now())
    await lookAhead()
    this.#timer = setInterval(() => lookAhead().catch(this.#onFault('partitions')), PARTITIONS_EVERY_MS)
    await this.fleet.start()
    this.#unclaimed.start()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#ordersElsewhere.close()
    await Promise.all(this.#writers.map((writer) => writer.close()))
    await this.#applying.close()
    await Promise.all([this.#ordersTaken.flush(), this.#unclaimed.close()])
    await this.fleet.close()
  }

  /** Somebody changed or deleted the account: it is read again at the next message, here and at other servers. */
  forget(accountId: string): void {
    this.#directory.forget(accountId)
    this.#accountChanges.say(accountId, 'directory')
  }

  /** What consoles show of the account was changed; those of other servers are told. */
  edited(accountId: string, edited: Edited): void {
    this.#accountChanges.say(accountId, edited)
  }

  /**
   * What was heard of a device before the account had it, as a row of the log, so that it has its place at once. The next
   * message says the same, so nobody waits for it.
   */
  adopt(accountId: string, deviceId: string, heard: HeardBefore): void {
    const { senderId, atMs, rssiDbm, battery, temperature } = heard
    const time = { receivedAtMs: this.#clock.now(), claimedMs: atMs, clockAhead: false }
    const base = baseRow(accountId, senderId, 'claim', time)
    this.#write([{ ...base, device_id: deviceId, rssi: rssiDbm, battery, temperature }]).catch(this.#onFault('claims'))
  }

  /** When the oldest report was received (epoch ms) that is not in the states yet; Infinity: none. */
  oldestPendingMs(): number {
    return this.#oldestPending(({ oldestMs }) => oldestMs)
  }

  #oldestPending(of: (part: { readonly oldestMs: number; readonly oldestOrder: number }) => number): number {
    return Math.min(of(this.#applying), ...this.#writers.map(of))
  }

  /** True while a sender may hand over more. */
  get hasRoom(): boolean {
    return this.#applying.hasRoom && this.#writers.every((writer) => writer.hasRoom)
  }

  /**
   * Stores an observation and resolves after COMMIT. Waits as long as the database is away.
   * Refuses with 500002 when too much is waiting already.
   */
  async accept(sender: Sender, speaksAs: SpeaksAs, observation: Observation, receivedAtMs: number): Promise<Accepted> {
    if (!this.hasRoom) throw refuse('storageBusy', { retryAfterSeconds: 2 })
    const claimedMs = observation.scannedAtMs ?? receivedAtMs
    if (claimedMs < receivedAtMs - RETENTION_MS) {
      this.#counts.add(sender, 'tooOld', receivedAtMs)
      return none
    }
    const time = { receivedAtMs, claimedMs, clockAhead: claimedMs > receivedAtMs + CLOCK_TOLERANCE_MS }
    if (time.clockAhead) this.#counts.add(sender, 'clockAhead', receivedAtMs)

    const { rows: all, unknown } = await this.#recogniser.rowsOf(sender, speaksAs, observation, time)
    if (unknown > 0) this.#counts.add(sender, 'unknownDevice', receivedAtMs, unknown)
    if (all.length === 0) return { ...none, unknown }
    const rows = firstOfEachDevice(all)
    const { stored, repeated, poisoned } = await this.#write(rows)
    if (poisoned > 0) this.#counts.add(sender, 'poisoned', receivedAtMs, poisoned)
    return { stored, repeated: repeated + all.length - rows.length, unknown }
  }

  async #write(rows: readonly NewRow[]): Promise<Written> {
    if (rows.length === 1) return this.#writers[writerOf(rows[0]!.device_id)]!.push(rows)
    const parts = this.#writers.map(() => [] as NewRow[])
    for (const row of rows) parts[writerOf(row.device_id)]!.push(row)
    const written = await Promise.all(
      parts.flatMap((part, index) => (part.length === 0 ? [] : [this.#writers[index]!.push(part)])),
    )
    return written.reduce((sum, part) => ({
      stored: sum.stored + part.stored,
      repeated: sum.repeated + part.repeated,
      poisoned: sum.poisoned + part.poisoned,
    }))
  }
}

/** A device that stands twice in one observation has two rows with one key; that costs a batch its COPY. */
function firstOfEachDevice(rows: readonly NewRow[]): readonly NewRow[] {
  const devices = new Set<string>()
  return rows.filter(({ device_id }) => !devices.has(device_id) && devices.add(device_id))
}

const writerOf = (deviceId: string): number => {
  let sum = 0
  for (let index = 0; index < deviceId.length; index += 1) sum = (sum * 31 + deviceId.charCodeAt(index)) | 0
  return Math.abs(sum) % WRITERS
}
