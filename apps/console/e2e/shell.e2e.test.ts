import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  brokenRules,
  type ConsoleUnderTest,
  enterAs,
  eventually,
  expectNoFaults,
  looks,
  openConsole,
  type Person,
  settle,
  signIn,
} from './open-console.ts'

let app: ConsoleUnderTest
beforeAll(async () => {
  app = await openConsole({ drawsMaps: false })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

/** Whether none of it stands out of a window of that width. */
async function isWithin(panel: Locator, width: number): Promise<boolean> {
  const box = await panel.boundingBox()
  return box !== null && box.x >= 0 && box.x + box.width <= width
}

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
  await signIn(page, 'owner')
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

test('the menu opens on focus; arrows walk it; Esc closes it and leaves the focus on the button [MENU-09]', async () => {
  const { page } = await app.open()
  await signIn(page, 'owner')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  // The first stop is the link that skips the header.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await menu.waitFor()
  expect(await button(page, 'Menu').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Map')
  await page.keyboard.press('Escape')
  expect(await menu.count()).toBe(0)
  expect(await button(page, 'Menu').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await menu.waitFor()
})

test('an entry loads its page whole and closes the menu; on its own page it does nothing [MENU-02, MENU-08, MENU-11]', async () => {
  const { page } = await app.open()
  await signIn(page, 'owner')
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

test.each([
  ['Device Management', '/configuration/', 'Devices'],
  ['Shift Report', '/shift-report/', 'Shift reports'],
  ['Account Management', '/account/', 'Account information'],
  ['Advanced Settings', '/setting/', 'Tracker classes'],
  ['Attendance', '/attendance/', 'Attendance log'],
] as const)(
  '%s loads %s whole and opens its first page [MENU-03, MENU-04, MENU-05, MENU-06, MENU-07, ROUTE-07]',
  async (name, path, heading) => {
    const opened = await app.open()
    const { page } = opened
    await enterAs(page, 'owner')
    await button(page, 'Menu').click()
    const loads = documentLoads(page)
    await entry(page, name).click()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(loads).toEqual([path])
    await button(page, 'Menu').click()
    expect(await entry(page, name).getAttribute('aria-current')).toBe('page')
    await entry(page, name).click()
    expect(loads).toEqual([path])
    expectNoFaults(opened)
  },
)

test('pressing a sub-item, or tapping it on a phone, opens its page [MENU-10]', async () => {
  const { page } = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await enterAs(page, 'owner', '/account')
  await button(page, 'Menu').tap()
  const loads = documentLoads(page)
  await menu(page).getByRole('link', { name: 'Signed-in devices' }).tap()
  await page.getByRole('heading', { name: 'Signed-in devices', level: 1 }).waitFor()
  expect(loads).toEqual(['/account/?tab=devices'])
})

test.each([
  ['default', 'Whereabouts', 103, 50, 0],
  ['harbor', 'Harbor', 103, 50, 0],
  ['meadow', 'Meadow Care', 122, 45, 1],
  ['summit', 'Summit', 122, 45, 0],
] as const)(
  'the brand %s shows the logo of %s within %i by %i pixels and %i taglines [BRAND-02, BRAND-03, CONST-13, CONST-14, ENT-session.brand]',
  async (brand, name, width, height, taglines) => {
    const { page } = await app.open()
    await page.route('**/v3/app/config', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), brand } })
    })
    await page.goto('/')
    const logo = page.getByRole('img', { name })
    await logo.waitFor()
    expect(await logo.textContent()).toBe(name)
    expect(await page.getByText('Know where care is needed.').count()).toBe(taglines)
    await signIn(page, 'owner')
    const link = page.getByRole('link', { name: `${name}: to the map` })
    expect(await link.textContent()).toBe(name)
    const box = await link.locator('svg').boundingBox()
    expect(box?.width).toBeGreaterThan(50)
    expect(box?.width).toBeLessThanOrEqual(width)
    expect(box?.height).toBeLessThanOrEqual(height)
  },
)

test('the bell has a dot while something is unread, and opening it says to the server that all was read [HEAD-03, NOTI-05, NOTI-13, CONST-19]', async () => {
  const { page } = await app.open()
  await page.route('**/v3/app/users/profile', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), unread_count: 2 } })
  })
  await signIn(page, 'owner')
  await button(page, 'Notifications, 2 unread').waitFor()
  const dot = page.getByRole('banner').locator('button[aria-label^="Notifications"] > span')
  expect(await dot.evaluateAll((dots) => dots.map((each) => getComputedStyle(each).backgroundColor))).toEqual([
    'rgb(207, 51, 39)',
  ])
  const [put] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/v3/app/users/profile')),
    button(page, 'Notifications, 2 unread').click(),
  ])
  expect(put.postDataJSON()).toEqual({ user: { unread_count: 0 } })
  await button(page, 'Notifications').waitFor()
  expect(await dot.count()).toBe(0)
  const empty = page.getByRole('dialog').getByText('No notifications yet')
  await eventually(async () => (await empty.locator('xpath=..').boundingBox())?.height).toBe(475)
})

