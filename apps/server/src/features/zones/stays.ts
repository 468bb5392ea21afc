/** SQL of who is in which zone, and was; the rules of alarms write it. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface Stay {
  readonly device_id: string
  readonly zone_id: string
  /** Epoch ms. */
  readonly since_ms: number
}

/** Every stay of the account that goes on. */
export async function listStays(db: Db, accountId: string): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select device_id, subject as zone_id, since_ms from device_conditions
    where account_id = ${accountId} and kind = 'in_zone' and until_ms is null`.execute(db)
  return rows
}

/** Of these stays those that ended, with their ends. */
export async function listEndedStays(
  db: Db,
  accountId: string,
  stays: readonly Stay[],
): Promise<(Stay & { readonly until_ms: number })[]> {
  const { rows } = await sql<Stay & { until_ms: number }>`
    select c.device_id, c.subject as zone_id, c.since_ms, c.until_ms
    from unnest(${stays.map(({ device_id }) => device_id)}::text[], ${stays.map(({ zone_id }) => zone_id)}::text[],
      ${stays.map(({ since_ms }) => since_ms)}::bigint[]) as s (device_id, zone_id, since_ms)
    join device_conditions c on c.account_id = ${accountId} and c.device_id = s.device_id and c.kind = 'in_zone'
      and c.subject = s.zone_id and c.since_ms = s.since_ms
    where c.until_ms is not null`.execute(db)
  return rows
}
