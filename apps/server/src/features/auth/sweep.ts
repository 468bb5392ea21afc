/** What signing in leaves behind and nobody needs any longer. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { IDLE_MS, STAY_SIGNED_IN_MS } from './session-life.ts'

/** Kept this long after it is over (ms), so that who comes back the next morning is told why. */
const REMEMBERED_MS = 86_400_000

/** Deletes sessions that have been over for a day, failed sign-ins of more than a day ago, and id tokens too old to be used. */
export async function sweepSignIns(db: Db, nowMs: number): Promise<void> {
  const since = nowMs - REMEMBERED_MS
  await sql`delete from used_id_tokens where expires_at_ms < ${nowMs}`.execute(db)
  await sql`delete from signin_failures where window_started_at_ms < ${since}`.execute(db)
  await sql`
    delete from sessions s
    where case when stay_signed_in then signin_at_ms < ${since - STAY_SIGNED_IN_MS} else last_used_at_ms < ${since - IDLE_MS} end
      or exists (select from access_links l
        where l.account_id = s.account_id and l.link_id = s.link_id and l.expire_time * 1000 < ${since})`.execute(db)
}
