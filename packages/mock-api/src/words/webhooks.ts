/** Webhooks of an account. The mock calls nobody: a test is taken at once. */
import type { Delivery, Webhook, webhooks } from '@whereabouts/contract/webhooks'
import { MAX_WEBHOOKS, WEBHOOK_TEST } from '@whereabouts/domain/webhooks'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { type Handlers, record, tellLists, type World } from '../world.ts'

const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host

export const webhookWords = (world: World): Handlers<typeof webhooks> => {
  const newSecret = () => `whsec_${btoa(world.uuid().replaceAll('-', ''))}`
  return {
    list: ({ actor }) => ({ webhooks: actor.account.webhooks }),

    create({ actor, body }) {
      const { account } = actor
      mustBeSecure(body.url)
      if (account.webhooks.length >= MAX_WEBHOOKS) throw refuse('conflict', { info: 'webhooks' })
      const own = { webhook_id: world.uuid(), created_at_ms: world.now(), off: null, failing_since_ms: null }
      const webhook: Webhook = { ...body, ...own }
      account.webhooks.push(webhook)
      record(world, actor, 'add_webhook', hostOf(webhook))
      tellLists(world, account, 'webhooks')
      return { webhook, secret: newSecret() }
    },

    change({ actor, params, body: { is_on, url, note, events } }) {
      const { account } = actor
      const before = getWebhook(account, params.webhook_id)
      if (url !== undefined) mustBeSecure(url)
      const named = { url: url ?? before.url, note: note ?? before.note, events: events ?? before.events }
      const webhook: Webhook = { ...before, ...named, off: is_on === undefined ? before.off : is_on ? null : 'person' }
      account.webhooks = account.webhooks.map((each) => (each === before ? webhook : each))
      record(world, actor, 'change_webhook', hostOf(webhook))
      tellLists(world, account, 'webhooks')
      return { webhook }
    },

    remove({ actor, params }) {
      const { account } = actor
      const webhook = getWebhook(account, params.webhook_id)
      account.webhooks = account.webhooks.filter((each) => each !== webhook)
      account.deliveries.delete(webhook.webhook_id)
      record(world, actor, 'remove_webhook', hostOf(webhook))
      tellLists(world, account, 'webhooks')
      return {}
    },

    renewSecret({ actor, params }) {
      record(world, actor, 'change_webhook', hostOf(getWebhook(actor.account, params.webhook_id)))
      return { secret: newSecret() }
    },

    test({ actor, params }) {
      const { account } = actor
      const { webhook_id } = getWebhook(account, params.webhook_id)
      const now = world.now()
      const taken = { state: 'delivered', tries: 1, last_try_at_ms: now, status: 200 } as const
      const told = { delivery_id: world.uuid(), event: WEBHOOK_TEST, at_ms: now, fault: null, next_try_at_ms: null }
      const delivery: Delivery = { ...told, ...taken }
      account.deliveries.set(webhook_id, [delivery, ...(account.deliveries.get(webhook_id) ?? [])])
      return { delivery }
    },

    listDeliveries({ actor, params }) {
      const { webhook_id } = getWebhook(actor.account, params.webhook_id)
      return { deliveries: actor.account.deliveries.get(webhook_id) ?? [], metadata: {} }
    },

    redeliver({ actor, params: { webhook_id, delivery_id } }) {
      const all = actor.account.deliveries.get(webhook_id) ?? []
      const before = all.find((each) => each.delivery_id === delivery_id)
      if (before === undefined) throw refuse('resourceNotFound')
      const now = world.now()
      const taken = { state: 'delivered', tries: before.tries + 1, last_try_at_ms: now, status: 200 } as const
      const delivery: Delivery = { ...before, ...taken, fault: null, next_try_at_ms: null }
      actor.account.deliveries.set(
        webhook_id,
        all.map((each) => (each === before ? delivery : each)),
      )
      return { delivery }
    },
  }
}

/** The mock's operator allows no private addresses; which are private only the server knows. */
function mustBeSecure(url: string): void {
  if (!url.startsWith('https:')) throw refuse('invalidInput', { info: 'body.url.https' })
}

function getWebhook({ webhooks }: Account, id: string): Webhook {
  const webhook = webhooks.find(({ webhook_id }) => webhook_id === id)
  if (webhook === undefined) throw refuse('resourceNotFound')
  return webhook
}
