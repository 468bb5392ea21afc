import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenRules, type ConsoleUnderTest, enterAs, eventually, expectNoFaults, openConsole } from './open-console.ts'

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

test('the header has menu, notifications and account, and each opens and closes with Esc [HEAD-02]', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner')
  for (const path of ['/map', '/configuration', '/account', '/setting', '/no-such-page']) {
    if (path !== '/map') await page.goto(path)
    for (const name of ['Notifications', 'Account']) {
      await button(page, name).click()
      await page.getByRole('dialog', { name }).waitFor()
      await page.keyboard.press('Escape')
      expect(await page.getByRole('dialog', { name }).count()).toBe(0)
      expect(await button(page, name).evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await button(page, 'Menu').click()
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    await page.keyboard.press('Escape')
  }
  expectNoFaults(opened)
})

test('an entry loads its page whole and closes the menu; on its own page it does nothing [MENU-02, MENU-08, MENU-11]', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/account')
  for (const path of ['/map', '/map/']) {
    await page.goto(path)
    await button(page, 'Menu').click()
    const loads = documentLoads(page)
    await page.getByRole('link', { name: 'Map', exact: true }).click()
    expect(await page.getByRole('navigation', { name: 'Menu' }).count()).toBe(0)
    expect(loads).toEqual([])
  }
  await page.goto('/no-such-page')
  await button(page, 'Menu').click()
  const loads = documentLoads(page)
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await page.waitForURL('**/map/')
  expect(loads).toEqual(['/map/'])
})

test('each entry loads its page whole and opens the first of its pages [MENU-03, MENU-04, MENU-05, MENU-06, MENU-07, ROUTE-07]', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner', '/account')
  const loads = documentLoads(page)
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
    await button(page, 'Menu').click()
    expect(await entry(page, name).getAttribute('aria-current')).toBe('page')
    await entry(page, name).click()
    expect(loads).toEqual([path])
  }
  expectNoFaults(opened)
})

test('pressing a sub-item, or tapping it on a phone, opens its page [MENU-10]', async () => {
  const { page } = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await enterAs(page, 'owner', '/account')
  await button(page, 'Menu').tap()
  const loads = documentLoads(page)
  await menu(page).getByRole('link', { name: 'Signed-in devices' }).tap()
  await page.getByRole('heading', { name: 'Signed-in devices', level: 1 }).waitFor()
  expect(loads).toEqual(['/account/?tab=devices'])
})

test('a language is saved to the profile, the cookie and the page, and not before Save [LANG-04, LANG-05, LANG-06, LANG-07, LANG-08, ACCT-08, CONST-09, CONST-10, CONST-11]', async () => {
  const opened = await app.open()
  const { page, context } = opened
  await enterAs(page, 'deputy', '/account')
  await button(page, 'Account').click()
  await page.getByRole('button', { name: /^Language/ }).click()
  expect(await page.getByRole('radio').count()).toBe(3)
  await page.getByRole('radio', { name: '日本語' }).check()
  await button(page, 'Back to account').click()
  await button(page, 'Sign out').waitFor()

  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('radio', { name: '日本語' }).check()
  const [put] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    button(page, 'Save').click(),
  ])
  expect(put.postDataJSON()).toEqual({ user: { locale: 'ja-jp' } })
  await button(page, 'サインアウト').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  const cookie = (await context.cookies()).find(({ name }) => name === 'lang')
  expect(cookie).toMatchObject({ value: 'ja-jp', path: '/' })
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(364.9)
  expect(days).toBeLessThan(365.1)

  // The profile wins over the cookie of another browser.
  await context.addCookies([{ name: 'lang', value: 'en-us', url: app.server.origin }])
  await page.reload()
  await button(page, 'メニュー').waitFor()
  expectNoFaults(opened)
})

test('a page that does not exist says so and leads home [ROUTE-14, ROUTE-15, ERR-17]', async () => {
  const opened = await app.open()
  const { page } = opened
  await page.goto('/no-such-page')
  await page.getByRole('heading', { name: 'This page could not be found' }).waitFor()
  expect(await page.getByText('404', { exact: true }).count()).toBe(1)
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await enterAs(page, 'owner', '/no-such-page')
  await button(page, 'Menu').waitFor()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL((url) => url.pathname === '/map')
  expectNoFaults(opened)
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

test('a banner says that the browser is offline, looked up every five seconds, in the language of the page [OFFL-01, OFFL-02, OFFL-04]', async () => {
  const { page, context } = await app.open()
  await page.clock.install()
  await enterAs(page, 'owner', '/account')
  const banner = page.getByText('You are currently offline', { exact: true })
  await page.clock.pauseAt(Date.now() + 60_000)
  await context.setOffline(true)
  await page.clock.runFor(5000)
  await banner.waitFor()
  await context.setOffline(false)
  await page.clock.runFor(5000)
  await eventually(() => banner.count()).toBe(0)

  const { page: japanese, context: other } = await app.open({ locale: 'ja-JP' })
  await japanese.clock.install()
  await japanese.goto('/')
  await japanese.getByRole('heading', { name: 'サインイン' }).waitFor()
  await other.setOffline(true)
  await japanese.clock.runFor(5000)
  const bannerBox = await japanese.getByText('現在オフラインです', { exact: true }).boundingBox()
  expect(bannerBox).toMatchObject({ x: 0, y: 0, width: 1440 })
  expect(await brokenRules(japanese)).toEqual([])

  const { page: chinese, context: third } = await app.open({ locale: 'zh-TW' })
  await chinese.clock.install()
  await chinese.goto('/')
  await chinese.getByRole('heading', { name: '登入' }).waitFor()
  await third.setOffline(true)
  await chinese.clock.runFor(5000)
  await chinese.getByText('目前處於離線狀態', { exact: true }).waitFor()
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
