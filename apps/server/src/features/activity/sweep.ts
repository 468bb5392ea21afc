/** What people did is kept for a time. Source: G10. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Forgets what was done before that time (epoch ms). */
export async function sweepActivity(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from activity_logs where created_at_ms < ${beforeMs}`.execute(db)
}
