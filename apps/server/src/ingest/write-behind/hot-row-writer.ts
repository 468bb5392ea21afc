/**
 * Writes changed states to their hot rows: in the background at most once in ten seconds a device, and those of an account before its
 * lists are read. Conditions and history are written half a second later. Source: docs/architecture.md#storage; decision 0079.
 */
import type { Clock } from '../../platform/clock.ts'
import type { OneAtATime } from '../../platform/one-at-a-time.ts'
import { bisect } from '../../platform/postgres/bisect.ts'
import { concernsAllRows } from '../../platform/postgres/storage-away.ts'
import { repeat } from '../../platform/repeat.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import type { Fence } from '../../state/home.ts'
import type { StationState } from '../../state/station-state.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { HistoryWriter } from './history-writer.ts'
import { upsertStationStates, upsertTrackerStates } from './hot-row-queries.ts'
import type { HotStates, Taken, Wanted } from './hot-states.ts'
import type { PendingChanges } from './pending-changes.ts'
import type { TemperatureWriter } from './temperature-writer.ts'

/** States that are due, conditions and history are written this often (ms). */
const WRITE_DUE_EVERY_MS = 500

/** Accounts whose hot rows were asked for, which one write in its turn serves together. */
interface Asked {
  readonly accounts: Set<string>
  readonly written: Promise<void>
}

interface Deps {
  readonly fence: Fence
  readonly clock: Clock
  readonly states: { readonly trackers: HotStates<TrackerState>; readonly stations: HotStates<StationState> }
  readonly changes: PendingChanges
  readonly history: HistoryWriter
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
  #stop: (() => void) | undefined
  #asked: Asked | undefined
  #isWriting = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    const { writes, checkpoint, onAway } = this.#deps
    const writeDue = async () => {
      await this.write('due')
      await checkpoint.saveWhenDue()
    }
    this.#stop = repeat(WRITE_DUE_EVERY_MS, () => writes.run(writeDue).catch(onAway))
  }

  stop(): void {
    this.#stop?.()
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

  /** The same of those that are wanted, within the caller's turn. Trackers of blocked accounts stay dirty; answers these accounts. */
  async write(wanted: Wanted): Promise<ReadonlySet<string>> {
    const { clock, states, changes, history, temperatures } = this.#deps
    // Their present states: later ones may include changes of conditions that are not written yet.
    const trackers = states.trackers.take(wanted, clock.steady())
    const stations = states.stations.take(wanted, clock.steady())
    this.#isWriting = true
    try {
      // First, as a replay starts from hot rows: conditions and ended stays that they follow from must be in the database.
      const heldUp = await changes.write()
      await history.write()
      await temperatures.write()
      await this.#upsert(trackers, stations, heldUp)
      return heldUp
    } catch (error) {
      states.trackers.putBack(trackers)
      states.stations.putBack(stations)
      throw error
    } finally {
      this.#isWriting = false
    }
  }

  async #upsert(
    trackers: readonly Taken<TrackerState>[],
    stations: readonly Taken<StationState>[],
    heldUp: ReadonlySet<string>,
  ): Promise<void> {
    const { fence, clock, states, onBug } = this.#deps
    const now = clock.now()
    const isHeldUp = ({ account_id }: DeviceKey) => heldUp.has(account_id)
    const leftOut = (_row: unknown, error: unknown) => onBug(error)
    const free = heldUp.size === 0 ? trackers : trackers.filter((row) => !isHeldUp(row))
    await bisect(free, (part) => fence.run((db) => upsertTrackerStates(db, part)), concernsAllRows, leftOut)
    await bisect(stations, (part) => fence.run((db) => upsertStationStates(db, part, now)), concernsAllRows, leftOut)
    states.trackers.putBack(trackers.filter(isHeldUp))
  }
}
