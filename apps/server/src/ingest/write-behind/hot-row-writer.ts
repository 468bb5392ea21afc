/**
 * Writes changed states to their hot rows, together with what reports added to the past: in the background at most once in ten seconds a
 * device, and those of an account before its lists are read. Conditions are written half a second later. Source:
 * docs/architecture.md#storage; decisions 0079, 0086.
 */
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { OneAtATime } from '../../platform/one-at-a-time.ts'
import { bisect } from '../../platform/postgres/bisect.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { concernsAllRows } from '../../platform/postgres/storage-away.ts'
import { repeat } from '../../platform/repeat.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import type { Fence } from '../../state/home.ts'
import type { StationState } from '../../state/station-state.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import { ByAccount } from './by-account.ts'
import type { Checkpoint } from './checkpoint.ts'
import { ROWS_AT_ONCE, upsertStationStates, upsertTrackerStates } from './hot-row-queries.ts'
import type { HotStates, Taken, Wanted } from './hot-states.ts'
import { PastPartitions, writePastInParts, writePasts } from './past-queries.ts'
import type { PastWrite } from './past-rows.ts'
import type { PendingChanges } from './pending-changes.ts'
import type { TemperatureWriter } from './temperature-writer.ts'

/** States that are due and conditions are written this often (ms). */
const WRITE_DUE_EVERY_MS = 500
/** A hot row that somebody else has locked is waited for so long (ms). */
const LOCK_WAIT_MS = 500

const NOBODY: ReadonlySet<string> = new Set()

/** Accounts whose hot rows were asked for, which one write in its turn serves together. */
interface Asked {
  readonly accounts: Set<string>
  readonly written: Promise<void>
}

/** Trackers or stations. */
interface Kind<State> {
  readonly states: HotStates<State>
  readonly byAccount: ByAccount<Taken<State>>
  readonly upsert: (db: Db, rows: readonly Taken<State>[]) => Promise<void>
}

/** What is forgotten of a blocked account waits no more. */
const blockedOf = <State>({ states, byAccount }: Kind<State>): Iterable<string> =>
  byAccount.blocked.values().filter((accountId) => states.isDirty(accountId))

/** What reports add to the past of trackers. */
interface Pasts {
  /** Answers for each device, in their order, what to write with its hot row at `nowMs` (epoch ms). */
  take(devices: readonly DeviceKey[], nowMs: number): readonly PastWrite[]
  putBack(writes: readonly PastWrite[]): void
  written(writes: readonly PastWrite[]): void
  /** The position in the log of the first report that the written past of a tracker lacks; undefined: it lacks none. */
  lacksFrom(device: DeviceKey): number | undefined
}

interface Deps {
  readonly fence: Fence
  readonly pool: Pool
  readonly clock: Clock
  readonly states: { readonly trackers: HotStates<TrackerState>; readonly stations: HotStates<StationState> }
  readonly changes: PendingChanges
  readonly pasts: Pasts
  readonly temperatures: TemperatureWriter
  readonly checkpoint: Checkpoint
  /** Conditions and hot rows are written in turn. */
  readonly writes: OneAtATime
  readonly onAway: (error: unknown) => void
  /** A row that the database refuses for its content is left out. */
  readonly onBug: (error: unknown) => void
}

export class HotRowWriter {
  readonly #deps: Deps
  readonly #trackers: Kind<TrackerState>
  readonly #stations: Kind<StationState>
  readonly #partitions = new PastPartitions()
  /** What is being written. */
  #pasts: ReadonlyMap<Taken<TrackerState>, PastWrite> = new Map()
  #stop: (() => void) | undefined
  #asked: Asked | undefined
  #isWriting = false

