/** Addresses that receive events of the account. Source: decision 0059; Standard Webhooks. */
import {
  DELIVERED_EVENTS,
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  MAX_WEBHOOK_URL,
  WEBHOOK_EVENTS,
  WEBHOOK_OFF_REASONS,
} from '@whereabouts/domain/webhooks'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { PageRequest, pageOf } from './paging.ts'
import { lineText, linkText } from './texts.ts'

export const Webhook = z.object({
  webhook_id: z.string(),
  url: z.string(),
  /** A note of people; '' for none. */
  note: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at_ms: z.number().int(),
  /** Why nothing is sent to it; null: it is on. */
  off: z.enum(WEBHOOK_OFF_REASONS).nullable(),
  /** Since when its receiver has taken nothing (epoch ms); null: it took the last delivery, or there was none. */
  failing_since_ms: z.number().int().nullable(),
})
export type Webhook = z.output<typeof Webhook>

export const Delivery = z.object({
  /** Sent as `webhook-id`; the same at every try, so that a receiver recognises a repeat. */
  delivery_id: z.string(),
  event: z.enum(DELIVERED_EVENTS),
  /** When it happened. */
  at_ms: z.number().int(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number().int(),
  last_try_at_ms: z.number().int().nullable(),
  /** HTTP status of the last answer; null: there was none, or a try is under way. */
  status: z.number().int().nullable(),
  /** Why the last try failed; null: it did not, or none has finished yet. */
  fault: z.enum(DELIVERY_FAULTS).nullable(),
  next_try_at_ms: z.number().int().nullable(),
})
export type Delivery = z.output<typeof Delivery>

const url = linkText.refine((text) => text.length <= MAX_WEBHOOK_URL)
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .refine((names) => new Set(names).size === names.length)

/** Shown once. As Standard Webhooks writes it: `whsec_` and base64. */
const Secret = z.object({ secret: z.string() })

/**
 * An address is https, and public unless the operator's PRIVATE_ADDRESSES has it, where it may be http too: else 400001 with info
 * `body.url.https` or `body.url.private`.
 */
export const webhooks = {
  list: endpoint
    .get('/app/webhooks', 'manageWebhooks', 'Webhooks of the account, oldest first.')
    .answers(z.object({ webhooks: z.array(Webhook) })),
  /** 409001: the account has as many as it may. */
  create: endpoint
    .post('/app/webhooks', 'manageWebhooks', 'Adds a webhook.')
    .takes(z.strictObject({ url, note: lineText, events }))
    .answers(Secret.extend({ webhook: Webhook }))
    .refusesWith('conflict'),
  /** Changes the given fields. Switched on again it begins with new events; undelivered ones stay undelivered. */
  change: endpoint
    .put('/app/webhooks/{webhook_id}', 'manageWebhooks', 'Changes a webhook, or switches it on or off.')
    .takes(
      z
        .strictObject({ url, note: lineText, events, is_on: z.boolean() })
        .partial()
        .refine((change) => Object.keys(change).length > 0),
    )
    .answers(z.object({ webhook: Webhook }))
    .refusesWith('resourceNotFound'),
  remove: endpoint
    .delete('/app/webhooks/{webhook_id}', 'manageWebhooks', 'Deletes a webhook with its deliveries.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
  /** For a day, deliveries are signed by the secret before too, so that receivers can be changed without a gap. */
  renewSecret: endpoint
    .post('/app/webhooks/{webhook_id}/secret', 'manageWebhooks', 'Makes another secret for a webhook.')
    .answers(Secret)
    .refusesWith('resourceNotFound'),
  /** One that is off is tried out too. */
  test: endpoint
    .post('/app/webhooks/{webhook_id}/test', 'manageWebhooks', 'Sends a test to a webhook.')
    .answers(z.object({ delivery: Delivery }))
    .refusesWith('resourceNotFound', 'tooManyRequests'),
  listDeliveries: endpoint
    .get('/app/webhooks/{webhook_id}/deliveries', 'manageWebhooks', 'The last deliveries of a webhook, newest first.')
    .takesQuery(PageRequest)
    .answers(pageOf('deliveries', Delivery))
    .refusesWith('resourceNotFound'),
  /** Sent again under the same id, with ten new tries. */
  redeliver: endpoint
    .post('/app/webhooks/{webhook_id}/deliveries/{delivery_id}', 'manageWebhooks', 'Sends a delivery again.')
    .answers(z.object({ delivery: Delivery }))
    .refusesWith('resourceNotFound', 'tooManyRequests'),
}
