/** Brings messages to a server: each sender with its own queue, over HTTP or its own MQTT connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Counts, noCounts } from './deliveries.ts'
import { createHttpDelivery } from './http-delivery.ts'
import { createMqttDelivery, type MqttDelivery } from './mqtt-delivery.ts'
import type { MqttMessage, OutboundMessage } from './outbound.ts'
import { createSenderQueue, type SenderQueue } from './sender-queue.ts'

/** HTTP connections all senders share. */
const MAX_HTTP_CONNECTIONS = 24

export interface Transport {
  /** Takes the message; it is delivered in the background. */
  send(message: OutboundMessage): void
  /** Since the start. */
  readonly counts: Counts
  close(): Promise<void>
}

export interface TransportOptions {
  readonly url: string
  readonly mqttUrl: string
  /** Passwords by sender id. */
  readonly passwords: ReadonlyMap<string, string>
}

export function createTransport({ url, mqttUrl, passwords }: TransportOptions): Transport {
  const counts = noCounts()
  const http = createHttpDelivery(url, MAX_HTTP_CONNECTIONS)
  const brokers = new Map<string, MqttDelivery>()
  const queues = new Map<string, SenderQueue<OutboundMessage>>()

  function brokerOf(message: MqttMessage): MqttDelivery {
    const { senderId } = message
    const known = brokers.get(senderId)
    if (known) return known
    const room = /^espresense\/.*\/([^/]+)$/.test(message.topic) ? senderId : undefined
    const lastWord = room === undefined ? undefined : { topic: `espresense/rooms/${room}/status`, body: 'offline' }
    const broker = createMqttDelivery(mqttUrl, { senderId, password: passwords.get(senderId) ?? '', lastWord })
    brokers.set(senderId, broker)
    return broker
  }

  const createQueue = () =>
    createSenderQueue<OutboundMessage>({
      deliver: (message) => (message.via === 'http' ? http.deliver(message) : brokerOf(message).deliver(message)),
      counts,
      pause,
    })

  return {
    counts,
    send(message) {
      const queue = queues.get(message.senderId) ?? createQueue()
      queues.set(message.senderId, queue)
      queue.push(message)
    },
    async close() {
      const stopped = [...queues.values()].map((queue) => queue.stop())
      http.close()
      await Promise.all([...brokers.values()].map((broker) => broker.close()))
      await Promise.all(stopped)
    },
  }
}

/** Ends early when the simulator stops. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
