/** Lists of trackers and care watches. */

import type { DevicePageRequest } from '@whereabouts/contract/paging'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import type { Tracker } from '@whereabouts/contract/trackers'
import { trackers } from '@whereabouts/contract/trackers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'
import { toPage } from '../../platform/page-token.ts'
import { shareWork } from '../../platform/share-work.ts'
import { mapNames } from '../indoor-maps/queries.ts'
import { presentTracker } from './present.ts'
import { listTrackers, stateOf } from './queries.ts'

interface Page {
  readonly items: Tracker[]
  readonly metadata: { next_token?: string }
  /** The answer that says it, once somebody is sent it. */
  text?: string
}

export function trackerRoutes(http: FastifyInstance, app: App): void {
  const read = async (accountId: string, query: DevicePageRequest, watches: boolean): Promise<Page> => {
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

  // All consoles load all trackers at the same time when they come back after a restart.
  const share = shareWork<Page>()
  const page = async (accountId: string, query: DevicePageRequest, watches: boolean, reply: FastifyReply) => {
    const key = JSON.stringify([accountId, watches, query.count, query.page_token])
    const shared = await share(key, () => read(accountId, query, watches))
    const write = reply.getSerializationFunction('200')!
    reply.type('application/json; charset=utf-8').serializer((whole: Record<string, unknown>) => {
      shared.text ??= write(whole)
      return shared.text
    })
    return shared
  }

  answer(http, app.identify, 'trackers', trackers, {
    add: notYet,
    change: notYet,
    assignClass: notYet,
    setAdvSettings: notYet,
    setOfflineAlert: notYet,
    ring: notYet,
    upgrade: notYet,
    remove: notYet,
    removeMany: notYet,
    unassign: notYet,
    setTrackable: notYet,
    setRemarks: notYet,
    clearRemarks: notYet,
    async list({ actor, query, reply }) {
      const { items, metadata } = await page(actor.accountId, query, false, reply)
      return { trackers: items, metadata }
    },
    async listCareWatches({ actor, query, reply }) {
      const { items, metadata } = await page(actor.accountId, query, true, reply)
      return { carewatches: items, metadata }
    },
  })
}
