/** SQL of steps; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export interface StepDevice {
  readonly device_id: string
  readonly target: number
}

/** Devices of the account that count steps: our own trackers and watches. One of them where an id is given. */
export async function listStepDevices(db: Db, accountId: string, deviceId?: string): Promise<StepDevice[]> {
  const { rows } = await sql<StepDevice>`
    select device_id, step_target as target from trackers
    where account_id = ${accountId} and device_model <> 'mobile' and make = ''
      and (${deviceId ?? null}::text is null or device_id = ${deviceId ?? null})
    order by name, device_id`.execute(db)
  return rows
}

/** Steps by day, from one to another (YYYY-MM-DD, both included), in order. */
export async function listStepDays(
  db: Db,
  accountId: string,
  { from, to, deviceId }: { readonly from: string; readonly to: string; readonly deviceId?: string | undefined },
): Promise<{ readonly device_id: string; readonly day: string; readonly count: number }[]> {
  const { rows } = await sql<{ device_id: string; day: string; count: number }>`
    select device_id, day::text as day, count from step_days
    where account_id = ${accountId} and day between ${from}::date and ${to}::date
      and (${deviceId ?? null}::text is null or device_id = ${deviceId ?? null})
    order by day`.execute(db)
  return rows
}

export async function setStepTarget(db: Db, accountId: string, deviceId: string, target: number): Promise<void> {
  await sql`
    update trackers set step_target = ${target} where account_id = ${accountId} and device_id = ${deviceId}`.execute(db)
}
