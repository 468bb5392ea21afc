/**
 * Changes by time alone: silence, temperatures that persist, hours of zones that begin, and ends. Computed from stored
 * times, so that it does not matter when it runs, how often, or at which home of an account. Source: decision 0024; G40,
 * G61, G73; security rule 54.
 */

import { HELP_HOLDS_MS, PERSISTENT_ALERT_MS } from '@whereabouts/domain/alarms'
import { activeSince } from '@whereabouts/domain/zones'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Db, ServerDb } from '../platform/postgres/database.ts'
import { isAwayForAll, isHeldUp, isStorageAway } from '../platform/postgres/storage-away.ts'
import { repeat } from '../platform/repeat.ts'
import { CHANGES_AT_ONCE, type ConditionChange } from '../state/conditions.ts'
import { OFFLINE_AFTER_MS, Silence, type SilenceRule } from './silence.ts'
import {
  listConditionsOfGone,
  listInDangerZones,
  listLongTemperatures,
  listQuietHelp,
  listSilentStations,
  listSilentTrackers,
  listStationsBack,
  listTrackersBack,
  type Shards,
} from './sweep-queries.ts'

const LOOK_EVERY_MS = 3000
/** With reports that wait longer (ms) to be applied, silence means nothing. */
const BEHIND_MS = 10_000

interface Deps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly log: Log
  readonly ingest: {
    /** The shards of the accounts at home here, which it sweeps. */
    readonly shards: Shards
    /** Receipt (epoch ms) of the oldest report that is not in the states yet; Infinity: none. */
    oldestPendingMs(): number
    /** Writes changes in order, unless newer reports say otherwise. */
    changeConditions(found: readonly ConditionChange[]): Promise<void>
  }
}

export class Sweep {
  readonly #deps: Deps
  readonly #silence: Silence
  #stop: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()
  /** Accounts that were blocked in this sweep: more of their changes would only delay the others. */
  readonly #passedOver = new Set<string>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#silence = new Silence(deps.clock)
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, () => this.look())
  }

  async close(): Promise<void> {
    this.#stop?.()
    await this.#looking
  }

  /** Does what is due. Never throws: what failed is due at the next sweep. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch(this.#onFault)
    return this.#looking
  }

  #onFault = (error: unknown): void => {
    const { log } = this.#deps
    if (isStorageAway(error))
      log.warn({ reason: (error as Error).message }, 'Failed to sweep, as the database is away; retrying')
    else log.error({ stack: (error as Error).stack }, 'bug: failed to sweep; part of it is left out')
  }

  async #look(): Promise<void> {
    const { db, clock, ingest } = this.#deps
    const now = clock.now()
    const held = ingest.shards
    if (held.size === 0) return
    this.#passedOver.clear()
    for (const find of [endGone, endHelp]) await this.#apart(async () => this.#change(await find(db, held, now)))
    if (now - ingest.oldestPendingMs() > BEHIND_MS) return
    const rule = this.#silence.look()
    if (rule === undefined) return
    for (const find of [beginSilence, endSilence, raiseTemperatures, followHours])
      await this.#apart(async () => this.#change(await find(db, held, rule)))
  }

  /** A fault of one part affects no other; a database that is away ends the sweep. */
  async #apart(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (isAwayForAll(error)) throw error
      this.#onFault(error)
    }
  }

  /** Account by account, a batch at a time. */
  async #change(changes: readonly ConditionChange[]): Promise<void> {
    for (const [accountId, ofAccount] of Map.groupBy(changes, (change) => change.accountId)) {
      for (let done = 0; done < ofAccount.length; done += CHANGES_AT_ONCE) {
        if (this.#passedOver.has(accountId)) break
        await this.#apart(() => this.#changePart(accountId, ofAccount.slice(done, done + CHANGES_AT_ONCE)))
      }
    }
  }

  async #changePart(accountId: string, part: readonly ConditionChange[]): Promise<void> {
    try {
      await this.#deps.ingest.changeConditions(part)
    } catch (error) {
      if (isHeldUp(error)) this.#passedOver.add(accountId)
      throw error
    }
  }
}

/** The condition of a row, as in changes. */
const ofRow = (
  row: { readonly account_id: string; readonly device_id: string; readonly subject?: string },
  kind: ConditionChange['kind'],
  atMs: number,
) => ({ accountId: row.account_id, deviceId: row.device_id, kind, subject: row.subject ?? '', atMs })

