/** Shelly devices as Bluetooth stations over MQTT. Source: wire formats §7.1. */
import { decodeShelly, parseShellyTopic, shellyObservation } from '@whereabouts/protocol/shelly'
import type { AnyApp } from '../context.ts'
import { acceptTags } from './accept.ts'
import type { GatewayMessage } from './message.ts'
import { type KnownSender, mustSpeak } from './senders.ts'

/** True for topics on which a Shelly reports what it hears; it has many others. */
export const isShellyTopic = (topic: string): boolean => parseShellyTopic(topic) !== undefined

/** Stores a message of a Shelly. The name it gives itself is a label; its credential identifies it (G85). */
export async function acceptShelly(
  app: AnyApp,
  sender: KnownSender,
  { topic, payload, isRetained = false }: GatewayMessage,
  receivedAtMs: number,
): Promise<void> {
  mustSpeak(sender, 'shelly')
  if (!isShellyTopic(topic)) return
  await acceptTags(
    app,
    sender,
    'station',
    ({ keyOf, settle }) => {
      const message = decodeShelly({ topic, payload, isRetained }, { keyOf })
      if (message.kind === 'invalid') app.counts.add(sender, message.reason, receivedAtMs)
      return shellyObservation(message, settle)
    },
    receivedAtMs,
  )
}
