import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { callsTo, signInByCall } from './calls.ts'
import {
  ageToken,
  type ConsoleUnderTest,
  enterAs,
  eventually,
  expectNoFaults,
  loaded,
  openConsole,
  signIn,
  storedAccount,
  submitSignIn,
} from './open-console.ts'
import { sql } from './people.ts'
import { stationReport } from './speak.ts'

let app: ConsoleUnderTest
beforeAll(async () => {
  app = await openConsole({ drawsMaps: false })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

const MAIN_LOAD = [
  '/v3/app/users/profile',
  '/v3/app/trackers',
  '/v3/app/carewatches',
  '/v3/app/stations',
  '/v3/app/activity/devices',
  '/v3/app/indoormaps',
  '/v3/app/users/extrasettings/class',
  '/v3/app/users/extrasettings/remarks',
]

/** Paths of the calls to the server from now on, in order. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v3/')) calls.push(pathname)
  })
  return calls
}

/** Its timers go on, but tokens grow no older and no stream comes too late for the lists, however long a load takes. */
const stopClock = (page: Page) => page.clock.setFixedTime(Date.now())

const tokenCall = (page: Page) => page.waitForRequest('**/v3/app/users/token')

test('the token call is followed by the profile, then by everything else [SESS-10, SESS-11, SESS-12, SESS-13, SESS-14, SESS-15, SESS-16, API-GENERAL-05]', async () => {
  const opened = await app.open()
  const { page } = opened
  await stopClock(page)
  const calls = recordCalls(page)
  await signIn(page, 'owner')
  await eventually(() => MAIN_LOAD.filter((path) => !calls.includes(path))).toEqual([])
  // The live stream is opened beside it.
  const load = calls.slice(calls.indexOf('/v3/app/users/token')).filter((path) => path !== '/v3/app/stream')
  expect(load.slice(0, 2)).toEqual(['/v3/app/users/token', '/v3/app/users/profile'])
  for (const path of MAIN_LOAD) expect(load.filter((call) => call === path)).toEqual([path])
  expectNoFaults(opened)
})

longTest('a read-only person loads no remarks and no signed-in devices, and sees no error for it', async () => {
  const { page } = await app.open()
  const calls = recordCalls(page)
  await signIn(page, 'readonly')
  await eventually(() => calls).toContain('/v3/app/users/extrasettings/class')
  expect(calls).not.toContain('/v3/app/users/extrasettings/remarks')
  expect(calls).not.toContain('/v3/app/activity/devices')
  expect(await page.getByText('Oops').count()).toBe(0)
})

test('a failed form tells in the form, a failed load in a toast with its time, once, and stops no other part [ERR-11, API-GENERAL-05]', async () => {
  const { page } = await app.open()
  await page.goto('/')
  await submitSignIn(page, 'owner', 'not-the-password')
  await page.getByRole('alert').getByText('not correct').waitFor()
  expect(await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').count()).toBe(0)
  const calls = recordCalls(page)
  await page.route('**/v3/app/users/extrasettings/remarks', (route) => route.fulfill({ status: 502, body: '' }))
  await enterAs(page, 'owner', '/account')
  await page.getByText(/Oops! Something went wrong\.\.\.\(502\) \d\d:\d\d:\d\d$/).waitFor()
  expect(await page.getByText('Oops').count()).toBe(1)
  expect(calls).toContain('/v3/app/stations')
})

test('any refusal of any part of the load is told by its code, leaves no loading mark and no unhandled rejection [ERR-18]', async () => {
  const opened = await app.open()
  const { page } = opened
  await stopClock(page)
  // Without a profile nothing else is tried; care watches come after the trackers in one list.
  const stubbed = MAIN_LOAD.filter((path) => !['/v3/app/users/profile', '/v3/app/carewatches'].includes(path))
  const codes = new Map(stubbed.map((path, index) => [path, 418001 + index]))
  await page.route('**/v3/**', (route) => {
    const code = codes.get(new URL(route.request().url()).pathname)
    if (code === undefined) return route.continue()
    return route.fulfill({ status: 418, json: { result: false, code, message: 'Stubbed.' } })
  })
  await enterAs(page, 'owner', '/account')
  await page.getByRole('button', { name: /more messages$/ }).click()
  for (const code of codes.values()) {
    expect(await page.getByText(`Oops! Something went wrong...(${code})`).count(), `${code}`).toBe(1)
  }
  expect(await page.locator('#content').getAttribute('aria-busy')).toBe('false')
  expectNoFaults(opened)
})

test('a token older than ten minutes is rotated at start, a younger one only validated; where it cannot be, a red banner says so [SESS-09, API-POST /app/users/token]', async () => {
  const { page, context } = await app.open()
  await stopClock(page)
  await enterAs(page, 'owner', '/account')
  const before = await storedAccount(page)

  await ageToken(page, 599_000)
  const [young] = await Promise.all([tokenCall(page), page.reload()])
  expect(young.postDataJSON()).toEqual({ refresh: false })
  expect((await storedAccount(page))?.token).toBe(before?.token)

  await ageToken(page, 601_000)
  await page.route('**/v3/app/users/token', (route) => route.fulfill({ status: 503, body: '' }))
  const [old] = await Promise.all([tokenCall(page), page.reload()])
  expect(old.postDataJSON()).toEqual({ refresh: true })
  const banner = page.locator('[data-banner="renewal"]')
  await banner.getByText('Your session cannot be renewed', { exact: true }).waitFor()
  await banner.getByText('Check the network, or sign in again.').waitFor()
  expect((await storedAccount(page))?.token).toBe(before?.token)

  await page.unroute('**/v3/app/users/token')
  await context.setOffline(true)
  await context.setOffline(false)
  await banner.waitFor({ state: 'detached' })
  await eventually(async () => (await storedAccount(page))?.token).not.toBe(before?.token)
  expect((await storedAccount(page))?.lastUpdateTokenTime).toBe(await page.evaluate(() => Date.now()))
})

longTest('an open page looks every minute whether its token is old, and then loads everything again', async () => {
  const { page } = await app.open()
  await page.clock.install()
  await signIn(page, 'owner')
  await eventually(() => page.locator('#content').getAttribute('aria-busy')).toBe('false')
  const calls = recordCalls(page)
  await page.clock.fastForward(9 * 60_000)
  expect(calls).not.toContain('/v3/app/users/token')
  const [refresh] = await Promise.all([tokenCall(page), page.clock.fastForward(2 * 60_000)])
  expect(refresh.postDataJSON()).toEqual({ refresh: true })
  await page.clock.runFor(1000)
  await eventually(() => calls).toContain('/v3/app/trackers')
})

test('a stored token of 30 minutes ends the session at start: / opens, nothing is left, the reason is told [SESS-01, SESS-02, SESS-07, SESS-08]', async () => {
  const opened = await app.open()
  const { page } = opened
  await stopClock(page)
  await enterAs(page, 'owner', '/account')
  await ageToken(page, 1_799_000)
  await page.reload()
  // The load renews the token; what is aged next must not be overwritten by it.
  await loaded(page)
  await ageToken(page, 1_800_000)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByText('Your session has ended.').count()).toBe(1)
  expect(await storedAccount(page)).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('features'))).toBeNull()
  expectNoFaults(opened)
})

