/** Webhooks of an account, what was delivered to them, and tests. Source: decision 0059. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { type Webhook, webhooks } from '@whereabouts/contract/webhooks'
import { MAX_WEBHOOKS } from '@whereabouts/domain/webhooks'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { answer } from '../../platform/http/answer.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  countWebhooks,
  deleteWebhook,
  deliverAgain,
  failWaiting,
  insertTest,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  lockWebhook,
  saveSecret,
  saveWebhook,
} from './queries.ts'
import { sealPlace } from './sender.ts'
import { newSecret } from './signature.ts'

/** What these calls use of the server. */
type Needs = Pick<
  App,
  'clock' | 'db' | 'identify' | 'outsideHosts' | 'pageTokens' | 'random' | 'streams' | 'webhookSecrets' | 'webhooks'
>

/** Of one account: each may make this server call somebody. */
const SENT_BY_HAND = { kind: 'webhook sent by hand', most: 30, windowMs: 60_000 }
/** The secret before signs too for so long (ms). */
const BOTH_SECRETS_MS = 24 * 3_600_000

const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host

export function webhookRoutes(http: FastifyInstance, app: Needs) {
  const { db, clock, random } = app
  const mustBeAllowed = (url: string | undefined): void => {
    const fault = url === undefined ? undefined : app.outsideHosts.faultOf(new URL(url))
    if (fault !== undefined) throw refuse('invalidInput', { info: `body.url.${fault}` })
  }
  const changed = (accountId: string) => app.streams.listChanged(accountId, 'webhooks')

  return answer(http, app.identify, webhooks, {
    async list({ actor }) {
      return { webhooks: await listWebhooks(db, actor.accountId) }
    },

    async create({ actor, body, request }) {
      mustBeAllowed(body.url)
      const { accountId } = actor
      const named = { ...body, webhook_id: random.uuid(), created_at_ms: clock.now() }
      const secret = newSecret(random)
      await db.transaction().execute(async (transaction) => {
        if ((await countWebhooks(transaction, accountId)) >= MAX_WEBHOOKS)
          throw refuse('conflict', { info: 'webhooks' })
        const sealed = app.webhookSecrets.close(secret, sealPlace(accountId, named.webhook_id))
        await insertWebhook(transaction, accountId, named, sealed)
        await recordActivity(transaction, app, actor, { action: 'add_webhook', target: hostOf(named), ip: request.ip })
      })
      changed(accountId)
      return { webhook: { ...named, off: null, failing_since_ms: null }, secret }
    },

    async change({ actor, params, body: { is_on, ...named }, request }) {
      mustBeAllowed(named.url)
      const { accountId } = actor
      const webhook = await db.transaction().execute(async (transaction) => {
        const { secret_sealed: _sealed, ...before } = await lockWebhook(
          transaction,
          accountId,
          uuidOf(params.webhook_id),
        )
        const switched = is_on === undefined || is_on === (before.off === null) ? {} : turned(is_on)
        const after: Webhook = {
          ...{ ...before, ...switched },
          ...{ url: named.url ?? before.url, note: named.note ?? before.note, events: named.events ?? before.events },
        }
        await saveWebhook(transaction, accountId, after)
        if (after.off !== null) await failWaiting(transaction, accountId, after.webhook_id)
        await recordActivity(transaction, app, actor, {
          action: 'change_webhook',
          target: hostOf(after),
          ip: request.ip,
        })
        return after
      })
      changed(accountId)
      return { webhook }
    },

    async remove({ actor, params, request }) {
      const { accountId } = actor
      await db.transaction().execute(async (transaction) => {
        const webhook = await lockWebhook(transaction, accountId, uuidOf(params.webhook_id))
        await deleteWebhook(transaction, accountId, webhook.webhook_id)
        const target = hostOf(webhook)
        await recordActivity(transaction, app, actor, { action: 'remove_webhook', target, ip: request.ip })
      })
      changed(accountId)
      return {}
    },

    async renewSecret({ actor, params, request }) {
      const { accountId } = actor
      const secret = newSecret(random)
      await db.transaction().execute(async (transaction) => {
        const webhook = await lockWebhook(transaction, accountId, uuidOf(params.webhook_id))
        await saveSecret(transaction, accountId, webhook.webhook_id, {
          secretSealed: app.webhookSecrets.close(secret, sealPlace(accountId, webhook.webhook_id)),
          previousUntilMs: clock.now() + BOTH_SECRETS_MS,
        })
        const target = hostOf(webhook)
        await recordActivity(transaction, app, actor, { action: 'change_webhook', target, ip: request.ip })
      })
      return { secret }
    },

    async test({ actor, params }) {
      const { accountId } = actor
      await countRequest(app, SENT_BY_HAND, accountId)
      const delivery = await db.transaction().execute(async (transaction) => {
        const { webhook_id } = await lockWebhook(transaction, accountId, uuidOf(params.webhook_id))
        return insertTest(transaction, accountId, webhook_id, { deliveryId: random.uuid(), now: clock.now() })
      })
      app.webhooks.wake()
      return { delivery }
    },

    async listDeliveries({ actor, params, query }) {
      const { accountId } = actor
      const webhookId = uuidOf(params.webhook_id)
      const scope = `${accountId} webhook ${webhookId}`
      const start = app.pageTokens.read(scope, query.page_token)
      if (!(await listWebhooks(db, accountId)).some(({ webhook_id }) => webhook_id === webhookId))
        throw refuse('resourceNotFound')
      const rows = await listDeliveries(db, accountId, webhookId, { start, size: PAGE_SIZE })
      const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.delivery_id)
      return { deliveries: items.map(({ created_at: _queued, ...delivery }) => delivery), metadata }
    },

    async redeliver({ actor, params }) {
      const { accountId } = actor
      await countRequest(app, SENT_BY_HAND, accountId)
      const named = { webhookId: uuidOf(params.webhook_id), deliveryId: uuidOf(params.delivery_id), now: clock.now() }
      const delivery = await deliverAgain(db, accountId, named)
      app.webhooks.wake()
      return { delivery }
    },
  })
}

/** On: what its receiver did not take before is forgotten, so that it has days again. */
const turned = (isOn: boolean): Pick<Webhook, 'off'> & Partial<Webhook> =>
  isOn ? { off: null, failing_since_ms: null } : { off: 'person' }
