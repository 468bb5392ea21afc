/** Device management: the tables of devices and stations, their batches and their details. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { callsTo, signInByCall } from './calls.ts'
import { madePicture } from './made-pictures.ts'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, loaded, looks } from './open-console.ts'
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
const names = (page: Page) => rows(page).locator('strong').allTextContents()
const search = (page: Page, text: string) => page.getByRole('searchbox').fill(text)
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show' }).getByRole('button', { name: new RegExp(`^${name}`) })
const foot = (page: Page) => page.locator('main footer')
const drawer = (page: Page, name: string) => page.getByRole('complementary', { name })
/** Care watches come after the trackers, and the table hears of them a moment later. */
const listedCount = (page: Page, count: number) =>
  eventually(() => grid(page).getAttribute('aria-rowcount')).toBe(`${count + 1}`)
const bar = (page: Page) => page.getByRole('region', { name: 'Actions for what is selected' })

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

test('device management opens by its address, with a tab for each of its pages, and lists trackers, care watches and phones in one table [ROUTE-03, SCRN-02, WATCH-01, ENT-tracker.device_model, ENT-tracker.platform]', async () => {
  const opened = await app.open()
  const { page } = opened
  await open(page)
  const tabs = page.getByRole('navigation', { name: 'Device Management' }).getByRole('link')
  expect(await tabs.allTextContents()).toEqual([
    'Devices145',
    'Stations45',
    'Indoor maps6',
    'Add devices',
    'Station Wi-Fi',
    'Firmware upgrade',
    'Configurations',
    'Update configs (CSV)',
  ])
  await listedCount(page, 145)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Model' }).check()
  await page.keyboard.press('Escape')
  for (const [name, model] of [
    ['Ito Haru', 'Care watch · g5'],
    ['Lin Wei', 'Phone · mobile'],
    ['Wheelchair 02', 'Tracker · g3m'],
  ] as const) {
    await search(page, name)
    await row(page, name).getByText(model).waitFor()
  }
  await search(page, 'Lin Wei')
  await row(page, 'Lin Wei').click()
  await drawer(page, 'Lin Wei').getByText('Android', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close details' }).click()
  // The choice is kept in this browser.
  await page.reload()
  await page.getByRole('columnheader', { name: 'Model' }).waitFor()
  expectNoFaults(opened)
})

test('search finds by name, id, MAC address and serial number, chips and classes narrow the table, and each header sorts it both ways', async () => {
  const { page } = await app.open()
  await open(page)
  for (const text of ['ito haru', 'G5-7C11D0E2', '8a20-7c11d0e2']) {
    await search(page, text)
    await eventually(() => names(page)).toEqual(['Ito Haru'])
  }
  const { mac_address } = (await stored('Ito Haru')) ?? { mac_address: '' }
  await search(page, mac_address.replaceAll(':', '').slice(4))
  await eventually(() => names(page)).toEqual(['Ito Haru'])
  expect(await foot(page).textContent()).toContain('1 of 145')
  await search(page, 'nobody of that name')
  await page.getByText('Nothing matches “nobody of that name”', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await listedCount(page, 145)

  const shown = async () => Number(await grid(page).getAttribute('aria-rowcount')) - 1
  await chip(page, 'Attention').click()
  const counted = Number((await chip(page, 'Attention').textContent())?.replace('Attention', ''))
  await eventually(shown).toBe(counted)
  expect(new URL(page.url()).searchParams.get('filter')).toBe('attention')
  await page.reload()
  await grid(page).waitFor()
  expect(await chip(page, 'Attention').getAttribute('aria-pressed')).toBe('true')
  await chip(page, 'All').click()
  await page.getByRole('button', { name: 'Class', exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Keys', exact: true }).check()
  await page.keyboard.press('Escape')
  await eventually(async () => (await names(page)).every((name) => /keys/i.test(name))).toBe(true)

  const header = page.getByRole('columnheader', { name: 'Name' })
  await header.getByRole('button').click()
  expect(await header.getAttribute('aria-sort')).toBe('ascending')
  const ascending = await names(page)
  await header.getByRole('button').click()
  expect(await header.getAttribute('aria-sort')).toBe('descending')
  await eventually(() => names(page)).toEqual(ascending.toReversed())
})

test('rows are ticked one by one, a stretch at once, and all that are listed; a batch sets their class in one call', async () => {
  const { page } = await app.open()
  await open(page)
  await search(page, 'Wheelchair 0')
  await eventually(() => rows(page).count()).toBe(9)
  const boxes = rows(page).getByRole('checkbox')
  await boxes.nth(1).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await bar(page).getByText('4 selected', { exact: true }).waitFor()
  expect(await foot(page).textContent()).toContain('4 of 145 selected')
  await page.getByRole('checkbox', { name: 'Select all in the list' }).click()
  await bar(page).getByText('9 selected', { exact: true }).waitFor()
  // What is filtered out is not in the batch.
  await search(page, 'Wheelchair 01')
  await bar(page).getByText('1 selected', { exact: true }).waitFor()
  await search(page, 'Wheelchair 0')
  await bar(page).getByText('9 selected', { exact: true }).waitFor()

  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(new URL(request.url()).pathname))
  await bar(page).getByRole('button', { name: 'Set class' }).click()
  await page.getByRole('radio', { name: 'Linen & trolleys' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Set class' }).click()
  await page.getByText('Class set', { exact: true }).waitFor()
  await eventually(() => rows(page).filter({ hasText: 'Linen & trolleys' }).count()).toBe(9)
  expect(calls).toEqual(['/v3/app/trackers/class'])
})

test('what a batch could not do is told by name and reason', async () => {
  const { page } = await app.open()
  await page.route('**/v3/app/trackers/class', (route) =>
    route.fulfill({
      status: 409,
      json: { result: false, code: 409002, failed_list: [{ id: 'G3M-5510A3B0', code: 404103 }] },
    }),
  )
  await open(page)
  await search(page, 'Wheelchair 0')
  await eventually(() => rows(page).count()).toBe(9)
  await page.getByRole('checkbox', { name: 'Select all in the list' }).click()
  await bar(page).getByRole('button', { name: 'Set class' }).click()
  await page.getByRole('radio', { name: 'Wheelchairs' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Set class' }).click()
  const result = page.getByRole('dialog', { name: '8 of 9 changed' })
  await eventually(() => result.getByRole('listitem').allTextContents()).toEqual([
    'Wheelchair 02This device was not found.',
  ])
})

test('removing many devices asks once and sends one mail; they stay, marked, until its link is opened', async () => {
  const { page } = await app.open()
  await open(page)
  await search(page, 'Defibrillator')
  await eventually(async () => (await names(page)).every((name) => name.startsWith('Defibrillator'))).toBe(true)
  const count = await rows(page).count()
  await page.getByRole('checkbox', { name: 'Select all in the list' }).click()
  const deletions: unknown[] = []
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.postDataJSON()))
  await bar(page).getByRole('button', { name: 'Remove' }).click()
  const ask = page.getByRole('alertdialog', { name: `Remove ${count} devices?` })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
  await ask.getByRole('button', { name: 'Send email link' }).click()
  await page.getByText(/^Email sent\./).waitFor()
  expect(deletions).toHaveLength(1)
  await eventually(() => rows(page).getByText('Waiting for the email link').count()).toBe(count)
})

test('the offline alert of many is saved for each, and a device whose alert is on needs attention once it is offline [ENT-tracker.offline_alert]', async () => {
  const { page } = await app.open()
  await open(page)
  await search(page, 'Bladder scanner')
  await eventually(() => rows(page).count()).toBe(4)
  await page.getByRole('checkbox', { name: 'Select all in the list' }).click()
  await bar(page).getByRole('button', { name: 'Offline alert' }).click()
  await page.getByRole('radio', { name: /^On/ }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Offline alert saved', { exact: true }).waitFor()
  expect((await stored('Bladder scanner 3'))?.offline_alert).toBe(true)
  await chip(page, 'Attention').click()
  await eventually(() => rows(page).count()).toBe(4)
})

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
  await renamed.getByText(/^Yuki Mori · \d{4}\//).waitFor()

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
  await renamed.locator('img').waitFor()
  await row(page, 'Wheelchair two').locator('img').waitFor()
  expectNoFaults(opened)
})

test('a name that could not be saved is told although another device is open by then', async () => {
  const { page } = await app.open()
  await open(page)
  await search(page, 'ECG cart')
  await row(page, 'ECG cart 2').click()
  await drawer(page, 'ECG cart 2').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Wheelchair 01')
  // Leaving the field saves it.
  await row(page, 'ECG cart 3').click()
  await drawer(page, 'ECG cart 3').waitFor()
  await page.getByRole('region', { name: 'Messages' }).getByText('This name is already in use.').waitFor()
  await row(page, 'ECG cart 2').waitFor()
})

test('a device rings with a countdown and is silenced again; offline it says why it cannot [API-POST /app/trackers/ring]', async () => {
  const { page } = await app.open()
  await open(page)
  await search(page, 'G3M-910A0E47')
  await row(page, 'Wheelchair 01').click()
  const details = drawer(page, 'Wheelchair 01')
  const ring = details.getByRole('button', { name: 'Ring', exact: true })
  expect(await ring.getAttribute('aria-disabled')).toBe('true')
  const why = "Can't ring: it is offline. Look near where it was last seen."
  await details.getByText(why, { exact: true }).waitFor()
  await stationReport(app.server, STATION, [{ device_id: 'G3M-910A0E47' }])
  await eventually(() => ring.getAttribute('aria-disabled')).toBeNull()
  expect(await details.getByText(why, { exact: true }).count()).toBe(0)
  await ring.click()
  await details.getByText(/^Ringing, (5\d|60) s$/).waitFor()
  await details.getByRole('button', { name: 'Stop ringing' }).click()
  await ring.waitFor()
  expect((await stored('Wheelchair 01'))?.ringing_until_ms).toBeNull()
})

test('what somebody changes at another console shows at once, in the table and in its details', async () => {
  const { page } = await app.open()
  await open(page)
  await search(page, 'ECG cart 1')
  await row(page, 'ECG cart 1').click()
  const { device_id } = (await stored('ECG cart 1')) ?? { device_id: '' }
  const api = await elsewhere()
  await api.trackers.change({ id: device_id, body: { name: 'ECG cart 1 B' } })
  await row(page, 'ECG cart 1 B').waitFor()
  await drawer(page, 'ECG cart 1 B').waitFor()
})

test('the table is walked, ticked and opened by keys; the details walk along and close by Esc', async () => {
  const { page } = await app.open()
  await open(page)
  await listedCount(page, 145)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  const listed = await names(page)
  await grid(page).focus()
  const active = () =>
    page.evaluate(() => {
      const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')
      return id && document.getElementById(id)?.querySelector('strong')?.textContent
    })
  await page.keyboard.press('ArrowDown')
  await eventually(active).toBe(listed[1])
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await bar(page).getByText('3 selected', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await drawer(page, listed[3] ?? '').waitFor()
  await page.keyboard.press('ArrowUp')
  await drawer(page, listed[2] ?? '').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('complementary').count()).toBe(0)
  await page.keyboard.press('Escape')
  await eventually(() => bar(page).count()).toBe(0)
  for (const _ of ['once', 'again']) {
    await page.keyboard.press('Shift+F10')
    await page
      .getByRole('menu', { name: `Actions for ${listed[2]}` })
      .getByRole('menuitem', { name: 'Export' })
      .waitFor()
    // Keys are the menu's as soon as it has the focus, which is a moment after it shows.
    await page.locator('[role="menu"]:focus-within').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('menu').count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await eventually(active).toBe(listed[2])
  }
  await page.keyboard.press('End')
  await eventually(active).not.toBe(listed[2])
  await page.keyboard.press('Control+a')
  await bar(page).getByText('145 selected', { exact: true }).waitFor()
})

test('stations stand in a table of their own; a station that is offline cannot be made to blink and says so, one that is online counts down [STN-01, STN-04, ENT-station.t4_id, ENT-station.t4_name, ENT-station.wifi_ssid, ENT-station.mac_address, ENT-station.firmware]', async () => {
  const opened = await app.open()
  const { page } = opened
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await open(page, '/configuration?tab=stations')
  await search(page, '8C2F10A4E701')
  await row(page, '2F East corridor 2').click()
  const dark = drawer(page, '2F East corridor 2')
  expect(await dark.getByRole('button', { name: 'Blink' }).getAttribute('aria-disabled')).toBe('true')
  await dark.getByText("Can't blink: it is offline. Check its power and Wi-Fi.", { exact: true }).waitFor()
  await dark.getByRole('button', { name: 'Blink' }).click({ force: true })
  expect(sent.filter((path) => path.endsWith('/led'))).toEqual([])

  await stationReport(app.server, STATION)
  await search(page, STATION)
  await row(page, '2F East corridor 1').click()
  const details = drawer(page, '2F East corridor 1')
  for (const text of [STATION, '8C:2F:10:A4:E7:00', 'hinoki-devices', '2.4.1']) {
    await details.getByText(text, { exact: true }).waitFor()
  }
  const blink = details.getByRole('button', { name: /^Blink/ })
  await eventually(() => blink.getAttribute('aria-disabled')).toBeNull()
  await blink.click()
  await details.getByText(/^Blinking, (2\d|30) s$/).waitFor()
  expect(sent.filter((path) => path.endsWith('/led'))).toEqual([`/v3/app/stations/${STATION}/led`])
  expectNoFaults(opened)
})

test('a station is renamed, locked and placed by numbers, which have to lie on its map [ENT-station.indoor_X, ENT-station.indoor_Y, ENT-station.gps_latitude, ENT-station.gps_longitude, ENT-station.map_name, ENT-station.lock_mancal]', async () => {
  const { page } = await app.open()
  await open(page, '/configuration?tab=stations&station=T4-8C2F10A4E703')
  const details = page.getByRole('complementary')
  await details.getByRole('button', { name: 'Edit the place' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Indoor X (px)').fill('100000')
  await dialog.getByLabel('Latitude').fill('90.1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^A number from 0 to \d+\.$/).waitFor()
  await dialog.getByText('A number from −90 to 90.', { exact: true }).waitFor()
  await dialog.getByText('A number from −180 to 180.', { exact: true }).waitFor()
  await dialog.getByLabel('Indoor X (px)').fill('420.5')
  await dialog.getByLabel('Indoor Y (px)').fill('210')
  await dialog.getByLabel('Latitude').fill('35.6262')
  await dialog.getByLabel('Longitude').fill('139.5668')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await details.getByText('X 421, Y 210', { exact: true }).waitFor()
  await details.getByText('35.62620, 139.56680', { exact: true }).waitFor()
  await details.getByRole('switch', { name: 'Lock calibration' }).press('Space')
  const api = await elsewhere()
  await eventually(async () => {
    const { stations } = await api.stations.list({ query: { count: '10000' } })
    return stations.find(({ t4_id }) => t4_id === 'T4-8C2F10A4E703')
  }).toMatchObject({ indoor_X: 420.5, indoor_Y: 210, gps_latitude: 35.6262, lock_mancal: true })
})

test.each([
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
] as const)('%s exports what is listed as a CSV file', async (path, name, head, count) => {
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

test('a visitor by a link has no stations here, and support can neither remove devices nor change alert settings', async () => {
  const { page } = await app.open()
  await page.route('**/v3/app/users/profile', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), class: 'support' } })
  })
  await open(page, '/configuration', 'deputy')
  await rows(page).nth(2).click()
  const details = page.getByRole('complementary')
  await details.getByText('Owner and deputies decide this.', { exact: true }).waitFor()
  expect(await details.getByRole('button', { name: /Remove/ }).count()).toBe(0)
  await rows(page).getByRole('checkbox').nth(1).click()
  expect(await bar(page).getByRole('button').allTextContents()).toEqual([
    'Set class',
    'Update firmware',
    'Sync settings',
    'Export',
    '',
  ])
  await page.evaluate(() => localStorage.setItem('userFromAccessLink', 'true'))
  await page.goto('/configuration?tab=stations')
  await loaded(page)
  await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Device Management' })
  expect(await tabs.getByRole('link', { name: /^Stations/ }).count()).toBe(0)
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
    expect(await brokenRules(page)).toEqual([])
    await rows(page).nth(1).click()
    await page.locator('aside, dialog[open]').getByRole('heading', { level: 2 }).waitFor()
    expect(await brokenRules(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('what is typed in the details stays while the window changes its width, and the details change places afterwards', async () => {
  const { page } = await app.open({ viewport: { width: 1300, height: 844 } })
  await open(page)
  await search(page, 'ECG cart 2')
  await row(page, 'ECG cart 2').click()
  const details = drawer(page, 'ECG cart 2')
  await details.getByRole('button', { name: 'Edit remarks' }).click()
  const memo = page.getByRole('textbox', { name: 'Next maintenance' })
  await memo.fill('Leads in June')
  await page.setViewportSize({ width: 1100, height: 844 })
  await eventually(() => page.evaluate(() => window.innerWidth)).toBe(1100)
  await memo.press('End')
  await memo.pressSequentially(', twice')
  await page
    .getByRole('dialog', { name: /^Remarks/ })
    .getByRole('button', { name: 'Save' })
    .click()
  const over = page.getByRole('dialog', { name: 'ECG cart 2', exact: true })
  await over.getByText('Leads in June, twice').waitFor()
  expect(await details.count()).toBe(0)
  await page.setViewportSize({ width: 1300, height: 844 })
  await details.getByText('Leads in June, twice').waitFor()
})

test('a message covers neither the table nor the details beside it', async () => {
  const { page } = await app.open()
  await open(page)
  await search(page, 'ECG cart 2')
  await row(page, 'ECG cart 2').click()
  const details = drawer(page, 'ECG cart 2')
  await page.route('**/v3/app/trackers/*/offline', (route) =>
    route.fulfill({ status: 404, json: { result: false, code: 404103 } }),
  )
  await details.getByRole('switch', { name: 'Offline alert' }).press('Space')
  const message = page.getByRole('region', { name: 'Messages' }).getByText(/^This device was not found\./)
  await message.waitFor()
  // What could not be saved is not shown as saved.
  await eventually(() => details.getByRole('switch', { name: 'Offline alert' }).isChecked()).toBe(false)
  const [box, edge] = await Promise.all([
    page.getByRole('region', { name: 'Messages' }).getByRole('listitem').boundingBox(),
    details.boundingBox(),
  ])
  expect((edge?.x ?? 0) + (edge?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0)
})
