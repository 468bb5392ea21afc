/** Open streams end with their session, or with its right to look, within 5 s (security rule 5). */
import { streamPolicy } from '@whereabouts/contract/api'
import type { App } from '../context.ts'
import { actorOf } from '../features/auth/actor.ts'
import { findSessions } from '../features/auth/queries.ts'
import { maySee } from '../platform/answer.ts'

const CHECK_EVERY_MS = 2000

/** Looks up the sessions of open streams regularly, all in one query. */
export function watchSessions(app: App): { stop(): void } {
  const check = async () => {
    const open = app.streams.sessionIds
    if (open.length === 0) return
    const sessions = new Map((await findSessions(app.urgentDb, open)).map((row) => [row.session_id, row]))
    for (const sessionId of open) {
      const row = sessions.get(sessionId)
      const actor = row && actorOf(row, app.clock.now())
      if (actor === undefined || !maySee(actor, streamPolicy)) app.streams.endSession(sessionId)
    }
  }
  const timer = setInterval(() => {
    check().catch((error: Error) =>
      app.log.warn({ reason: error.message }, 'Failed to check the sessions of open streams; retrying'),
    )
  }, CHECK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
