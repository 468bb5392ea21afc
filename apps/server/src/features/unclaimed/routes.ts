/** The inbox of tags that senders hear and no account has claimed. Source: G85. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { unclaimed } from '@whereabouts/contract/unclaimed'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { refuse } from '../../platform/refusal.ts'
import { claim } from './claim.ts'
import { listUnclaimed, markTag } from './queries.ts'

export const unclaimedRoutes = (http: FastifyInstance, app: App) => {
  async function mark(actor: Actor, id: string, isIgnored: boolean, ip: string): Promise<Record<string, never>> {
    await app.db.transaction().execute(async (db) => {
      const target = await markTag(db, actor.accountId, id, isIgnored)
      if (target === undefined) throw refuse('resourceNotFound')
      await recordActivity(db, app, actor, { action: isIgnored ? 'ignore_tag' : 'restore_tag', target, ip })
    })
    app.streams.listChanged(actor.accountId, 'unclaimed')
    return {}
  }

  return answer(http, app.identify, unclaimed, {
    async list({ actor, query }) {
      const isIgnored = query.ignored === 'true'
      const scope = `${actor.accountId} ${isIgnored ? 'ignored' : 'unclaimed'}`
      const start = app.pageTokens.read(scope, query.page_token)
      const now = toSeconds(app.clock.now())
      const rows = await listUnclaimed(app.db, actor.accountId, { start, size: PAGE_SIZE, now, isIgnored })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.id)
      return { unclaimed: items.map(({ created_at: _order, ...tag }) => tag), metadata }
    },

    claim: ({ actor, params, body, request }) => claim(app, actor, params.id, body, request.ip),
    ignore: ({ actor, params, request }) => mark(actor, params.id, true, request.ip),
    restore: ({ actor, params, request }) => mark(actor, params.id, false, request.ip),
  })
}
