import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, loaded, looks } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const entry = (page: Page, name: string) => menu(page).locator('[data-column="entry"]').getByRole('link', { name })
const subItems = (page: Page) => menu(page).locator('[data-column="sub"]').getByRole('link').allTextContents()
const openMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
/** Sub-items of the advanced settings. */
const SETTINGS = ['Tracker classes', 'Remark items', 'Zones', 'Alerts and keys', 'Logo', 'About page']
const documentLoads = (page: Page): string[] => {
  const loads: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    const { pathname, search } = new URL(request.url())
    loads.push(pathname + search)
  })
  return loads
}

test.each([
  ['Device Management', '/configuration/', 'Devices'],
  ['Account Management', '/account/', 'Account information'],
  ['Advanced Settings', '/setting/', 'Tracker classes'],
] as const)('%s loads %s whole and opens its first page [MENU-03, MENU-05, MENU-06]', async (name, path, heading) => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner')
  await openMenu(page)
  const loads = documentLoads(page)
  await entry(page, name).click()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  expect(loads).toEqual([path])
  await openMenu(page)
  expect(await entry(page, name).getAttribute('aria-current')).toBe('page')
  await entry(page, name).click()
  expect(loads).toEqual([path])
  expectNoFaults(opened)
})

test('hovering an entry shows its sub-items, and pressing one opens its page [MENU-10]', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner')
  await openMenu(page)
  expect(await subItems(page)).toEqual([])
  await entry(page, 'Account Management').hover()
  await eventually(() => subItems(page)).toContain('Access links')
  await entry(page, 'Advanced Settings').hover()
  await eventually(() => subItems(page)).toEqual(SETTINGS)
  // On the way to them they stay.
  await menu(page).getByRole('link', { name: 'About page' }).hover()
  expect(await subItems(page)).toEqual(SETTINGS)
  const loads = documentLoads(page)
  await menu(page).getByRole('link', { name: 'About page' }).click()
  await page.getByRole('heading', { name: 'About page', level: 1 }).waitFor()
  expect(loads).toEqual(['/setting/?tab=about'])
  // By keys: down to the entry, right into its items.
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Access links')
  await page.keyboard.press('ArrowLeft')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Account Management')
})

test('the menu of a read-only person has the map alone, and every other page leads there [ROLE-05]', async () => {
  const { page } = await app.open()
  await enterAs(page, 'readonly')
  await openMenu(page)
  expect(await menu(page).getByRole('link').allTextContents()).toEqual(['Map'])
  for (const path of ['/configuration', '/setting', '/setting/?tab=about', '/account', '/account?tab=security']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/map')
    await loaded(page)
    // Without a word: the page was never theirs to open.
    expect(await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').count()).toBe(0)
  }
})

test.each([
  ['owner', ['Account information', 'Access links', 'Signed-in devices', 'Activity log', 'Security log']],
  ['deputy', ['Account information', 'Access links', 'Signed-in devices', 'Activity log', 'Security log']],
  ['support', ['Account information']],
  [
    'integrator',
    ['Account information', 'Access links', 'Signed-in devices', 'Activity log', 'Security log', 'Business accounts'],
  ],
] as const)('the sub-items for %s are those whose pages open', async (person, items) => {
  const { page } = await app.open()
  await page.route('**/v3/app/users/profile', async (route) => {
    const response = await route.fetch()
    const profile = await response.json()
    await route.fulfill({ response, json: { ...profile, ...(person === 'support' ? { class: 'support' } : {}) } })
  })
  await enterAs(page, person === 'support' ? 'deputy' : person)
  await openMenu(page)
  expect(await menu(page).locator('[data-column="entry"] a').allTextContents()).toEqual([
    'Map',
    'Device Management',
    'Account Management',
    'Advanced Settings',
  ])
  await entry(page, 'Account Management').hover()
  await eventually(() => subItems(page)).toEqual(items)
})

test('a page that needs a session leads to the sign-in page without one; with one the account page opens by its address [ROUTE-04]', async () => {
  for (const path of ['/map', '/configuration', '/account', '/setting', '/setting/?tab=about']) {
    const { page } = await app.open()
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  }
  const { page } = await app.open()
  await enterAs(page, 'owner', '/account')
  await page.getByRole('heading', { name: 'Account information', level: 1 }).waitFor()
  expect(page.url()).toBe(`${app.server.origin}/account`)
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('the %s menu with sub-items is within reach at %i px, and a tap opens a page', async (colorScheme, width) => {
  const { page } = await app.open({ colorScheme, viewport: { width, height: 844 }, hasTouch: width < 768 })
  await enterAs(page, 'owner')
  await openMenu(page)
  await entry(page, 'Account Management').hover()
  await eventually(async () => (await subItems(page)).length).toBeGreaterThan(2)
  expect(await brokenRules(page, 'header')).toEqual([])
  for (const link of await menu(page).getByRole('link').all()) {
    const box = await link.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(width < 768 ? 44 : 34)
  }
  if (width < 768) await entry(page, 'Advanced Settings').tap()
  else await entry(page, 'Advanced Settings').click()
  await page.waitForURL('**/setting/')
})
