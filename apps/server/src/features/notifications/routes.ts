/** The list of notifications, and messages between consoles. */
import { notifications } from '@whereabouts/contract/notifications'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { getReader } from '../../events/notifications.ts'
import { presentNotification } from '../../events/present.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { disengage, testRing } from './push.ts'
import { listNotifications } from './queries.ts'

export function notificationRoutes(http: FastifyInstance, app: App) {
  const { registerPush: _ofPush, ...calls } = notifications
  return answer(http, app.identify, calls, {
    async list({ actor, query }) {
      const scope = `${actor.accountId} notifications`
      const start = app.pageTokens.read(scope, query.page_token)
      const rows = await listNotifications(app.db, actor.accountId, { start, size: PAGE_SIZE })
      const ordered = rows.map((row) => ({ ...row, created_at: row.event_time_ms }))
      const { items, metadata } = toPage(app.pageTokens, scope, ordered, PAGE_SIZE, (row) => row.id)
      const reader = await getReader(app.db, actor.sessionId)
      return { notifications: items.map((row) => presentNotification(row, reader)), metadata }
    },

    push: ({ actor, body, request }) =>
      body.type === 'test' ? testRing(app, actor) : disengage(app, actor, body, request.ip),
  })
}