test.each([
  ['owner', 'Yuki Mori', 'B2B account'],
  ['deputy', 'Abe Naoko (deputy)', 'B2B account'],
  ['readonly', 'Grace Miller (read-only)', 'B2B account'],
  ['integrator', 'Kita Emi', 'Integrator account'],
] as const)(
  'the account of a %s reads %j, %j [ACCT-03, ACCT-04, ACCT-05, ACCT-06, ROLE-03, ROLE-08, ROLE-09, CONST-18]',
  async (person, name, classLine) => {
    const { page } = await app.open()
    await signIn(page, person as Person)
    await button(page, 'Account').click()
    const dialog = page.getByRole('dialog', { name: 'Account' })
    await eventually(async () => (await dialog.locator('p').allTextContents()).map((text) => text.trim())).toEqual([
      name,
      `${person}@hinoki.example`,
      classLine,
    ])
    await eventually(async () => {
      const avatar = await dialog.locator('span, img').first().boundingBox()
      return [avatar?.width, avatar?.height]
    }).toEqual([60, 60])
  },
)

test('a support person has a suffix too, and an account of neither kind a blank line [ACCT-04, ACCT-06, ROLE-03]', async () => {
  const { page } = await app.open()
  await page.route('**/v3/app/users/profile', async (route) => {
    const response = await route.fetch()
    const profile = await response.json()
    await route.fulfill({ response, json: { ...profile, class: 'support', b2b_user: false, groups: [] } })
  })
  await signIn(page, 'owner')
  await button(page, 'Account').click()
  const lines = page.getByRole('dialog', { name: 'Account' }).locator('p')
  expect((await lines.allTextContents()).map((text) => text.trim())).toEqual([
    'Yuki Mori (support)',
    'owner@hinoki.example',
    '',
  ])
})

test('the account popover has three views, and an arrow leads back to the first [ACCT-01, ACCT-02, ACCT-10, CONST-01]', async () => {
  const { page } = await app.open()
  await signIn(page, 'owner')
  await button(page, 'Account').click()
  for (const view of ['Language', 'About']) {
    await page.getByRole('button', { name: new RegExp(`^${view}`) }).click()
    await page.getByRole('heading', { name: view }).waitFor()
    if (view === 'About') {
      expect(await page.getByText('Version 1.1.0410').count()).toBe(1)
      const provider = page.getByRole('link', { name: /Provided by/ })
      expect(await provider.getAttribute('href')).toMatch(/^https:\/\//)
      expect(await provider.getAttribute('rel')).toContain('noopener')
    }
    await button(page, 'Back to account').press('Enter')
    await button(page, 'Sign out').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(new RegExp(`^${view}`))
  }
})

test('the account popover is walked with Tab, a language chosen with arrows; leaving it closes it', async () => {
  const { page } = await app.open()
  await signIn(page, 'owner')
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const hasRing = () =>
    page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element)
      return outlineStyle === 'solid' && outlineWidth === '2px'
    })
  await button(page, 'Account').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Account' })
  await dialog.waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Account information')
  expect(await hasRing()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await focused()).toMatch(/^Language/)
  expect(await hasRing()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Language' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: '繁體中文' }).isChecked()).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(await focused()).toMatch(/^Language/)
  for (const stop of ['Keyboard shortcuts', 'About', 'Sign out']) {
    while (!(await focused()).startsWith(stop)) await page.keyboard.press('Tab')
    expect(await hasRing()).toBe(true)
  }
  await page.keyboard.press('Tab')
  await eventually(() => dialog.count()).toBe(0)
})

