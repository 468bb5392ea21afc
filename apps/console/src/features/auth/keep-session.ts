/** Keeps the session of an open page alive. Source: specification §4; G17, G18. */
import { storedAccount } from '../../lib/account.ts'
import { onSessionEnd, setRenewer } from '../../lib/api.ts'
import type { ListQuery } from './list-queries.ts'
import { callToken, mainLoad } from './main-load.ts'
import { followReset, resetSession, sessionEnded } from './reset.ts'
import { needsRefresh } from './session-rules.ts'
import { changeSession, getSession, rightsOf } from './session-store.ts'
import { joinTabs } from './tabs.ts'

/** An open page looks this often (ms) whether its token wants refreshing. */
const REFRESH_CHECK_MS = 60_000
/** A page that could not learn who is signed in tries again this often (ms). */
const LOAD_AGAIN_EVERY_MS = 5000

/**
 * Loads the profile and these lists, then again whenever the token was refreshed, and until the first load has told who is signed in.
 * `onRights` is called when the person's role and groups come to be known, or are others than before. Answers how to stop.
 */
export function keepSession(lists: readonly ListQuery[], onRights: () => void): () => void {
  const load = async (isAgain = false) => {
    const before = JSON.stringify(rightsOf(getSession()))
    await mainLoad(
      lists,
      () => {
        changeSession({ isStarted: true })
        // A page that fails brings a frame of its own, which must not have it drawn again and again.
        if (JSON.stringify(rightsOf(getSession())) !== before) onRights()
      },
      isAgain,
    )
    if (storedAccount.read() !== undefined) changeSession({ isStarted: true })
  }

  const refreshIfOld = () => {
    const account = storedAccount.read()
    if (account !== undefined && !getSession().loading && needsRefresh(account, Date.now())) void load()
  }
  // Timers stand still while a computer sleeps, and the server's clock may be set forward: then calls find out first. However many
  // do, one renews for all. Only the server says whether the session is over, whatever the clock of this browser.
  let renewing: Promise<void> | undefined
  const renewForCalls = async () => {
    renewing ??= callToken(Date.now(), 'renew')
      .then(() => {
        if (!getSession().loading) void load()
      })
      .finally(() => {
        renewing = undefined
      })
    await renewing
  }
  // Nothing listens for alarms before it is known who is signed in.
  const loadWhileUnknown = () => {
    const { userInfo, loading } = getSession()
    if (storedAccount.read() !== undefined && userInfo === undefined && !loading) void load(true)
  }
  // Another tab signed out, or signed in again: this page must not go on with the old data and rights.
  const signedInAtMs = storedAccount.read()?.signedInAtMs
  const followOtherTabs = () => {
    const account = storedAccount.read()
    if (account === undefined) followReset()
    else if (account.signedInAtMs !== signedInAtMs) window.location.reload()
    else if (!needsRefresh(account, Date.now())) changeSession({ isRenewalFailing: false })
  }

  sessionEnded.set(false)
  setRenewer(renewForCalls)
  void load()
  const timers = [setInterval(refreshIfOld, REFRESH_CHECK_MS), setInterval(loadWhileUnknown, LOAD_AGAIN_EVERY_MS)]
  window.addEventListener('online', loadWhileUnknown)
  const stops = [joinTabs(), storedAccount.onChange(followOtherTabs), onSessionEnd(() => resetSession('expired'))]
  return () => {
    for (const timer of timers) clearInterval(timer)
    window.removeEventListener('online', loadWhileUnknown)
    setRenewer(async () => undefined)
    for (const stop of stops) stop()
  }
}
