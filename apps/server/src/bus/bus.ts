/**
 * Messages between the servers of one installation. Nothing on the bus is durable: a request is answered at most once and may get no answer,
 * and what is published may be lost. What must not be lost is in the database before anybody acknowledges it (decision 0004).
 * Why NATS: decision 0075.
 */

export interface BusMessage {
  readonly subject: string
  /** As the sender wrote it: the receiver checks it like any input. */
  readonly payload: Uint8Array
}

/** Answers a request by what its promise resolves to; one that answers nothing, or fails, leaves the caller waiting. */
export type Handler = (message: BusMessage) => undefined | Promise<Uint8Array>

/** Nothing arrives any more, not even what was on its way. */
export type Unsubscribe = () => void

export interface Bus {
  /** The first answer. Rejects with a `BusFault`; the caller may repeat, as the work may have been done or not. */
  request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array>
  /** Throws a `BusFault` where the message is too large; where servers cannot be reached it is lost. */
  publish(subject: string, payload: Uint8Array): void
  /** Messages of one sender arrive in the order they were sent. */
  subscribe(subject: string, handler: Handler): Unsubscribe
  /** False while messages reach no other server. */
  readonly isConnected: boolean
  /** Called as the connection goes and as it comes back. */
  onConnection(listener: (isConnected: boolean) => void): Unsubscribe
  /** The largest payload (bytes). */
  readonly maxPayload: number
  /** Answers what has arrived, sends what is due, then ends; what still waits for an answer fails. */
  close(): Promise<void>
}

/**
 * Why a request got no answer: nobody subscribes to its subject, nobody answered in time, servers cannot be reached, it was too large, or
 * the bus was closed.
 */
export type BusFaultReason = 'no responder' | 'time-out' | 'away' | 'too large' | 'closed'

export class BusFault extends Error {
  override readonly name = 'BusFault'
  readonly reason: BusFaultReason

  constructor(reason: BusFaultReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Throws where a payload is larger than the bus carries. */
export function checkSize(payload: Uint8Array, maxPayload: number): void {
  if (payload.length <= maxPayload) return
  throw new BusFault(
    'too large',
    `A message of ${payload.length} bytes is larger than the ${maxPayload} that the bus carries.`,
  )
}
