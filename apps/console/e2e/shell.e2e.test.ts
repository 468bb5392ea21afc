import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  brokenRules,
  type ConsoleUnderTest,
  enterAs,
  eventually,
  expectNoFaults,
  loaded,
  openConsole,
} from './open-console.ts'

let app: ConsoleUnderTest
beforeAll(async () => {
  app = await openConsole({ drawsMaps: false })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

/** A button in the header, popovers included; the map has buttons of the same names. */
const button = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const entry = (page: Page, name: string) => menu(page).locator('[data-column="entry"]').getByRole('link', { name })
const documentLoads = (page: Page): string[] => {
  const loads: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    const { pathname, search } = new URL(request.url())
    loads.push(pathname + search)
  })
  return loads
}

test('each entry and each of its pages is loaded whole and closes the menu; on its own page an entry does nothing [MENU-02, MENU-03, MENU-04, MENU-05, MENU-06, MENU-07, MENU-08, MENU-10, MENU-11, ROUTE-07]', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner', '/no-such-page')
  const loads = documentLoads(page)
  const expectNothingOnPress = async (name: string) => {
    loads.length = 0
    await button(page, 'Menu').click()
    expect(await entry(page, name).getAttribute('aria-current')).toBe('page')
    await entry(page, name).click()
    expect(await menu(page).count()).toBe(0)
    expect(loads).toEqual([])
  }
  await button(page, 'Menu').click()
  await entry(page, 'Map').click()
  await page.waitForURL('**/map/')
  await loaded(page)
  expect(loads).toEqual(['/map/'])
  await expectNothingOnPress('Map')
  for (const [name, path, heading] of [
    ['Device Management', '/configuration/', 'Devices'],
    ['Shift Report', '/shift-report/', 'Shift reports'],
    ['Account Management', '/account/', 'Account information'],
    ['Advanced Settings', '/setting/', 'Tracker classes'],
    ['Attendance', '/attendance/', 'Attendance log'],
  ] as const) {
    loads.length = 0
    await button(page, 'Menu').click()
    await entry(page, name).click()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(loads).toEqual([path])
    await expectNothingOnPress(name)
  }
  loads.length = 0
  await button(page, 'Menu').click()
  await entry(page, 'Account Management').hover()
  await menu(page).getByRole('link', { name: 'Signed-in devices' }).click()
  await page.getByRole('heading', { name: 'Signed-in devices', level: 1 }).waitFor()
  expect(loads).toEqual(['/account/?tab=devices'])
  expectNoFaults(opened)
})

longTest('tapping a sub-item on a phone opens its page [MENU-10]', async () => {
  const { page } = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await enterAs(page, 'owner', '/account')
  await button(page, 'Menu').tap()
  const loads = documentLoads(page)
  await menu(page).getByRole('link', { name: 'Signed-in devices' }).tap()
  await page.getByRole('heading', { name: 'Signed-in devices', level: 1 }).waitFor()
  expect(loads).toEqual(['/account/?tab=devices'])
})

test('code that cannot be loaded makes the page load again once; then a plain page says Error [SESS-20, ERR-14, ERR-15]', async () => {
  const { page } = await app.open()
  await page.route('**/assets/error-page-*.js', (route) => route.abort())
  const loads = documentLoads(page)
  await page.goto('/no-such-page')
  await page.getByRole('heading', { name: 'Error' }).waitFor()
  expect(await page.getByText('This page cannot be shown. Please reload or return to the home page.').count()).toBe(1)
  expect(loads).toEqual(['/no-such-page', '/no-such-page'])
})

test('a page that fails while it is drawn says so with 500, within the frame, and offers a way on', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner')
  await page.route('**/assets/setting-screen-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("The settings fell over.")' }),
  )
  const profiles: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v3/app/users/profile')) profiles.push(request.method())
  })
  await page.goto('/setting')
  await page.getByRole('heading', { name: 'Oops! Something went wrong...(500)' }).waitFor()
  expect(await page.getByText('500', { exact: true }).count()).toBe(1)
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).waitFor()
  expect(await brokenRules(page)).toEqual([])
  // It stands still: the page asked who it is for, and so did the frame of the failure.
  expect(profiles.length).toBeLessThanOrEqual(3)
  await page.unroute('**/assets/setting-screen-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Tracker classes', level: 1 }).waitFor()
})

test('a page whose live data cannot even begin loads again once, and then says in red that no alerts reach it', async () => {
  const { page } = await app.open()
  await page.route('**/assets/live.worker-*.js', (route) => route.abort())
  await page.clock.install()
  const loads = documentLoads(page)
  const accountLoads = () => loads.filter((path) => path === '/account')
  await enterAs(page, 'owner', '/account')
  await eventually(accountLoads).toHaveLength(2)
  await page.locator('#content[aria-busy="false"]').waitFor()
  await page.clock.runFor(21_000)
  await page.locator('[data-banner="silent"]').waitFor()
  expect(accountLoads()).toHaveLength(2)
})

test('the header says that sound is blocked until somebody presses something', async () => {
  const opened = await app.open()
  const { page, context } = opened
  await enterAs(page, 'owner', '/account')
  const fresh = await context.newPage()
  // Looking from outside counts as a gesture for the browser, so the page itself says what stands in its header.
  await fresh.addInitScript(() => {
    const look = setInterval(() => {
      const name = document.querySelector('header button[aria-label^="Sound"]')?.getAttribute('aria-label')
      if (name) console.info(`The header says: ${name}`)
      if (name) clearInterval(look)
    }, 50)
  })
  const [told] = await Promise.all([
    fresh.waitForEvent('console', (message) => message.text().startsWith('The header says')),
    fresh.goto('/account'),
  ])
  expect(told.text()).toBe('The header says: Sound blocked – turn on')
  await button(fresh, 'Sound blocked – turn on').click()
  await button(fresh, 'Sound on. Play a test sound').waitFor()
  await button(fresh, 'Sound on. Play a test sound').click()
  expectNoFaults(opened)
})
