/** Open streams end when their session does, within 5 s (security rule 5). */
import { sql } from 'kysely'
import type { App } from '../context.ts'
import { toSeconds } from '../platform/clock.ts'

const CHECK_EVERY_MS = 2000

/** Looks up the sessions of open streams regularly, all in one query, and hangs up on those that are gone. */
export function watchSessions(app: App): { stop(): void } {
  const check = async () => {
    const open = app.streams.sessionIds
    if (open.length === 0) return
    const { rows } = await sql<{ session_id: string }>`
      select s.session_id from sessions s
        left join access_links l on l.account_id = s.account_id and l.link_id = s.link_id
      where s.session_id = any(${open}::uuid[])
        and (l.expire_time is null or l.expire_time > ${toSeconds(app.clock.now())})`.execute(app.db)
    const alive = new Set(rows.map((row) => row.session_id))
    for (const sessionId of open) if (!alive.has(sessionId)) app.streams.endSession(sessionId)
  }
  const timer = setInterval(() => {
    check().catch((error: Error) => app.log.warn({ reason: error.message }, 'sessions could not be looked up'))
  }, CHECK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
