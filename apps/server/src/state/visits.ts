/**
 * Visits of zones by trackers, by the reports' own times. Ingest writes them; history, attendance and shift reports read them here.
 * `db` first, owner second. Source: decision 0086.
 */
import type { ZoneType } from '@whereabouts/domain/zones'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import { openVisits } from './open-past.ts'

export interface VisitRow {
  readonly device_id: string
  readonly zone_id: string
  /** Zone and tracker as they were called then. */
  readonly zone_name: string
  readonly zone_type: ZoneType
  readonly device_name: string
  readonly class_index: number
  /** The first and the last sighting inside (epoch ms). */
  readonly from_ms: number
  readonly until_ms: number
  /**
   * `outside`: it was seen elsewhere after; `silence`: after more than 930 s without a sighting it was seen inside again, which
   * began another visit; null: it was not seen since, or is still inside.
   */
  readonly ended: 'outside' | 'silence' | null
  /** When it was seen elsewhere, or inside again (epoch ms); null as `ended` is. */
  readonly ended_ms: number | null
}

interface Wanted {
  /** Visits that touch this range (epoch ms), both ends included. */
  readonly fromMs: number
  readonly untilMs: number
  readonly deviceId?: string | undefined
  readonly zoneTypes?: readonly ZoneType[] | undefined
  /** As it was known at that time (epoch ms); undefined: as it is known now. */
  readonly knownAtMs?: number | undefined
}

/** A visit that touches a range began no earlier before it (ms). */
const LONGEST_MS = 28 * 86_400_000

/** Whether a row of the history `alias` was known at a time (epoch ms); undefined: is known now. */
export const isKnown = (alias: string, knownAtMs: number | undefined) =>
  knownAtMs === undefined
    ? sql`${sql.ref(alias)}.known_until_ms is null`
    : sql`(${sql.ref(alias)}.known_from_ms <= ${knownAtMs}::bigint
        and (${sql.ref(alias)}.known_until_ms is null or ${sql.ref(alias)}.known_until_ms > ${knownAtMs}::bigint))`

const columns = sql`v.zone_id, v.zone_name, v.zone_type, v.device_name, v.class_index, v.from_ms, v.until_ms, v.ended, v.ended_ms`

/**
 * Visits of zones, by device and start. Those that go on are read from hot rows, so a caller has them written first (`flushHotRows`).
 */
export async function listVisits(
  db: Db,
  accountId: string,
  { fromMs, untilMs, deviceId, zoneTypes, knownAtMs }: Wanted,
): Promise<VisitRow[]> {
  const isWanted = sql`v.account_id = ${accountId}
    and (${deviceId ?? null}::text is null or v.device_id = ${deviceId ?? null})
    and (${zoneTypes ?? null}::text[] is null or v.zone_type = any(${zoneTypes ?? null}))
    and v.from_ms <= ${untilMs}::bigint and v.until_ms >= ${fromMs}::bigint`
  const isKnownOpen = knownAtMs === undefined ? sql`true` : sql`v.known_from_ms <= ${knownAtMs}::bigint`
  const { rows } = await sql<VisitRow>`
    select v.device_id, ${columns} from visits v
    where ${isWanted} and v.from_ms >= ${fromMs - LONGEST_MS}::bigint and ${isKnown('v', knownAtMs)}
    union all
    select v.device_id, ${columns} from ${openVisits(accountId)} v
    where ${isWanted} and ${isKnownOpen}
    order by 1, from_ms, zone_id`.execute(db)
  return rows
}

/** Trackers with visits of such zones that touch a range (epoch ms), as it is known now. Hot rows as for `listVisits`. */
export async function listVisitors(
  db: Db,
  accountId: string,
  { fromMs, untilMs, zoneType }: { readonly fromMs: number; readonly untilMs: number; readonly zoneType: ZoneType },
): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select device_id from visits v
    where account_id = ${accountId} and zone_type = ${zoneType} and known_until_ms is null
      and from_ms between ${fromMs - LONGEST_MS}::bigint and ${untilMs}::bigint and until_ms >= ${fromMs}::bigint
    union
    select device_id from ${openVisits(accountId)} v
    where zone_type = ${zoneType} and from_ms <= ${untilMs}::bigint and until_ms >= ${fromMs}::bigint`.execute(db)
  return rows.map(({ device_id }) => device_id)
}
