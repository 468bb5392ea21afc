/** What a webhook is called, and how a delivery stands, in words. Pure. */
import type { Delivery, Webhook } from '@whereabouts/contract/webhooks'
import type { MessageId } from '../../locales/ids.ts'

/** Its name, or the host of its address. */
export const nameOf = ({ note, url }: Pick<Webhook, 'note' | 'url'>): string => note || new URL(url).host

/** The text for what came of a delivery, with the status where there is one; undefined: nothing did yet. */
export function resultOf({ fault, status }: Delivery): MessageId | undefined {
  if (fault !== null) return `webhooks.fault.${fault}`
  return status === null ? undefined : 'webhooks.fault.status'
}
