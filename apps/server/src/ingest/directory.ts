/**
 * Who is who in an account, as ingest needs it: trackers by id and by radio identity, stations and the maps they stand
 * on. Kept in memory by account; what is unknown is asked for again after a moment, so that a device somebody has just
 * added is found.
 */
import { sql } from 'kysely'
import type { StationRow } from '../features/stations/present.ts'
import type { TrackerRow } from '../features/trackers/present.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'

export interface KnownTracker extends TrackerRow {
  readonly radio_identity: string | null
}

export interface KnownStation extends StationRow {
  readonly metres_per_pixel: number | null
}

export interface AccountDirectory {
  readonly trackers: Map<string, KnownTracker>
  readonly stations: Map<string, KnownStation>
  readonly mapNames: Map<string, string>
  readonly loadedAtMs: number
}

/** An account is read anew when somebody unknown speaks, but not more often than this (ms). */
const RELOAD_AFTER_MS = 2000

export class Directory {
  readonly #db: Db
  readonly #clock: Clock
  readonly #accounts = new Map<string, Promise<AccountDirectory>>()

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async account(accountId: string): Promise<AccountDirectory> {
    const known = this.#accounts.get(accountId)
    if (known !== undefined) return known
    const loading = load(this.#db, accountId, this.#clock.now())
    this.#accounts.set(accountId, loading)
    // A failed load must not stay.
    loading.catch(() => this.#accounts.delete(accountId))
    return loading
  }

  /** The account with a fresh look at the database when `isKnown` says no and the last look is old enough. */
  async accountKnowing(accountId: string, isKnown: (account: AccountDirectory) => boolean): Promise<AccountDirectory> {
    const account = await this.account(accountId)
    if (isKnown(account) || this.#clock.now() - account.loadedAtMs < RELOAD_AFTER_MS) return account
    this.forget(accountId)
    return this.account(accountId)
  }

  /** Somebody changed the account's devices or maps: read them again at the next message. */
  forget(accountId: string): void {
    this.#accounts.delete(accountId)
  }
}

async function load(db: Db, accountId: string, now: number): Promise<AccountDirectory> {
  const [trackers, stations, maps] = await Promise.all([
    sql<KnownTracker>`select device_id, name, device_model, make, class_index, photo, serial_number, mac_address, platform, offline_alert,
        created_at, radio_identity from trackers
      where account_id = ${accountId}`.execute(db),
    sql<KnownStation>`select s.t4_id, s.t4_name, s.photo, s.gps_latitude, s.gps_longitude, s.map_id, m.map_name, s."indoor_X", s."indoor_Y",
        s.wifi_ssid, s.mac_address, s.lock_mancal, s.created_at, m.metres_per_pixel
      from stations s left join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id
      where s.account_id = ${accountId}`.execute(db),
    sql<{ id: string; map_name: string }>`select id, map_name from indoor_maps
      where account_id = ${accountId}`.execute(db),
  ])
  const byIdentity = new Map<string, KnownTracker>()
  for (const tracker of trackers.rows) {
    byIdentity.set(tracker.device_id, tracker)
    if (tracker.radio_identity !== null) byIdentity.set(tracker.radio_identity, tracker)
  }
  return {
    trackers: byIdentity,
    stations: new Map(stations.rows.map((station) => [station.t4_id, station])),
    mapNames: new Map(maps.rows.map((map) => [map.id, map.map_name])),
    loadedAtMs: now,
  }
}
