/** A thermometer on its way from the air to the record of excursions, as one person sees it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { connectSender } from '../../../scripts/harness/connect-sender.ts'
import { alert, pressStop } from './alarm-page.ts'
import { callsTo, signInByCall } from './calls.ts'
import { consoleOfFile, eventually, expectNoFaults } from './open-console.ts'
import { makeOwner, signInAs } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

const ADD = '/configuration?tab=add-devices'
const DASHBOARD = '/map?tab=carepads'
const RUUVI = 'name:ruuvi-1a2b'
/** One pixel. */
const IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
const row = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })

test('a Ruuvi that ESPresense hears is claimed as a fridge; beyond either limit it rings, back within it is normal, its battery is told, and each excursion stands in the record with who answered [CARE-04] [CARE-05] [CARE-06] [CARE-07] [CARE-08] [ENT-carepad.name] [ENT-carepad.logger_name] [ENT-carepad.threshold_high] [ENT-carepad.threshold_low]', async () => {
  const owner = await makeOwner(app.server, 'Mori Yuki')
  const calls = callsTo(
    app.server.origin,
    (await signInByCall(app.server.origin, owner.email, owner.password)).access_token,
  )
  const { credential } = await calls.credentials.create({ body: { sender_id: 'kitchen', kind: 'espresense' } })
  const station = await connectSender(app.server, 'kitchen', credential.password)
  const hear = (temp: number, batt = 80) =>
    station.publishAsync(
      `espresense/devices/${RUUVI}/kitchen`,
      JSON.stringify({
        id: RUUVI,
        'rssi@1m': -65,
        rssi: -60,
        distance: 1.2,
        mac: 'd1e2f3a4b5c6',
        temp,
        rh: 54.8,
        batt,
      }),
      { qos: 1 },
    )
  await calls.auth.changeProfile({ body: { user: { notification_ring_repeat: true } } })
  await hear(4.2)

  const opened = await app.open()
  const { page } = opened
  await signInAs(page, owner, ADD)
  await page
    .getByRole('row')
    .filter({ hasText: RUUVI })
    .getByRole('button', { name: /^Claim/ })
    .click()
  await dialog(page).getByLabel('Name').fill('Fridge A')
  await dialog(page).getByText('Carepad', { exact: true }).click()
  expect(await dialog(page).getByLabel('What it measures').inputValue()).toBe('fridge')
  await dialog(page).getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByText('Fridge A is a carepad now, in the unassigned group').waitFor()

  // Its limits are those of a fridge until somebody sets others, here 3 to 7 degrees.
  await page.goto(DASHBOARD)
  await eventually(() => row(page, 'Fridge A').innerText()).toContain('4.2')
  await hear(4.3)
  await eventually(() => row(page, 'Fridge A').innerText()).toContain('55%')
  await row(page, 'Fridge A').click()
  const detail = page.getByRole('complementary', { name: 'Fridge A' })
  await detail.getByRole('img', { name: 'Temperature and humidity of Fridge A' }).waitFor()
  await detail.getByLabel('Low (°C)').fill('3')
  await detail.getByLabel('High (°C)').fill('7')
  await detail.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Carepad saved').waitFor()

  const stopRing = async (words: string) => {
    await alert(page).getByText(words).first().waitFor()
    await pressStop(page)
    await alert(page).waitFor({ state: 'detached' })
  }
  const ring = async (celsius: number, words: string) => {
    await hear(celsius)
    await stopRing(words)
    await eventually(() => row(page, 'Fridge A').innerText()).toContain(words)
    await hear(5)
    await eventually(() => row(page, 'Fridge A').innerText()).toContain('Back to normal')
  }
  await ring(7.6, 'High temperature')
  await ring(2.4, 'Low temperature')
  await hear(5, 9)
  await stopRing('Low battery')
  await eventually(() => row(page, 'Fridge A').innerText()).toContain('Low battery')
  const told = (await calls.notifications.list({ query: {} })).notifications.map(({ type }) => type)
  expect(told.toReversed()).toEqual([
    ...['high_temperature', 'back_to_normal', 'low_temperature', 'back_to_normal', 'low_battery'],
  ])

  await page.goto('/map?tab=excursions')
  const record = page.getByRole('list', { name: /^Excursions of/ }).getByRole('listitem')
  await eventually(() => record.count()).toBe(2)
  const [low, high] = await record.allInnerTexts()
  for (const words of ['Below 3.0 °C', '2.4 °C', 'Mori Yuki,']) expect(low).toContain(words)
  for (const words of ['Fridge A', 'Above 7.0 °C', '7.6 °C', 'Mori Yuki,']) expect(high).toContain(words)
  await record.last().getByRole('button', { name: 'Comment' }).click()
  await dialog(page).getByLabel('What happened, what was done').fill('The door stood open.')
  await dialog(page).getByRole('button', { name: 'Comment' }).click()
  await record.last().getByText('The door stood open.').waitFor()
  const saved = page.waitForEvent('download')
  // By its key: a message may lie over it.
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^excursions-\d{4}-\d\d\.csv$/)

  // A logger that holds it cannot be deleted, neither here nor by a call.
  const { logger } = await calls.loggers.create({ body: { logger_name: 'Pharmacy', image: IMAGE } })
  await page.getByRole('link', { name: 'Management' }).click()
  const act = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const moveTo = async (loggerName: string) => {
    await act('Fridge A', 'Edit')
    await dialog(page).getByLabel('Logger').selectOption(loggerName)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: loggerName }).getByText('Fridge A').waitFor()
  }
  await moveTo('Pharmacy')
  await act('Pharmacy', 'Delete logger')
  expect(await dialog(page).getByRole('button', { name: 'Delete logger' }).isDisabled()).toBe(true)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(calls.loggers.remove({ id: logger.logger_id })).rejects.toMatchObject({ code: 412001 })
  await page.goto(DASHBOARD)
  await page.getByRole('heading', { name: 'Pharmacy' }).waitFor()
  await row(page, 'Fridge A').waitFor()
  await page.getByRole('link', { name: 'Management' }).click()
  await moveTo('Unassigned')
  await act('Pharmacy', 'Delete logger')
  await dialog(page).getByRole('button', { name: 'Delete logger' }).click()
  await page.getByRole('region', { name: 'Pharmacy' }).waitFor({ state: 'detached' })
  expectNoFaults(opened)
})
