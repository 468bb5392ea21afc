import type { AnyRoute } from '@tanstack/react-router'
import type { MockApi } from '@whereabouts/mock-api/mock-api'
import { makePerson, personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { banner, button, eventually, expectReach, focused, heading, keys, link, press, seen } from '../../mock/acts.ts'
import { renderScreen } from '../../mock/render-screen.tsx'
import { INTEGRATOR_TOOL_PATH } from '../lib/integrator-tool-path.ts'
import { router } from './router.tsx'

const menu = () => page.getByRole('navigation', { name: 'Menu' })
const entries = () => menu().getByRole('list').first()
const entry = (name: string) => link(name, entries())
const linksOf = (column: string) => [...document.querySelectorAll<HTMLElement>(`[data-column="${column}"] a`)]
const subItems = () => linksOf('sub').map(({ textContent }) => textContent)
const openMenu = () => press('Menu', banner())
/** Sub-items of the advanced settings. */
const SETTINGS = [
  ...['Tracker classes', 'Remark items', 'Zones', 'Station calibration', 'Training data', 'Site health'],
  ...['Alerts and keys', 'Brokers', 'Webhooks', 'Logo', 'About page'],
]

test('hovering an entry shows its sub-items, which stay on the way to them; by keys one goes down to the entry and right into its items [MENU-10]', async () => {
  await renderScreen('/account')
  await openMenu()
  expect(subItems()).toContain('Access links')
  await entry('Map').hover()
  await eventually(subItems).toEqual(['Map view', 'Carepad dashboard', 'Roll-call'])
  await entry('Account Management').hover()
  await eventually(subItems).toContain('Access links')
  await entry('Advanced Settings').hover()
  await eventually(subItems).toEqual(SETTINGS)
  await link('About page', menu()).hover()
  expect(subItems()).toEqual(SETTINGS)
  expect(link('About page', menu()).element().getAttribute('href')).toBe('/setting/?tab=about')
  ;(button('Menu', banner()).element() as HTMLElement).focus()
  await keys('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown')
  expect(focused()).toBe('Access links')
  await keys('ArrowLeft')
  expect(focused()).toBe('Account Management')
})

test('the menu of a read-only person has the map alone, and every other page leads there [ROLE-05]', async () => {
  for (const path of ['/configuration', '/setting', '/setting/?tab=about', '/account', '/account?tab=security']) {
    const { close } = await renderScreen(path, { person: 'readonly' })
    await eventually(() => window.location.pathname, path).toBe('/map')
    await seen(page.getByRole('region', { name: 'Messages' }).getByRole('listitem'))
    await openMenu()
    expect(linksOf('entry').map(({ textContent }) => textContent)).toEqual(['Map'])
    close()
  }
})

const INFORMATION = ['Account information']
const OF_OWNERS = [...INFORMATION, 'Access links', 'Signed-in devices', 'Activity log', 'Security log']
const ofDemo = (name: string) => (mock: MockApi) => {
  seedDemo(mock)
  return personOf(mock, name)
}

const WITHOUT_GROUP = ['Map', 'Device Management', 'Shift Report', 'Account Management', 'Advanced Settings']
const ALL = [...WITHOUT_GROUP, 'Attendance']

test.each([
  ['owner', ALL, OF_OWNERS, ofDemo('owner')],
  ['deputy', WITHOUT_GROUP, OF_OWNERS, ofDemo('deputy')],
  ['owner outside of the group', WITHOUT_GROUP, OF_OWNERS, (mock: MockApi) => makePerson(mock)],
  ['support', WITHOUT_GROUP, INFORMATION, (mock: MockApi) => makePerson(mock, { class: 'support' })],
  ['integrator', ALL, [...OF_OWNERS, 'Business accounts'], ofDemo('integrator')],
] as const)(
  'the entries for %s, and the sub-items, are those whose pages open [MENU-01, ROLE-06]',
  async (_person, all, items, seed) => {
    await renderScreen('/map', { seed })
    await openMenu()
    expect(linksOf('entry').map(({ textContent }) => textContent)).toEqual(all)
    await entry('Account Management').hover()
    await eventually(subItems).toEqual(items)
  },
)

test('a page that needs a session leads to the sign-in page without one; with one the account page opens by its address [ROUTE-04, ROUTE-10]', async () => {
  const pages = Object.values<AnyRoute>(router.routesById).filter(({ id }) => id.startsWith('/signed-in/'))
  // The tool of integrators does not exist for anybody else.
  const addresses = pages.map(({ fullPath }) => fullPath).filter((path) => path !== INTEGRATOR_TOOL_PATH)
  expect(addresses).toEqual(
    expect.arrayContaining([
      '/map',
      '/configuration',
      '/account',
      '/setting',
      '/shift-report',
      '/attendance',
      '/trail',
    ]),
  )
  for (const path of [...addresses, '/map/', '/map?device=x', '/setting/?tab=about']) {
    const { close } = await renderScreen(path, { person: null })
    await eventually(() => window.location.pathname, path).toBe('/')
    await seen(button('Sign in'))
    close()
  }
  await renderScreen('/account')
  await seen(heading('Account information'))
  expect(window.location.pathname).toBe('/account')
})

test.each([
  ['light', 1440, 34],
  ['dark', 390, 44],
] as const)('the %s menu with sub-items is within reach at %i px', async (scheme, width, height) => {
  await renderScreen('/map', { scheme, width, height: 844 })
  await openMenu()
  await entry('Account Management').hover()
  await eventually(() => subItems().length).toBeGreaterThan(2)
  await expectReach('header')
  for (const each of [...linksOf('entry'), ...linksOf('sub')]) {
    expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(height)
  }
})
