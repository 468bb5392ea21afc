/** SQL of what held of devices at a time, and of when it began and ended; `db` first, owner second. */
import type { Visit } from '@whereabouts/contract/history'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Range } from './queries.ts'

/** Conditions that last longer (ms) have an index of their own. */
const LONG_MS = 86_400_000

/** Conditions of an account, `c`, that held at a time. */
const heldAt = (accountId: string, atMs: number) => sql`(
  select device_id, kind, subject, since_ms, seen_ms from device_conditions
  where account_id = ${accountId} and since_ms > ${atMs - LONG_MS}::bigint and since_ms <= ${atMs}::bigint
    and (until_ms is null or until_ms > ${atMs}::bigint)
  union all
  select device_id, kind, subject, since_ms, seen_ms from device_conditions
  where account_id = ${accountId} and since_ms <= ${atMs - LONG_MS}::bigint
    and (until_ms is null or until_ms - since_ms > 86400000) and (until_ms is null or until_ms > ${atMs}::bigint)) c`

/** Who was in which zone. */
export async function listVisitsAt(db: Db, accountId: string, atMs: number): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select subject as zone_id, device_id, since_ms, null as until_ms from ${heldAt(accountId, atMs)}
    where kind = 'in_zone' order by since_ms, device_id`.execute(db)
  return rows
}

/** Stations that were offline, with the time of their last report before (epoch ms). */
export async function listOfflineStations(db: Db, accountId: string, atMs: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_id: string; seen_ms: number }>`
    select device_id, seen_ms from ${heldAt(accountId, atMs)} where kind = 'station_offline'`.execute(db)
  return new Map(rows.map(({ device_id, seen_ms }) => [device_id, seen_ms]))
}

/** A condition that began or ended at that time. */
export interface ConditionStep {
  readonly at_ms: number
  readonly device_id: string
  readonly kind: 'in_zone' | 'offline' | 'station_offline'
  readonly subject: string
  readonly since_ms: number
  /** Of silence: the last report before it. */
  readonly seen_ms: number
  readonly isEnd: boolean
}

/** Beginnings and ends after `fromMs` and up to `untilMs`, in order; at most so many. */
export async function listConditionSteps(
  db: Db,
  accountId: string,
  { fromMs, untilMs }: Range,
  most: number,
): Promise<ConditionStep[]> {
  const part = (time: 'since_ms' | 'until_ms') => sql`
    (select ${sql.ref(time)} as at_ms, device_id, kind, subject, since_ms, seen_ms, ${time === 'until_ms'}::boolean as "isEnd"
    from device_conditions
    where account_id = ${accountId} and ${sql.ref(time)} > ${fromMs}::bigint and ${sql.ref(time)} <= ${untilMs}::bigint
      and kind in ('in_zone', 'offline', 'station_offline')
    order by ${sql.ref(time)} limit ${most})`
  const { rows } = await sql<ConditionStep>`
    ${part('since_ms')} union all ${part('until_ms')} order by at_ms, "isEnd" limit ${most}`.execute(db)
  return rows
}
