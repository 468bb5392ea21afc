/** SQL of stations and their hot rows; `db` first, owner second. */
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { StationCalibrationRow } from '../../state/station-calibrations.ts'
import type { StationRow, StationState } from '../../state/station-state.ts'
import { objectsOfLinks } from '../mail/links.ts'

/** What the last calibration of a station measured; null: there was none. */
export type LastCalibration = Omit<StationCalibrationRow, 't4_id' | 'rssi_at_1m' | 'exponent'> | null

interface FoundStation extends StationRow {
  state: StationState | null
  calibration: LastCalibration
}

export interface ListedStation extends FoundStation {
  /** A mail waits for somebody to confirm the removal (G26). */
  removal_pending: boolean
}

const listedColumns = sql`s.t4_id, s.t4_name, s.photo, s.gps_latitude, s.gps_longitude, s.map_id, m.map_name,
  s."indoor_X", s."indoor_Y", s.wifi_ssid, s.mac_address, s.lock_mancal, s.blinking_until_ms, s.created_at,
  to_jsonb(h) as state, to_jsonb(c) as calibration`

const source = sql`stations s
  left join station_states h using (account_id, t4_id)
  left join station_calibrations c using (account_id, t4_id)
  left join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id`

/** A page, newest first; one row more than asked shows that there is a next one. */
export async function listStations(
  db: Db,
  accountId: string,
  page: { start: PageStart | undefined; size: number; nowMs: number },
): Promise<ListedStation[]> {
  const { rows } = await sql<FoundStation>`
    select ${listedColumns} from ${source}
    where s.account_id = ${accountId}
      and (${page.start?.created_at ?? null}::bigint is null
        or (s.created_at, s.t4_id) < (${page.start?.created_at ?? null}, ${page.start?.id ?? null}))
    order by s.created_at desc, s.t4_id desc
    limit ${page.size + 1}`.execute(db)
  return withRemovals(db, accountId, rows, page.nowMs)
}

/** Stations whose hot row changed since `sinceMs` (server time), for a console that reconnects. */
export async function listChangedStations(
  db: Db,
  accountId: string,
  sinceMs: number,
  nowMs: number,
): Promise<ListedStation[]> {
  const { rows } = await sql<FoundStation>`
    select ${listedColumns} from ${source}
    where s.account_id = ${accountId} and h.updated_at_ms > ${sinceMs}`.execute(db)
  return withRemovals(db, accountId, rows, nowMs)
}

async function withRemovals(
  db: Db,
  accountId: string,
  rows: readonly FoundStation[],
  nowMs: number,
): Promise<ListedStation[]> {
  if (rows.length === 0) return []
  const leaving = await objectsOfLinks(db, accountId, 'remove_stations', nowMs)
  return rows.map((row) => ({ ...row, removal_pending: leaving.has(row.t4_id) }))
}

/** The station with its hot row; refuses with 404103 one the account does not have. */
export async function getStation(db: Db, accountId: string, t4Id: string, nowMs: number): Promise<ListedStation> {
  const { rows } = await sql<FoundStation>`
    select ${listedColumns} from ${source} where s.account_id = ${accountId} and s.t4_id = ${t4Id}`.execute(db)
  const [station] = await withRemovals(db, accountId, rows, nowMs)
  if (station === undefined) throw refuse('deviceNotFound')
  return station
}

/** The same; nobody else changes it until the transaction ends. */
export async function lockStation(db: Db, accountId: string, t4Id: string, nowMs: number): Promise<ListedStation> {
  await sql`select from stations where account_id = ${accountId} and t4_id = ${t4Id} for no key update`.execute(db)
  return getStation(db, accountId, t4Id, nowMs)
}

/** Those of the stations that the account has, with what their last calibrations measured. */
export async function listCalibrated(
  db: Db,
  accountId: string,
  t4Ids: readonly string[],
): Promise<readonly (Pick<StationRow, 't4_id' | 'lock_mancal'> & { readonly calibration: LastCalibration })[]> {
  const { rows } = await sql<Pick<StationRow, 't4_id' | 'lock_mancal'> & { calibration: LastCalibration }>`
    select s.t4_id, s.lock_mancal, to_jsonb(c) as calibration
    from stations s left join station_calibrations c using (account_id, t4_id)
    where s.account_id = ${accountId} and s.t4_id = any(${t4Ids})`.execute(db)
  return rows
}

