/** Meshtastic over MQTT: what the nodes of a mesh say, by way of one that has a connection. Source: wire formats §11.3; decision 0058. */
import { decodeMeshtastic, meshtasticObservation } from '@whereabouts/protocol/meshtastic'
import type { AnyApp } from '../context.ts'
import { accept } from './accept.ts'
import { type KnownSender, mustSpeak } from './senders.ts'

/** Stores a message of a gateway node. Its topic is a label; its credential identifies it (G85). */
export async function acceptMeshtastic(
  app: AnyApp,
  sender: KnownSender,
  { topic, payload }: { topic: string; payload: Buffer },
  receivedAtMs: number,
): Promise<void> {
  mustSpeak(sender, 'meshtastic')
  const message = decodeMeshtastic({ topic, payload, isRetained: false })
  if (message.kind === 'invalid') app.counts.add(sender, message.reason, receivedAtMs)
  const observation = meshtasticObservation(message)
  if (observation !== undefined) await accept(app, sender, 'phone', observation, receivedAtMs)
}
