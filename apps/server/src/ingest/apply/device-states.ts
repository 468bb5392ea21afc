/** States of trackers and stations in memory, loaded from their hot rows when they are first heard. */

import type { ServerDb } from '../../platform/postgres/database.ts'
import type { AccountDirectory } from '../../state/account-directory.ts'
import type { OpenCondition } from '../../state/conditions.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import type { NewRow } from '../../state/log-row.ts'
import type { StateListener } from '../../state/state-listener.ts'
import type { StationState } from '../../state/station-state.ts'
import { OFF_THE_MAP, type TrackerState } from '../../state/tracker-state.ts'
import {
  type FoundTracker,
  findStationStates,
  findTrackerStates,
  findTrackerStatesOnMap,
} from '../write-behind/hot-row-queries.ts'
import { HotStates } from '../write-behind/hot-states.ts'
import { OpenConditions } from '../write-behind/open-conditions.ts'
import type { Beliefs } from './beliefs.ts'
import type { Pasts } from './pasts.ts'

/** The accounts whose rows are being applied. */
export type Accounts = ReadonlyMap<string, AccountDirectory>

/** The device and the sender of a report. */
type Heard = Pick<NewRow, 'account_id' | 'device_id' | 'sender_id'>

interface Size {
  readonly width: number
  readonly height: number
}

/** A map's image before and after it was replaced, in pixels. */
export interface Resized {
  readonly before: Size
  readonly after: Size
}

const pixelsOn = (
  { before, after }: Resized,
  { indoor_X, indoor_Y }: TrackerState,
): Pick<TrackerState, 'indoor_X' | 'indoor_Y'> => ({
  indoor_X: indoor_X && Math.min((indoor_X * after.width) / before.width, after.width),
  indoor_Y: indoor_Y && Math.min((indoor_Y * after.height) / before.height, after.height),
})

export class DeviceStates {
  readonly trackers = new HotStates<TrackerState>((state) => state.last_seen_ms)
  readonly stations = new HotStates<StationState>((state) => state.lastseen_ms)
  /** Of trackers and carepads in memory. */
  readonly conditions = new OpenConditions()
  readonly #db: ServerDb
  readonly #listener: StateListener
  readonly #beliefs: Pick<Beliefs, 'forget' | 'drop'>
  readonly #pasts: Pick<Pasts, 'load' | 'forget' | 'drop'>
  /** Number of times that conditions which may be being loaded changed. */
  #changes = 0

  constructor(given: {
    readonly db: ServerDb
    readonly listener: StateListener
    readonly beliefs: Pick<Beliefs, 'forget' | 'drop'>
    readonly pasts: Pick<Pasts, 'load' | 'forget' | 'drop'>
  }) {
    this.#db = given.db
    this.#listener = given.listener
    this.#beliefs = given.beliefs
    this.#pasts = given.pasts
  }

  /**
   * Loads the hot rows of devices that were not heard since the start; each will have a state then. They are sent to consoles, because
   * they may have been written since lists were loaded, and a row that repeats their content is not news.
   */
  async load(rows: readonly Heard[], accounts: Accounts): Promise<void> {
    // What was changed while it was read is read again.
    for (let changes = -1; changes !== this.#changes; ) {
      changes = this.#changes
      await this.#load(rows, accounts)
    }
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const part of [this.trackers, this.stations, this.conditions, this.#beliefs, this.#pasts]) part.drop(isTheirs)
  }

  /** Devices that are gone. */
  forget(
    accountId: string,
    { trackers = [], stations = [] }: { readonly trackers?: readonly string[]; readonly stations?: readonly string[] },
  ): void {
    this.trackers.forget(accountId, trackers)
    this.#beliefs.forget(accountId, trackers)
    this.#pasts.forget(accountId, trackers)
    this.conditions.forget(accountId, trackers)
    this.stations.forget(accountId, stations)
  }

  async #load(rows: readonly Heard[], accounts: Accounts): Promise<void> {
    const trackers: DeviceKey[] = []
    const stations: DeviceKey[] = []
    for (const { account_id, device_id, sender_id } of rows) {
      const known = accounts.get(account_id)!.stations
      const isStation = known.has(sender_id)
      if (isStation && !this.stations.has(account_id, sender_id)) stations.push({ account_id, id: sender_id })
      if (isStation && known.has(device_id)) continue
      if (!this.trackers.has(account_id, device_id)) trackers.push({ account_id, id: device_id })
    }
    if (trackers.length > 0) {
      for (const found of await findTrackerStates(this.#db, trackers)) {
        const { device, state } = found
        const isNew = this.#loadTracker(found)
        if (isNew && state !== undefined)
          this.#listener.trackerChanged(device, undefined, state, accounts.get(device.account_id)!)
      }
    }
    if (stations.length > 0) {
      for (const { device, state } of await findStationStates(this.#db, stations)) {
        const isNew = this.stations.load(device, state)
        if (isNew) this.#listener.stationChanged(device, undefined, state, accounts.get(device.account_id)!)
      }
    }
  }

  /** Loads a tracker with its open conditions, unless it moved on here meanwhile; answers whether it was taken. */
  #loadTracker({ device, state, past, open }: FoundTracker): boolean {
    const { account_id, id } = device
    if (this.trackers.has(account_id, id)) return false
    this.conditions.set(account_id, id, open)
    if (state !== undefined) {
      this.trackers.load(device, state)
      this.#pasts.load(device, past, state)
    }
    return true
  }

  /** Loads the trackers that stand on a map, so that `moveOnMap` finds them all. */
  async loadMap(accountId: string, mapId: string): Promise<void> {
    const found = await findTrackerStatesOnMap(this.#db, accountId, mapId)
    for (const one of found) this.#loadTracker(one)
  }

  /** A change of a device was written, and this holds of it now. */
  setConditions(accountId: string, deviceId: string, open: readonly OpenCondition[]): void {
    if (this.trackers.has(accountId, deviceId)) this.conditions.set(accountId, deviceId, open)
    // It may be being loaded as it was before.
    else this.#changes += 1
  }

  /** Moves each tracker on a map, all of which `loadMap` loaded: to the same place on its new image, or off the map. */
  moveOnMap(accountId: string, mapId: string, resized: Resized | null): void {
    for (const { account_id, id, state } of [...this.trackers.of(accountId)]) {
      if (state.map_id !== mapId) continue
      const moved = resized === null ? OFF_THE_MAP : pixelsOn(resized, state)
      this.trackers.change({ account_id, id }, { ...state, ...moved })
    }
  }
}
