/**
 * From an adapter's observation to stored rows and an acknowledgement that can be relied on.
 * Source: docs/architecture.md; G09, G85; security rules 43, 46, 47, 48, 49.
 */
import type { Belief } from '@whereabouts/contract/beliefs'
import type { Observation } from '@whereabouts/domain/observations'
import type { GeoPosition } from '@whereabouts/domain/positions'
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { OneAtATime } from '../platform/one-at-a-time.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { refuse } from '../platform/refusal.ts'
import type { ConditionChange } from '../state/conditions.ts'
import { Moved } from '../state/home.ts'
import type { NewRow } from '../state/log-row.ts'
import { CLOCK_TOLERANCE_MS } from '../state/moments.ts'
import { RETENTION_MS } from '../state/partitions.ts'
import type { AccountMoves } from './account-moves.ts'
import type { ApplyQueue } from './apply/apply-queue.ts'
import type { Beliefs } from './apply/beliefs.ts'
import type { DeviceStates } from './apply/device-states.ts'
import { endStays } from './apply/gone-states.ts'
import { presentBelief } from './apply/present-belief.ts'
import type { RowApplier } from './apply/row-applier.ts'
import type { Sites } from './apply/sites.ts'
import type { LogWriters } from './log/log-writers.ts'
import type { Rebuilds } from './rebuilds.ts'
import type { Directory } from './receive/directory.ts'
import type { GatewayCounts } from './receive/gateway-counts.ts'
import { STORED } from './receive/gateway-counts.ts'
import type { LastFixes } from './receive/last-fixes.ts'
import type { IdentifiedSender, Recogniser, Rows, Sender, SpeaksAs } from './receive/recogniser.ts'
import { believe } from './receive/report-times.ts'
import { baseRow } from './receive/rows-of-observation.ts'
import { findLastPlaced } from './write-behind/hot-row-queries.ts'
import type { HotRowWriter } from './write-behind/hot-row-writer.ts'
import type { PendingChanges } from './write-behind/pending-changes.ts'

export interface Accepted {
  readonly stored: number
  readonly repeated: number
  /** Sightings of tags that no device of the account matches. */
  readonly unknown: number
}

/** The last sighting of a tag before it was claimed. */
export interface HeardBefore {
  readonly senderId: string
  readonly atMs: number
  /** Null for a device that a network passed on. */
  readonly rssiDbm: number | null
  /** Where such a device said it was. */
  readonly position: GeoPosition | null
  /** Metres. */
  readonly accuracy: number | null
  readonly battery: number | null
  readonly temperature: number | null
}

/** A question about the past waits so long (ms) for reports that came late. */
const SETTLED_WITHIN_MS = 2000

const none: Accepted = { stored: 0, repeated: 0, unknown: 0 }

