/**
 * Leaves a trace of what is refused: for the operator a line a minute for each call and code, without names and tokens; for the
 * owner an entry of the security log, where a session asks for what it may not do. Source: security rule 33.
 */

import { recordActivity } from '../../events/activity.ts'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Refused } from '../../platform/http/answer.ts'
import type { Log } from '../../platform/log.ts'
import { asAccount } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Tally } from '../../platform/tally.ts'

/** An owner reads one entry of a session in this time (ms). */
const EVERY_MS = 3_600_000
/** A console that is a little behind asks for things that were just deleted; who asks for so many in a minute guesses. */
const GUESSES = 20
const MINUTE_MS = 60_000

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly tally: Tally
}

interface Session {
  recordedAtMs: number
  minuteFromMs: number
  misses: number
}

export class Denials {
  readonly #deps: Deps
  readonly #sessions = new Map<string, Session>()
  #sweptAtMs = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  note({ call, actor, ip, refusal: { errorName, code, failedList = [] } }: Refused): void {
    const { tally, log, db } = this.#deps
    const isByRole = errorName === 'forbidden'
    const isMiss = (name: string) => name === 'resourceNotFound' || name === 'deviceNotFound'
    const misses = isMiss(errorName) ? 1 : failedList.length
    if (!isByRole && misses === 0 && errorName !== 'unauthorized') return
    tally.count('Refused a call', { call, code: String(code) })
    if (actor === null || !this.#isForOwner(actor.sessionId, isByRole, misses)) return
    const record = () => recordActivity(db, this.#deps, actor, { action: 'refuse_access', ip })
    asAccount(actor.accountId, record).catch((error: Error) =>
      log.warn({ reason: error.message }, 'Failed to record that calls of a session were refused'),
    )
  }

  #isForOwner(sessionId: string, isByRole: boolean, misses: number): boolean {
    const now = this.#deps.clock.now()
    this.#sweep(now)
    const fresh = { recordedAtMs: Number.NEGATIVE_INFINITY, minuteFromMs: now, misses: 0 }
    const session = this.#sessions.get(sessionId) ?? fresh
    this.#sessions.set(sessionId, session)
    if (Math.abs(now - session.minuteFromMs) >= MINUTE_MS) Object.assign(session, { minuteFromMs: now, misses: 0 })
    session.misses += misses
    const isToldAlready = Math.abs(now - session.recordedAtMs) < EVERY_MS
    if (isToldAlready || !(isByRole || session.misses >= GUESSES)) return false
    session.recordedAtMs = now
    return true
  }

  /** Forgets sessions of which nothing was refused for an hour. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAtMs) < EVERY_MS) return
    this.#sweptAtMs = now
    for (const [id, { recordedAtMs, minuteFromMs }] of this.#sessions) {
      if (now - Math.max(recordedAtMs, minuteFromMs) >= EVERY_MS) this.#sessions.delete(id)
    }
  }
}
