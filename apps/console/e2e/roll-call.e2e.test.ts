/** Several people tick one list, also while one of them is cut off. */
import { CLASS } from '@whereabouts/fixtures/cast'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callsOf } from './alarm-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults } from './open-console.ts'
import { stationReport } from './speak.ts'

const app = consoleOfFile({ drawsMaps: false })

/** Residents of the demo that a station hears. */
const people: { device_id: string; name: string }[] = []

/** Lets a station hear three residents. */
async function hearPeople(): Promise<void> {
  const owner = await callsOf(app, 'owner')
  const { trackers } = await owner.trackers.list({ query: { count: '1000' } })
  people.push(...trackers.filter(({ class_index, make }) => class_index === CLASS.residents && make === '').slice(0, 3))
  expect(people).toHaveLength(3)
  const { stations } = await owner.stations.list({ query: {} })
  const { t4_id } = stations.find(({ map_id }) => map_id !== '')!
  await stationReport(
    app.server,
    t4_id,
    people.map(({ device_id }) => ({ device_id })),
  )
  await eventually(async () => {
    const now = (await owner.trackers.list({ query: { count: '1000' } })).trackers
    return now.filter(({ qualified_location_info: info }) => info !== null).length
  }).toBe(3)
}

const box = (page: Page, at: number) => page.getByRole('checkbox', { name: `${people[at]!.name} is safe` })
const tick = async (page: Page, at: number, isSafe = true) => {
  await box(page, at).click()
  await eventually(() => box(page, at).isChecked()).toBe(isSafe)
}
const ticked = async (page: Page) => (await Promise.all([0, 1, 2].map((at) => box(page, at).isChecked()))).join(' ')

test('a drill with three consoles, one of them cut off for a while, ends with one correct list', async () => {
  await hearPeople()
  const [owner, deputy, integrator] = await Promise.all([app.open(), app.open(), app.open()])
  await Promise.all([
    enterAs(owner.page, 'owner'),
    enterAs(deputy.page, 'deputy'),
    enterAs(integrator.page, 'integrator'),
  ])
  const pages = [owner.page, deputy.page, integrator.page]
  await owner.page.getByRole('link', { name: 'Roll-call', exact: true }).click()
  await owner.page.getByRole('button', { name: 'Start drill' }).click()
  await box(owner.page, 2).waitFor()
  // Every other page says at once that there is a drill, and leads to the list.
  for (const { page } of [deputy, integrator]) {
    await page.getByText(/^Drill: 0 of 3 safe/).waitFor()
    await page.getByRole('link', { name: 'Open the list' }).click()
    await box(page, 2).waitFor()
  }

  await integrator.context.setOffline(true)
  await tick(integrator.page, 0)
  await tick(integrator.page, 1)
  await integrator.page.getByText(/^2 changes not sent yet/).waitFor()
  await tick(deputy.page, 2)
  // Said after what the console that is cut off says of the same person, and taken back.
  await tick(deputy.page, 1)
  await tick(deputy.page, 1, false)
  await eventually(() => ticked(owner.page)).toBe('false false true')
  await integrator.context.setOffline(false)
  for (const page of pages) await eventually(() => ticked(page)).toBe('true false true')

  await owner.page.getByRole('button', { name: 'End roll-call' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'End roll-call' }).click()
  for (const page of pages) {
    const report = page.getByRole('region', { name: 'Reports of earlier roll-calls' }).getByRole('listitem').first()
    await report.getByText('2 of 3 safe').waitFor()
    await report.getByText('Drill', { exact: true }).waitFor()
  }
  const { roll_calls } = await (await callsOf(app, 'owner')).rollCalls.list({ query: {} })
  expect(roll_calls[0]).toMatchObject({ is_drill: true, expected: 3, safe: 2 })
  expectNoFaults(owner)
  expectNoFaults(deputy)
})
