/**
 * Where this browser is reached by push. Asked for once a page load, where notifications are allowed; nothing waits for it but the
 * sign-in, and that for a moment only. Source: specification §4, §7 Push messaging; G59.
 */
import { queryClient } from '../../lib/query-client.ts'
import { createStore } from '../../lib/store.ts'
import { configQuery } from '../auth/queries.ts'
import { onReset } from '../auth/reset.ts'

/** A sign-in waits no longer for the token (ms), and nobody is told that it is coming for longer. */
const PATIENCE_MS = 5000
const WORKER = '/sw.js'

export type PushState =
  /** No https, or a browser without push. */
  | 'unsupported'
  /** Nobody was asked whether notifications may be shown. */
  | 'unasked'
  | 'denied'
  | 'coming'
  | 'on'
  /** Allowed, but the browser gets no token now: its push service is away, or it has none. */
  | 'failed'
  /** The server no longer knows the token, and there is no other. */
  | 'lost'

export const pushState = createStore<PushState>('unasked')
/** The token of this browser; '' for none, undefined while it is not known. */
export const pushToken = createStore<string | undefined>(undefined)

let starting: Promise<void> | undefined

// The service worker is unregistered with the session; the next sign-in asks again.
onReset(() => {
  starting = undefined
  pushToken.set(undefined)
})

/** Registers the worker and asks for the token, once. Never fails: then the token stays unknown. */
export function startPush(): Promise<void> {
  starting ??= start().catch((error: unknown) => {
    console.warn('This browser is not reached by push.', error)
    pushState.set('failed')
  })
  return starting
}

/** Tries again what failed. */
export async function retryPush(): Promise<void> {
  if (pushState.get() === 'failed') await restart()
}

async function start(): Promise<void> {
  const isSupported = window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window
  if (!isSupported || !('Notification' in window)) return end('unsupported')
  const isAllowed = Notification.permission === 'granted'
  if (isAllowed) {
    pushState.set('coming')
    // A push service that is not reached lets browsers wait without end.
    setTimeout(() => pushState.get() === 'coming' && pushState.set('failed'), PATIENCE_MS)
  }
  const registration = await navigator.serviceWorker.register(WORKER)
  if (!isAllowed) return end(Notification.permission === 'denied' ? 'denied' : 'unasked')
  const { vapid_public_key } = await queryClient.ensureQueryData(configQuery)
  end('on', tokenOf(await subscribe(registration, vapid_public_key)))
}

function end(state: PushState, token = ''): void {
  pushState.set(state)
  pushToken.set(token)
}

/** The subscription there is, or a new one where that was made for other keys than the server has now. */
async function subscribe(registration: ServiceWorkerRegistration, serverKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.ready
  const { pushManager } = registration
  const known = await pushManager.getSubscription()
  const knownKey = known?.options.applicationServerKey
  if (known && knownKey && base64url(new Uint8Array(knownKey)) === serverKey) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
}

const tokenOf = (subscription: PushSubscription): string =>
  base64url(new TextEncoder().encode(JSON.stringify(subscription.toJSON())))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** The token as soon as it is there, but '' after five seconds. */
export async function pushTokenSoon(): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([startPush(), patience])
  clearTimeout(timer)
  return pushToken.get() ?? ''
}

/** Ends the subscription there is and asks for another. */
export async function renewPushToken(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const known = await registration?.pushManager.getSubscription()
  await known?.unsubscribe()
  await restart()
}

/** Asks the person whether notifications may be shown; works inside a press only. Where they may, the token comes. */
export async function askForNotifications(): Promise<PushState> {
  if ('Notification' in window && window.isSecureContext) await Notification.requestPermission()
  await restart()
  return pushState.get()
}

/** Subscribes again when the browser's permission for notifications changes. Answers a function that stops it. */
export function followPermission(): () => void {
  const watching = new AbortController()
  const follow = (status: PermissionStatus) =>
    status.addEventListener('change', () => void restart(), { signal: watching.signal })
  // A browser that does not tell of changes tells at the next load.
  navigator.permissions?.query({ name: 'notifications' }).then(follow, () => undefined)
  return () => watching.abort()
}

function restart(): Promise<void> {
  starting = undefined
  pushToken.set(undefined)
  return startPush()
}
