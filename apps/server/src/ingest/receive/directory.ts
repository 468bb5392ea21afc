/**
 * The devices of an account as ingest needs them: trackers and carepads by id and by radio identity, stations and the maps
 * they stand on. Cached by account and reloaded in the background at an interval, since people and SQL
 * change it; an unknown tracker is looked up by itself.
 */
import { readyShape } from '@whereabouts/domain/zones'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db, ServerDb } from '../../platform/postgres/database.ts'
import type {
  AccountDirectory,
  IngestColumns,
  KnownCarepad,
  KnownFloor,
  KnownStation,
  KnownTracker,
  KnownZone,
} from '../../state/account-directory.ts'
import { listEarlierVersions } from '../../state/earlier-versions.ts'
import { receiversByDevice } from '../../state/receivers.ts'
import { NO_EXTRAS, TRACKER_COLUMNS, type TrackerColumns, type WithExtras } from '../../state/tracker-row.ts'

/** An account is cached this long (ms); then it is reloaded, while the old entry is still used. */
const BELIEVED_MS = 30_000
/** An unknown identity is not looked up again within this time (ms): strangers' tags are heard all day. */
const UNKNOWN_MS = 10_000
/** Unknown identities remembered per account, the latest of them. */
const MAX_UNKNOWN = 10_000

interface Entry {
  readonly generation: number
  current: AccountDirectory | undefined
  loading: Promise<AccountDirectory> | undefined
  /** When the last load began, whatever its result. */
  triedAtMs: number
  /** Unknown identities, by the time of their lookup; oldest first. */
  readonly unknown: Map<string, number>
}

export class Directory {
  readonly #db: ServerDb
  readonly #clock: Clock
  readonly #withExtras: WithExtras
  readonly #onFault: (error: unknown) => void
  readonly #entries = new Map<string, Entry>()
  #generations = 0

  /** `onFault` gets errors of loads in the background. */
  constructor(given: {
    readonly db: ServerDb
    readonly clock: Clock
    readonly withExtras: WithExtras
    readonly onFault: (error: unknown) => void
  }) {
    this.#db = given.db
    this.#clock = given.clock
    this.#withExtras = given.withExtras
    this.#onFault = given.onFault
  }

  async account(accountId: string): Promise<AccountDirectory> {
    const entry = this.#entryOf(accountId)
    if (entry.current === undefined) return this.#load(accountId, entry)
    if (!this.#isWithin(entry.triedAtMs, BELIEVED_MS)) this.#load(accountId, entry).catch(this.#onFault)
    return entry.current
  }

  /** The account, after a lookup of those identities that were not looked up a moment ago. */
  async accountKnowing(accountId: string, identities: readonly string[]): Promise<AccountDirectory> {
    const account = await this.account(accountId)
    const { unknown } = this.#entryOf(accountId)
    const strangers = identities.filter(
      (identity) => !knows(account, identity) && !this.#isWithin(unknown.get(identity), UNKNOWN_MS),
    )
    return strangers.length === 0 ? account : this.lookFor(accountId, strangers)
  }

  /** The account, after a lookup of these trackers, by id or radio identity. */
  async lookFor(accountId: string, identities: readonly string[]): Promise<AccountDirectory> {
    // A load that began before one of them was made would take the place of what is found here.
    await this.#entryOf(accountId).loading?.catch(() => undefined)
    const account = await this.account(accountId)
    addTrackers(account.trackers, await findTrackers(this.#db, accountId, identities))
    const { unknown } = this.#entryOf(accountId)
    for (const identity of identities) {
      unknown.delete(identity)
      if (!knows(account, identity)) unknown.set(identity, this.#clock.now())
    }
    for (const oldest of unknown.keys()) {
      if (unknown.size <= MAX_UNKNOWN) break
      unknown.delete(oldest)
    }
    return account
  }

  /** The generation of a sender's valid credential; undefined: it has none. Where a later one is claimed than is known, it is looked up. */
  async generationOf(accountId: string, senderId: string, claimed: number): Promise<number | undefined> {
    const { senders } = await this.account(accountId)
    const known = senders.get(senderId)
    if (known !== undefined && known >= claimed) return known
    const [found] = await listSenders(this.#db, accountId, senderId)
    if (found !== undefined) senders.set(senderId, found.generation)
    return found?.generation
  }

  /** Somebody changed the account's devices or maps: they are reloaded at the next message. */
  forget(accountId: string): void {
    this.#entries.delete(accountId)
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const accountId of this.#entries.keys()) if (isTheirs(accountId)) this.#entries.delete(accountId)
  }

  #entryOf(accountId: string): Entry {
    let entry = this.#entries.get(accountId)
    if (entry === undefined) {
      this.#generations += 1
      entry = {
        generation: this.#generations,
        current: undefined,
        loading: undefined,
        triedAtMs: 0,
        unknown: new Map(),
      }
      this.#entries.set(accountId, entry)
    }
    return entry
  }

  /** One load at a time, for all callers. */
  #load(accountId: string, entry: Entry): Promise<AccountDirectory> {
    if (entry.loading !== undefined) return entry.loading
    entry.triedAtMs = this.#clock.now()
    entry.loading = load(this.#db, accountId, this.#withExtras, entry.triedAtMs)
      .then((loaded) => {
        entry.current = { ...loaded, generation: entry.generation }
        return entry.current
      })
      .finally(() => {
        entry.loading = undefined
      })
    return entry.loading
  }

  /** False for a time in the future too: the clock was set back. */
  #isWithin(sinceMs: number | undefined, ms: number): boolean {
    if (sinceMs === undefined) return false
    const age = this.#clock.now() - sinceMs
    return age >= 0 && age < ms
  }
}

const knows = (account: AccountDirectory, identity: string): boolean =>
  account.trackers.has(identity) || account.carepads.has(identity) || account.stations.has(identity)

const trackerColumns = sql.raw([...TRACKER_COLUMNS, 'radio_identity', 'trackable'].join(', '))

/** Trackers that were just added: they have no state yet. */
async function findTrackers(db: Db, accountId: string, identities: readonly string[]): Promise<KnownTracker[]> {
  const { rows } = await sql<TrackerColumns & IngestColumns>`
    select ${trackerColumns} from trackers where account_id = ${accountId} and device_id = any(${identities})
    union
    select ${trackerColumns} from trackers where account_id = ${accountId} and radio_identity = any(${identities})`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, ...NO_EXTRAS }))
}

