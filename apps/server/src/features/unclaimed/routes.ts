/** The inbox of tags that senders hear and nobody has. Source: G85. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { unclaimed } from '@whereabouts/contract/unclaimed'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { toSeconds } from '../../platform/clock.ts'
import { toPage } from '../../platform/page-token.ts'
import { refuse } from '../../platform/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import { claim } from './claim.ts'
import { ignoreTag, listUnclaimed } from './queries.ts'

export const unclaimedRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'unclaimed', unclaimed, {
    async list({ actor, query }) {
      const scope = `${actor.accountId} unclaimed`
      const start = app.pageTokens.read(scope, query.page_token)
      const now = toSeconds(app.clock.now())
      const rows = await listUnclaimed(app.db, actor.accountId, { start, size: PAGE_SIZE, now })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.id)
      return { unclaimed: items.map(({ created_at: _order, ...tag }) => tag), metadata }
    },

    claim: ({ actor, params, body, request }) => claim(app, actor, params.id, body, request.ip),

    async ignore({ actor, params, request }) {
      await app.db.transaction().execute(async (db) => {
        const target = await ignoreTag(db, actor.accountId, params.id)
        if (target === undefined) throw refuse('resourceNotFound')
        await recordActivity(db, app, actor, { action: 'ignore_tag', target, ip: request.ip })
      })
      app.streams.listChanged(actor.accountId, 'unclaimed')
      return {}
    },
  })
