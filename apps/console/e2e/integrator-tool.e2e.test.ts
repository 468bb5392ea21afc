import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { INTEGRATOR_TOOL_PATH } from '../src/lib/integrator-tool-path.ts'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, loaded, looks } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

const missing = (page: Page) => page.getByRole('heading', { name: 'This page could not be found' })
const tool = (page: Page) => page.getByRole('heading', { name: 'Integrator tool', level: 1 })

/** Groups as the server has them. */
const groups = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('account') ?? '{}')
    const answer = await fetch('/v3/app/users/profile', { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).groups
  })

test('the tool opens for integrators at a path no menu entry has, and is a missing page for everybody else [INTEG-03, ROUTE-08]', async () => {
  expect(INTEGRATOR_TOOL_PATH).toMatch(/^\/[0-9a-f]{32}$/)
  const opened = await app.open()
  const { page } = opened
  await page.goto(INTEGRATOR_TOOL_PATH)
  await missing(page).waitFor()
  for (const person of ['owner', 'readonly', 'deputy'] as const) {
    const { page: other } = await app.open()
    await enterAs(other, person, INTEGRATOR_TOOL_PATH)
    await missing(other).waitFor()
    expect(await tool(other).count()).toBe(0)
    await other.goto('/setting')
    await loaded(other)
    expect(await other.getByRole('link', { name: 'Integrator tool' }).count()).toBe(0)
  }
  await enterAs(page, 'integrator', INTEGRATOR_TOOL_PATH)
  await tool(page).waitFor()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const entries = menu.locator('[data-column="entry"] a')
  for (const entry of await entries.all()) {
    await entry.hover()
    const links = await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).not.toContain(INTEGRATOR_TOOL_PATH)
  }
  await page.keyboard.press('Escape')
  // The settings know it, beside their own pages.
  await page.goto('/setting')
  await page.getByRole('link', { name: 'Integrator tool' }).click()
  await tool(page).waitFor()
  await page.getByRole('link', { name: 'About page' }).click()
  await page.waitForURL('**/setting?tab=about')
  expectNoFaults(opened)
})

test('an integrator switches attendance for the own account and for business accounts; a refused switch goes back [INTEG-03]', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'integrator')
  // A business user of the integrator's making.
  const email = 'hinoki-annex@hinoki.example'
  await page.evaluate(async (email) => {
    const { token } = JSON.parse(localStorage.getItem('account') ?? '{}')
    await fetch('/v3/app/integrator/user', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user: { email, fullname: 'Hinoki Annex', locale: 'en-us' } }),
    })
  }, email)
  await page.goto(INTEGRATOR_TOOL_PATH)
  const own = page.getByRole('switch', { name: 'Attendance for Kita Emi' })
  const annex = page.getByRole('switch', { name: 'Attendance for Hinoki Annex' })
  await annex.waitFor()
  expect(await annex.isChecked()).toBe(false)
  const wasOn = await own.isChecked()
  for (const isOn of [!wasOn, wasOn]) {
    const [post] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/v3/app/users/groups')),
      own.press('Space'),
    ])
    expect(post.status()).toBe(200)
    await eventually(() => own.isChecked()).toBe(isOn)
    expect(await groups(page)).toEqual(expect.arrayContaining(isOn ? ['Integrator', 'G3OfficeLog'] : ['Integrator']))
    expect((await groups(page)).includes('G3OfficeLog')).toBe(isOn)
  }
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/v3/app/users/groups')),
    annex.press('Space'),
  ])
  await page.reload()
  await eventually(() => annex.isChecked()).toBe(true)
  expectNoFaults(opened)

  await page.route('**/v3/app/users/groups', (route) => route.fulfill({ status: 502, body: '' }))
  await annex.press('Space')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText(/Oops! Something went wrong...\(502\)/)
    .waitFor()
  await eventually(() => annex.isChecked()).toBe(true)
})

longTest.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('the %s tool is within reach at %i px', async (colorScheme, width) => {
  const { page } = await app.open({ colorScheme, viewport: { width, height: 844 } })
  await enterAs(page, 'integrator', INTEGRATOR_TOOL_PATH)
  await page.getByRole('switch').first().waitFor()
  expect(await brokenRules(page)).toEqual([])
})