test('a language is saved to the profile, the cookie and the page, and not before Save [LANG-04, LANG-05, LANG-06, LANG-07, LANG-08, ACCT-08, CONST-09, CONST-10, CONST-11]', async () => {
  const opened = await app.open()
  const { page, context } = opened
  await signIn(page, 'deputy')
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

test('errors stack at the right in the warning colour, 300 px wide, and stay until closed [TOAST-01, TOAST-02, TOAST-03, TOAST-04, TOAST-05, TOAST-06, CONST-15, CONST-16]', async () => {
  const { page } = await app.open()
  await page.clock.install()
  // Each fails once: a page whose stream opens late loads all of them again, and would tell of them again.
  const lists = ['users/extrasettings/remarks', 'users/extrasettings/class', 'activity/devices']
  for (const [index, list] of lists.entries()) {
    const fail = (route: Route) => route.fulfill({ status: 502 + index, body: '' })
    await page.route(`**/v3/app/${list}`, fail, { times: 1 })
  }
  await signIn(page, 'owner')
  await page.clock.runFor(1000)
  const toasts = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await eventually(() => toasts.count()).toBe(3)
  await settle(page)
  const boxes = await Promise.all([0, 1, 2].map(async (index) => toasts.nth(index).boundingBox()))
  for (const [index, box] of boxes.entries()) {
    expect(box?.width).toBe(300)
    expect((box?.x ?? 0) + 300).toBe(1440 - 12)
    const above = boxes[index - 1]
    if (above) expect(box?.y).toBeGreaterThanOrEqual(above.y + above.height)
  }
  expect(await toasts.first().evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(251, 240, 218)',
  )
  expect(await brokenRules(page, '[aria-label="Messages"]')).toEqual([])
  await page.clock.fastForward(5 * 60_000)
  expect(await toasts.count()).toBe(3)
  const [, ...others] = await toasts.allTextContents()
  await toasts.first().getByRole('button', { name: 'Close message' }).click()
  expect(await toasts.allTextContents()).toEqual(others)
  await page.getByRole('button', { name: /^Clear all/ }).click()
  expect(await toasts.count()).toBe(0)
})

test('a banner says that the browser is offline, looked up every five seconds, in the language of the page [OFFL-01, OFFL-02, OFFL-04]', async () => {
  const { page, context } = await app.open()
  await page.clock.install()
  await signIn(page, 'owner')
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
  await signIn(page, 'owner')
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
    fresh.goto('/map'),
  ])
  expect(told.text()).toBe('The header says: Sound blocked – turn on')
  await button(fresh, 'Sound blocked – turn on').click()
  await button(fresh, 'Sound on. Play a test sound').waitFor()
  await button(fresh, 'Sound on. Play a test sound').click()
  expectNoFaults(opened)
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('the %s header and its popovers are within reach at %i px', async (colorScheme, width) => {
  const { page } = await app.open({ colorScheme, viewport: { width, height: 844 } })
  await signIn(page, 'integrator')
  expect(await brokenRules(page, 'header')).toEqual([])
  await button(page, 'Menu').click()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  expect(await brokenRules(page, 'header')).toEqual([])
  await page.keyboard.press('Escape')
  await button(page, 'Notifications').click()
  expect(await brokenRules(page, 'header')).toEqual([])
  // What is fixed to the window makes no page wider, so each panel is measured by itself.
  expect(await isWithin(page.getByRole('dialog', { name: 'Notifications' }), width)).toBe(true)
  await page.keyboard.press('Escape')
  await button(page, 'Account').click()
  expect(await brokenRules(page, 'header')).toEqual([])
  expect(await isWithin(page.getByRole('dialog', { name: 'Account' }), width)).toBe(true)
  for (const view of ['Language', 'About']) {
    await page.getByRole('button', { name: new RegExp(`^${view}`) }).click()
    await page.getByRole('heading', { name: view }).waitFor()
    expect(await brokenRules(page, 'header')).toEqual([])
    await button(page, 'Back to account').click()
  }
})

test('the appearance follows the choice at once and after a reload', async () => {
  const { page } = await app.open()
  await signIn(page, 'owner')
  await button(page, 'Account').click()
  await page.getByText('Dark', { exact: true }).click()
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await eventually(scheme).toBe('dark')
  await page.reload()
  await eventually(scheme).toBe('dark')
})
