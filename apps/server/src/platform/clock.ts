/** Time and randomness as arguments, so that tests can move them. */
import { randomBytes, randomUUID } from 'node:crypto'

export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** A monotonic clock in milliseconds, unaffected by changes of the system clock; its zero is arbitrary. */
  steady(): number
}

export interface Random {
  bytes(count: number): Buffer
  uuid(): string
}

export const systemClock: Clock = { now: () => Date.now(), steady: () => performance.now() }
export const systemRandom: Random = { bytes: randomBytes, uuid: randomUUID }

export const toSeconds = (ms: number): number => Math.floor(ms / 1000)
