/** What holds of the console as a whole. */
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import type { Account } from '@whereabouts/mock-api/state'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { banner, eventually, link, press, seen } from '../../mock/acts.ts'
import { renderScreen } from '../../mock/render-screen.tsx'
import { INTEGRATOR_TOOL_PATH } from '../lib/integrator-tool-path.ts'
import { router } from './router.tsx'

test('every screen of the catalogue is at most three presses from the menu, or has an address that mails lead to [SCRN-01]', async () => {
  await renderScreen('/map', {
    seed: (mock) => {
      seedDemo(mock)
      return personOf(mock, 'integrator')
    },
  })
  // One press for the menu, one for the page.
  await press('Menu', banner())
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const inMenu = new Set<string>()
  const links = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-column] a')]
  for (const entry of links().filter((each) => each.closest('[data-column="entry"]') !== null)) {
    await link(entry.textContent, menu.getByRole('list').first()).hover()
    const { pathname } = new URL(entry.href)
    await eventually(() => links().some(({ href }) => href.includes(`${pathname}?`))).toBe(true)
    for (const { href } of links()) inMenu.add(href.slice(window.location.origin.length).replace('/?', '?'))
  }
  const tabs = {
    map: ['view', 'carepads'],
    configuration: [
      'devices',
      'stations',
      'maps',
      'carepads',
      'add-devices',
      'station-wifi',
      'firmware',
      'configurations',
      'update-configs',
    ],
    'shift-report': ['reports', 'times'],
    account: ['information', 'links', 'devices', 'activity', 'security', 'business'],
    setting: ['classes', 'remarks', 'calibration', 'training', 'alerts', 'logo', 'about'],
    attendance: ['days', 'rules'],
  }
  expect([...inMenu]).toEqual(
    expect.arrayContaining(Object.entries(tabs).flatMap(([path, own]) => own.map((tab) => `/${path}?tab=${tab}`))),
  )
  await press('Menu', banner())

  // A device, its trail, and from there its history.
  await page.getByRole('listbox', { name: 'Devices' }).getByRole('option').first().click()
  await seen(page.getByRole('link', { name: /^Trail/ }))
  await page
    .getByRole('link', { name: /^Trail/ })
    .first()
    .click()
  await eventually(() => window.location.pathname).toBe('/trail')
  await page.getByRole('link', { name: 'History logs', exact: true }).click()
  await eventually(() => window.location.pathname).toBe('/history-logs')

  const addresses = Object.keys(router.routesByPath)
  for (const ofMail of ['accept-share', 'verify-email', 'change-email', 'delete-account', 'unassign-device']) {
    expect(addresses).toContain(`/${ofMail}`)
  }
  for (const signedOut of ['reset-password', 'forgot-password', 'signup', 'page-expired', 'line-group']) {
    expect(addresses).toContain(`/${signedOut}`)
  }
  // Beside the list of business accounts.
  expect(addresses).toContain(INTEGRATOR_TOOL_PATH)
})

/** The same answer with a field that nobody knows in every object of it. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withMore(inner)]))
  return { ...known, field_of_a_later_version: { is: ['new', null, 1] } }
}

test.each([
  ['/map', ({ trackers }: Account) => trackers.find(({ name }) => name === 'Aoki Reiko')!.name],
  ['/configuration?tab=carepads', ({ loggers }: Account) => loggers[0]!.logger_name],
  ['/attendance', ({ officeLogs }: Account) => officeLogs[0]!.device_name],
  ['/setting?tab=classes', ({ classes }: Account) => classes[0]!.name],
] as const)(
  'answers with fields that the console does not know break nothing on %s [API-GENERAL-03]',
  async (path, nameIn) => {
    const screen = await renderScreen(path, {
      answers: [
        [
          /^/,
          async (_call, usual) => {
            const answer = await usual()
            return Response.json(withMore(await answer.json()), {
              status: answer.status,
              headers: { date: new Date().toUTCString() },
            })
          },
        ],
      ],
    })
    const name = nameIn(screen.person!.account)
    await eventually(() => document.querySelector('#content')?.textContent).toContain(name)
    expect(screen.sent.length).toBeGreaterThan(3)
    expect(page.getByText(/went wrong|Oops/).elements()).toEqual([])
  },
)
