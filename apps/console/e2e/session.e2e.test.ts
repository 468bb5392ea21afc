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
  looks,
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

const tokenCall = (page: Page) => page.waitForRequest('**/v3/app/users/token')

longTest('a read-only person loads no remarks and no signed-in devices, and sees no error for it', async () => {
  const { page } = await app.open()
  const calls = recordCalls(page)
  await signIn(page, 'readonly')
  await eventually(() => calls).toContain('/v3/app/users/extrasettings/class')
  expect(calls).not.toContain('/v3/app/users/extrasettings/remarks')
  expect(calls).not.toContain('/v3/app/activity/devices')
  expect(await page.getByText('Oops').count()).toBe(0)
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

test('after 31 minutes with the browser closed, who stays signed in is let in with a fresh token, others are not [SIGN-08]', async () => {
  for (const stays of looks([false, true])) {
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

test('signing out tells the server, forgets everything and takes every other tab along [SESS-01, SESS-02, SESS-03, SESS-04, SESS-05, SESS-08, ROUTE-11, ACCT-07, DISP-09, DISP-10, CONST-45]', async () => {
  const opened = await app.open({ serviceWorkers: 'allow' })
  const { page, context } = opened
  await signIn(page, 'owner')
  const token = (await storedAccount(page))?.token
  await page.evaluate(() => localStorage.setItem('userFromAccessLink', 'true'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  const other = await context.newPage()
  await other.goto('/map')
  await other.getByRole('button', { name: 'Menu' }).waitFor()
  // Each tab has an id of its own, which it keeps through reloads.
  const idOf = (tab: Page) => tab.evaluate(() => JSON.parse(sessionStorage.getItem('tabId') ?? 'null'))
  const tabs = () =>
    page.evaluate(() =>
      JSON.parse(localStorage.getItem('tabs') ?? '[]')
        .map(({ id }: { id: string }) => id)
        .sort(),
    )
  const [one, two] = [await idOf(page), await idOf(other)]
  expect(one).not.toBe(two)
  expect(await tabs()).toEqual([one, two].sort())
  await other.reload()
  await loaded(other)
  expect(await idOf(other)).toBe(two)
  // One that is closed leaves the list.
  const third = await context.newPage()
  await third.goto('/map')
  await loaded(third)
  await eventually(tabs).toEqual([one, two, await idOf(third)].sort())
  await third.close({ runBeforeUnload: true })
  await eventually(tabs).toEqual([one, two].sort())

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
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await tab.getByText('Your session has ended.').count()).toBe(0)
    expect(await tab.locator('[data-banner="ended"]').count()).toBe(0)
  }
  const refused = await fetch(`${app.server.origin}/v3/app/users/profile`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(refused.status).toBe(401)
  expectNoFaults(opened)
})

longTest('a remembered page that does not exist any more gives way to the map', async () => {
  const { page } = await app.open()
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('lastPage', JSON.stringify('/long-gone?x=1')))
  await submitSignIn(page, 'owner')
  await page.waitForURL((url) => url.pathname === '/map')
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
