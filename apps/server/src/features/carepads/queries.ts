/** SQL of carepads; their readings are in the hot rows of devices. */
import { type Measured, USUAL_LIMITS } from '@whereabouts/domain/temperatures'
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { closeExcursions } from '../excursions/keep.ts'

export interface CarepadRow {
  carepad_id: string
  carepad_name: string
  logger_id: string | null
  make: string
  temperature_unit: 'C' | 'F'
  has_own_unit: boolean
  measures: Measured
  threshold_high: number
  threshold_low: number | null
  alert_type: 'instant' | 'persistent'
  created_at: number
  battery: number | null
  temperature: number | null
  humidity: number | null
  last_seen_ms: number | null
  /** Epoch ms. */
  high_since_ms: number | null
  low_since_ms: number | null
  normal_since_ms: number | null
  battery_low: boolean
  alerted: boolean
  removal_pending: boolean
}

/** How long (ms) a carepad is said to be back to normal. */
const BACK_TO_NORMAL_MS = 12 * 3_600_000

const listed = (accountId: string, nowMs: number) => sql`
  with open as (
    select device_id, min(since_ms) filter (where kind = 'high_temperature') as high_since_ms,
      min(since_ms) filter (where kind = 'low_temperature') as low_since_ms,
      bool_or(kind = 'low_battery') as battery_low, bool_or(is_raised and kind <> 'low_battery') as alerted
    from device_conditions
    where account_id = ${accountId} and until_ms is null and kind in ('high_temperature', 'low_temperature', 'low_battery')
    group by device_id
  ), normal as (
    select carepad_id, max(until_ms) as normal_since_ms from excursions
    where account_id = ${accountId} and is_raised and until_ms > ${nowMs - BACK_TO_NORMAL_MS}::bigint
    group by carepad_id
  )
  select c.carepad_id, carepad_name, logger_id, make, temperature_unit, has_own_unit, measures, threshold_high, threshold_low,
    alert_type, created_at, battery, temperature, humidity, last_seen_ms, high_since_ms, low_since_ms, normal_since_ms,
    coalesce(battery_low, false) as battery_low, coalesce(alerted, false) as alerted,
    exists (select from mail_links m where m.account_id = c.account_id and purpose = 'remove_carepads'
      and used_at_ms is null and expires_at_ms > ${nowMs}::bigint and c.carepad_id = any(objects)) as removal_pending
  from carepads c left join tracker_states s on s.account_id = c.account_id and s.device_id = c.carepad_id
  left join open on open.device_id = c.carepad_id left join normal on normal.carepad_id = c.carepad_id`

/** A page, newest first; one row more than asked shows that there is a next one. */
export async function listCarepads(
  db: Db,
  accountId: string,
  { start, size, nowMs }: { start: PageStart | undefined; size: number; nowMs: number },
): Promise<CarepadRow[]> {
  const { created_at, id } = start ?? { created_at: Number.MAX_SAFE_INTEGER, id: '' }
  const { rows } = await sql<CarepadRow>`${listed(accountId, nowMs)}
    where c.account_id = ${accountId} and (created_at, c.carepad_id) < (${created_at}::bigint, ${id})
    order by created_at desc, c.carepad_id desc limit ${size + 1}`.execute(db)
  return rows
}

/** The carepad; refuses with 404103 one that the account does not have. */
export async function getCarepad(db: Db, accountId: string, carepadId: string, nowMs: number): Promise<CarepadRow> {
  const { rows } = await sql<CarepadRow>`${listed(accountId, nowMs)}
    where c.account_id = ${accountId} and c.carepad_id = ${carepadId}`.execute(db)
  if (rows[0] === undefined) throw refuse('deviceNotFound')
  return rows[0]
}

export type CarepadSettings = Pick<
  CarepadRow,
  | 'carepad_name'
  | 'logger_id'
  | 'temperature_unit'
  | 'has_own_unit'
  | 'measures'
  | 'threshold_high'
  | 'threshold_low'
  | 'alert_type'
>

/** What people set of the carepad, locked until the transaction ends; refuses with 404103 one that the account does not have. */
export async function lockCarepad(db: Db, accountId: string, carepadId: string): Promise<CarepadSettings> {
  const { rows } = await sql<CarepadSettings>`
    select carepad_name, logger_id, temperature_unit, has_own_unit, measures, threshold_high, threshold_low, alert_type
    from carepads where account_id = ${accountId} and carepad_id = ${carepadId} for update`.execute(db)
  if (rows[0] === undefined) throw refuse('deviceNotFound')
  return rows[0]
}

