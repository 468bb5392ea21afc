/** Device management: the tables of devices and stations, their batches and their details. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { callsTo, signInByCall } from './calls.ts'
import { madePicture } from './made-pictures.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults, expectReach, looks } from './open-console.ts'
import { stationReport } from './speak.ts'

const app = consoleOfFile({ drawsMaps: false })

const STATION = 'T4-8C2F10A4E700'
const grid = (page: Page) => page.getByRole('grid')
/** Rows with cells: the head has none. */
const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) })
const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text)
const drawer = (page: Page, name: string) => page.getByRole('complementary', { name })
/** Care watches come after the trackers, and the table hears of them a moment later. */
const listedCount = (page: Page, count: number) =>
  eventually(() => grid(page).getAttribute('aria-rowcount')).toBe(`${count + 1}`)

async function open(page: Page, path = '/configuration', person: Parameters<typeof enterAs>[1] = 'owner') {
  await enterAs(page, person, path)
  await grid(page).waitFor()
}

/** The demo's own calls, as another console would make them. */
async function elsewhere() {
  const { access_token } = await signInByCall(app.server.origin, 'owner@hinoki.example', 'whereabouts-demo')
  return callsTo(app.server.origin, access_token)
}
async function stored(name: string) {
  const api = await elsewhere()
  const [{ trackers }, { carewatches }] = await Promise.all([
    api.trackers.list({ query: { count: '10000' } }),
    api.trackers.listCareWatches({ query: { count: '10000' } }),
  ])
  return [...trackers, ...carewatches].find((tracker) => tracker.name === name)
}

test('the details show what a device is and how it is, and change its name, class, remarks, photo and settings in place [ENT-tracker.name, ENT-tracker.class_index, ENT-tracker.photo, ENT-tracker.serial_number, ENT-tracker.mac_address, ENT-tracker.firmware, ENT-tracker.battery, ENT-tracker.rssi, ENT-tracker.last_seen, ENT-tracker.add_date, ENT-tracker.remark, ENT-remarkItem.editor, ENT-remarkItem.memo, ENT-remarkItem.update_time, ENT-tracker.sync_config.adv_settings, ENT-tracker.sync_config.update_time]', async () => {
  const opened = await app.open()
  const { page } = opened
  await stationReport(app.server, STATION, [{ device_id: 'G3M-5510A3B0', battery: 82, firmware: '1.7.2' }])
  await open(page)
  await search(page, 'G3M-5510A3B0')
  await row(page, 'Wheelchair 02').click()
  const details = drawer(page, 'Wheelchair 02')
  await eventually(() => new URL(page.url()).searchParams.get('device')).toBe('G3M-5510A3B0')
  for (const text of ['82%', '−61 dBm', '1.7.2', '8A20-5510A3B0', 'G3M-5510A3B0', 'Tracker · g3m']) {
    await details.getByText(text, { exact: true }).first().waitFor()
  }
  await details.getByText(/^D4:36:39(:[0-9A-F]{2}){3}$/).waitFor()
  for (const term of ['Last seen', 'Added']) {
    const value = details.getByRole('term').filter({ hasText: term }).locator('+ dd')
    await value.getByText(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/).waitFor()
  }

  // A name that is taken is refused beside its field; another is saved.
  await details.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Wheelchair 01')
  await page.keyboard.press('Enter')
  await details.getByText('This name is already in use.', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Wheelchair two')
  await page.keyboard.press('Enter')
  const renamed = drawer(page, 'Wheelchair two')
  await renamed.getByRole('heading', { name: 'Wheelchair two' }).waitFor()
  await row(page, 'Wheelchair two').waitFor()

  await renamed.getByRole('combobox', { name: 'Class' }).selectOption('Staff')
  await eventually(async () => (await stored('Wheelchair two'))?.class_index).toBe(4)

  await renamed.getByRole('button', { name: 'Edit remarks' }).click()
  await page.getByRole('textbox', { name: 'Next maintenance' }).fill('Brakes in May')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await renamed.getByText('Brakes in May').waitFor()
  await renamed.getByText(/^Mori Yuki · \d{4}\//).waitFor()

  await renamed.getByRole('button', { name: 'Edit: Device settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Device settings' })
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByText('Fill in at least one setting.').waitFor()
  await settings.getByLabel('Report every (s)').fill('5')
  await settings.getByText('A whole number from 10 to 3600.').waitFor()
  await settings.getByLabel('Report every (s)').fill('120')
  await settings.getByRole('button', { name: 'Save' }).click()
  await renamed.getByText('Pending', { exact: true }).waitFor()
  const { sync_config } = (await stored('Wheelchair two')) ?? { sync_config: null }
  expect(sync_config).toMatchObject({ adv_settings: { report_interval_s: 120 }, pending: true })
  await stationReport(app.server, STATION, [{ device_id: 'G3M-5510A3B0', settings_time: sync_config?.update_time }])
  await eventually(() => renamed.getByText('Pending', { exact: true }).count()).toBe(0)

  await renamed.getByRole('button', { name: 'Change photo' }).click()
  await page.locator('input[type="file"]').setInputFiles(await madePicture(page, { width: 400, height: 300 }))
  await page.getByRole('button', { name: 'Save photo' }).click()
  await page.getByRole('button', { name: 'Save photo' }).waitFor({ state: 'detached' })
  await row(page, 'Wheelchair two').locator('img').waitFor()
  expectNoFaults(opened)
})

test.each(
  looks([
    [
      '/configuration',
      'devices',
      'serial number,MAC,battery level,firmware version,GPS,indoor X,indoor Y,map ID,RSSI,offline time,update time,name,device ID',
      145,
    ],
    [
      '/configuration?tab=stations',
      'stations',
      'serial number,MAC,firmware version,GPS,indoor X,indoor Y,map ID,station ID,offline time,update time,name',
      45,
    ],
  ] as const),
)('%s exports what is listed as a CSV file', async (path, name, head, count) => {
  const { page } = await app.open()
  await open(page, path)
  await listedCount(page, count)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{8}-\\d{4}\\.csv$`))
  const bytes = await readFile(await download.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.subarray(3).toString().trimEnd().split('\r\n')
  expect(lines[0]).toBe(head)
  expect(lines).toHaveLength(count + 1)
})

longTest.each(
  looks([
    ['light', 1440, 'en-us'],
    ['dark', 1200, 'ja-jp'],
    ['light', 768, 'zh-tw'],
    ['dark', 390, 'ja-jp'],
  ] as const),
)('the tables and their details are within reach in %s at %i px in %s', async (colorScheme, width, language) => {
  const { page, context } = await app.open({ colorScheme, viewport: { width, height: 844 }, hasTouch: width < 768 })
  await context.route('**/v3/app/users/profile', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), locale: language } })
  })
  for (const path of ['/configuration', '/configuration?tab=stations']) {
    await open(page, path)
    await eventually(() => rows(page).count()).toBeGreaterThan(5)
    await expectReach(page)
    await rows(page).nth(1).click()
    await page.locator('aside, dialog[open]').getByRole('heading', { level: 2 }).waitFor()
    await expectReach(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
