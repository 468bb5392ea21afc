/** SQL of calibrations; `db` first, owner second. */

import type { CalibrationMethod } from '@whereabouts/domain/calibrations'
import type { StationHearing, StationPlace } from '@whereabouts/positioning/measure-calibration'
import type { StationSighting } from '@whereabouts/positioning/sightings'
import { sql } from 'kysely'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { StationCalibrationRow } from '../../state/station-calibrations.ts'

export interface CalibrationRow {
  readonly calibration_id: string
  readonly method: CalibrationMethod
  readonly device_id: string
  readonly t4_ids: readonly string[]
  readonly started_at_ms: number
  readonly ends_at_ms: number
  /** Null: it goes on. */
  readonly stopped_at_ms: number | null
}

const columns = sql`calibration_id, method, device_id, t4_ids, started_at_ms, ends_at_ms, stopped_at_ms`

/** The calibration that goes on, else the last one. */
export async function findCalibration(db: Db, accountId: string): Promise<CalibrationRow | undefined> {
  const { rows } = await sql<CalibrationRow>`
    select ${columns} from calibrations where account_id = ${accountId}
    order by stopped_at_ms is null desc, started_at_ms desc limit 1`.execute(db)
  return rows[0]
}

/** The one that goes on, which nobody else ends until the transaction does; with an id, that one only. */
export async function lockOpen(db: Db, accountId: string, id: string | null): Promise<CalibrationRow | undefined> {
  const { rows } = await sql<CalibrationRow>`
    select ${columns} from calibrations
    where account_id = ${accountId} and stopped_at_ms is null and (${id}::uuid is null or calibration_id = ${id}::uuid)
    for update`.execute(db)
  return rows[0]
}

/** Refuses with 409001 a second one that goes on. */
export async function insertCalibration(db: Db, accountId: string, row: CalibrationRow): Promise<void> {
  await sql`
    insert into calibrations (account_id, calibration_id, method, device_id, t4_ids, started_at_ms, ends_at_ms)
    values (${accountId}, ${row.calibration_id}, ${row.method}, ${row.device_id}, ${[...row.t4_ids]}, ${row.started_at_ms},
      ${row.ends_at_ms})`
    .execute(db)
    .catch(takenAs('calibrations_open_key', 'conflict'))
}

export async function endCalibration(db: Db, accountId: string, id: string, stoppedMs: number): Promise<void> {
  await sql`update calibrations set stopped_at_ms = ${stoppedMs}
    where account_id = ${accountId} and calibration_id = ${id}`.execute(db)
}

interface KnownStation {
  readonly t4_id: string
  readonly lock_mancal: boolean
  readonly connection_status: 'connected' | 'disconnected' | null
  readonly lastseen_ms: number | null
}

/** Those of the stations that the account has, locked against changes until the transaction ends. */
export async function listStationsToCalibrate(
  db: Db,
  accountId: string,
  t4Ids: readonly string[],
): Promise<readonly KnownStation[]> {
  const { rows } = await sql<KnownStation>`
    select s.t4_id, s.lock_mancal, h.connection_status, h.lastseen_ms
    from stations s left join station_states h using (account_id, t4_id)
    where s.account_id = ${accountId} and s.t4_id = any(${t4Ids}) order by s.t4_id for share of s`.execute(db)
  return rows
}

/** What stations heard for a calibration. */
interface Heard {
  /** Of the tracker. */
  readonly sightings: readonly StationSighting[]
  /** Of each other. */
  readonly hearings: readonly StationHearing[]
  /** Where the stations of the floors hang (metres). */
  readonly places: ReadonlyMap<string, StationPlace>
}

/** Everything that was heard since a calibration began, at most until a time (epoch ms). */
export async function listHeard(db: Db, accountId: string, row: CalibrationRow, untilMs: number): Promise<Heard> {
  const ids = [...row.t4_ids]
  const sightings = await sql<StationSighting>`
    select sender_id as "stationId", rssi as "rssiDbm", scanned_at_ms as "scannedAtMs" from location_logs
    where account_id = ${accountId} and device_id = ${row.device_id} and rssi is not null
      and scanned_at_ms between ${row.started_at_ms} and ${untilMs} and sender_id = any(${ids})
    order by scanned_at_ms`.execute(db)
  const places = await sql<{ t4_id: string; map_id: string; x: number; y: number }>`
    select s.t4_id, s.map_id, s."indoor_X" * m.metres_per_pixel as x, s."indoor_Y" * m.metres_per_pixel as y
    from stations s join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id
    where s.account_id = ${accountId} and s."indoor_X" is not null and m.metres_per_pixel is not null
      and s.map_id in (select map_id from stations where account_id = ${accountId} and t4_id = any(${ids}))`.execute(db)
  const all = [...new Set([...ids, ...places.rows.map(({ t4_id }) => t4_id)])]
  const hearings = await sql<StationHearing>`
    select sender_id as "stationId", device_id as "heardId", rssi as "rssiDbm", scanned_at_ms as "scannedAtMs"
    from location_logs
    where account_id = ${accountId} and device_id = any(${all}) and device_id <> sender_id and rssi is not null
      and scanned_at_ms between ${row.started_at_ms} and ${untilMs} and sender_id = any(${all})`.execute(db)
  return {
    ...{ sightings: sightings.rows, hearings: hearings.rows },
    places: new Map(places.rows.map(({ t4_id, map_id: mapId, x, y }) => [t4_id, { mapId, x, y }])),
  }
}

/** Keeps what a calibration measured, of stations that are still there. One that measured nothing keeps what was known. */
export async function saveStationCalibrations(
  db: Db,
  accountId: string,
  rows: readonly StationCalibrationRow[],
): Promise<void> {
  await sql`
    insert into station_calibrations as old (account_id, t4_id, method, device_id, stopped_at_ms, rssi_at_1m, exponent, signals,
      "values")
    select s.account_id, s.t4_id, r.method, r.device_id, r.stopped_at_ms, r.rssi_at_1m, r.exponent, r.signals, r."values"
    from jsonb_populate_recordset(null::station_calibrations, ${JSON.stringify(rows)}::jsonb) r
      join stations s on s.account_id = ${accountId} and s.t4_id = r.t4_id
    on conflict (account_id, t4_id) do update set method = excluded.method, device_id = excluded.device_id,
      stopped_at_ms = excluded.stopped_at_ms, rssi_at_1m = coalesce(excluded.rssi_at_1m, old.rssi_at_1m),
      exponent = coalesce(excluded.exponent, old.exponent), signals = excluded.signals, "values" = excluded."values"`.execute(
    db,
  )
}
