/** Delivers commands to senders that subscribed to their own `down` topic, as soon as they are committed. Source: G09. */
import { downTopic } from '@whereabouts/domain/senders'
import type { Client } from 'aedes'
import type { Background } from '../context.ts'
import { takeCommands } from './commands.ts'

/** Polls this often (ms) for commands that another server queued. */
const LOOK_EVERY_MS = 800

interface Listener {
  readonly accountId: string
  readonly senderId: string
  readonly client: Client
}

export interface MqttCommands {
  /** A sender subscribes. */
  listen(listener: Listener): void
  forget(client: Client): void
  close(): Promise<void>
}

export function createMqttCommands({ db, clock, log, downlink }: Background): MqttCommands {
  /** By account and sender; with two connections, the one that subscribed last. */
  const listeners = new Map<string, Listener>()
  const keyOf = ({ accountId, senderId }: Omit<Listener, 'client'>) => `${accountId}/${senderId}`
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  async function look(): Promise<void> {
    const taken = await takeCommands(db, [...listeners.values()], clock.now())
    for (const { command, ...sender } of taken) {
      const client = listeners.get(keyOf(sender))?.client
      // The connection ended at this very moment: the command is lost, as it could be on the radio.
      if (client === undefined || client.closed) continue
      const packet = { cmd: 'publish', topic: downTopic(sender.senderId), qos: 1, retain: false, dup: false } as const
      client.publish({ ...packet, payload: JSON.stringify(command) }, () => {})
    }
  }

  /** One poll at a time; a request during a poll causes one more. */
  function wake(): void {
    if (listeners.size === 0) return
    if (looking !== undefined) {
      isAskedAgain = true
      return
    }
    looking = look()
      .catch((error: Error) => log.warn({ reason: error.message }, 'Failed to load the commands of a sender; retrying'))
      .finally(() => {
        looking = undefined
        if (!isAskedAgain) return
        isAskedAgain = false
        wake()
      })
  }

  downlink.onWake(wake)
  const timer = setInterval(wake, LOOK_EVERY_MS)
  return {
    listen(listener) {
      listeners.set(keyOf(listener), listener)
      wake()
    },
    forget(client) {
      for (const [key, listener] of listeners) if (listener.client === client) listeners.delete(key)
    },
    async close() {
      clearInterval(timer)
      listeners.clear()
      await looking
    },
  }
}
