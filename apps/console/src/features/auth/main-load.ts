/**
 * The main load: the token call, then the profile, then everything else side by side. What everybody may see is asked for with the
 * profile, so that the list of devices need not wait for it.
 * Source: specification §4 Token refresh, Single main load; G17, G18, G19.
 */
import { CancelledError } from '@tanstack/react-query'
import { may, type Rights } from '@whereabouts/contract/roles'
import { storedAccount } from '../../lib/account.ts'
import { api, apiOfRenewal } from '../../lib/api.ts'
import { currentLocale } from '../../lib/i18n.ts'
import { chooseLanguage } from '../../lib/language.ts'
import { inTime } from '../../lib/patience.ts'
import { queryClient } from '../../lib/query-client.ts'
import { inThisBrowser, stored } from '../../lib/storage.ts'
import { showError } from '../../lib/toasts.ts'
import type { ListQuery } from './list-queries.ts'
import { profileQuery } from './queries.ts'
import { needsRefresh } from './session-rules.ts'
import { changeSession, getSession, rightsOf, storedFeatures } from './session-store.ts'
import { checkLock, runAlone } from './tab-lock.ts'
import { tabId } from './tabs.ts'

const lock = stored(inThisBrowser, 'mainLoadLock', checkLock)
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Renews the stored token, or, unless it is older than ten minutes, only validates it where `wanted` is no renewal. */
export async function callToken(nowMs: number, wanted?: 'renew'): Promise<void> {
  const account = storedAccount.read()
  if (account === undefined) return
  const refresh = wanted === 'renew' || needsRefresh(account, nowMs)
  let access_token: string
  try {
    // Asked again, it answers the same token. One that is only validated, and too old by the server's clock, is renewed like any call's.
    const { auth } = refresh ? apiOfRenewal : api
    access_token = (await auth.token({ body: { refresh } }, inTime())).access_token
  } catch (error) {
    // A refusal has ended the session, and what comes after it begins without this.
    changeSession({ isRenewalFailing: refresh && storedAccount.read() !== undefined })
    throw error
  }
  changeSession({ isRenewalFailing: false })
  // Signed out meanwhile, or told something else of by another part of this page.
  const kept = storedAccount.read()
  if (refresh && kept?.signedInAtMs === account.signedInAtMs) {
    storedAccount.write({ ...kept, token: access_token, lastUpdateTokenTime: nowMs })
  }
}

/** Tells a failure, but not that a load was called off because the session ended: that is told where it ends. */
function tell(error: unknown): void {
  if (!(error instanceof CancelledError)) showError(error)
}

/** Loads who is signed in, and takes over the language of the profile (G65). */
async function loadProfile(): Promise<Rights | undefined> {
  const profile = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
  storedFeatures.write(profile.groups)
  if (profile.locale !== currentLocale()) chooseLanguage(profile.locale)
  return rightsOf(getSession())
}

/**
 * Runs the main load, with these lists, once no other tab does. One failing part does not stop the others; each failure is told once.
 * Without a good token nothing else is tried; where that `isAgain`, it was told before. True when the profile was loaded.
 */
export async function mainLoad(
  listQueries: readonly ListQuery[],
  onProfile: () => void,
  isAgain: boolean,
): Promise<boolean> {
  changeSession({ loading: true })
  try {
    return await runAlone({ tabId: tabId(), lock, now: Date.now, wait }, async () => {
      await callToken(Date.now())
      const isForAll = ({ permission }: ListQuery) => permission === 'viewMap'
      const profile = loadProfile()
      // Where the profile fails these fail for the same reason, which is told once.
      const early = Promise.allSettled(listQueries.filter(isForAll).map((list) => list.load()))
      const rights = await profile
      if (rights === undefined) return false
      onProfile()
      const lists = listQueries.filter((list) => !isForAll(list) && may(rights, list.permission))
      const late = Promise.allSettled(lists.map((list) => list.load()))
      const results = [...(await early), ...(await late)]
      for (const result of results) if (result.status === 'rejected') tell(result.reason)
      return true
    })
  } catch (error) {
    if (!isAgain) tell(error)
    return false
  } finally {
    changeSession({ loading: false })
  }
}
