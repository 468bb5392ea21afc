/** SQL of the open conditions that reports are judged by. Cross-account by nature: ingest serves every account at once. */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import type { ConditionKind, OpenCondition } from './conditions.ts'
import type { DeviceKey } from './device-key.ts'

/** Reports begin and end these; silence and calls for help end by time alone. */
const JUDGED: readonly ConditionKind[] = ['in_zone', 'low_battery', 'high_temperature', 'low_temperature']

export const isJudged = (kind: ConditionKind): boolean => JUDGED.includes(kind)

const columns = sql`c.account_id, c.device_id, c.kind, c.subject, c.since_ms, c.since_order, c.is_raised`
const isOpen = sql`c.until_ms is null and c.kind in (${sql.join(JUDGED.map((kind) => sql.lit(kind)))})`

/** Those of the device of a row `wanted`, as a column. */
export const openConditionsIn = sql<readonly OpenCondition[]>`(select coalesce(jsonb_agg(o), '[]') from (
  select ${columns} from device_conditions c
  where c.account_id = wanted.account_id and c.device_id = wanted.device_id and ${isOpen}) o)`

/** All of all devices. */
export async function listOpenConditions(db: Db): Promise<readonly OpenCondition[]> {
  const { rows } = await sql<OpenCondition>`select ${columns} from device_conditions c where ${isOpen}`.execute(db)
  return rows
}

/** Those of these devices. */
export async function listOpenConditionsOf(db: Db, devices: readonly DeviceKey[]): Promise<readonly OpenCondition[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<OpenCondition>`
    select ${columns} from (select distinct * from unnest(${devices.map(({ account_id }) => account_id)}::uuid[],
      ${devices.map(({ id }) => id)}::text[]) as wanted (account_id, device_id)) wanted
    join device_conditions c using (account_id, device_id)
    where ${isOpen}`.execute(db)
  return rows
}
