/** Where the account is signed in, what was done in it, and the end of other sessions. */
import { ACTIVITY_PAGE_SIZE, activity } from '@whereabouts/contract/activity'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { requireFresh } from '../../platform/actor.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import { tellUntracked, untrack } from '../trackers/trackable.ts'
import { endSessions, type LogFilter, listDevices, listLogs } from './queries.ts'

export const activityRoutes = (http: FastifyInstance, app: App) => {
  async function pageOfLogs(accountId: string, filter: LogFilter, token: string | undefined, size: number) {
    const scope = `${accountId} activity_logs ${filter.sessionId ?? ''} ${filter.securityOnly ?? ''}`
    const start = app.pageTokens.read(scope, token)
    const rows = await listLogs(app.db, accountId, filter, { start, size })
    const { items, metadata } = toPage(app.pageTokens, scope, rows, size, (row) => row.id)
    return { activity_logs: items, metadata }
  }

  return answer(http, app.identify, activity, {
    listDevices: async ({ actor }) => ({
      activity_devices: await listDevices(app.db, actor.accountId, actor.sessionId),
    }),

    listLogs: ({ actor, query }) =>
      pageOfLogs(
        actor.accountId,
        { securityOnly: query.type === 'security' },
        query.page_token,
        query.count ?? PAGE_SIZE,
      ),

    async listLogsOfDevice({ actor, params, query }) {
      return pageOfLogs(actor.accountId, { sessionId: uuidOf(params.id) }, query.page_token, ACTIVITY_PAGE_SIZE)
    },

    async forceSignOut({ actor, body, request }) {
      requireFresh(actor)
      // Shares of a phone end with its session.
      const { ended, untracked } = await acrossAccounts(() =>
        app.db.transaction().execute(async (db) => {
          const gone = await endSessions(db, actor.accountId, actor.sessionId, body)
          for (const { name } of gone) {
            await recordActivity(db, app, actor, { action: 'forced_sign_out', target: name, ip: request.ip })
          }
          const phones = gone.flatMap(({ phone_id }) => phone_id ?? [])
          return {
            ended: new Set(gone.map(({ session_id }) => session_id)),
            untracked: await untrack(db, app, actor, phones, request.ip),
          }
        }),
      )
      for (const sessionId of ended) app.streams.endSession(sessionId)
      await tellUntracked(app, actor.accountId, untracked)
      return { failed_list: [...body.session_ids, ...body.mobile_ids].filter((id) => !ended.has(id.toLowerCase())) }
    },
  })
}
