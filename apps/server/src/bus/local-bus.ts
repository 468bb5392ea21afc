/** The bus of one server alone, within its process. It promises what the one between servers does: bytes are copied, and nothing is repeated. */
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { type Bus, BusFault, checkSize, type Handler, type Unsubscribe } from './bus.ts'
import { DRAIN_MS, RunningHandlers, within } from './running-handlers.ts'
import { checkedSubject } from './subjects.ts'

/** What nats-server carries by default (bytes), so that nothing works here alone. */
export const MAX_PAYLOAD = 1_048_576

interface Deps {
  readonly log: Log
  readonly clock: Clock
  /** Does the work once, so many milliseconds later; answers what calls it off. */
  readonly after?: (ms: number, work: () => void) => () => void
  /** How long handlers may run on when the bus closes (ms). */
  readonly drainMs?: number
}

const realAfter = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

interface Subscription {
  readonly handler: Handler
  isOver: boolean
}

export class LocalBus implements Bus {
  readonly isConnected = true
  readonly maxPayload = MAX_PAYLOAD
  readonly #handlers: RunningHandlers
  readonly #subscriptions = new Map<string, Set<Subscription>>()
  /** Requests that wait for an answer: each fails by what it is given. */
  readonly #waiting = new Set<(fault: BusFault) => void>()
  readonly #deliveries = new Set<Promise<void>>()
  readonly #after: NonNullable<Deps['after']>
  readonly #drainMs: number
  #isClosed = false

  constructor({ log, clock, after = realAfter, drainMs = DRAIN_MS }: Deps) {
    this.#after = after
    this.#drainMs = drainMs
    this.#handlers = new RunningHandlers(log, clock)
  }

  async request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (this.#isClosed) throw new BusFault('closed', 'The bus is closed.')
    if (!this.#subscriptions.has(subject)) throw new BusFault('no responder', `Nobody answers at ${subject}.`)
    return new Promise((resolve, reject) => {
      const fail = (fault: BusFault) => {
        callOff()
        this.#waiting.delete(fail)
        reject(fault)
      }
      const callOff = this.#after(timeoutMs, () =>
        fail(new BusFault('time-out', `Nobody answered at ${subject} within ${timeoutMs} ms.`)),
      )
      this.#waiting.add(fail)
      this.#deliver(subject, payload, (answer) => {
        checkSize(answer, this.maxPayload)
        callOff()
        this.#waiting.delete(fail)
        resolve(Uint8Array.from(answer))
      })
    })
  }

  publish(subject: string, payload: Uint8Array): void {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (!this.#isClosed) this.#deliver(subject, payload, () => {})
  }

  subscribe(subject: string, handler: Handler): Unsubscribe {
    const subscription: Subscription = { handler, isOver: false }
    const all = this.#subscriptions.get(checkedSubject(subject)) ?? new Set()
    this.#subscriptions.set(subject, all.add(subscription))
    return () => {
      subscription.isOver = true
      all.delete(subscription)
      if (all.size === 0 && this.#subscriptions.get(subject) === all) this.#subscriptions.delete(subject)
    }
  }

  onConnection(): Unsubscribe {
    return () => {}
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#deliveries)
    await within(this.#drainMs, this.#handlers.finished())
    this.#subscriptions.clear()
    for (const fail of this.#waiting) fail(new BusFault('closed', 'The bus was closed before an answer came.'))
  }

  /** In a later turn, as a message from elsewhere arrives, and in order. */
  #deliver(subject: string, payload: Uint8Array, answer: (payload: Uint8Array) => void): void {
    const bytes = Uint8Array.from(payload)
    const delivery = Promise.resolve().then(() => {
      this.#deliveries.delete(delivery)
      for (const subscription of [...(this.#subscriptions.get(subject) ?? [])]) {
        if (!subscription.isOver) this.#handlers.run(subscription.handler, { subject, payload: bytes.slice() }, answer)
      }
    })
    this.#deliveries.add(delivery)
  }
}
