/** Trackers, care watches and phones: lists, and people's changes. */

import type { DevicePageRequest } from '@whereabouts/contract/paging'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { may } from '@whereabouts/contract/roles'
import type { Tracker } from '@whereabouts/contract/trackers'
import { trackers } from '@whereabouts/contract/trackers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '../../context.ts'
import type { Actor } from '../../platform/actor.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import { shareWork } from '../../platform/share-work.ts'
import { addTracker } from './add.ts'
import { setAdvSettings } from './adv-settings.ts'
import { assignClass, changeTracker, setOfflineAlert } from './change.ts'
import { flushListed } from './flush-listed.ts'
import { readPlaceNames } from './place-names.ts'
import { presentTracker, withoutRemarks } from './present.ts'
import {
  inListOrder,
  type ListedTracker,
  listReceivedTrackers,
  listTrackers,
  type ReceivedTracker,
  stateOf,
} from './queries.ts'
import { presentReceivedRow } from './received.ts'
import { clearRemarks, setRemarks } from './remarks.ts'
import { askRemoval, askRemovals, unassign } from './removal.ts'
import { ringTracker } from './ring.ts'
import { setTrackable } from './trackable.ts'
import { upgradeTracker } from './upgrade.ts'

interface Page {
  readonly items: Tracker[]
  readonly metadata: { next_token?: string }
  /** The serialised answer. */
  text?: string
}

export function trackerRoutes(http: FastifyInstance, app: App) {
  const read = async (accountId: string, query: DevicePageRequest, watches: boolean): Promise<Page> => {
    const scope = `${accountId} ${watches ? 'carewatches' : 'trackers'}`
    const size = query.count ?? PAGE_SIZE
    const start = app.pageTokens.read(scope, query.page_token)
    await flushListed(app, accountId)
    const now = app.clock.now()
    const [own, received, names] = await Promise.all([
      listTrackers(app.db, accountId, { watches, start, size, nowMs: now }),
      acrossAccounts(() => listReceivedTrackers(app.db, accountId, { watches, start, size })),
      readPlaceNames(app.db, accountId),
    ])
    const rows = received.length === 0 ? own : (await inListOrder(app.db, [...own, ...received])).slice(0, size + 1)
    const { items, metadata } = toPage(app.pageTokens, scope, rows, size, (row) => row.device_id)
    const present = (row: ListedTracker | ReceivedTracker): Tracker =>
      'share_id' in row ? presentReceivedRow(row, now) : presentTracker(row, stateOf(row), names, now)
    return { items: items.map(present), metadata }
  }

  // After a restart all consoles load all trackers at the same time.
  const share = shareWork<Page>()
  const page = async (actor: Actor, query: DevicePageRequest, watches: boolean, reply: FastifyReply) => {
    const seesRemarks = may(actor, 'viewRemarks')
    const key = JSON.stringify([actor.accountId, watches, seesRemarks, query.count, query.page_token])
    const shared = await share(key, async () => {
      const whole = await read(actor.accountId, query, watches)
      return seesRemarks ? whole : { ...whole, items: whole.items.map(withoutRemarks) }
    })
    const write = reply.getSerializationFunction('200')!
    reply.type('application/json; charset=utf-8').serializer((whole: Record<string, unknown>) => {
      shared.text ??= write(whole)
      return shared.text
    })
    return shared
  }

  return answer(http, app.identify, trackers, {
    add: ({ actor, body, request }) => addTracker(app, actor, body, request.ip),

    change: async ({ actor, params, body, request }) => ({
      tracker: await changeTracker(app, actor, params.id, body, request.ip),
    }),

    async assignClass({ actor, body, request }) {
      await assignClass(app, actor, body, request.ip)
      return {}
    },

    async setAdvSettings({ actor, body, request }) {
      await setAdvSettings(app, actor, body, request.ip)
      return {}
    },

    async setOfflineAlert({ actor, params, body, request }) {
      await setOfflineAlert(app, actor, params.id, body.alert, request.ip)
      return {}
    },

    ring: async ({ actor, body, request }) => ({
      ringing_until_ms: await ringTracker(app, actor, body, request.ip),
    }),

    upgrade: async ({ actor, body, request }) => ({
      ota_state: await upgradeTracker(app, actor, body.device_id, request.ip),
    }),

    remove: ({ actor, params, request }) => askRemoval(app, actor, params.id, request.ip),
    removeMany: ({ actor, body, request }) => askRemovals(app, actor, body.device_ids, request.ip),
    unassign: ({ body, request }) => unassign(app, body.token, request.ip),

    async setTrackable({ actor, body, request }) {
      await setTrackable(app, actor, body, request.ip)
      return {}
    },

    setRemarks: async ({ actor, params, body, request }) => ({
      remark: await setRemarks(app, actor, params.id, body, request.ip),
    }),

    async clearRemarks({ actor, params, request }) {
      await clearRemarks(app, actor, params.id, request.ip)
      return {}
    },

    async list({ actor, query, reply }) {
      const { items, metadata } = await page(actor, query, false, reply)
      return { trackers: items, metadata }
    },
    async listCareWatches({ actor, query, reply }) {
      const { items, metadata } = await page(actor, query, true, reply)
      return { carewatches: items, metadata }
    },
  })
}
