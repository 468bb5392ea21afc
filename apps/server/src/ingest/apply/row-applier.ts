/**
 * Applies stored rows to states, in log order; repeated rows change nothing. Changes of conditions are collected to be written, and
 * consoles get what changed.
 */
import type { Site } from '@whereabouts/positioning/site'
import type { Clock } from '../../platform/clock.ts'
import type { OneAtATime } from '../../platform/one-at-a-time.ts'
import { concernsAllRows } from '../../platform/postgres/storage-away.ts'
import type { AccountDirectory } from '../../state/account-directory.ts'
import { type CommandReport, inTime, type NewRow } from '../../state/log-row.ts'
import type { SetBacks } from '../../state/moments.ts'
import type { StateListener } from '../../state/state-listener.ts'
import { OFF_THE_MAP } from '../../state/tracker-state.ts'
import type { PendingChanges } from '../write-behind/pending-changes.ts'
import type { Temperatures } from '../write-behind/temperatures.ts'
import type { Beliefs } from './beliefs.ts'
import type { CommandReports } from './command-reports.ts'
import type { DeviceStates } from './device-states.ts'
import { withoutFalseFix } from './false-fix.ts'
import { judge } from './judge.ts'
import type { Pasts } from './pasts.ts'
import { advance, type HeardBy } from './place.ts'
import type { Sites } from './sites.ts'
import { advanceStation } from './station-word.ts'

const NO_COMMAND_REPORT: CommandReport = {}

interface Deps {
  readonly clock: Clock
  readonly directory: { account(accountId: string): Promise<AccountDirectory> }
  readonly states: DeviceStates
  readonly sites: Sites
  readonly beliefs: Beliefs
  readonly changes: PendingChanges
  readonly pasts: Pasts
  readonly temperatures: Temperatures
  readonly commandReports: CommandReports
  readonly setBacks: { readonly positions: SetBacks }
  readonly listener: StateListener
  /** Conditions and hot rows are written in turn. */
  readonly writes: OneAtATime
  readonly onAway: (error: unknown) => void
  /** Bugs: the row is left out, and everything else continues. */
  readonly onBug: (error: unknown) => void
}

export class RowApplier {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Applies rows. Throws only while the database or a table of it is away: rows that cannot be applied are left out, and others continue. */
  async apply(rows: readonly NewRow[]): Promise<void> {
    try {
      await this.#apply(rows)
    } catch (error) {
      if (concernsAllRows(error)) throw error
      const byAccount = Map.groupBy(rows, (row) => row.account_id)
      if (byAccount.size === 1) return this.#deps.onBug(error)
      for (const part of byAccount.values()) await this.apply(part)
    }
  }

  async #apply(rows: readonly NewRow[]): Promise<void> {
    const { clock, directory, states, sites, changes, writes, onAway, onBug } = this.#deps
    const accounts = new Map<string, AccountDirectory>()
    const siteOf = new Map<string, Site>()
    for (const { account_id } of rows) {
      if (accounts.has(account_id)) continue
      const account = await directory.account(account_id)
      accounts.set(account_id, account)
      siteOf.set(account_id, await sites.of(account_id, account))
    }
    await states.load(rows, accounts)
    await this.#loadBeliefs(rows, siteOf)
    const now = clock.now()
    for (const row of rows) {
      try {
        this.#applyRow(inTime(row), accounts.get(row.account_id)!, siteOf.get(row.account_id)!, now)
      } catch (error) {
        onBug(error)
      }
    }
    // Only people who get a notification wait for these.
    if (changes.takeNews()) writes.run(() => changes.write()).catch(onAway)
  }

  /** Before the first row of a tracker since the start. */
  async #loadBeliefs(rows: readonly NewRow[], siteOf: ReadonlyMap<string, Site>): Promise<void> {
    const { states, beliefs } = this.#deps
    const devices = rows.flatMap(({ account_id, device_id: id }) => {
      const site = siteOf.get(account_id)!
      const state = site.maps.size === 0 ? undefined : states.trackers.get(account_id, id)
      return state === undefined || state.belief === null ? [] : [{ account_id, id, state, site }]
    })
    if (devices.length > 0) await beliefs.load(devices)
  }

  #applyRow(row: NewRow, account: AccountDirectory, site: Site, now: number): void {
    const station = account.stations.get(row.sender_id)
    if (station !== undefined) this.#moveStation(row, account, now)
    // A row of a station about itself or another station means only that it is alive.
    if (station !== undefined && account.stations.has(row.device_id)) return
    const heardBy: HeardBy =
      station === undefined
        ? { kind: 'phone', name: account.trackers.get(row.sender_id)?.name ?? row.sender_id }
        : { kind: 'station', station }
    this.#moveTracker(row, heardBy, account, site, now)
  }

  #moveTracker(told: NewRow, heardBy: HeardBy, account: AccountDirectory, site: Site, nowMs: number): void {
    const { states, beliefs, changes, pasts, temperatures, commandReports, setBacks, listener } = this.#deps
    const before = states.trackers.get(told.account_id, told.device_id)
    const row = withoutFalseFix(told, before)
    const solver = beliefs.solverOf(site)
    const after = advance(before, row, heardBy, {
      ...{ stations: account.stations, setBacks: setBacks.positions, nowMs, solver },
    })
    // It was removed since.
    if (after.map_id !== null && !account.mapNames.has(after.map_id)) Object.assign(after, OFF_THE_MAP)
    if (solver !== undefined || after.rooms !== null) {
      after.rooms = beliefs.toldRooms({ account_id: row.account_id, id: row.device_id }, after, site, account)
    }
    const conditions = states.conditions.of(row.account_id, row.device_id)
    const judged = judge({
      ...{ row, before, after, account, conditions, setBacks: setBacks.positions },
      believed: solver && beliefs.zonesOf({ account_id: row.account_id, id: row.device_id }, site),
    })
    after.rule_memory = judged.memory
    changes.add(judged.changes)
    const device = { account_id: row.account_id, id: row.device_id }
    if (row.temperature !== null && account.carepads.has(row.device_id)) {
      temperatures.note(device, row.scanned_at_ms, row.temperature, row.humidity)
    }
    const tracker = account.trackers.get(row.device_id)
    if (tracker !== undefined) {
      const isSolved = solver !== undefined && heardBy.kind === 'station' && site.mapOfStation.has(row.sender_id)
      pasts.note(device, told, isSolved ? beliefs.of(device)?.estimate : undefined, { account, site })
    }
    states.trackers.move(device, after, row.log_order)
    listener.trackerChanged(device, before, after, account)
    if (tracker === undefined || row.log_order !== after.log_order) return
    commandReports.note(device, tracker, row.commandReport ?? NO_COMMAND_REPORT, after.firmware)
  }

  #moveStation(row: NewRow, account: AccountDirectory, now: number): void {
    const { states, listener } = this.#deps
    const before = states.stations.get(row.account_id, row.sender_id)
    const after = advanceStation(before, row, now)
    if (after === undefined) return
    const device = { account_id: row.account_id, id: row.sender_id }
    // The log does not hold all that a station says of itself.
    const isToldAnew = after.ip !== before?.ip || after.firmware !== before.firmware
    states.stations.move(device, after, row.log_order, isToldAnew)
    listener.stationChanged(device, before, after, account)
  }
}
