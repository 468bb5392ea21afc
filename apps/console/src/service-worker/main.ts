/**
 * The service worker: shows what is pushed, tells open pages of it, and stands in for a server that cannot be reached. It keeps
 * nothing, so there is nothing stale: a new one takes over at once. Source: security rule 56; decision 0025.
 */
/// <reference lib="webworker" />
import { type FromServiceWorker, readPush } from '../lib/push-message.ts'
import { awayPage } from './away-page.ts'
import { isOver, type ShownData, shownOf } from './shown.ts'
import { wordsFor } from './words.ts'

declare const self: ServiceWorkerGlobalScope & {
  readonly cookieStore?: { get(name: string): Promise<{ readonly value?: string } | null> }
}

/** What a proxy answers whose server is away. */
const AWAY = [502, 503, 504]

/** Ends when all that was pushed so far is shown, or could not be: that one's own event tells the browser so. */
let lastShown: Promise<void> = Promise.resolve()

const words = async () => wordsFor((await self.cookieStore?.get('lang'))?.value, self.navigator.languages)

async function openPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

async function tell(message: FromServiceWorker): Promise<void> {
  for (const page of await openPages()) page.postMessage(message)
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) =>
  // With preload, pages do not wait for this worker to start.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)

self.addEventListener('push', (event) => {
  const push = readPush(jsonOf(event.data))
  // One after another, as they came: a stop that overtook its alarm would leave that alarm standing.
  const isShown = lastShown.then(() => show(push))
  lastShown = isShown.catch(() => undefined)
  event.waitUntil(Promise.all([tell({ push }), isShown]))
})

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

async function show(push: ReturnType<typeof readPush>): Promise<void> {
  if (push?.type === 'disengage') {
    const shown = await self.registration.getNotifications()
    for (const notification of shown) if (isOver(notification.data, push)) notification.close()
  }
  const { title, options } = shownOf(push, await words())
  await self.registration.showNotification(title, options)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { deviceId = null } = (event.notification.data ?? {}) as Partial<ShownData>
  event.waitUntil(open(deviceId))
})

/** At the page that somebody looks at, else at any, else at a new one. */
async function open(deviceId: string | null): Promise<void> {
  const pages = await openPages()
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (page === undefined) {
    await self.clients.openWindow(deviceId === null ? '/map' : `/map?device=${encodeURIComponent(deviceId)}`)
    return
  }
  const message: FromServiceWorker = { open: deviceId }
  page.postMessage(message)
  await page.focus()
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tell({ resubscribed: true })))

self.addEventListener('fetch', (event) => {
  // Calls, streams and files go their own way, as if this worker were not there.
  if (event.request.mode === 'navigate') event.respondWith(page(event))
})

async function page(event: FetchEvent): Promise<Response> {
  try {
    const response = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
    if (!AWAY.includes(response.status)) return response
  } catch {
    // No answer at all.
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  return awayPage(await words(), nonce)
}