/** Answers what stands for its name; refuses with 400102 a name that another carepad has. */
export async function updateCarepad(
  db: Db,
  accountId: string,
  carepadId: string,
  settings: CarepadSettings,
): Promise<string> {
  const { rows } = await sql<{ written_name: string }>`
    update carepads set carepad_name = ${settings.carepad_name}, logger_id = ${settings.logger_id},
      has_own_unit = ${settings.has_own_unit}, temperature_unit = case when ${settings.has_own_unit}
        then ${settings.temperature_unit} else (select temperature_unit from accounts where account_id = ${accountId}) end,
      measures = ${settings.measures}, threshold_high = ${settings.threshold_high},
      threshold_low = ${settings.threshold_low}::double precision, alert_type = ${settings.alert_type}
    where account_id = ${accountId} and carepad_id = ${carepadId}
    returning written_name`
    .execute(db)
    .catch(takenAs('carepads_name_key', 'nameTaken'))
  return rows[0]!.written_name
}

/** What stands for the names of those of the carepads that the account has, by id. */
export async function findCarepadNames(
  db: Db,
  accountId: string,
  carepadIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ carepad_id: string; written_name: string }>`
    select carepad_id, written_name from carepads
    where account_id = ${accountId} and carepad_id = any(${carepadIds}) order by written_name for update`.execute(db)
  return new Map(rows.map(({ carepad_id, written_name }) => [carepad_id, written_name]))
}

/** With what holds of them, their keys and what they measured; the record of their excursions stays. */
export async function deleteCarepads(
  db: Db,
  accountId: string,
  carepadIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await closeExcursions(db, accountId, carepadIds, nowMs)
  await sql`delete from radio_keys where account_id = ${accountId} and radio_identity in (
      select radio_identity from carepads where account_id = ${accountId} and carepad_id = any(${carepadIds}))
    and not exists (select from trackers t where t.account_id = radio_keys.account_id
      and t.radio_identity = radio_keys.radio_identity)`.execute(db)
  for (const table of ['device_conditions', 'temperature_hours']) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and device_id = any(${carepadIds})`.execute(
      db,
    )
  }
  await sql`delete from carepads where account_id = ${accountId} and carepad_id = any(${carepadIds})`.execute(db)
}

/** Their hot rows, once nothing writes them any more. */
export async function deleteCarepadStates(db: Db, accountId: string, carepadIds: readonly string[]): Promise<void> {
  await sql`delete from tracker_states s where account_id = ${accountId} and device_id = any(${carepadIds})
    and not exists (select from carepads c where c.account_id = s.account_id and c.carepad_id = s.device_id)`.execute(
    db,
  )
}

export type NewCarepad = Pick<
  CarepadRow,
  'carepad_id' | 'carepad_name' | 'logger_id' | 'make' | 'measures' | 'created_at'
> & {
  readonly radio_identity: string | null
}

/**
 * With the account's unit and the usual limits of what it measures. Answers what stands for its name; refuses with 400102 a taken name,
 * with 400109 an id and with 409001 a tag that the account has already.
 */
export async function insertCarepad(db: Db, accountId: string, carepad: NewCarepad): Promise<string> {
  const { threshold_high, threshold_low } = USUAL_LIMITS[carepad.measures]
  const { rows } = await sql<{ written_name: string }>`
    insert into carepads (account_id, carepad_id, carepad_name, logger_id, make, radio_identity, created_at,
      measures, threshold_high, threshold_low, temperature_unit)
    select account_id, ${carepad.carepad_id}, ${carepad.carepad_name}, ${carepad.logger_id}::uuid, ${carepad.make},
      ${carepad.radio_identity}, ${carepad.created_at}::bigint, ${carepad.measures}, ${threshold_high}::double precision,
      ${threshold_low}::double precision, temperature_unit
    from accounts where account_id = ${accountId}
    returning written_name`
    .execute(db)
    .catch(takenAs('carepads_name_key', 'nameTaken'))
    .catch(takenAs('carepads_pkey', 'deviceAlreadyYours'))
    .catch(takenAs('carepads_radio_identity_key', 'conflict'))
  return rows[0]!.written_name
}

/** True for an id that a device of the account has. */
export async function hasDevice(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from carepads where account_id = ${accountId} and carepad_id = ${id}
    union all select from trackers where account_id = ${accountId} and device_id = ${id}`.execute(db)
  return rows.length > 0
}

/** True for a logger that the account has. */
export async function hasLogger(db: Db, accountId: string, loggerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from loggers where account_id = ${accountId} and logger_id = ${loggerId} for key share`.execute(db)
  return rows.length > 0
}
