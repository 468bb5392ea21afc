/**
 * Memory for request bodies that are under way. Bodies of strangers, senders, sessions and pictures have a budget each, and no
 * caller gets all of one, so that nobody's bodies keep those of others out. Source: security rules 19, 48.
 */
import { refuse } from '../refusal.ts'

/** Bytes of bodies under way. */
export interface BodyLimits {
  readonly total: number
  /** Of one session; of one address where there is no session. */
  readonly perCaller: number
}

export type BodyKind = 'public' | 'sender' | 'session' | 'picture'

/** What one caller has under way. */
interface Share {
  readonly caller: string
  bytes: number
  /** How many bodies; with none the share is forgotten. */
  bodies: number
}

/** Retry after this long (s): a body is read within seconds or is cut. */
const RETRY_AFTER_S = 2

export class BodyBudget {
  readonly #limits: Readonly<Record<BodyKind, BodyLimits>>
  readonly #used: Record<BodyKind, number> = { public: 0, sender: 0, session: 0, picture: 0 }
  /** By caller. */
  readonly #shares: Readonly<Record<BodyKind, Map<string, Share>>> = {
    public: new Map(),
    sender: new Map(),
    session: new Map(),
    picture: new Map(),
  }

  constructor(limits: Readonly<Record<BodyKind, BodyLimits>>) {
    this.#limits = limits
  }

  /**
   * Opens the account of one body. `declared` is its length as the headers give it, in bytes, 0 where they do not. Refuses with
   * 429101 where the caller has too much under way, and with 500002 where all callers together have, before anything is read.
   */
  open(kind: BodyKind, caller: string, declared: number): BodyLease {
    const share = this.#shares[kind].get(caller) ?? { caller, bytes: 0, bodies: 0 }
    this.mustHaveRoom(kind, share, declared)
    if (share.bodies === 0) this.#shares[kind].set(caller, share)
    share.bodies += 1
    const lease = new BodyLease(this, kind, share)
    // A picture is held for long and is as large as it says. Anybody can declare what he never sends, so others count as they come.
    if (kind === 'picture') lease.grow(declared)
    return lease
  }

  mustHaveRoom(kind: BodyKind, share: Share, bytes: number): void {
    const { total, perCaller } = this.#limits[kind]
    if (share.bytes + bytes > perCaller) {
      throw refuse('tooManyRequests', { info: 'bodies under way', retryAfterSeconds: RETRY_AFTER_S })
    }
    if (this.#used[kind] + bytes > total) {
      throw refuse('storageBusy', { info: 'bodies under way', retryAfterSeconds: RETRY_AFTER_S })
    }
  }

  add(kind: BodyKind, share: Share, bytes: number): void {
    this.#used[kind] += bytes
    share.bytes += bytes
  }

  /** A body with so many bytes is over. */
  close(kind: BodyKind, share: Share, bytes: number): void {
    this.add(kind, share, -bytes)
    share.bodies -= 1
    if (share.bodies === 0) this.#shares[kind].delete(share.caller)
  }
}

/** What one body has taken of the budget. */
export class BodyLease {
  readonly #budget: BodyBudget
  readonly #kind: BodyKind
  readonly #share: Share
  #reserved = 0
  #received = 0
  #isReleased = false

  constructor(budget: BodyBudget, kind: BodyKind, share: Share) {
    this.#budget = budget
    this.#kind = kind
    this.#share = share
  }

  /** Bytes that came; refuses like `open` those that there is no room for. */
  received(bytes: number): void {
    this.#received += bytes
    if (this.#received > this.#reserved) this.grow(this.#received - this.#reserved)
  }

  grow(bytes: number): void {
    if (this.#isReleased || bytes === 0) return
    this.#budget.mustHaveRoom(this.#kind, this.#share, bytes)
    this.#budget.add(this.#kind, this.#share, bytes)
    this.#reserved += bytes
  }

  /** Gives everything back, once. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#budget.close(this.#kind, this.#share, this.#reserved)
  }
}
