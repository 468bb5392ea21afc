/** The remark items of an account. Source: G51. */
import { remarks } from '@whereabouts/contract/remarks'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { answer } from '../../platform/http/answer.ts'
import { refuse } from '../../platform/refusal.ts'
import { withFreeIndexes } from './items.ts'
import { listRemarkItems, lockRemarkItems, replaceRemarkItems } from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'homes' | 'identify' | 'random' | 'streams'>

export const remarkRoutes = (http: FastifyInstance, app: Needs) =>
  answer(http, app.identify, remarks, {
    list: async ({ actor }) => ({ items: await listRemarkItems(app.db, actor.accountId) }),

    async save({ actor, body, request }) {
      const { accountId } = actor
      const items = await app.db.transaction().execute(async (db) => {
        const kept = withFreeIndexes(body.items, await lockRemarkItems(db, accountId))
        if (kept === undefined) throw refuse('invalidInput', { info: 'body.items' })
        await replaceRemarkItems(db, accountId, kept)
        await recordActivity(db, app, actor, { action: 'change_remark_items', ip: request.ip })
        return kept
      })
      await app.homes.of(accountId).tell({ kind: 'changed' })
      app.streams.listChanged(accountId, 'remark_items')
      return { items: [...items] }
    },
  })
