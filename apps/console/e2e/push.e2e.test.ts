/** Push: the token, what is shown of a push and what the page makes of it, and the worker that stands behind both. */
import { createECDH, randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findWholeBrowser } from '../../../scripts/harness/find-browser.ts'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  consoleOfFile,
  enterAs,
  eventually,
  expectNoFaults,
  loaded,
  type OpenPage,
  storedAccount,
  submitSignIn,
} from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false, showsNotifications: true })
/** A browser without windows is never allowed to notify anybody. */
const testNotifying = test.skipIf(findWholeBrowser() === undefined)

/** A page whose browser allows notifications and has a service worker. */
const open = (isAllowed = true): Promise<OpenPage> =>
  app.open({ serviceWorkers: 'allow', permissions: isAllowed ? ['notifications'] : [] })

/** A subscription as the push service of a browser gives it. */
function subscription() {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('base64url')}`
  return { endpoint, expirationTime: null, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
}
const tokenOf = (given: object) => Buffer.from(JSON.stringify(given)).toString('base64url')

/** No push service is reached here, so the browser's part of it is played: what it gives by turns; null: no answer ever. */
const subscribing = ({ page }: OpenPage, ...turns: readonly (object | null | 'refused')[]) =>
  page.addInitScript((given) => {
    const turn = () => Number(localStorage.getItem('turn') ?? 0)
    const granted = (value: object) => ({ toJSON: () => value, options: {}, unsubscribe: async () => true })
    PushManager.prototype.subscribe = async () => {
      const value = given[Math.min(turn(), given.length - 1)]
      localStorage.setItem('turn', String(turn() + 1))
      if (value === null) await new Promise(() => {})
      if (value === 'refused') throw new DOMException('Registration failed', 'AbortError')
      return granted(value as object) as never
    }
  }, turns)

/** The first token was given: a sign-in waits for it a moment only, and a busy machine takes its time. */
const subscribed = (page: Page) => page.waitForFunction(() => localStorage.getItem('turn') === '1')

const signInSent = (page: Page) =>
  page.waitForRequest((request) => request.url().endsWith('/v3/app/users/signin') && request.method() === 'POST')
const sentToken = async (page: Page) => (await signInSent(page)).postDataJSON().device.push_token

/**
 * Pushes to the page's browser. Resolves once it is shown: asking a browser what it shows while it begins to show something
 * makes it forget that.
 */
async function pusher({ context, page }: Pick<OpenPage, 'context' | 'page'>) {
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  let registrationId: string | undefined
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin))
    registrationId = own?.registrationId ?? registrationId
  })
  await devtools.send('ServiceWorker.enable')
  await eventually(() => registrationId !== undefined).toBe(true)
  // A push to a worker that is not active yet is lost.
  await page.evaluate(() => navigator.serviceWorker.ready)
  const worker = await workerOf(context)
  await worker.evaluate(() => {
    const { registration } = self as unknown as ServiceWorkerGlobalScope
    const show = registration.showNotification.bind(registration)
    const counted = Object.assign(registration, { countShown: 0 })
    registration.showNotification = async (...what) => {
      await show(...what)
      counted.countShown += 1
    }
  })
  const countShown = () =>
    worker.evaluate(() => (self as unknown as { registration: { countShown: number } }).registration.countShown)
  return async (message: object | string) => {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    const before = await countShown()
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: registrationId!, data })
    await eventually(countShown).toBeGreaterThan(before)
  }
}

interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly tag: string
}

const shown = (page: Page): Promise<ShownNotification[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    return all.sort((one, other) => one.title.localeCompare(other.title))
  })
/** By their titles. */
const expectShown = (page: Page, expected: readonly Partial<ShownNotification>[]) =>
  eventually(() => shown(page)).toMatchObject(expected)
const workerOf = async (context: BrowserContext) =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))

const help = (event_time_ms: number, rest: object = {}) => ({
  ...{ id: `n-${event_time_ms}`, alarm_id: `n-${event_time_ms}`, type: 'help', event_time_ms: String(event_time_ms) },
  ...{ repeat: 'true', device_id: null, title: 'Help requested', body: 'Open the console to see who and where.' },
  ...rest,
})

testNotifying(
  'where notifications are allowed, the token goes with the sign-in and is kept [PUSH-04, ENT-account.pushToken]',
  async () => {
    const opened = await open()
    const { page } = opened
    const given = subscription()
    await subscribing(opened, given)
    await page.goto('/')
    await subscribed(page)
    const [token] = await Promise.all([sentToken(page), submitSignIn(page, 'owner')])
    await page.waitForURL((url) => url.pathname === '/map')
    await loaded(page)
    expect(token).toBe(tokenOf(given))
    expect((await storedAccount(page))?.pushToken).toBe(token)
    expectNoFaults(opened)
  },
)

const longTestNotifying = findWholeBrowser() === undefined ? test.skip : longTest

longTestNotifying('a sign-in while the token is coming asks to wait, and goes on without it [PUSH-05]', async () => {
  const opened = await open()
  const { page } = opened
  await subscribing(opened, null)
  // The words stand for a moment only: no time passes on the page until they were seen.
  const now = Date.now()
  await page.clock.install({ time: now - 60_000 })
  await page.clock.pauseAt(now)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const sent = sentToken(page)
  await submitSignIn(page, 'owner')
  await page.getByText('Please wait. Notifications are being set up in this browser.').waitFor()
  await page.clock.fastForward(5000)
  await page.clock.resume()
  expect(await sent).toBe('')
  await page.waitForURL((url) => url.pathname === '/map')
  expectNoFaults(opened)
})

testNotifying(
  'a push while the page is open is shown by the system and rings in the page, once [PUSH-01, PUSH-02]',
  async () => {
    const opened = await open()
    const { page } = opened
    await subscribing(opened, 'refused')
    await page.clock.install()
    await enterAs(page, 'owner', '/configuration')
    const push = await pusher(opened)
    // What it is about cannot be asked for: the push alone is reason enough.
    await page.route('**/v3/app/alarms?state=open', () => undefined)
    const alarm = help(Date.now() + 1000)
    await push(alarm)
    const dialog = page.getByRole('alertdialog', { name: 'Help requested' })
    await dialog.waitFor()
    expect(await dialog.textContent()).toContain('Open the console to see who and where.')
    const words = { title: alarm.title, body: alarm.body, tag: alarm.id }
    await expectShown(page, [words])

    // It comes again, as pushes may; then somebody else has stopped the ring.
    await push(alarm)
    await push({ ...alarm, id: 'stop', alarm_id: null, type: 'disengage', title: 'Ring stopped', body: 'Answered.' })
    await dialog.waitFor({ state: 'detached' })
    await expectShown(page, [{ title: 'Ring stopped', tag: 'stop' }])
    // One that comes late is of before the stop. (The same id would not do: browsers close what has it a while after asked.)
    const late = { ...alarm, id: 'late', alarm_id: 'late', event_time_ms: String(Number(alarm.event_time_ms) - 1) }
    const heard = page.waitForRequest('**/v3/app/alarms?state=open')
    await push(late)
    await expectShown(page, [{ ...words, tag: 'late' }, { tag: 'stop' }])
    // It would ring when its details have not come for two seconds.
    await heard
    await page.clock.fastForward(2000)
    expect(await dialog.count()).toBe(0)

    // Whatever comes, something is shown, or browsers take the right to push away.
    await push('nothing that we know')
    await expectShown(page, [{}, {}, { title: 'Something happened', body: 'Open the console to see what it is.' }])
    expectNoFaults(opened)
  },
)

testNotifying('a notification that is pressed leads to its device in the page that is open', async () => {
  const opened = await open()
  const { page, context } = opened
  await subscribing(opened, 'refused')
  await enterAs(page, 'owner', '/configuration')
  const push = await pusher(opened)
  await push(help(Date.now() + 1000, { repeat: false, type: 'low_battery', device_id: 'G3M-PRESSED' }))
  await expectShown(page, [{ title: 'Help requested' }])
  const worker = await workerOf(context)
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope
    const [notification] = await scope.registration.getNotifications()
    // The window stays where it is: without a true press, browsers let no worker bring it to the front.
    Object.assign(WindowClient.prototype, { focus: async () => undefined })
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification! }))
  })
  await page.waitForURL((url) => url.pathname === '/map' && url.searchParams.get('device') === 'G3M-PRESSED')
  await expectShown(page, [])
})

test('without the server a page says so in the chosen language, shows nothing of before, and makes way for the server', async () => {
  const { page, context } = await open(false)
  await context.addCookies([{ name: 'lang', value: 'ja-jp', url: app.server.origin }])
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await eventually(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.setOffline(true)
  const response = await page.goto('/map')
  expect(response?.status()).toBe(503)
  await page.getByRole('heading', { name: 'サーバーに接続できません' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await context.setOffline(false)
  await page.locator('input[type=email]').waitFor()
})

test('the console can be installed, by its name and in the language of the page', async () => {
  const { page, context } = await open(false)
  await page.goto('/')
  const link = page.locator('link[rel=manifest]')
  await eventually(() => link.count()).toBe(1)
  const devtools = await context.newCDPSession(page)
  const { errors, data, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${app.server.origin}/manifest/default.en-us.webmanifest`)
  expect(JSON.parse(data ?? '{}')).toMatchObject({ id: '/', name: 'Whereabouts', lang: 'en', display: 'standalone' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Profiles of tests are private ones.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await page.getByRole('button', { name: '日本語' }).click()
  await eventually(() => link.getAttribute('href')).toBe('/manifest/default.ja-jp.webmanifest')
  const served = await page.request.get('/manifest/default.ja-jp.webmanifest')
  expect([served.status(), served.headers()['content-type']]).toEqual([200, 'application/manifest+json'])
})
