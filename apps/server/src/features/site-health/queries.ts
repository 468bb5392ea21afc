/** SQL of the health of a floor; `db` first, owner second. */
import type { Signals } from '@whereabouts/positioning/health'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

interface FloorStation {
  readonly t4_id: string
  readonly t4_name: string
  /** What it heard of others at its last calibration (mean, dBm); null: it was never calibrated. */
  readonly signals: Readonly<Record<string, number>> | null
  readonly stopped_at_ms: number | null
}

/** The stations of a floor, by name. */
export async function listFloorStations(db: Db, accountId: string, mapId: string): Promise<readonly FloorStation[]> {
  const { rows } = await sql<FloorStation>`
    select s.t4_id, s.t4_name, c.signals, c.stopped_at_ms
    from stations s left join station_calibrations c using (account_id, t4_id)
    where s.account_id = ${accountId} and s.map_id = ${mapId} and s."indoor_X" is not null
    order by s.t4_name, s.t4_id`.execute(db)
  return rows
}

/** How strongly stations heard each other since a time (epoch ms). */
export async function listSignalsSince(
  db: Db,
  accountId: string,
  t4Ids: readonly string[],
  sinceMs: number,
): Promise<Signals> {
  const ids = [...t4Ids]
  const { rows } = await sql<{ listener: string; heard: string; dbm: number }>`
    select sender_id as listener, device_id as heard, avg(rssi) as dbm from location_logs
    where account_id = ${accountId} and device_id = any(${ids}) and sender_id = any(${ids}) and sender_id <> device_id
      and rssi is not null and scanned_at_ms >= ${sinceMs}
    group by sender_id, device_id`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ listener }) => listener)].map(([listener, all]) => [
      listener,
      new Map(all.map(({ heard, dbm }) => [heard, dbm])),
    ]),
  )
}
