/** SQL of carepads; their readings are in the hot rows of devices. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { PageStart } from '../../platform/page-token.ts'
import { takenAs } from '../../platform/taken.ts'

export interface CarepadRow {
  carepad_id: string
  carepad_name: string
  logger_id: string | null
  make: string
  temperature_unit: 'C' | 'F'
  threshold_high: number
  threshold_low: number
  alert_type: 'instant' | 'persistent'
  created_at: number
  battery: number | null
  temperature: number | null
  last_seen_ms: number | null
}

const listed = sql`select c.carepad_id, carepad_name, logger_id, make, temperature_unit, threshold_high, threshold_low,
    alert_type, created_at, battery, temperature, last_seen_ms
  from carepads c left join tracker_states s on s.account_id = c.account_id and s.device_id = c.carepad_id`

/** A page, newest first; one row more than asked shows that there is a next one. */
export async function listCarepads(
  db: Db,
  accountId: string,
  { start, size }: { start: PageStart | undefined; size: number },
): Promise<CarepadRow[]> {
  const { created_at, id } = start ?? { created_at: Number.MAX_SAFE_INTEGER, id: '' }
  const { rows } = await sql<CarepadRow>`${listed}
    where c.account_id = ${accountId} and (created_at, c.carepad_id) < (${created_at}::bigint, ${id})
    order by created_at desc, c.carepad_id desc limit ${size + 1}`.execute(db)
  return rows
}

/** The carepad, which the account has. */
export async function getCarepad(db: Db, accountId: string, carepadId: string): Promise<CarepadRow> {
  const { rows } = await sql<CarepadRow>`${listed}
    where c.account_id = ${accountId} and c.carepad_id = ${carepadId}`.execute(db)
  return rows[0]!
}

export type NewCarepad = Pick<CarepadRow, 'carepad_id' | 'carepad_name' | 'logger_id' | 'make' | 'created_at'> & {
  readonly radio_identity: string | null
}

/** Refuses with 400102 a taken name, with 400109 an id and with 409001 a tag that the account has already. */
export async function insertCarepad(db: Db, accountId: string, carepad: NewCarepad): Promise<void> {
  await sql`insert into carepads (account_id, carepad_id, carepad_name, logger_id, make, radio_identity, created_at)
    values (${accountId}, ${carepad.carepad_id}, ${carepad.carepad_name}, ${carepad.logger_id}, ${carepad.make},
      ${carepad.radio_identity}, ${carepad.created_at})`
    .execute(db)
    .catch(takenAs('carepads_name_key', 'nameTaken'))
    .catch(takenAs('carepads_pkey', 'deviceAlreadyYours'))
    .catch(takenAs('carepads_radio_identity_key', 'conflict'))
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