/** Names by id of those of the stations that the account has. */
export async function findStationNames(
  db: Db,
  accountId: string,
  t4Ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ t4_id: string; t4_name: string }>`
    select t4_id, t4_name from stations where account_id = ${accountId} and t4_id = any(${t4Ids})
    order by t4_name, t4_id`.execute(db)
  return new Map(rows.map(({ t4_id, t4_name }) => [t4_id, t4_name]))
}

/** False for an account that may have no stations (G37). */
export async function hasLocationService(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ location_service: boolean }>`
    select location_service from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]?.location_service === true
}

export type NewStation = Pick<
  StationRow,
  't4_id' | 't4_name' | 'gps_latitude' | 'gps_longitude' | 'wifi_ssid' | 'mac_address' | 'created_at'
>

/** Refuses with 400109 a station the account has, and with 400102 a name it has. */
export async function insertStation(db: Db, accountId: string, station: NewStation): Promise<void> {
  await sql`
    insert into stations (account_id, t4_id, t4_name, gps_latitude, gps_longitude, wifi_ssid, mac_address, created_at)
    values (${accountId}, ${station.t4_id}, ${station.t4_name}, ${station.gps_latitude}, ${station.gps_longitude},
      ${station.wifi_ssid}, ${station.mac_address}, ${station.created_at})`
    .execute(db)
    .catch(takenAs('stations_pkey', 'deviceAlreadyYours'))
    .catch(takenAs('stations_name_key', 'nameTaken'))
}

export type StationPlace = Pick<StationRow, 'gps_latitude' | 'gps_longitude' | 'map_id' | 'indoor_X' | 'indoor_Y'>

/** Refuses with 400102 a name that another station has. */
export async function updateStation(
  db: Db,
  accountId: string,
  station: StationPlace & Pick<StationRow, 't4_id' | 't4_name' | 'wifi_ssid' | 'lock_mancal'>,
): Promise<void> {
  await sql`
    update stations set t4_name = ${station.t4_name}, gps_latitude = ${station.gps_latitude},
      gps_longitude = ${station.gps_longitude}, map_id = ${station.map_id}, "indoor_X" = ${station.indoor_X},
      "indoor_Y" = ${station.indoor_Y}, wifi_ssid = ${station.wifi_ssid}, lock_mancal = ${station.lock_mancal}
    where account_id = ${accountId} and t4_id = ${station.t4_id}`
    .execute(db)
    .catch(takenAs('stations_name_key', 'nameTaken'))
}

export async function setStationPhoto(db: Db, accountId: string, t4Id: string, photo: string): Promise<void> {
  await sql`update stations set photo = ${photo} where account_id = ${accountId} and t4_id = ${t4Id}`.execute(db)
}

export async function setBlinking(db: Db, accountId: string, t4Id: string, untilMs: number): Promise<void> {
  await sql`update stations set blinking_until_ms = ${untilMs}
    where account_id = ${accountId} and t4_id = ${t4Id}`.execute(db)
}

/** Deletes stations and revokes their credentials. */
export async function deleteStations(db: Db, accountId: string, t4Ids: readonly string[], now: number): Promise<void> {
  await sql`update credentials set revoked_at = ${now}
    where account_id = ${accountId} and (t4_id = any(${t4Ids}) or sender_id = any(${t4Ids})) and revoked_at is null`.execute(
    db,
  )
  await sql`delete from stations where account_id = ${accountId} and t4_id = any(${t4Ids})`.execute(db)
}

/** Deletes the hot rows of stations that are gone. */
export async function deleteStationStates(db: Db, accountId: string, t4Ids: readonly string[]): Promise<void> {
  await sql`delete from station_states h where account_id = ${accountId} and t4_id = any(${t4Ids})
    and not exists (select from stations s where s.account_id = h.account_id and s.t4_id = h.t4_id)`.execute(db)
}
