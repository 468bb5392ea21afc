/**
 * The live state of every device, in memory and a moment later in its hot row. After a crash the log is played again
 * from a little before the newest hot row. Source: architecture §4.
 */
import type { StationState } from '../features/stations/present.ts'
import type { TrackerState } from '../features/trackers/tracker-state.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { AccountDirectory, Directory } from './directory.ts'
import type { LogRow } from './log-row.ts'
import { advance, type Sender } from './place.ts'
import {
  type DeviceKey,
  findStationStates,
  findTrackerStates,
  listRowsSince,
  newestStateMs,
  upsertStationStates,
  upsertTrackerStates,
} from './queries.ts'

/** Hot rows are written this often (ms). */
const FLUSH_EVERY_MS = 500
/** The log is played again from this much before the newest hot row (ms). */
const REPLAY_MARGIN_MS = 60_000

/** What changed, with what was before, for the live stream. */
export interface FleetListener {
  trackerChanged(key: DeviceKey, before: TrackerState | undefined, after: TrackerState, account: AccountDirectory): void
  stationChanged(key: DeviceKey, before: StationState | undefined, after: StationState, account: AccountDirectory): void
}

const keyText = (accountId: string, id: string): string => `${accountId} ${id}`

export class Fleet {
  readonly #db: Db
  readonly #clock: Clock
  readonly #directory: Directory
  readonly #listener: FleetListener
  readonly #trackers = new Map<string, TrackerState>()
  readonly #stations = new Map<string, StationState>()
  #dirtyTrackers = new Map<string, DeviceKey>()
  #dirtyStations = new Map<string, DeviceKey>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()
  readonly #onFault: (error: unknown) => void

  constructor(settings: {
    db: Db
    clock: Clock
    directory: Directory
    listener: FleetListener
    onFault: (error: unknown) => void
  }) {
    this.#db = settings.db
    this.#clock = settings.clock
    this.#directory = settings.directory
    this.#listener = settings.listener
    this.#onFault = settings.onFault
  }

  /** Plays what the log holds and the hot rows may not, then starts the regular writing. */
  async start(): Promise<void> {
    const newest = await newestStateMs(this.#db)
    for await (const rows of listRowsSince(this.#db, newest - REPLAY_MARGIN_MS)) await this.apply(rows)
    await this.flush()
    const tick = async () => {
      await this.flush().catch(this.#onFault)
      this.#timer = setTimeout(tick, FLUSH_EVERY_MS)
    }
    this.#timer = setTimeout(tick, FLUSH_EVERY_MS)
  }

  /** Writes what is dirty for the last time. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.flush()
  }

  /** The state of a tracker that has been heard since the server started. */
  tracker(accountId: string, deviceId: string): TrackerState | undefined {
    return this.#trackers.get(keyText(accountId, deviceId))
  }

  station(accountId: string, t4Id: string): StationState | undefined {
    return this.#stations.get(keyText(accountId, t4Id))
  }

  /** Moves states on by stored rows, in their order. */
  async apply(rows: readonly LogRow[]): Promise<void> {
    await this.#load(rows)
    const now = this.#clock.now()
    for (const row of rows) {
      const account = await this.#directory.account(row.account_id)
      const station = account.stations.get(row.sender_id)
      if (station !== undefined) {
        // Only a station's word about itself can say that it is gone.
        const isGone = row.device_id === row.sender_id && row.connected === false
        const connection_status = isGone ? 'disconnected' : 'connected'
        this.setStation(row.account_id, row.sender_id, { connection_status, lastseen_ms: row.scanned_at_ms }, account)
      }
      // A row of a station about itself says only that it is alive.
      if (row.device_id === row.sender_id && station !== undefined) continue
      const sender: Sender =
        station === undefined
          ? { kind: 'phone', name: account.trackers.get(row.sender_id)?.name ?? row.sender_id }
          : { kind: 'station', station }
      this.#moveTracker(row, sender, account, now)
    }
  }

  #moveTracker(row: LogRow, sender: Sender, account: AccountDirectory, now: number): void {
    const key = keyText(row.account_id, row.device_id)
    const before = this.#trackers.get(key)
    const after = advance(before, row, sender, account.stations, now)
    this.#trackers.set(key, after)
    const device = { account_id: row.account_id, id: row.device_id }
    this.#dirtyTrackers.set(key, device)
    this.#listener.trackerChanged(device, before, after, account)
  }

  /** What a station says of itself; an older word than the known one changes nothing. */
  setStation(
    accountId: string,
    t4Id: string,
    said: Partial<StationState> & { lastseen_ms: number },
    account: AccountDirectory,
  ): void {
    const key = keyText(accountId, t4Id)
    const before = this.#stations.get(key)
    if (before !== undefined && said.lastseen_ms < before.lastseen_ms) return
    const after: StationState = { connection_status: 'connected', ip: '', firmware: '', ...before, ...said }
    this.#stations.set(key, after)
    const device = { account_id: accountId, id: t4Id }
    this.#dirtyStations.set(key, device)
    this.#listener.stationChanged(device, before, after, account)
  }

  /** Brings the hot rows of devices into memory that have not been heard since the start. */
  async #load(rows: readonly LogRow[]): Promise<void> {
    const trackers = new Map<string, DeviceKey>()
    const stations = new Map<string, DeviceKey>()
    for (const row of rows) {
      const tracker = keyText(row.account_id, row.device_id)
      if (!this.#trackers.has(tracker)) trackers.set(tracker, { account_id: row.account_id, id: row.device_id })
      const station = keyText(row.account_id, row.sender_id)
      if (!this.#stations.has(station)) stations.set(station, { account_id: row.account_id, id: row.sender_id })
    }
    if (trackers.size > 0) {
      for (const { account_id, device_id, ...state } of await findTrackerStates(this.#db, [...trackers.values()])) {
        const key = keyText(account_id, device_id)
        if (!this.#trackers.has(key)) this.#trackers.set(key, state)
      }
    }
    if (stations.size > 0) {
      for (const { account_id, t4_id, ...state } of await findStationStates(this.#db, [...stations.values()])) {
        const key = keyText(account_id, t4_id)
        if (!this.#stations.has(key)) this.#stations.set(key, state)
      }
    }
  }

  /** Writes the dirty hot rows; one write at a time, and what fails stays dirty. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write())
    return this.#flushing
  }

  async #write(): Promise<void> {
    const trackers = this.#dirtyTrackers
    const stations = this.#dirtyStations
    this.#dirtyTrackers = new Map()
    this.#dirtyStations = new Map()
    try {
      const now = this.#clock.now()
      await upsertTrackerStates(
        this.#db,
        [...trackers].map(([key, device]) => ({ ...device, state: this.#trackers.get(key)! })),
      )
      await upsertStationStates(
        this.#db,
        [...stations].map(([key, device]) => ({ ...device, state: this.#stations.get(key)! })),
        now,
      )
    } catch (error) {
      this.#dirtyTrackers = new Map([...trackers, ...this.#dirtyTrackers])
      this.#dirtyStations = new Map([...stations, ...this.#dirtyStations])
      throw error
    }
  }
}
