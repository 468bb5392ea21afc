/** The end of a session in this browser. Source: specification §4 Session reset; G20, G81. */
import { storedAccount } from '../../lib/account.ts'
import { t } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { inThisBrowser, stored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'
import { clearToasts, showToast } from '../../lib/toasts.ts'
import { changeSession, storedAccessLinkFlag, storedFeatures } from './session-store.ts'

const RESET_REASONS = ['signedOut', 'expired', 'incomplete'] as const
/** Why a session ended; a person who signs out knows. */
export type ResetReason = (typeof RESET_REASONS)[number]

/** Why the last session of this browser ended, so that each tab tells the same of it. */
const storedReason = stored<ResetReason>(inThisBrowser, 'resetReason', (value) =>
  RESET_REASONS.find((reason) => reason === value),
)

/** True after a session ended by itself, until somebody signs in again. */
export const sessionEnded = createStore(false)

type ResetListener = () => void
const listeners = new Set<ResetListener>()

/** Hears that the session is over and must be forgotten: live data, selections. Answers how to stop. */
export function onReset(listener: ResetListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets everything that the server told somebody; what it tells everybody stays. */
export function forgetAnswers(): void {
  void queryClient.cancelQueries()
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'config' })
}

async function unregisterServiceWorkers(): Promise<void> {
  // Missing where a page is served without https.
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
}

/**
 * Forgets the account, its features, the access-link flag and all its data, then tells the listeners, which go to /.
 * Language, display toggles, last page and remembered e-mail stay. Happens once, however many calls were refused.
 */
export function resetSession(reason: ResetReason): void {
  if (storedAccount.read() === undefined && reason === 'expired') return
  // Before the account goes: the other tabs look for it then.
  storedReason.write(reason)
  endHere(reason)
}

/** The same in this tab, since another one did it. What this tab found and told by itself already is left as it is. */
export function followReset(): void {
  if (!sessionEnded.get()) endHere(storedReason.read() ?? 'signedOut')
}

function endHere(reason: ResetReason): void {
  storedAccount.remove()
  storedFeatures.remove()
  storedAccessLinkFlag.remove()
  forgetAnswers()
  changeSession({ loading: false, isStarted: false, isRenewalFailing: false })
  clearToasts()
  sessionEnded.set(reason === 'expired')
  if (reason === 'expired') showToast({ tone: 'info', text: t('session.ended') })
  unregisterServiceWorkers().catch((error: unknown) => {
    console.warn('A service worker could not be unregistered.', error)
  })
  for (const listener of listeners) listener()
}