test('after 31 minutes with the browser closed, who stays signed in is let in with a fresh token, others are not [SIGN-08]', async () => {
  for (const stays of [true, false]) {
    const { page, context } = await app.open()
    await page.goto('/')
    await page.getByLabel('Stay signed in').setChecked(stays)
    await submitSignIn(page, 'owner')
    await page.waitForURL((url) => url.pathname === '/map')
    // The load may renew the token; what is aged must not be overwritten by it.
    await loaded(page)
    await ageToken(page, 31 * 60_000)
    const kept = await context.storageState()
    await context.close()

    const { page: later } = await app.open({ storageState: kept })
    if (stays) {
      const [call] = await Promise.all([tokenCall(later), later.goto('/')])
      expect(call.postDataJSON()).toEqual({ refresh: true })
      await loaded(later)
      expect(Date.now() - ((await storedAccount(later))?.lastUpdateTokenTime ?? 0)).toBeLessThan(30_000)
      expect(new URL(later.url()).pathname).toBe('/map')
    } else {
      await later.goto('/map')
      await later.getByText('Your session has ended.').waitFor()
      expect(await storedAccount(later)).toBeNull()
    }
  }
})

test.each([401001, 401002])(
  'a call that answers %i ends the session: / opens and the reason is told, once [SESS-06, SESS-08, ROUTE-12, ERR-03]',
  async (code) => {
    const opened = await app.open()
    const { page } = opened
    await enterAs(page, 'owner', '/account')
    await page.route('**/v3/app/users/token', (route) =>
      route.fulfill({ status: 401, json: { result: false, code, message: 'Stubbed.' } }),
    )
    await page.reload()
    await page.getByText('Your session has ended.').waitFor()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').count()).toBe(1)
    expect(await storedAccount(page)).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('features'))).toBeNull()
    expectNoFaults(opened)
  },
)

