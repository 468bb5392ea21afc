/**
 * Streams end within a second of their session, of its right to listen, or of the token they were opened with; a console reconnects with
 * its new token. Source: security rules 4, 5.
 */
import { streamPolicy } from '@whereabouts/contract/api'
import type { Background } from '../context.ts'
import { actorOf, isTokenGood } from '../features/auth/actor.ts'
import { findSessions } from '../features/auth/queries.ts'
import { maySee } from '../platform/http/answer.ts'
import { repeat } from '../platform/repeat.ts'

/** Sessions end at any server. */
const CHECK_EVERY_MS = 800

/** Checks the sessions of open streams at an interval, all in one query. */
export function watchSessions(app: Background): { stop(): void } {
  const check = async () => {
    const open = app.streams.sessionIds
    if (open.length === 0) return
    const sessions = new Map((await findSessions(app.urgentDb, open)).map((row) => [row.session_id, row]))
    for (const sessionId of open) {
      const row = sessions.get(sessionId)
      const actor = row && actorOf(row, app.clock.now())
      if (row === undefined || actor === undefined || !maySee(actor, streamPolicy)) app.streams.endSession(sessionId)
      else app.streams.endOldTokens(sessionId, (tokenHash) => isTokenGood(row, tokenHash, app.clock.now()))
    }
  }
  const stop = repeat(CHECK_EVERY_MS, () =>
    check().catch((error: Error) =>
      app.log.warn({ reason: error.message }, 'Failed to check the sessions of open streams; retrying'),
    ),
  )
  return { stop }
}
