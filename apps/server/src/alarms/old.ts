/** What alarms leave behind and nobody needs any longer. Source: G10. */
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

const DAY_MS = 86_400_000

/**
 * Deletes what happened before a time (epoch ms); and after a day what was passed on alone, as long as no open alarm was sent
 * again by it, and what could not be sent.
 */
export async function sweepAlarms(db: Db, now: number, beforeMs: number): Promise<void> {
  await sql`delete from notifications where created_at_ms < ${beforeMs}`.execute(db)
  await sql`
    delete from notifications n where not is_listed and created_at_ms < ${now - DAY_MS}
      and not exists (select from alarms a where a.account_id = n.account_id and a.alarm_id = n.again_of
        and a.state <> 'acknowledged')`.execute(db)
  for (const table of ['pushes', 'line_messages']) {
    await sql`delete from ${sql.table(table)} where next_try_at_ms is null and created_at_ms < ${now - DAY_MS}`.execute(
      db,
    )
  }
}
