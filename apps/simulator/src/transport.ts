/** Delivers messages to a server: each sender with its own queue, over HTTP or its own MQTT connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceCommand } from '@whereabouts/contract/device-reports'
import { readCommands } from './commands.ts'
import { type Counts, noCounts } from './deliveries.ts'
import { createHttpDelivery } from './http-delivery.ts'
import { createMqttDelivery, type MqttDelivery } from './mqtt-delivery.ts'
import type { MqttMessage, OutboundMessage } from './outbound.ts'
import { createSenderQueue, type SenderQueue } from './sender-queue.ts'

/** HTTP connections all senders share. */
const MAX_HTTP_CONNECTIONS = 24
/** Senders without a connection of their own ask for commands this often (ms). */
const ASK_EVERY_MS = 5000

export interface Transport {
  /** Queues the message; it is delivered in the background. */
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
  /** Receives the commands for senders of our own protocol; without it nobody asks for them. */
  readonly onCommand?: (command: DeviceCommand) => void
}

export function createTransport({ url, mqttUrl, passwords, onCommand }: TransportOptions): Transport {
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
    const isNative = message.topic.startsWith('whereabouts/')
    const broker = createMqttDelivery(mqttUrl, {
      senderId,
      password: passwords.get(senderId) ?? '',
      lastWord,
      onCommand: isNative ? onCommand : undefined,
    })
    brokers.set(senderId, broker)
    return broker
  }

  const createQueue = () =>
    createSenderQueue<OutboundMessage>({
      deliver: (message) => (message.via === 'http' ? http.deliver(message) : brokerOf(message).deliver(message)),
      counts,
      pause,
    })

  /** Senders of our own protocol over HTTP, those that have spoken. */
  const askers = new Set<string>()
  const stopping = new AbortController()
  const asking = onCommand && keepAsking(onCommand)

  async function keepAsking(hear: (command: DeviceCommand) => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(ASK_EVERY_MS, stopping.signal)
      for (const senderId of askers) {
        const basic = Buffer.from(`${senderId}:${passwords.get(senderId) ?? ''}`).toString('base64')
        const answer = await http.ask('/v3/device/commands', { authorization: `Basic ${basic}` })
        for (const command of readCommands(answer)) hear(command)
      }
    }
  }

  return {
    counts,
    send(message) {
      if (message.via === 'http' && message.path === '/v3/device/report') askers.add(message.senderId)
      const queue = queues.get(message.senderId) ?? createQueue()
      queues.set(message.senderId, queue)
      queue.push(message)
    },
    async close() {
      stopping.abort()
      askers.clear()
      const stopped = [...queues.values()].map((queue) => queue.stop())
      http.close()
      await Promise.all([...brokers.values()].map((broker) => broker.close()))
      await Promise.all([asking, ...stopped])
    },
  }
}

/** Ends early when the simulator stops. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
