/** ESPresense stations over MQTT: what they heard, and how they are. Source: wire formats §3. */
import { decodeEspresense, espresenseObservation } from '@whereabouts/protocol/espresense'
import type { AnyApp } from '../context.ts'
import { accept } from './accept.ts'
import type { GatewayMessage } from './message.ts'
import { type KnownSender, mustSpeak } from './senders.ts'

/** Stores a message of a station. Its room is only a name; its credential identifies it (G85). */
export async function acceptEspresense(
  app: AnyApp,
  sender: KnownSender,
  { topic, payload, isRetained = false }: GatewayMessage,
  receivedAtMs: number,
): Promise<void> {
  mustSpeak(sender, 'espresense')
  const message = decodeEspresense({ topic, payload, isRetained })
  if (message.kind === 'invalid') app.counts.add(sender, message.reason, receivedAtMs)
  const observation = espresenseObservation(message)
  if (observation !== undefined) await accept(app, sender, 'station', observation, receivedAtMs)
}
