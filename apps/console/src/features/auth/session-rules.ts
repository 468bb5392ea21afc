/** When a stored session is good, old or over. Pure. Source: specification §4 Session reset, Token refresh; G17. */
import { TOKEN_REFRESH_AFTER_MS, TOKEN_RESET_AFTER_MS } from '@whereabouts/domain/sessions'

export interface SessionAge {
  readonly token: string
  readonly provider: string
  readonly lastUpdateTokenTime: number
  readonly staySignedIn: boolean
}

/** What to do with what this browser stored when the page starts. */
export type StartVerdict = 'signedOut' | 'incomplete' | 'expired' | 'good'

/** A session needs its token and its provider; unless it is to stay, it ends when the token is 30 minutes old. */
export function judgeAtStart(account: SessionAge | undefined, nowMs: number): StartVerdict {
  if (account === undefined) return 'signedOut'
  if (account.token === '' || account.provider === '') return 'incomplete'
  if (!account.staySignedIn && nowMs - account.lastUpdateTokenTime >= TOKEN_RESET_AFTER_MS) return 'expired'
  return 'good'
}

/** A token older than ten minutes is refreshed. So is one from the future: a clock was set back, and its age is not known. */
export const needsRefresh = (account: SessionAge, nowMs: number): boolean =>
  Math.abs(nowMs - account.lastUpdateTokenTime) > TOKEN_REFRESH_AFTER_MS