/** Valid credentials of an account: of one sender, or of all (null). */
async function listSenders(
  db: Db,
  accountId: string,
  senderId: string | null,
): Promise<readonly { readonly sender_id: string; readonly generation: number }[]> {
  const { rows } = await sql<{ sender_id: string; generation: number }>`
    select sender_id, generation from credentials where account_id = ${accountId} and revoked_at is null
      and (${senderId === null} or sender_id = ${senderId})`.execute(db)
  return rows
}

async function load(
  db: Db,
  accountId: string,
  withExtras: WithExtras,
  now: number,
): Promise<Omit<AccountDirectory, 'generation'>> {
  const [trackers, carepads, stations, maps, receivers, zones, accounts, senders, earlier] = await Promise.all([
    sql<TrackerColumns & IngestColumns>`select ${trackerColumns} from trackers where account_id = ${accountId}`
      .execute(db)
      .then(({ rows }) => withExtras(db, accountId, rows, now)),
    sql<KnownCarepad>`select carepad_id, written_name, radio_identity, temperature_unit, threshold_high, threshold_low,
        alert_type
      from carepads where account_id = ${accountId}`.execute(db),
    sql<KnownStation>`select s.t4_id, s.t4_name, s.photo, s.gps_latitude, s.gps_longitude, s.map_id, m.map_name, s."indoor_X", s."indoor_Y",
        s.wifi_ssid, s.mac_address, s.lock_mancal, s.blinking_until_ms, s.created_at, m.metres_per_pixel
      from stations s left join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id
      where s.account_id = ${accountId}`.execute(db),
    sql<KnownFloor>`select id, map_name, building, width, height, metres_per_pixel from indoor_maps
      where account_id = ${accountId}`.execute(db),
    receiversByDevice(db, accountId, null),
    sql<KnownZone>`select id, zone_name, zone_type, shape, class_indexes, active_times from zones
      where account_id = ${accountId}`.execute(db),
    sql<{ timezone: string }>`select timezone from accounts where account_id = ${accountId}`.execute(db),
    listSenders(db, accountId, null),
    listEarlierVersions(db, accountId, now),
  ])
  const byIdentity = new Map<string, KnownTracker>()
  addTrackers(byIdentity, trackers)
  const padsByIdentity = new Map<string, KnownCarepad>()
  addCarepads(padsByIdentity, carepads.rows)
  return {
    trackers: byIdentity,
    carepads: padsByIdentity,
    stations: new Map(stations.rows.map((station) => [station.t4_id, station])),
    mapNames: new Map(maps.rows.map((map) => [map.id, map.map_name])),
    floors: maps.rows,
    zones: zones.rows.map((zone) => ({ ...zone, shape: readyShape(zone.shape) })),
    earlier,
    // The account is gone; a report of it may still be in progress.
    timezone: accounts.rows[0]?.timezone ?? 'UTC',
    receivers,
    senders: new Map(senders.map(({ sender_id, generation }) => [sender_id, generation])),
  }
}

function addTrackers(byIdentity: Map<string, KnownTracker>, trackers: readonly KnownTracker[]): void {
  for (const tracker of trackers) {
    byIdentity.set(tracker.device_id, tracker)
    if (tracker.radio_identity !== null) byIdentity.set(tracker.radio_identity, tracker)
  }
}

function addCarepads(byIdentity: Map<string, KnownCarepad>, carepads: readonly KnownCarepad[]): void {
  for (const carepad of carepads) {
    byIdentity.set(carepad.carepad_id, carepad)
    if (carepad.radio_identity !== null) byIdentity.set(carepad.radio_identity, carepad)
  }
}
