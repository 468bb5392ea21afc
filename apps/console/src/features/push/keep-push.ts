/** Tells the server where the session is reached by push, and hears what is pushed while the page is open. */
import { errors } from '@whereabouts/contract/errors'
import { storedAccount } from '../../lib/account.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { api } from '../../lib/signed-in-api.ts'
import { showError } from '../../lib/toasts.ts'
import type { StreamEventSource } from '../live/stream-events.ts'
import { hearPushes } from './heard.ts'
import { followPermission, pushState, pushToken, renewPushToken, retryPush, startPush } from './push-token.ts'

/** What could not be said to the server is said again (ms). */
const AGAIN_AFTER_MS = 30_000
/** A browser that got no token asks again (ms): its push service may have been away. */
const RETRY_EVERY_MS = 600_000

/** `open` shows a device, as somebody pressed its notification; null: none in particular. Answers how to stop. */
export function keepPush(events: StreamEventSource, open: (deviceId: string | null) => void): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let told: string | undefined

  async function tell(mayRenew: boolean): Promise<void> {
    clearTimeout(timer)
    const token = pushToken.get()
    const account = storedAccount.read()
    if (isStopped || token === undefined || token === told || account === undefined) return
    // Said at sign-in, and there never was one: nothing to tell.
    if (token === '' && account.pushToken === '') return
    told = token
    try {
      await api.notifications.registerPush({ body: { push_token: token } })
      const kept = storedAccount.read()
      if (kept !== undefined && kept.signedInAtMs === account.signedInAtMs) {
        storedAccount.write({ ...kept, pushToken: token })
      }
    } catch (error) {
      if (isStopped) return
      if (!isRefusal(error, errors.invalidDeviceClient)) {
        console.warn('The server could not be told where this browser is reached.', error)
        told = undefined
        timer = setTimeout(() => void tell(mayRenew), AGAIN_AFTER_MS)
      } else if (account.pushToken === '') {
        // Never taken in this session: a push service that the server does not know. Signing in again would not help.
        pushState.set('failed')
      } else if (mayRenew) await renew(token, error)
      else lose(error)
    }
  }

  /** The push service ended the subscription, which browsers are not always told. */
  async function renew(lost: string, error: unknown): Promise<void> {
    stopWatching()
    await renewPushToken().catch((failure: unknown) =>
      console.warn('This browser failed to renew its push subscription.', failure),
    )
    if (isStopped) return
    const token = pushToken.get()
    if (!token || token === lost) lose(error)
    else await tell(false)
    if (!isStopped) stopWatching = watch()
  }

  function lose(error: unknown): void {
    pushState.set('lost')
    showError(error)
  }

  const watch = () => pushToken.subscribe(() => void tell(true))
  let stopWatching = watch()
  const stopHearing = hearPushes({ events, open, renew: () => void renewPushToken().catch(showError) })
  const stopFollowing = followPermission()
  const retrying = setInterval(() => void retryPush(), RETRY_EVERY_MS)
  void startPush().then(() => tell(true))
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(retrying)
    stopWatching()
    stopFollowing()
    stopHearing()
  }
}
