/** What a bus keeps at one server: who hears which subject, and which requests wait for an answer. */
import { BusFault, type BusFaultReason, type Handler, type Unsubscribe } from './bus.ts'
import { checkedSubject } from './subjects.ts'

export interface Subscription {
  readonly handler: Handler
  /** Nothing arrives any more. */
  isOver: boolean
}

export class Subscriptions<Kind extends Subscription = Subscription> {
  readonly #bySubject = new Map<string, Set<Kind>>()

  add(subject: string, subscription: Kind): Unsubscribe {
    const all = this.#bySubject.get(checkedSubject(subject)) ?? new Set()
    this.#bySubject.set(subject, all.add(subscription))
    return () => {
      subscription.isOver = true
      all.delete(subscription)
      if (all.size === 0 && this.#bySubject.get(subject) === all) this.#bySubject.delete(subject)
    }
  }

  has(subject: string): boolean {
    return this.#bySubject.has(subject)
  }

  /** Those of a subject as they are now; one may be over by the time it is looked at. */
  of(subject: string): readonly Kind[] {
    return [...(this.#bySubject.get(subject) ?? [])]
  }

  *entries(): Iterable<readonly [subject: string, subscription: Kind]> {
    for (const [subject, all] of this.#bySubject) for (const one of all) yield [subject, one]
  }

  clear(): void {
    this.#bySubject.clear()
  }
}

/** Does the work once, so many milliseconds later; answers what calls it off. */
export type After = (ms: number, work: () => void) => () => void

export const realAfter: After = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

export class WaitingRequests {
  readonly #after: After
  /** Each fails by what it is given. */
  readonly #fails = new Set<(fault: BusFault) => void>()

  constructor(after: After = realAfter) {
    this.#after = after
  }

  /** Resolves with the first answer to what `send` sends. */
  ask(subject: string, timeoutMs: number, send: (answer: (payload: Uint8Array) => void) => void): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        callOff()
        this.#fails.delete(fail)
      }
      const fail = (fault: BusFault) => {
        settle()
        reject(fault)
      }
      const callOff = this.#after(timeoutMs, () =>
        fail(new BusFault('time-out', `Nobody answered at ${subject} within ${timeoutMs} ms.`)),
      )
      this.#fails.add(fail)
      send((answer) => {
        settle()
        resolve(answer)
      })
    })
  }

  failAll(reason: BusFaultReason, message: string): void {
    for (const fail of this.#fails) fail(new BusFault(reason, message))
  }
}
