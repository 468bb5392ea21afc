/** A virtual server's way to the bus: what arrives is done by that server, in its own time, and nothing arrives once it is dead. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Bus, BusMessage } from '../../../apps/server/src/bus/bus.ts'
import type { Owner } from './virtual-time.ts'

export interface VirtualBus extends Bus {
  /** Its process is gone, and nobody answers in its place. */
  die(): void
}

/** To be called as the server's own work. */
export function virtualBus(bus: Bus, owner: Owner): VirtualBus {
  const ends = new Set<() => void>()
  return {
    isConnected: true,
    maxPayload: bus.maxPayload,
    request: (subject, payload, timeoutMs) => bus.request(subject, payload, timeoutMs),
    publish: (subject, payload) => bus.publish(subject, payload),
    subscribe(subject, handler) {
      const own = AsyncLocalStorage.bind((message: BusMessage) => (owner.isDead ? undefined : handler(message)))
      const end = bus.subscribe(subject, own)
      ends.add(end)
      return () => {
        ends.delete(end)
        end()
      }
    },
    onConnection: () => () => {},
    close: async () => {},
    die() {
      for (const end of ends) end()
    },
  }
}
