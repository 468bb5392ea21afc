/** How long a session and its tokens live. Source: G17, security rule 4. Pure; times in ms. */
import { TOKEN_RESET_AFTER_MS } from '@whereabouts/domain/sessions'

/** The token before a rotation stays good this long, for the other tabs. */
export const PREVIOUS_TOKEN_GRACE_MS = 60_000
/** A session that stays signed in lives this long after sign-in. */
export const STAY_SIGNED_IN_MS = 30 * 24 * 3_600_000
/** Any other session ends after this much silence (a laptop that slept). */
export const IDLE_MS = 12 * 3_600_000
/** A proved password stays fresh this long. Source: G87. */
export const FRESH_MS = 300_000

export interface SessionLife {
  readonly stay_signed_in: boolean
  readonly signin_at_ms: number
  readonly last_used_at_ms: number
  readonly token_issued_at_ms: number
  readonly rotated_at_ms: number | null
  /** The current token was seen; until then the answer that brought it may have been lost. */
  readonly token_used: boolean
  /** Of a visitor's link, in epoch seconds; null: none, or no end. */
  readonly link_expire_time: number | null
}

export type SessionState =
  | 'valid'
  /** Past its 30 minutes: good for renewal only. */
  | 'expired'
  /** The session itself is over. */
  | 'ended'
  /** A token rotated away long ago, while its follower is in use: somebody else may hold it. */
  | 'stolen'

/** The state of a session at `now`, seen through its current token or the one before. */
export function sessionState(session: SessionLife, isCurrentToken: boolean, now: number): SessionState {
  const over = session.stay_signed_in
    ? now - session.signin_at_ms > STAY_SIGNED_IN_MS
    : now - session.last_used_at_ms > IDLE_MS
  if (over) return 'ended'
  if (session.link_expire_time !== null && now >= session.link_expire_time * 1000) return 'ended'
  if (!isCurrentToken) {
    if (session.rotated_at_ms !== null && now - session.rotated_at_ms <= PREVIOUS_TOKEN_GRACE_MS) return 'valid'
    return session.token_used ? 'stolen' : 'expired'
  }
  return now - session.token_issued_at_ms >= TOKEN_RESET_AFTER_MS ? 'expired' : 'valid'
}
