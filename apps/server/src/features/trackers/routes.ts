/** Lists of trackers and care watches. */

import type { DevicePageRequest } from '@whereabouts/contract/paging'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { trackers } from '@whereabouts/contract/trackers'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { toPage } from '../../platform/page-token.ts'
import { mapNames } from '../indoor-maps/queries.ts'
import { presentTracker } from './present.ts'
import { listTrackers, stateOf } from './queries.ts'

export function trackerRoutes(http: FastifyInstance, app: App): void {
  const page = async (accountId: string, query: DevicePageRequest, watches: boolean) => {
    const scope = `${accountId} ${watches ? 'carewatches' : 'trackers'}`
    const size = query.count ?? PAGE_SIZE
    const start = app.pageTokens.read(scope, query.page_token)
    const [rows, nameOfMap] = await Promise.all([
      listTrackers(app.db, accountId, { watches, start, size }),
      mapNames(app.db, accountId),
    ])
    const { items, metadata } = toPage(app.pageTokens, scope, rows, size, (row) => row.device_id)
    const now = app.clock.now()
    return { items: items.map((row) => presentTracker(row, stateOf(row), nameOfMap, now)), metadata }
  }

  answer(http, app.identify, 'trackers', trackers, {
    async list({ actor, query }) {
      const { items, metadata } = await page(actor.accountId, query, false)
      return { trackers: items, metadata }
    },
    async listCareWatches({ actor, query }) {
      const { items, metadata } = await page(actor.accountId, query, true)
      return { carewatches: items, metadata }
    },
  })
}