  constructor(deps: Deps) {
    this.#deps = deps
    const { clock, states, onAway } = deps
    const kindOf = <State>(states: HotStates<State>, upsert: Kind<State>['upsert']): Kind<State> => {
      const accountOf = ({ account_id }: Taken<State>) => account_id
      return { states, upsert, byAccount: new ByAccount({ clock, accountOf, atOnce: ROWS_AT_ONCE, onBlocked: onAway }) }
    }
    this.#trackers = kindOf(states.trackers, async (db, taken) => {
      const rows = taken.map((one) => ({ ...this.#pasts.get(one)!, state: one.state }))
      // A hot row stands with all that its reports added to the past, but for what the database refuses.
      const [first, ...others] = rows
      if (first !== undefined && others.length === 0) await writePastInParts(db, first, deps.onBug)
      else await writePasts(db, rows)
      await upsertTrackerStates(db, rows)
    })
    this.#stations = kindOf(states.stations, (db, rows) => upsertStationStates(db, rows, clock.now()))
  }

  start(): void {
    const { writes, checkpoint, onAway } = this.#deps
    const writeDue = async () => {
      await checkpoint.saveWhenDue(await this.write('due'))
    }
    this.#stop = repeat(WRITE_DUE_EVERY_MS, () => writes.run(writeDue).catch(onAway))
  }

  stop(): void {
    this.#stop?.()
  }

  /** Drops accounts as they are. No write may be going on. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const { byAccount } of [this.#trackers, this.#stations]) byAccount.drop(isTheirs)
  }

  /** Resolves once the hot rows of the account, or of all, are as new as its states are now; after a failure they stay dirty. */
  flush(accountId?: string): Promise<void> {
    if (accountId === undefined) return this.#deps.writes.run(async () => void (await this.write('all')))
    const { states, changes } = this.#deps
    const isDirty = states.trackers.isDirty(accountId) || states.stations.isDirty(accountId)
    if (!isDirty && !this.#isWriting && changes.isEmpty) return Promise.resolve()
    this.#asked ??= this.#ask()
    this.#asked.accounts.add(accountId)
    return this.#asked.written
  }

  #ask(): Asked {
    const accounts = new Set<string>()
    const written = this.#deps.writes.run(async () => {
      this.#asked = undefined
      await this.write(accounts)
    })
    return { accounts, written }
  }

  /** The same of those that are wanted, within the caller's turn. Those of blocked accounts stay dirty; answers these accounts. */
  async write(wanted: Wanted): Promise<ReadonlySet<string>> {
    const { clock, states, changes, temperatures } = this.#deps
    // Their present states: later ones may include changes of conditions that are not written yet.
    const trackers = states.trackers.take(wanted, clock.steady())
    const stations = states.stations.take(wanted, clock.steady())
    this.#isWriting = true
    try {
      // First, as a replay starts from hot rows: conditions that they follow from must be in the database.
      const heldUp = await changes.write()
      await temperatures.write()
      await this.#writeTrackers(trackers, heldUp)
      await this.#upsert(this.#stations, stations, NOBODY)
      return new Set([...heldUp, ...blockedOf(this.#trackers), ...blockedOf(this.#stations)])
    } catch (error) {
      states.trackers.putBack(trackers)
      states.stations.putBack(stations)
      throw error
    } finally {
      this.#isWriting = false
    }
  }

  /** Hot rows of trackers, each with what its reports added to the past. */
  async #writeTrackers(taken: readonly Taken<TrackerState>[], heldUp: ReadonlySet<string>): Promise<void> {
    const { clock, pool, pasts, states } = this.#deps
    const left = new Set(taken.filter(({ account_id }) => !heldUp.has(account_id)))
    const free = [...left]
    const writes = pasts.take(free, clock.now())
    this.#pasts = new Map(free.map((one, index) => [one, writes[index]!]))
    try {
      await this.#partitions.ensure(pool, writes)
      await this.#upsert(this.#trackers, taken, heldUp, left)
    } finally {
      if (left.size > 0) this.#partitions.forget()
      pasts.putBack(writes.filter((_, index) => left.has(free[index]!)))
      pasts.written(writes.filter((_, index) => !left.has(free[index]!)))
    }
    for (const device of writes) {
      const position = pasts.lacksFrom(device)
      if (position !== undefined) states.trackers.lacks(device, position)
    }
  }

  /** Writes those but of blocked accounts, which are put back; what is written is taken out of `left`. */
  async #upsert<State>(
    { states, byAccount, upsert }: Kind<State>,
    taken: readonly Taken<State>[],
    heldUp: ReadonlySet<string>,
    left = new Set(taken.filter(({ account_id }) => !heldUp.has(account_id))),
  ): Promise<void> {
    const { fence, onBug } = this.#deps
    const write = (part: readonly Taken<State>[]) =>
      fence.run(async (db) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(db)
        await upsert(db, part)
      })
    const leftOut = (_row: unknown, error: unknown) => onBug(error)
    await byAccount.write(left, (part) => bisect(part, write, concernsAllRows, leftOut))
    states.putBack(taken.filter((one) => left.has(one) || heldUp.has(one.account_id)))
  }
}
