/** Zigbee2MQTT over somebody's broker: what Zigbee devices say; its coordinator is the station. Source: wire formats §7.3. */
import { decodeZigbee2mqtt, zigbee2mqttObservation } from '@whereabouts/protocol/zigbee2mqtt'
import type { AnyApp } from '../context.ts'
import { accept } from './accept.ts'
import type { GatewayMessage } from './message.ts'
import type { KnownSender } from './senders.ts'

/** Stores a message under that base. */
export async function acceptZigbee2mqtt(
  app: AnyApp,
  sender: KnownSender,
  { topic, payload, isRetained = false }: GatewayMessage,
  receivedAtMs: number,
  base: string,
): Promise<void> {
  const message = decodeZigbee2mqtt({ topic, payload, isRetained }, base)
  if (message.kind === 'invalid') app.counts.add(sender, message.reason, receivedAtMs)
  const observation = zigbee2mqttObservation(message)
  if (observation !== undefined) await accept(app, sender, 'station', observation, receivedAtMs)
}
