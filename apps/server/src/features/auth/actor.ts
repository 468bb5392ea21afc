/** Identifies the caller on every request, so that a change of role or an ended session takes effect at once (rule 5). */
import { toRole } from '@whereabouts/contract/roles'
import { recordActivity } from '../../events/activity.ts'
import type { Actor, Identify } from '../../platform/actor.ts'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/tokens.ts'
import { endSession, findSessionByToken, type SessionRow, touchSession } from './queries.ts'
import { FRESH_MS, sessionState } from './session-life.ts'

/** The last use of a session is written at most this often (ms). */
const TOUCH_EVERY_MS = 60_000

/** The token of `Bearer <token>`. Refuses a missing header with 401001, any other form with 400002 (G81). */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') throw refuse('unauthorized')
  const token = /^Bearer ([A-Za-z0-9_-]{20,128})$/.exec(authorization)?.[1]
  if (token === undefined) throw refuse(/^Bearer /.test(authorization) ? 'unauthorized' : 'badHeader')
  return token
}

const toActor = (row: SessionRow, tokenHash: Buffer, isExpired: boolean, now: number): Actor => ({
  accountId: row.account_id,
  userId: row.user_id,
  sessionId: row.session_id,
  tokenHash,
  deviceType: row.device_type,
  name: row.name,
  role: toRole(row.class),
  groups: row.groups,
  userFromAccessLink: row.device_type === 'access_link',
  isBusiness: row.b2b_user || row.groups.includes('Integrator'),
  isExpired,
  isFresh: now - row.proved_at_ms <= FRESH_MS,
})

/** The actor of a valid session; undefined when it is over. */
export const actorOf = (row: SessionRow, now: number): Actor | undefined => {
  const state = sessionState(row, true, now)
  return state === 'ended' ? undefined : toActor(row, row.token_hash, state === 'expired', now)
}

/** True where a token is still good for calls of its session, as the current one or the one before. */
export const isTokenGood = (row: SessionRow, tokenHash: Buffer, now: number): boolean => {
  const isCurrent = tokenHash.equals(row.token_hash)
  if (!isCurrent && row.previous_token_hash?.equals(tokenHash) !== true) return false
  return sessionState(row, isCurrent, now) === 'valid'
}

/**
 * Identifies callers by their bearer token. Use of a token after its rotation's grace ends the whole session, which its owner finds in
 * the security log (rule 4).
 */
export const createIdentify =
  ({ db, clock, random }: { db: Db; clock: Clock; random: Random }): Identify =>
  async (authorization, { mayBeExpired, address }) => {
    const hash = hashToken(bearerToken(authorization))
    const row = await findSessionByToken(db, hash)
    if (row === undefined) throw refuse('unauthorized')
    const now = clock.now()
    const isCurrentToken = hash.equals(row.token_hash)
    const state = sessionState(row, isCurrentToken, now)
    if (state === 'stolen' || state === 'ended') {
      await endSession(db, row.account_id, row.session_id)
      if (state === 'stolen') {
        const doer = toActor(row, hash, true, now)
        await recordActivity(db, { clock, random }, doer, { action: 'reuse_token', ip: address })
      }
      throw refuse(state === 'stolen' ? 'unauthorized' : 'tokenExpired')
    }
    if (state === 'expired' && !mayBeExpired) throw refuse('tokenExpired')
    const isFirstUse = isCurrentToken && !row.token_used
    if (isFirstUse || now - row.last_used_at_ms > TOUCH_EVERY_MS) await touchSession(db, row, { isCurrentToken, now })
    return toActor(row, hash, state === 'expired', now)
  }
