/** The bus of one server alone, within its process. It promises what the one between servers does: bytes are copied, and nothing is repeated. */
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { type Bus, BusFault, checkSize, type Handler, type Unsubscribe } from './bus.ts'
import { DRAIN_MS, RunningHandlers, within } from './running-handlers.ts'
import { checkedSubject } from './subjects.ts'
import { type After, Subscriptions, WaitingRequests } from './subscriptions.ts'

/** What nats-server carries by default (bytes), so that nothing works here alone. */
export const MAX_PAYLOAD = 1_048_576

interface Deps {
  readonly log: Log
  readonly clock: Clock
  readonly after?: After
  /** How long handlers may run on when the bus closes (ms). */
  readonly drainMs?: number
}

export class LocalBus implements Bus {
  readonly isConnected = true
  readonly maxPayload = MAX_PAYLOAD
  readonly #handlers: RunningHandlers
  readonly #subscriptions = new Subscriptions()
  readonly #waiting: WaitingRequests
  readonly #deliveries = new Set<Promise<void>>()
  readonly #drainMs: number
  #isClosed = false

  constructor({ log, clock, after, drainMs = DRAIN_MS }: Deps) {
    this.#waiting = new WaitingRequests(after)
    this.#drainMs = drainMs
    this.#handlers = new RunningHandlers(log, clock)
  }

  async request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (this.#isClosed) throw new BusFault('closed', 'The bus is closed.')
    if (!this.#subscriptions.has(subject)) throw new BusFault('no responder', `Nobody answers at ${subject}.`)
    return this.#waiting.ask(subject, timeoutMs, (answer) =>
      this.#deliver(subject, payload, (answered) => {
        checkSize(answered, this.maxPayload)
        answer(Uint8Array.from(answered))
      }),
    )
  }

  publish(subject: string, payload: Uint8Array): void {
    checkedSubject(subject)
    checkSize(payload, this.maxPayload)
    if (!this.#isClosed) this.#deliver(subject, payload, () => {})
  }

  subscribe(subject: string, handler: Handler): Unsubscribe {
    return this.#subscriptions.add(subject, { handler, isOver: false })
  }

  onConnection(): Unsubscribe {
    return () => {}
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#deliveries)
    await within(this.#drainMs, this.#handlers.finished())
    this.#subscriptions.clear()
    this.#waiting.failAll('closed', 'The bus was closed before an answer came.')
  }

  /** In a later turn, as a message from elsewhere arrives, and in order. */
  #deliver(subject: string, payload: Uint8Array, answer: (payload: Uint8Array) => void): void {
    const bytes = Uint8Array.from(payload)
    const delivery = Promise.resolve().then(() => {
      this.#deliveries.delete(delivery)
      for (const subscription of this.#subscriptions.of(subject)) {
        if (!subscription.isOver) this.#handlers.run(subscription.handler, { subject, payload: bytes.slice() }, answer)
      }
    })
    this.#deliveries.add(delivery)
  }
}
