/** Delivers over MQTT: one connection a sender, signed in with its credential. */
import type { DeviceCommand } from '@whereabouts/contract/device-reports'
import { connect, type MqttClient } from 'mqtt'
import { readCommand } from './commands.ts'
import type { Outcome } from './deliveries.ts'
import type { MqttMessage } from './outbound.ts'

const FIRST_RECONNECT_MS = 1000
const LONGEST_RECONNECT_MS = 30_000
const ACK_TIMEOUT_MS = 20_000

export interface MqttDelivery {
  /** One try; never rejects. 'retry' while there is no connection. */
  deliver(message: Pick<MqttMessage, 'topic' | 'qos' | 'body'>): Promise<Outcome>
  close(): Promise<void>
}

export interface MqttSender {
  readonly senderId: string
  readonly password: string
  /** The last will of a station of another make. */
  readonly lastWord?: { readonly topic: string; readonly body: string } | undefined
  /** Receives messages on its own topic; without it the sender does not subscribe. */
  readonly onCommand?: ((command: DeviceCommand) => void) | undefined
}

export function createMqttDelivery(brokerUrl: string, sender: MqttSender): MqttDelivery {
  const client: MqttClient = connect(brokerUrl, {
    // Two simulators at once must not disconnect each other by the same client id.
    clientId: `simulator-${process.pid}-${sender.senderId}`,
    username: sender.senderId,
    password: sender.password,
    reconnectPeriod: FIRST_RECONNECT_MS,
    connectTimeout: 10_000,
    // The queue retries by itself; the client's own retries would send everything twice.
    queueQoSZero: false,
    resubscribe: false,
    ...(sender.lastWord && {
      will: { topic: sender.lastWord.topic, payload: Buffer.from(sender.lastWord.body), qos: 0, retain: true },
    }),
  })
  // Without a listener, a broker that is away would end the process; the queue notices it by its own tries.
  client.on('error', () => undefined)
  const { senderId, onCommand } = sender
  if (onCommand)
    client.on('message', (_topic, payload) => {
      const command = readCommand(payload.toString())
      if (command !== undefined) onCommand(command)
    })
  client.on('connect', () => {
    client.options.reconnectPeriod = FIRST_RECONNECT_MS
    if (onCommand) client.subscribe(`whereabouts/${senderId}/down`, { qos: 1 })
  })
  client.on('reconnect', () => {
    client.options.reconnectPeriod = Math.min(LONGEST_RECONNECT_MS, client.options.reconnectPeriod! * 2)
  })
  return {
    deliver: ({ topic, qos, body }) =>
      new Promise((resolve) => {
        if (!client.connected) {
          resolve('retry')
          return
        }
        const timer = setTimeout(() => settle('retry'), ACK_TIMEOUT_MS)
        const onClose = () => settle('retry')
        const settle = (outcome: Outcome) => {
          clearTimeout(timer)
          client.off('close', onClose)
          resolve(outcome)
        }
        client.once('close', onClose)
        client.publish(topic, body, { qos }, (error) => settle(error ? 'retry' : 'acknowledged'))
      }),
    close: () => client.endAsync(true),
  }
}
