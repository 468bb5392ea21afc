/** Retention of bind checks and challenges. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

const DAY_MS = 86_400_000

/** Deletes bind checks and answered challenges of more than a day; a device has long forgotten its challenge by then. */
export async function sweepOnboarding(db: Db, now: number): Promise<void> {
  await sql`delete from bind_checks where passed_at_ms < ${now - DAY_MS}`.execute(db)
  await sql`delete from answered_challenges where answered_at_ms < ${now - DAY_MS}`.execute(db)
}
