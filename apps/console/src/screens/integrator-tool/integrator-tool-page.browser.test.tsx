import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { makeOwner } from '@whereabouts/mock-api/words/accounts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { banner, eventually, expectReach, heading, keys, link, looks, press, says, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { INTEGRATOR_TOOL_PATH } from '../../lib/integrator-tool-path.ts'

const missing = () => heading('This page could not be found')
const tool = () => heading('Integrator tool')

test('the tool opens for integrators at a path no menu entry has, and is a missing page for everybody else [INTEG-03, ROUTE-08]', async () => {
  expect(INTEGRATOR_TOOL_PATH).toMatch(/^\/[0-9a-f]{32}$/)
  for (const person of [null, 'owner', 'readonly', 'deputy']) {
    const { close } = await renderScreen(INTEGRATOR_TOOL_PATH, { person, awaits: false })
    await seen(missing())
    expect(tool().elements()).toEqual([])
    close()
  }
  const owner = await renderScreen('/setting')
  expect(link('Integrator tool').elements()).toEqual([])
  owner.close()
  const { close } = await renderScreen(INTEGRATOR_TOOL_PATH, { person: 'integrator' })
  await seen(tool())
  await press('Menu', banner())
  const menu = page.getByRole('navigation', { name: 'Menu' })
  for (const entry of menu.getByRole('list').first().getByRole('link').all()) {
    await entry.hover()
    const links = menu.getByRole('link').elements()
    expect(links.map((each) => each.getAttribute('href'))).not.toContain(INTEGRATOR_TOOL_PATH)
  }
  await keys('Escape')
  close()
  // The settings know it, beside their own pages.
  await renderScreen('/setting', { person: 'integrator' })
  await link('Integrator tool').click()
  await seen(tool())
  await link('About page').click()
  await eventually(() => window.location.pathname + window.location.search).toBe('/setting?tab=about')
})

test('an integrator switches attendance for the own account and for business accounts; a refused switch goes back [INTEG-03]', async () => {
  const screen = await renderScreen(INTEGRATOR_TOOL_PATH, {
    seed: (mock) => {
      seedDemo(mock)
      const integrator = personOf(mock, 'integrator')
      makeOwner(mock.world, { fullname: 'Hinoki Annex', email: 'annex@kita.example' }, integrator.account.account_id)
      return integrator
    },
  })
  const [own, annex] = [
    page.getByRole('switch', { name: 'Attendance for Kita Emi' }),
    page.getByRole('switch', { name: 'Attendance for Hinoki Annex' }),
  ]
  await expect.element(annex).not.toBeChecked()
  const pressSwitch = async (which: typeof own) => {
    ;(which.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
  }
  const groups = () => personOf(screen.mock, 'integrator').user.groups.toSorted()
  await expect.element(own).toBeChecked()
  await pressSwitch(own)
  await expect.element(own).not.toBeChecked()
  await eventually(groups).toEqual(['Integrator'])
  await pressSwitch(own)
  await expect.element(own).toBeChecked()
  await eventually(groups).toEqual(['G3OfficeLog', 'Integrator'])
  await pressSwitch(annex)
  await eventually(() => personOf(screen.mock, 'annex').user.groups).toEqual(['G3OfficeLog'])
  await screen.reload()
  await expect.element(annex).toBeChecked()

  screen.answer('/v3/app/users/groups', () => new Response('', { status: 502 }))
  await pressSwitch(annex)
  await says(/Oops! Something went wrong\.\.\.\(502\)/, page.getByRole('region', { name: 'Messages' }))
  await expect.element(annex).toBeChecked()
})

test('office logs are asked for by days and name, and open to what is behind them', async () => {
  const { sent } = await renderScreen(INTEGRATOR_TOOL_PATH, {
    seed: (mock) => {
      seedDemo(mock)
      const integrator = personOf(mock, 'integrator')
      integrator.account.officeLogs = personOf(mock, 'owner').account.officeLogs
      return integrator
    },
  })
  const logs = page.getByRole('region', { name: 'Office logs' })
  const records = logs.getByRole('button', { name: /^Record of/ })
  await seen(records.first())
  const name = records.elements()[0]!.textContent!.slice(2)
  await logs.getByRole('searchbox', { name: 'Person or tag' }).fill(name)
  await eventually(() => new Set(records.elements().map(({ textContent }) => textContent?.slice(2)))).toEqual(
    new Set([name]),
  )
  const asked = sent.findLast(({ path }) => path.startsWith('/v3/application/officelog?'))!
  expect(new URLSearchParams(asked.path.split('?')[1]).get('device_name')).toBe(name)
  await records.first().click()
  await says('Zone visits')
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('the %s tool is within reach at %i px', async (scheme, width) => {
  await renderScreen(INTEGRATOR_TOOL_PATH, { person: 'integrator', scheme, width, height: 844 })
  await seen(page.getByRole('switch'))
  await expectReach()
})
