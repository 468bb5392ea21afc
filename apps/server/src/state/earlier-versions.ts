/** SQL of what people changed of stations, zones and names. Triggers of the database keep it. Source: decision 0086. */
import { readyShape } from '@whereabouts/domain/zones'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import type { Earlier, EarlierVersions, KnownStation, KnownZone } from './account-directory.ts'
import { RETENTION_MS } from './partitions.ts'

interface Until {
  readonly until_ms: number
}

/** As far back as the log reaches at a time (epoch ms). */
export async function listEarlierVersions(db: Db, accountId: string, nowMs: number): Promise<EarlierVersions> {
  const isWanted = (alias: string) => sql`${sql.ref(`${alias}.account_id`)} = ${accountId}
    and ${sql.ref(`${alias}.until_ms`)} > ${nowMs - RETENTION_MS}::bigint`
  const [stations, zones, trackers] = await Promise.all([
    sql<
      KnownStation & Until
    >`select v.t4_id, v.t4_name, '' as photo, v.gps_latitude, v.gps_longitude, v.map_id, m.map_name,
        v."indoor_X", v."indoor_Y", '' as wifi_ssid, '' as mac_address, false as lock_mancal, null as blinking_until_ms,
        0 as created_at, m.metres_per_pixel, v.until_ms
      from station_versions v left join indoor_maps m on m.account_id = v.account_id and m.id = v.map_id
      where ${isWanted('v')} order by v.until_ms`.execute(db),
    sql<
      KnownZone & Until
    >`select id, zone_name, zone_type, shape, class_indexes, active_times, until_ms from zone_versions v
      where ${isWanted('v')} order by until_ms`.execute(db),
    sql<{ device_id: string; name: string; class_index: number } & Until>`
      select device_id, name, class_index, until_ms from tracker_versions v
      where ${isWanted('v')} order by until_ms`.execute(db),
  ])
  return {
    stations: byId(stations.rows, ({ t4_id }) => t4_id),
    zones: byId(
      zones.rows.map((zone) => ({ ...zone, shape: readyShape(zone.shape) })),
      ({ id }) => id,
    ),
    trackers: byId(trackers.rows, ({ device_id }) => device_id),
  }
}

function byId<Row extends Until>(rows: readonly Row[], idOf: (row: Row) => string): Map<string, Earlier<Row>[]> {
  const all = new Map<string, Earlier<Row>[]>()
  for (const row of rows) {
    const own = all.get(idOf(row)) ?? []
    all.set(idOf(row), own)
    own.push({ untilMs: row.until_ms, value: row })
  }
  return all
}
