/** LoRaWAN devices, by way of their network server. Source: wire formats §11.2; decision 0058. */
import { type LorawanMessage, lorawanObservations } from '@whereabouts/protocol/lorawan'
import type { AnyApp } from '../context.ts'
import { acceptAll } from './accept.ts'
import { inTime } from './deadline.ts'
import type { KnownSender } from './senders.ts'

/**
 * Stores an uplink, or counts why there is nothing to store. Unreadable ones are acknowledged: network servers retry or give up on the
 * whole integration, and what cannot be read now never will be (rule 43).
 */
export async function acceptLorawan(
  app: AnyApp,
  sender: KnownSender,
  message: LorawanMessage,
  receivedAtMs: number,
): Promise<void> {
  if (message.kind !== 'uplink') app.counts.add(sender, message.reason, receivedAtMs)
  else if (message.fault !== undefined) app.counts.add(sender, message.fault, receivedAtMs)
  await inTime(acceptAll(app, sender, 'phone', lorawanObservations(message), receivedAtMs))
}
