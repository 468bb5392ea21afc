/** Deletes old notifications, conditions and pushes, in batches. Source: G10; security rules 36, 58. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'

const DAY_MS = 86_400_000
/** Most rows of one statement, which with their dependent rows is far within a statement's time. */
const ROWS_AT_ONCE = 1000

/**
 * Deletes notifications older than a time (epoch ms); and after a day unlisted ones, as long as no open alarm was sent
 * again by them, and pushes that could not be sent.
 */
export async function sweepAlarms(db: Db, now: number, beforeMs: number): Promise<void> {
  await deleteAll(db, 'notifications', sql`is_listed and created_at_ms < ${beforeMs}`)
  await deleteAll(
    db,
    'notifications',
    sql`not is_listed and created_at_ms < ${now - DAY_MS}
      and not exists (select from alarms a where a.account_id = notifications.account_id
        and a.alarm_id = notifications.again_of and a.state <> 'acknowledged')`,
  )
  for (const table of ['pushes', 'line_messages']) {
    await deleteAll(db, table, sql`next_try_at_ms is null and created_at_ms < ${now - DAY_MS}`)
  }
}

/** Deletes conditions that ended before that time (epoch ms). */
export const sweepConditions = (db: Db, beforeMs: number): Promise<void> =>
  deleteAll(db, 'device_conditions', sql`until_ms < ${beforeMs}::bigint`)

/** Deletes the rows of a table that match; a later batch that fails does not undo the earlier ones. */
async function deleteAll(db: Db, table: string, isOld: RawBuilder<unknown>): Promise<void> {
  const rows = sql.table(table)
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    const { numAffectedRows } = await sql`
      delete from ${rows} where ctid = any(array(select ctid from ${rows} where ${isOld} limit ${ROWS_AT_ONCE}))`.execute(
      db,
    )
    deleted = Number(numAffectedRows ?? 0)
  }
}
