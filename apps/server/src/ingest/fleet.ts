/**
 * The live state of every device, in memory and a moment later in its hot row. After a crash the log is played again
 * from the oldest row that may not have reached the hot rows. Source: docs/architecture.md#storage.
 */
import { Brake } from '../platform/brake.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { repeat } from '../platform/repeat.ts'
import { isStorageAway } from '../platform/storage-away.ts'
import type { AccountDirectory } from '../state/account-directory.ts'
import type { ChangeConditions, ConditionName, OpenCondition } from '../state/conditions.ts'
import type { DeviceKey } from '../state/device-key.ts'
import { CLOCK_TOLERANCE_MS } from '../state/moments.ts'
import type { StateListener } from '../state/state-listener.ts'
import { OFF_THE_MAP, type RuleMemory, type TrackerState } from '../state/tracker-state.ts'
import type { AccountChanges } from './account-changes.ts'
import { bisect } from './bisect.ts'
import type { ClockSetBacks } from './clock-set-backs.ts'
import { DeviceStates } from './device-states.ts'
import type { Directory } from './directory.ts'
import { forgetting, judge, remembering } from './judge.ts'
import { LogFollower } from './log-follower.ts'
import type { LogOrders } from './log-orders.ts'
import type { NewRow, SaidOfOrders } from './log-row.ts'
import type { OrdersTaken } from './orders-taken.ts'
import { PendingChanges } from './pending-changes.ts'
import { advance, type HeardBy } from './place.ts'
import { listRowsBetween, upsertStationStates, upsertTrackerStates } from './queries.ts'
import { enterServer, moveMarks, Pulse, SEEN_EVERY_MS, saveMark, takeOverDead } from './servers.ts'
import { advanceStation } from './station-word.ts'

/** Hot rows are written this often (ms). */
const FLUSH_EVERY_MS = 500
/** Consoles load all their lists again at most this often (ms) for what was changed at other servers. */
const RELOAD_EVERY_MS = 5000

const NOTHING_OF_ORDERS: SaidOfOrders = {}

export interface FleetSettings {
  readonly db: Db
  /** Of this run of the server. */
  readonly serverId: string
  readonly clock: Clock
  readonly changeConditions: ChangeConditions
  readonly directory: Directory
  readonly accountChanges: AccountChanges
  readonly listener: StateListener
  readonly ordersTaken: OrdersTaken
  readonly orders: LogOrders
  readonly setBacks: ClockSetBacks
  /** Where the oldest row may stand in the log that is not in the states yet; Infinity: none. */
  readonly oldestPendingOrder: () => number
  readonly onAway: (error: unknown) => void
  /** What is no fault of the database: it is left out, and everything else goes on. */
  readonly onBug: (error: unknown) => void
}

export class Fleet {
  readonly #settings: FleetSettings
  readonly states: DeviceStates
  readonly #changes: PendingChanges
  readonly #follower: LogFollower
  /** From which place on the log is being played again for a server that died; Infinity: for none. */
  #takingOverFrom = Number.POSITIVE_INFINITY
  /** How far the hot rows are, as this server last said; 1: not at all. */
  #mark = 1
  readonly #pulse: Pulse
  readonly #reloads = new Brake(RELOAD_EVERY_MS, (accountId) => void this.#reload(accountId))
  #stops: readonly (() => void)[] = []
  #flushing: Promise<unknown> = Promise.resolve()