async function beginSilence(db: Db, shards: Shards, rule: SilenceRule): Promise<ConditionChange[]> {
  // It became offline when the silence had lasted; for a time in the future that moment is unknown.
  const offlineMs = (heardMs: number) => Math.min(heardMs + OFFLINE_AFTER_MS + rule.setOnMs, rule.nowMs)
  const trackers = (await listSilentTrackers(db, shards, rule)).map((row): ConditionChange => {
    const { device_name, place, rooms, heard_ms } = row
    const facts = { device_name, place, rooms: rooms?.rooms.map(({ name }) => name), last_seen_ms: heard_ms }
    const tell = { type: 'device_offline', facts } as const
    const condition = ofRow(row, 'offline', offlineMs(heard_ms))
    return {
      ...{ ...condition, step: 'begin', isRaised: true, seenMs: heard_ms },
      ...(row.offline_alert ? { tell } : {}),
    }
  })
  const stations = (await listSilentStations(db, shards, rule)).map((row): ConditionChange => {
    const condition = ofRow(row, 'station_offline', offlineMs(row.heard_ms))
    return { ...condition, step: 'begin', isRaised: true, seenMs: row.heard_ms }
  })
  return [...trackers, ...stations]
}

async function endSilence(db: Db, shards: Shards, rule: SilenceRule): Promise<ConditionChange[]> {
  // A late report may be from before it became offline; a condition that began in the future ends now.
  const endMs = (row: { heard_ms: number; since_ms: number }) =>
    Math.min(Math.max(row.heard_ms, row.since_ms), rule.nowMs)
  const trackers = (await listTrackersBack(db, shards, rule)).map(
    (row): ConditionChange => ({ ...ofRow(row, 'offline', endMs(row)), step: 'end' }),
  )
  const stations = (await listStationsBack(db, shards, rule)).map((row): ConditionChange => {
    const tell = { type: 'station_online', facts: { station_name: row.station_name } } as const
    return { ...ofRow(row, 'station_offline', endMs(row)), step: 'end', tell }
  })
  return [...trackers, ...stations]
}

/** Those that still report, and have not reported a normal temperature again. */
async function raiseTemperatures(db: Db, shards: Shards, rule: SilenceRule): Promise<ConditionChange[]> {
  const rows = await listLongTemperatures(db, shards, rule, PERSISTENT_ALERT_MS + rule.setOnMs)
  return rows.map((row): ConditionChange => {
    const { kind, device_name, temperature, temperature_unit } = row
    const threshold = kind === 'high_temperature' ? row.threshold_high : row.threshold_low
    const facts = {
      ...{ device_name, temperature, temperature_unit, threshold },
      minutes: PERSISTENT_ALERT_MS / 60_000,
    }
    return { ...ofRow(row, kind, row.since_ms + PERSISTENT_ALERT_MS), step: 'raise', tell: { type: kind, facts } }
  })
}

/**
 * A device in a danger zone as its hours begin raises an alarm then, as if it entered, and only once, however often servers with
 * different clocks see the hours begin; when they are over, it may be raised again.
 */
async function followHours(db: Db, shards: Shards, rule: SilenceRule): Promise<ConditionChange[]> {
  const rows = await listInDangerZones(db, shards, rule)
  return rows.flatMap((row): ConditionChange[] => {
    const sinceMs = activeSince(row.active_times, rule.nowMs, row.timezone)
    const isActive = sinceMs !== undefined
    if (isActive === row.is_raised) return []
    if (isActive && row.active_times !== null && row.told_ms >= sinceMs) return []
    const condition = ofRow({ ...row, subject: row.zone_id }, 'in_zone', rule.nowMs)
    if (!isActive) return [{ ...condition, step: 'lower' }]
    const { device_name, zone_id, zone_name, place } = row
    const facts = { device_name, zone_id, zone_name, place }
    return [{ ...condition, step: 'raise', tell: { type: 'enter_danger_zone', facts } }]
  })
}

async function endGone(db: Db, shards: Shards, now: number): Promise<ConditionChange[]> {
  const rows = await listConditionsOfGone(db, shards)
  return rows.map((row): ConditionChange => ({ ...ofRow(row, row.kind, now), step: 'end' }))
}

async function endHelp(db: Db, shards: Shards, now: number): Promise<ConditionChange[]> {
  const rows = await listQuietHelp(db, shards, now, HELP_HOLDS_MS)
  return rows.map((row): ConditionChange => ({ ...ofRow(row, 'help', row.seen_ms + HELP_HOLDS_MS), step: 'end' }))
}
