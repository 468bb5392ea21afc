/** A server's way to the bus, which a test cuts: nothing goes out or comes in, as while NATS is away. */
import type { Bus, BusMessage, Handler } from '../../apps/server/src/bus/bus.ts'
import { BusFault } from '../../apps/server/src/bus/bus.ts'

export interface CutBus extends Bus {
  setConnected(isConnected: boolean): void
  /** Leaves out so many of the next messages that arrive; requests are none of them. */
  lose(messages: number): void
}

export function cutBus(bus: Bus): CutBus {
  const listeners = new Set<(isConnected: boolean) => void>()
  let isConnected = true
  let lost = 0
  const isHeard = (): boolean => {
    if (lost > 0) lost -= 1
    else return isConnected
    return false
  }
  return {
    get isConnected() {
      return isConnected
    },
    maxPayload: bus.maxPayload,
    setConnected(now) {
      isConnected = now
      for (const listener of listeners) listener(now)
    },
    lose(messages) {
      lost = messages
    },
    async request(subject, payload, timeoutMs) {
      if (!isConnected) throw new BusFault('away', 'The test has cut the bus.')
      return bus.request(subject, payload, timeoutMs)
    },
    publish(subject, payload) {
      if (isConnected) bus.publish(subject, payload)
    },
    subscribe(subject, handler) {
      const isRequest = !subject.startsWith('live.')
      const heard: Handler = (message: BusMessage) =>
        (isRequest ? isConnected : isHeard()) ? handler(message) : undefined
      return bus.subscribe(subject, heard)
    },
    onConnection(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    // Others go on using it.
    close: async () => {},
  }
}
