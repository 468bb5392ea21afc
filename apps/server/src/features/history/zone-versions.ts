/** Zones as they were. A trigger of the database keeps their versions. Source: decision 0044. */
import type { Zone } from '@whereabouts/contract/zones'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Range } from './queries.ts'

interface ZoneVersion {
  readonly from_ms: number
  /** Null: it is the present one. */
  readonly until_ms: number | null
  readonly zone: Zone
}

/** Versions that held at some time of a range, those of the oldest zones first. */
export async function listZoneVersions(
  db: Db,
  accountId: string,
  { fromMs, untilMs }: Range,
): Promise<readonly ZoneVersion[]> {
  const { rows } = await sql<Zone & Omit<ZoneVersion, 'zone'>>`
    select from_ms, until_ms, id, zone_name, zone_type, shape, class_indexes, active_times
    from (
      select *, min(from_ms) over (partition by id) as first_ms from zone_versions where account_id = ${accountId}
    ) v
    where from_ms <= ${untilMs}::bigint and (until_ms is null or until_ms > ${fromMs}::bigint)
    order by first_ms, id, from_ms`.execute(db)
  return rows.map(({ from_ms, until_ms, ...zone }) => ({ from_ms, until_ms, zone }))
}

/** The zones of a time within the range. */
export const zonesAt = (versions: readonly ZoneVersion[], atMs: number): Zone[] =>
  versions
    .filter(({ from_ms, until_ms }) => from_ms <= atMs && (until_ms === null || until_ms > atMs))
    .map(({ zone }) => zone)

/** When zones changed after the start of a range and up to its end, in order. */
export const changesOfZones = (versions: readonly ZoneVersion[], { fromMs, untilMs }: Range): number[] => {
  const times = versions.flatMap(({ from_ms, until_ms }) => (until_ms === null ? [from_ms] : [from_ms, until_ms]))
  return [...new Set(times)].filter((at) => at > fromMs && at <= untilMs).toSorted((one, other) => one - other)
}

/** Deletes versions of zones, trackers and stations that ended before that time (epoch ms). */
export async function sweepVersions(db: Db, beforeMs: number): Promise<void> {
  for (const table of ['zone_versions', 'tracker_versions', 'station_versions'])
    await sql`delete from ${sql.table(table)} where until_ms < ${beforeMs}::bigint`.execute(db)
}