  constructor(settings: FleetSettings) {
    this.#settings = settings
    this.states = new DeviceStates(settings)
    this.#changes = new PendingChanges(settings)
    this.#follower = new LogFollower({
      ...settings,
      refresh: () => this.#refresh(),
      apply: (rows) => this.#applyAll(rows, true),
    })
    this.#pulse = new Pulse(settings.clock)
  }

  /** Plays what the log holds and the hot rows may not, then starts the regular writing. */
  async start(): Promise<void> {
    const { db, serverId, clock, orders, setBacks, onAway } = this.#settings
    const { mark, nextOrder, silent } = await enterServer(db, serverId)
    await setBacks.load(db)
    this.#mark = mark
    orders.heard(nextOrder)
    this.#follower.begin(mark, nextOrder)
    // What people change from here on comes after what is read of accounts now.
    await this.#refresh()
    await this.#replay(mark, nextOrder)
    await this.#next(() => this.#write(true))
    await moveMarks(db, silent, nextOrder)
    await setBacks.begin(db, clock.now())
    this.#follower.start()
    this.#stops = [
      repeat(FLUSH_EVERY_MS, () => this.flush().catch(onAway)),
      repeat(SEEN_EVERY_MS, () => this.#liveOn().catch(onAway)),
    ]
  }

  /** Plays the log again between two places. */
  async #replay(from: number, until: number): Promise<void> {
    for await (const rows of listRowsBetween(this.#settings.db, from, until)) {
      await this.apply(rows)
      this.#follower.saw(rows)
    }
  }

  /** Knows accounts as people left them that changed something at other servers. */
  #refresh(): Promise<void> {
    const { accountChanges, listener } = this.#settings
    return accountChanges.look(async (accountId, changed) => {
      if (changed.includes('directory')) await this.#readAgain(accountId)
      const edits = changed.filter((one) => one !== 'directory')
      listener.editedElsewhere(accountId, edits)
      if (edits.includes('all')) this.#reloads.wanted(accountId)
    })
  }

  async #readAgain(accountId: string): Promise<void> {
    const { directory } = this.#settings
    directory.forget(accountId)
    if (!this.states.has(accountId)) return
    const account = await directory.account(accountId)
    // Not while hot rows are being written: what is on its way is not there to be read again.
    await this.#next(async () => this.states.readAgain(accountId, account))
  }

  async #reload(accountId: string): Promise<void> {
    try {
      // Lists are as old as hot rows.
      await this.flush()
      this.#settings.listener.reload(accountId)
    } catch (error) {
      this.#settings.onAway(error)
      this.#reloads.wanted(accountId)
    }
  }

  /** Says that this server lives, and does what one that died left undone. */
  async #liveOn(): Promise<void> {
    const { db, serverId } = this.#settings
    await this.#next(async () => {
      await this.#write(true)
      if (!this.#pulse.beat()) return
      const from = (await takeOverDead(db, serverId)) ?? Number.POSITIVE_INFINITY
      // What broke off a moment ago is done again: its mark is kept until it is done.
      this.#takingOverFrom = Math.min(this.#takingOverFrom, from)
      this.#mark = Math.min(this.#mark, from)
    })
    if (this.#takingOverFrom === Number.POSITIVE_INFINITY) return
    const others = await this.#follower.othersSince(this.#takingOverFrom)
    if (others !== undefined) await this.#replay(others.from, others.until)
    this.#takingOverFrom = Number.POSITIVE_INFINITY
  }

  /** Writes what is dirty for the last time. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.#follower.close()
    this.#reloads.close()
    await this.#next(() => this.#write(true))
  }

  /**
   * Moves states on by stored rows, in their order; harmless for rows that come again. Throws only while the database is
   * away: rows that cannot be applied are left out, and those of other accounts, or other rows, go on.
   */
  apply(rows: readonly NewRow[]): Promise<void> {
    return this.#applyAll(rows, false)
  }

  /** `isFollowed`: another server heard them. */
  async #applyAll(rows: readonly NewRow[], isFollowed: boolean): Promise<void> {
    try {
      await this.#apply(rows, isFollowed)
    } catch (error) {
      if (isStorageAway(error)) throw error
      const byAccount = Map.groupBy(rows, (row) => row.account_id)
      if (byAccount.size === 1) return this.#settings.onBug(error)
      for (const part of byAccount.values()) await this.#applyAll(part, isFollowed)
    }
  }

  async #apply(rows: readonly NewRow[], isFollowed: boolean): Promise<void> {
    const accounts = new Map<string, AccountDirectory>()
    for (const { account_id } of rows) {
      if (!accounts.has(account_id)) accounts.set(account_id, await this.#settings.directory.account(account_id))
    }
    await this.states.load(rows, accounts, isFollowed)
    const now = this.#settings.clock.now()
    for (const row of rows) {
      try {
        this.#applyRow(row, accounts.get(row.account_id)!, now, isFollowed)
      } catch (error) {
        this.#settings.onBug(error)
      }
    }
    // Nobody waits for these but people whom they are to tell something.
    if (this.#changes.takeNews()) this.#next(() => this.#changes.write()).catch(this.#settings.onAway)
  }

  #applyRow(row: NewRow, account: AccountDirectory, now: number, isFollowed: boolean): void {
    const station = account.stations.get(row.sender_id)
    if (station !== undefined) this.#moveStation(row, account, now, isFollowed)
    // A row of a station about itself says only that it is alive.
    if (station !== undefined && row.device_id === row.sender_id) return
    const heardBy: HeardBy =
      station === undefined
        ? { kind: 'phone', name: account.trackers.get(row.sender_id)?.name ?? row.sender_id }
        : { kind: 'station', station }
    this.#moveTracker(row, heardBy, account, now, isFollowed)
  }

  #moveTracker(row: NewRow, heardBy: HeardBy, account: AccountDirectory, now: number, isFollowed: boolean): void {
    const before = this.states.trackers.get(row.account_id, row.device_id)
    const after = advance(before, row, heardBy, {
      ...{ stations: account.stations, setBacks: this.#settings.setBacks.positions },
      nowMs: now,
    })
    // It was removed at another server.
    if (after.map_id !== null && !account.mapNames.has(after.map_id)) Object.assign(after, OFF_THE_MAP)
    const { memory, changes } = judge({ row, before, after, account })
    after.rule_memory = memory
    this.#changes.add(changes)
    const device = { account_id: row.account_id, id: row.device_id }
    this.states.trackers.move(device, after)
    this.#settings.listener.trackerChanged(device, before, after, account)
    const tracker = account.trackers.get(row.device_id)
    // Who heard it notes what it says of its orders.
    if (tracker === undefined || row.log_order !== after.log_order || isFollowed) return
    this.#settings.ordersTaken.note(device, tracker, row.saidOfOrders ?? NOTHING_OF_ORDERS, after.firmware)
  }

  #moveStation(row: NewRow, account: AccountDirectory, now: number, isFollowed: boolean): void {
    const before = this.states.stations.get(row.account_id, row.sender_id)
    const after = advanceStation(before, row, now)
    if (after === undefined) return
    const device = { account_id: row.account_id, id: row.sender_id }
    if (isFollowed) this.states.stations.follow(device, after)
    else this.states.stations.move(device, after)
    this.#settings.listener.stationChanged(device, before, after, account)
  }

  /**
   * Forgets devices that an account has no longer; resolves once nothing that was on its way can write their hot rows again,
   * so that they can be deleted.
   */
  async forget(accountId: string, gone: { trackers?: readonly string[]; stations?: readonly string[] }): Promise<void> {
    this.states.trackers.forget(accountId, gone.trackers ?? [])
    this.states.stations.forget(accountId, gone.stations ?? [])
    await this.flush()
  }

  /** Before the conditions are asked for what holds; `remember` and `letGo` want to know of which question the answer is. */
  ask(): number {
    return this.#changes.ask()
  }

  /** These conditions hold; devices in memory that forgot one are judged knowing of it from now on. */
  remember(conditions: readonly OpenCondition[], question: number): void {
    this.#changeMemory(conditions, question, remembering)
  }

  /** These conditions do not hold; devices in memory that remember one are judged not knowing of it from now on. */
  letGo(conditions: readonly ConditionName[], question: number): void {
    this.#changeMemory(conditions, question, forgetting)
  }

  /** Of a device that has had news since the question nothing is changed: the next one knows of them. */
  #changeMemory<Known extends ConditionName>(
    conditions: readonly Known[],
    question: number,
    change: (state: TrackerState, condition: Known) => RuleMemory | null | undefined,
  ): void {
    for (const condition of conditions) {
      if (!this.#changes.isSettled(condition, question)) continue
      const device = { account_id: condition.account_id, id: condition.device_id }
      const state = this.states.trackers.get(device.account_id, device.id)
      const rule_memory = state && change(state, condition)
      if (state !== undefined && rule_memory !== undefined) this.states.trackers.move(device, { ...state, rule_memory })
    }
  }

  /** Writes the dirty hot rows; one write at a time, and what fails stays dirty. */
  flush(): Promise<void> {
    return this.#next(() => this.#write())
  }

  async #next(write: () => Promise<unknown>): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(write)
    await this.#flushing
  }

  /**
   * Where nothing is dirty it says how far the hot rows are only if asked to. Trackers of accounts that are held up stay dirty,
   * and as long as there are any it says no more than before.
   */
  async #write(saysAlways = false): Promise<void> {
    const trackers = this.states.trackers.takeDirty()
    const stations = this.states.stations.takeDirty()
    if (trackers.length === 0 && stations.length === 0 && this.#changes.isEmpty && !saysAlways) return
    const { db, serverId, clock, orders, oldestPendingOrder, onBug } = this.#settings
    const now = clock.now()
    const latestMs = now + CLOCK_TOLERANCE_MS
    const reached = Math.min(orders.next, oldestPendingOrder(), this.#takingOverFrom)
    // As they are now: what they become while these are written may have changes that are not written.
    const trackerRows = trackers.map(({ account_id, id, state }) => ({ account_id, id, state }))
    const stationRows = stations.map(({ account_id, id, state }) => ({ account_id, id, state }))
    try {
      // First, as hot rows are what is played again from: what they know of has happened.
      const heldUp = await this.#changes.write()
      const isHeldUp = ({ account_id }: DeviceKey) => heldUp.has(account_id)
      const leftOut = (_row: unknown, error: unknown) => onBug(error)
      const freeRows = trackerRows.filter((row) => !isHeldUp(row))
      await bisect(freeRows, (part) => upsertTrackerStates(db, part), isStorageAway, leftOut)
      await bisect(stationRows, (part) => upsertStationStates(db, part, { now, latestMs }), isStorageAway, leftOut)
      this.states.trackers.putBack(trackers.filter(isHeldUp))
      this.#mark = heldUp.size === 0 ? reached : Math.min(reached, this.#mark)
      orders.heard(await saveMark(db, serverId, this.#mark))
    } catch (error) {
      this.states.trackers.putBack(trackers)
      this.states.stations.putBack(stations)
      throw error
    }
  }
}