longTest('however many calls are refused together, the session ends once [SESS-06, ERR-03]', async () => {
  const opened = await app.open()
  const { page } = opened
  await signIn(page, 'owner')
  const refused = new Set(MAIN_LOAD.filter((path) => !['/v3/app/users/profile', '/v3/app/carewatches'].includes(path)))
  const answered: string[] = []
  for (const path of refused) {
    await page.route(`**${path}*`, async (route) => {
      await route.fulfill({ status: 401, json: { result: false, code: 401002, message: 'Stubbed.' } })
      answered.push(path)
    })
  }
  await page.reload()
  await page.getByText('Your session has ended.').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await eventually(() => [...answered].sort()).toEqual([...refused].sort())
  expect(await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').count()).toBe(1)
  expect(await page.getByText('Oops').count()).toBe(0)
  expect(await storedAccount(page)).toBeNull()
  expectNoFaults(opened)
})

longTest('the page of the person before is not for one whose role lacks it: the map opens instead', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/account?tab=information')
  await loaded(page)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('lastPage') ?? 'null'))).toBe(
    '/account?tab=information',
  )
  await submitSignIn(page, 'readonly')
  await page.waitForURL((url) => url.pathname === '/map')
  await loaded(page)
  expect(new URL(page.url()).pathname).toBe('/map')
})