interface Parts {
  readonly db: ServerDb
  readonly pool: Pool
  readonly clock: Clock
  readonly counts: GatewayCounts
  readonly directory: Directory
  readonly recogniser: Recogniser
  readonly writers: LogWriters
  readonly queue: ApplyQueue
  readonly applier: RowApplier
  readonly states: DeviceStates
  readonly sites: Sites
  readonly beliefs: Beliefs
  readonly changes: PendingChanges
  /** Conditions and hot rows are written in turn. */
  readonly writes: OneAtATime
  readonly hotRows: HotRowWriter
  readonly rebuilds: Rebuilds
  readonly lastFixes: LastFixes
  readonly moves: AccountMoves
  /** The shards that this server accepts for, and whether an account's is among them. */
  readonly held: () => readonly number[]
  readonly holds: (accountId: string) => boolean
  readonly onLostClaim: (error: unknown) => void
  /** Starts and stops the background work. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

export class Ingest {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get states(): DeviceStates {
    return this.#parts.states
  }

  get applier(): RowApplier {
    return this.#parts.applier
  }

  /** Those of the accounts at home here. */
  get shards(): ReadonlySet<number> {
    return new Set(this.#parts.held())
  }

  /** What takes and releases shards. */
  get moves(): AccountMoves {
    return this.#parts.moves
  }

  start(): Promise<void> {
    return this.#parts.start()
  }

  close(): Promise<void> {
    return this.#parts.close()
  }

  /** Throws `Moved` where the account is not at home here, or not any more. */
  mustBeHome(accountId: string): void {
    if (!this.#parts.holds(accountId)) throw new Moved()
  }

  /** Somebody changed or deleted the account: it is reloaded at the next message. */
  forget(accountId: string): void {
    this.#parts.directory.forget(accountId)
  }

  /** What is believed of a tracker of the account, and why; undefined: it is placed by other means. */
  async believedOf(accountId: string, deviceId: string): Promise<Belief | 'not there' | undefined> {
    const { directory, sites, beliefs, states } = this.#parts
    const account = await directory.account(accountId)
    if (account.trackers.get(deviceId)?.device_id !== deviceId) return 'not there'
    const device = { account_id: accountId, id: deviceId }
    const state = states.trackers.get(accountId, deviceId)
    const site = await sites.of(accountId, account)
    // Placed by a phone since, or by nobody.
    if (state === undefined || state.map_id === null) return undefined
    const conditions = states.conditions.of(accountId, deviceId)
    return presentBelief({
      account,
      site,
      state,
      conditions,
      track: beliefs.of(device),
      zones: beliefs.zonesOf(device, site),
      rooms: beliefs.roomsOf(device, site, account),
    })
  }

  /** Writes the hot rows of changed states: of an account, before its lists are read, or of all. */
  flush(accountId?: string): Promise<void> {
    return this.#parts.hotRows.flush(accountId)
  }

  /** The same, with the past of reports that came late, as far as that takes no longer than two seconds. */
  async settle(accountId: string): Promise<void> {
    await this.flush(accountId)
    await this.#parts.rebuilds.settle(accountId, SETTLED_WITHIN_MS)
  }

  /** Ends the stays that go on of trackers which an account no longer has, so that their history keeps them. */
  async endStays(accountId: string, trackers: readonly string[]): Promise<void> {
    await this.flush(accountId)
    await endStays(this.#parts, accountId, trackers)
  }

  /**
   * Drops devices that an account no longer has; resolves once no pending work can write their hot rows again,
   * so that they can be deleted.
   */
  async forgetDevices(
    accountId: string,
    gone: { readonly trackers?: readonly string[]; readonly stations?: readonly string[] },
  ): Promise<void> {
    this.#parts.states.forget(accountId, gone)
    await this.flush(accountId)
  }

  /**
   * The last sighting of a device before the account had it, as a row of the log, so that it has a place at once. The next
   * message repeats it, so nobody waits for it.
   */
  adopt(accountId: string, deviceId: string, heard: HeardBefore): void {
    const { clock, writers, onLostClaim } = this.#parts
    this.mustBeHome(accountId)
    const { senderId, atMs, rssiDbm, position, accuracy, battery, temperature } = heard
    const receivedAtMs = clock.now()
    const claimedMs = Math.floor(Math.max(receivedAtMs - RETENTION_MS, Math.min(atMs, receivedAtMs)))
    const time = { receivedAtMs, claimedMs, clockAhead: false, lostWeeks: false }
    // A device behind a network server is its own sender.
    const isRelayed = rssiDbm === null
    const base = baseRow(accountId, isRelayed ? deviceId : senderId, 'claim', time)
    const place = { gps_latitude: position?.latitude ?? null, gps_longitude: position?.longitude ?? null, accuracy }
    const connected = isRelayed ? true : null
    const row = { ...base, ...place, device_id: deviceId, connected, rssi: rssiDbm, battery, temperature }
    writers.push([row]).catch(onLostClaim)
  }

  /** Writes what a sweep found, unless newer reports say otherwise. Throws where it is blocked: the next sweep finds it again. */
  changeConditions(found: readonly ConditionChange[]): Promise<void> {
    const { writes, changes, holds } = this.#parts
    // Of accounts that left meanwhile it is another home's to judge.
    return writes.run(() => changes.writeFound(found.filter(({ accountId }) => holds(accountId))))
  }

  /** Receipt (epoch ms) of the oldest report that is not in the states yet; Infinity: none. */
  oldestPendingMs(): number {
    return Math.min(this.#parts.queue.oldestMs, this.#parts.writers.oldestMs)
  }

  /** True while a sender may send more. */
  get hasRoom(): boolean {
    return this.#parts.queue.hasRoom && this.#parts.writers.hasRoom
  }

  /** Refuses with 401001 a sender whose credential is not valid any more. */
  async mustBeValid({ accountId, senderId, generation }: IdentifiedSender): Promise<void> {
    const valid = await this.#parts.directory.generationOf(accountId, senderId, generation)
    if (valid !== generation) throw refuse('unauthorized')
  }

  /** Stores an observation, as `acceptAll` does several. */
  accept(sender: Sender, speaksAs: SpeaksAs, observation: Observation, receivedAtMs: number): Promise<Accepted> {
    return this.acceptAll(sender, speaksAs, [observation], receivedAtMs)
  }

  /**
   * Stores the observations of one message together and resolves after their COMMIT, with what became of all. Waits as long as the
   * database is away. Refuses with 500002 when the backlog is too large, of all accounts or of this one, and where this server is not home
   * for the account (`Moved`).
   */
  async acceptAll(
    sender: Sender,
    speaksAs: SpeaksAs,
    observations: readonly Observation[],
    receivedAtMs: number,
  ): Promise<Accepted> {
    const { counts, writers } = this.#parts
    this.mustBeHome(sender.accountId)
    if (!this.hasRoom || !writers.hasRoomFor(sender.accountId)) throw refuse('storageBusy', { retryAfterSeconds: 2 })
    const rows: NewRow[] = []
    let [unknown, twice] = [0, 0]
    for (const observation of observations) {
      const made = await this.#rowsOf(sender, speaksAs, observation, receivedAtMs)
      const first = firstOfEachDevice(made.rows)
      rows.push(...first)
      unknown += made.unknown
      twice += made.rows.length - first.length
    }
    if (unknown > 0) counts.add(sender, 'unknownDevice', receivedAtMs, unknown)
    if (rows.length === 0) return { ...none, unknown }
    // It may have left since.
    this.mustBeHome(sender.accountId)
    const { stored, repeated, poisoned } = await writers.push(rows)
    if (speaksAs === 'phone')
      for (const each of observations) this.#parts.lastFixes.stored(keyOf(sender), each, receivedAtMs)
    if (stored > 0) counts.add({ accountId: sender.accountId, senderId: '' }, STORED, receivedAtMs, stored)
    if (poisoned > 0) counts.add(sender, 'poisoned', receivedAtMs, poisoned)
    return { stored, repeated: repeated + twice, unknown }
  }

  async #timed(sender: Sender, observation: Observation, receivedAtMs: number): Promise<Observation> {
    const phone = keyOf(sender)
    if (this.#parts.lastFixes.isNew(phone, observation)) {
      const fixedAtMs = await findLastPlaced(this.#parts.db, { account_id: sender.accountId, id: sender.senderId })
      if (fixedAtMs !== undefined) this.#parts.lastFixes.recall(phone, fixedAtMs)
    }
    return this.#parts.lastFixes.timed(phone, observation, receivedAtMs)
  }

  async #rowsOf(sender: Sender, speaksAs: SpeaksAs, observation: Observation, receivedAtMs: number): Promise<Rows> {
    const { counts, recogniser } = this.#parts
    const told = speaksAs === 'phone' ? await this.#timed(sender, observation, receivedAtMs) : observation
    const believed = believe(told, receivedAtMs)
    for (const fault of believed?.faults ?? ['tooOld']) counts.add(sender, fault, receivedAtMs)
    if (believed === undefined) return { rows: [], unknown: 0 }
    const { sentMs: claimedMs, faults } = believed
    const clockAhead = claimedMs > receivedAtMs + CLOCK_TOLERANCE_MS
    const time = { receivedAtMs, claimedMs, clockAhead, lostWeeks: faults.has('weekRollover') }
    if (time.clockAhead) counts.add(sender, 'clockAhead', receivedAtMs)
    return recogniser.rowsOf(sender, speaksAs, believed.observation, time)
  }
}

const keyOf = ({ accountId, senderId }: Sender): string => `${accountId} ${senderId}`

/** A device that occurs twice at one time in an observation has two rows with one key; that costs a batch its COPY. */
function firstOfEachDevice(rows: readonly NewRow[]): readonly NewRow[] {
  const keys = new Set<string>()
  return rows.filter((row) => {
    const key = `${row.scanned_at_ms} ${row.device_id}`
    return !keys.has(key) && keys.add(key)
  })
}
