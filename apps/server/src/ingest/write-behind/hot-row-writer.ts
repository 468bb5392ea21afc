/** Writes changed states to their hot rows, half a second later. Source: docs/architecture.md#storage. */
import type { Clock } from '../../platform/clock.ts'
import type { OneAtATime } from '../../platform/one-at-a-time.ts'
import { bisect } from '../../platform/postgres/bisect.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { concernsAllRows } from '../../platform/postgres/storage-away.ts'
import { repeat } from '../../platform/repeat.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import { CLOCK_TOLERANCE_MS } from '../../state/moments.ts'
import type { StationState } from '../../state/station-state.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { HistoryWriter } from './history-writer.ts'
import { upsertStationStates, upsertTrackerStates } from './hot-row-queries.ts'
import type { HotStates } from './hot-states.ts'
import type { PendingChanges } from './pending-changes.ts'
import type { TemperatureWriter } from './temperature-writer.ts'

const FLUSH_EVERY_MS = 500

interface Deps {
  readonly db: ServerDb
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

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#stop = repeat(FLUSH_EVERY_MS, () => this.flush().catch(this.#deps.onAway))
  }

  stop(): void {
    this.#stop?.()
  }

  /** Writes the dirty hot rows; after a failure they stay dirty. */
  flush(): Promise<void> {
    return this.#deps.writes.run(() => this.write({ saysAlways: false }))
  }

  /**
   * The same, within the caller's turn. Without dirty rows the checkpoint is saved only on request. Trackers of blocked accounts stay
   * dirty, and as long as there are any the checkpoint stays.
   */
  async write({ saysAlways }: { readonly saysAlways: boolean }): Promise<void> {
    const { db, clock, states, changes, history, temperatures, checkpoint, onBug } = this.#deps
    const trackers = states.trackers.takeDirty()
    const stations = states.stations.takeDirty()
    if (trackers.length === 0 && stations.length === 0 && changes.isEmpty && !saysAlways) return
    const now = clock.now()
    const latestMs = now + CLOCK_TOLERANCE_MS
    const reached = checkpoint.reached()
    // Their present states: later ones may include changes of conditions that are not written yet.
    const trackerRows = trackers.map(({ account_id, id, state }) => ({ account_id, id, state }))
    const stationRows = stations.map(({ account_id, id, state }) => ({ account_id, id, state }))
    try {
      // First, as a replay starts from hot rows: conditions and ended stays that they follow from must be in the database.
      const heldUp = await changes.write()
      await history.write()
      await temperatures.write()
      const isHeldUp = ({ account_id }: DeviceKey) => heldUp.has(account_id)
      const leftOut = (_row: unknown, error: unknown) => onBug(error)
      const freeRows = trackerRows.filter((row) => !isHeldUp(row))
      await bisect(freeRows, (part) => upsertTrackerStates(db, part), concernsAllRows, leftOut)
      await bisect(stationRows, (part) => upsertStationStates(db, part, { now, latestMs }), concernsAllRows, leftOut)
      states.trackers.putBack(trackers.filter(isHeldUp))
      await checkpoint.save(reached, heldUp.size > 0)
    } catch (error) {
      states.trackers.putBack(trackers)
      states.stations.putBack(stations)
      throw error
    }
  }
}