longTest('an open page leaves by itself when its session is ended elsewhere', async () => {
  const opened = await app.open()
  const { page } = opened
  await signIn(page, 'owner')
  const account = await storedAccount(page)
  const ended = await fetch(`${app.server.origin}/v3/app/users/signout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ device: { platform: 'web' } }),
  })
  expect(ended.status).toBe(200)
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('Your session has ended.').waitFor()
  // Silence is loud.
  await page.getByRole('alert').getByText('No alerts reach this screen until somebody signs in.').waitFor()
  expect(await page.getByText('Oops').count()).toBe(0)
  expect(await storedAccount(page)).toBeNull()
  expectNoFaults(opened)
})

test('an account without its provider is not used: user data incomplete is logged [VALID-42]', async () => {
  const { page, faults } = await app.open()
  await enterAs(page, 'owner', '/account')
  await page.evaluate(() => {
    const account = JSON.parse(localStorage.getItem('account') ?? '{}')
    localStorage.setItem('account', JSON.stringify({ ...account, provider: '' }))
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual(['user data incomplete'])
  expect(await storedAccount(page)).toBeNull()
})

test('signing out tells the server, forgets everything and takes every other tab along [SESS-01, SESS-02, SESS-03, SESS-04, SESS-05, SESS-08, ROUTE-11, ACCT-07]', async () => {
  const opened = await app.open({ serviceWorkers: 'allow' })
  const { page, context } = opened
  await signIn(page, 'owner')
  const token = (await storedAccount(page))?.token
  await page.evaluate(() => localStorage.setItem('userFromAccessLink', 'true'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  const other = await context.newPage()
  await other.goto('/map')
  await other.getByRole('button', { name: 'Menu' }).waitFor()

  await page.getByRole('button', { name: 'Account' }).click()
  const [signout] = await Promise.all([
    page.waitForRequest('**/v3/app/users/signout'),
    page.getByRole('button', { name: 'Sign out' }).click(),
  ])
  expect(signout.headers().authorization).toBe(`Bearer ${token}`)
  expect((await signout.response())?.status()).toBe(200)
  await page.waitForURL((url) => url.pathname === '/')
  await other.waitForURL((url) => url.pathname === '/')
  for (const key of ['account', 'features', 'userFromAccessLink']) {
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  }
  await eventually(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  for (const tab of [page, other]) {
    expect(await tab.getByText('Your session has ended.').count()).toBe(0)
    expect(await tab.locator('[data-banner="ended"]').count()).toBe(0)
  }
  const refused = await fetch(`${app.server.origin}/v3/app/users/profile`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(refused.status).toBe(401)
  expectNoFaults(opened)
})

test('the page and its query come back after signing in again; the sign-in page is no page to come back to [ROUTE-13]', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/map?list=stations')
  await page.getByRole('button', { name: 'Menu' }).waitFor()
  const address = page.url()
  expect(new URL(address).search).not.toBe('')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/')
  await submitSignIn(page, 'owner')
  await page.waitForURL(address)
})

longTest('a remembered page that does not exist any more gives way to the map', async () => {
  const { page } = await app.open()
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('lastPage', JSON.stringify('/long-gone?x=1')))
  await submitSignIn(page, 'owner')
  await page.waitForURL((url) => url.pathname === '/map')
})

test('without an account every page of the console is the sign-in page [ROUTE-10]', async () => {
  const { page } = await app.open()
  for (const path of ['/map', '/map/', '/map?device=x', '/account', '/setting']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/')
  }
})

test('each of two tabs has an id of its own, and both are in the list [DISP-09, DISP-10, CONST-45]', async () => {
  const { page, context } = await app.open()
  await enterAs(page, 'owner')
  const other = await context.newPage()
  await other.goto('/map')
  await loaded(other)
  const idOf = (target: Page) => target.evaluate(() => JSON.parse(sessionStorage.getItem('tabId') ?? 'null'))
  const [one, two] = [await idOf(page), await idOf(other)]
  expect(one).not.toBe(two)
  const tabs: { id: string }[] = await page.evaluate(() => JSON.parse(localStorage.getItem('tabs') ?? '[]'))
  expect(tabs.map(({ id }) => id)).toEqual(expect.arrayContaining([one, two]))
  await page.reload()
  // A tab that enters the list in the moment another leaves it writes both.
  await loaded(page)
  expect(await idOf(page)).toBe(one)
  await other.close({ runBeforeUnload: true })
  await eventually(() =>
    page.evaluate(() => JSON.parse(localStorage.getItem('tabs') ?? '[]').map((tab: { id: string }) => tab.id)),
  ).toEqual([one])
})

// The last, as it starts the server again and lets alarms ring.
test('open pages go on after an outage in which their token came to be 31 minutes old: an alarm rings in each', async () => {
  const opened = await app.open()
  const { page, context } = opened
  await enterAs(page, 'owner', '/account')
  const other = await context.newPage()
  await other.goto('/account')
  await loaded(other)
  const before = await storedAccount(page)
  await ageToken(page, 31 * 60_000)
  await sql(
    app.server,
    'update sessions set token_issued_at_ms = token_issued_at_ms - 1860000 where token_hash = sha256($1::bytea)',
    [before?.token],
  )
  await app.server.restart()
  const tokenAge = async () => Date.now() - ((await storedAccount(page))?.lastUpdateTokenTime ?? 0)
  await eventually(tokenAge).toBeLessThan(60_000)

  const { access_token } = await signInByCall(app.server.origin, 'owner@hinoki.example', 'whereabouts-demo')
  const owner = callsTo(app.server.origin, access_token)
  await owner.auth.changeProfile({ body: { user: { notification_ring_repeat: true } } })
  const { trackers } = await owner.trackers.list({ query: {} })
  const { stations } = await owner.stations.list({ query: {} })
  const asking = trackers.find(({ device_id }) => device_id.startsWith('G3'))?.device_id ?? ''
  await stationReport(app.server, stations[0]?.t4_id ?? '', [{ device_id: asking, help: true }])
  for (const tab of [page, other]) {
    await tab.getByRole('alertdialog').waitFor()
    expect(await tab.getByText('Your session has ended.').count()).toBe(0)
  }
  await owner.notifications.push({ body: { type: 'disengage', event_time_ms: Date.now() } })
  expectNoFaults(opened)
})
