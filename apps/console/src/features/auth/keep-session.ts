/** Keeps the session of an open page alive. Source: specification §4; G17, G18. */
import { storedAccount } from '../../lib/account.ts'
import { onSessionEnd } from '../../lib/api.ts'
import { mainLoad } from './main-load.ts'
import { resetSession } from './reset.ts'
import { needsRefresh } from './session-rules.ts'
import { changeSession, getSession } from './session-store.ts'
import { joinTabs } from './tabs.ts'

/** An open page looks this often (ms) whether its token wants refreshing. */
const REFRESH_CHECK_MS = 60_000

/**
 * Loads everything, then again whenever the token was refreshed or the network came back before the first load.
 * `onProfile` is called as soon as the person's role and groups are known. Answers how to stop.
 */
export function keepSession(onProfile: () => void): () => void {
  const load = async () => {
    await mainLoad(() => {
      changeSession({ isStarted: true })
      onProfile()
    })
    if (storedAccount.read() !== undefined) changeSession({ isStarted: true })
  }

  const refreshIfOld = () => {
    const account = storedAccount.read()
    if (account !== undefined && !getSession().loading && needsRefresh(account, Date.now())) void load()
  }
  const loadAfterOffline = () => {
    if (getSession().userInfo === undefined && !getSession().loading) void load()
  }
  // Another tab signed out, or signed in anew: this page must not go on with the old data and rights.
  const signedInAtMs = storedAccount.read()?.signedInAtMs
  const followOtherTabs = () => {
    const account = storedAccount.read()
    if (account === undefined) resetSession('signedOut')
    else if (account.signedInAtMs !== signedInAtMs) window.location.reload()
  }

  void load()
  const timer = setInterval(refreshIfOld, REFRESH_CHECK_MS)
  window.addEventListener('online', loadAfterOffline)
  const stops = [joinTabs(), storedAccount.onChange(followOtherTabs), onSessionEnd(() => resetSession('expired'))]
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', loadAfterOffline)
    for (const stop of stops) stop()
  }
}
