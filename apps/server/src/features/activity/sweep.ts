/** Retention of the activity log. Source: G10. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Deletes entries older than that time (epoch ms). */
export async function sweepActivity(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from activity_logs where created_at_ms < ${beforeMs}`.execute(db)
}
