/**
 * Gathers what goes to one subject within a few milliseconds into one message, and hands each its own outcome: a message of one row costs
 * as much as one of many. Source: decision 0076.
 */

interface Deps<Outcome> {
  /** Sends to a subject; answers an outcome for each of the parts, in their order. */
  readonly send: (subject: string, parts: readonly Uint8Array[]) => Promise<readonly Outcome[]>
  /** The most bytes of a message's parts, with what lies between two of them. */
  readonly maxBytes: () => number
  readonly betweenBytes: number
  /** The first part of a message waits so long for others (ms). */
  readonly waitMs: number
  /** Does the work once, so many milliseconds later. */
  readonly after?: (ms: number, work: () => void) => void
}

interface Part<Outcome> {
  readonly bytes: Uint8Array
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

interface Message<Outcome> {
  readonly parts: Part<Outcome>[]
  bytes: number
  isSent: boolean
}

/** A part that fits into no message. */
export class TooLargeToGather extends Error {
  override readonly name = 'TooLargeToGather'
}

export class Gatherer<Outcome> {
  readonly #deps: Deps<Outcome>
  readonly #after: (ms: number, work: () => void) => void
  /** By subject, what waits to be sent. */
  readonly #open = new Map<string, Message<Outcome>>()

  constructor(deps: Deps<Outcome>) {
    this.#deps = deps
    this.#after = deps.after ?? ((ms, work) => void setTimeout(work, ms))
  }

  /** Resolves to the outcome of that part; rejects where its message got no answer. */
  add(subject: string, bytes: Uint8Array): Promise<Outcome> {
    const maxBytes = this.#deps.maxBytes()
    if (bytes.length > maxBytes) {
      return Promise.reject(new TooLargeToGather(`${bytes.length} bytes do not fit into a message of ${maxBytes}.`))
    }
    const waiting = this.#open.get(subject)
    const added = bytes.length + this.#deps.betweenBytes
    if (waiting !== undefined && waiting.bytes + added > maxBytes) this.#send(subject, waiting)
    return new Promise((resolve, reject) => {
      const message = this.#open.get(subject) ?? this.#begin(subject)
      message.bytes += message.parts.length === 0 ? bytes.length : added
      message.parts.push({ bytes, resolve, reject })
    })
  }

  /** Sends all that waits. */
  flush(): void {
    for (const [subject, message] of this.#open) this.#send(subject, message)
  }

  #begin(subject: string): Message<Outcome> {
    const message: Message<Outcome> = { parts: [], bytes: 0, isSent: false }
    this.#open.set(subject, message)
    this.#after(this.#deps.waitMs, () => this.#send(subject, message))
    return message
  }

  #send(subject: string, message: Message<Outcome>): void {
    if (message.isSent) return
    message.isSent = true
    if (this.#open.get(subject) === message) this.#open.delete(subject)
    const { parts } = message
    const fail = (error: unknown) => {
      for (const { reject } of parts) reject(error)
    }
    const sent = this.#deps.send(
      subject,
      parts.map(({ bytes }) => bytes),
    )
    sent
      .then((outcomes) => {
        if (outcomes.length !== parts.length)
          throw new Error('bug: A message has another number of outcomes than parts.')
        for (const [at, { resolve }] of parts.entries()) resolve(outcomes[at]!)
      })
      .catch(fail)
  }
}
