/** Devices come in over Bluetooth: real Chromium, real server, emulated devices. */
import { CHARACTERISTICS } from '@whereabouts/domain/device-bluetooth'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DemoServer, demoServer } from '../../../scripts/harness/demo-server.ts'
import { findBrowser } from '../../../scripts/harness/find-browser.ts'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { callsTo, signInByCall } from './calls.ts'
import { eventually, expectReach } from './open-console.ts'
import { makeOwner, type Owner, signInAs } from './people.ts'
import { DEVICE_KEYS, type Peripheral, placeDevice, readyForBluetooth } from './peripherals.ts'

const G3 = CHARACTERISTICS.g3
const T4 = CHARACTERISTICS.t4
const PATIENCE = { timeout: 20_000 }

let server: DemoServer
let browser: Browser | undefined
let owner: Owner

beforeAll(async () => {
  const env = { DEVICE_KEY_G3: DEVICE_KEYS.g3, DEVICE_KEY_T4: DEVICE_KEYS.t4 }
  server = await demoServer({ env })
  owner = await makeOwner(server, 'Mori Yuki')
})
afterEach(async () => {
  await browser?.close()
  browser = undefined
})
afterAll(() => server?.stop())

interface Desk {
  readonly page: Page
  readonly faults: readonly string[]
}

/** A browser of its own, as the emulation belongs to its process. */
async function openDesk(
  tab = 'add-devices',
  { isAble = true, who = owner, ...options }: DeskOptions = {},
): Promise<Desk> {
  const args = ['--no-sandbox', '--disable-3d-apis', ...(isAble ? ['--enable-features=WebBluetooth'] : [])]
  browser = await chromium.launch({ executablePath: findBrowser(), args })
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  await readyForBluetooth(page)
  await signInAs(page, who, `/configuration?tab=${tab}`)
  return { page, faults }
}
type DeskOptions = BrowserContextOptions & { readonly isAble?: boolean; readonly who?: Owner }

type Behaviour = Partial<Parameters<typeof placeDevice>[4]>

const placeTracker = (page: Page, id: string, firmware = '1.8.3', behaviour: Behaviour = {}): Promise<Peripheral> =>
  placeDevice(browser!, page, 'g3', id, {
    name: `G3-Tracker-${id}`,
    values: {
      [G3.macAddress]: Buffer.from(`d436${id}`, 'hex'),
      [G3.firmware]: Buffer.from(firmware),
      [G3.model]: Buffer.from('g3m'),
    },
    ...behaviour,
  })

const placeStation = (page: Page, digits: string, behaviour: Behaviour = {}): Promise<Peripheral> =>
  placeDevice(browser!, page, 't4', `T4-${digits}`, {
    name: `Station-${digits}`,
    values: { [T4.firmware]: Buffer.from('2.0.1') },
    ...behaviour,
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 3, exact: true }).waitFor(PATIENCE)
const wizard = (page: Page) => page.getByRole('dialog').first()

async function search(page: Page, what: 'tracker' | 'station'): Promise<void> {
  await button(page, `Add a ${what}`).click()
  await button(page, 'Search').click()
}

async function nameTracker(page: Page, name: string): Promise<void> {
  await title(page, 'Name the tracker')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await button(page, 'Assign').click()
}

const ask = async () =>
  callsTo(server.origin, (await signInByCall(server.origin, owner.email, owner.password)).access_token)

test('a tracker is added: checked, exchanged, its button pressed, and it is in the list [BLE-01, BLE-05, BLE-13, BLE-14, BLE-15, BLE-16, ENT-bleSession.target_device, ENT-bleSession.mac_address, ENT-bleSession.firmware]', async () => {
  const { page, faults } = await openDesk()
  const tracker = await placeTracker(page, '5C9A30F1')
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/v3\/app\/(trackers|security)$/.test(request.url()) && request.method() === 'POST') {
      asked.push(
        `${new URL(request.url()).pathname} ${request.postData()?.includes('bind_check') ? 'check' : ''}`.trim(),
      )
    }
  })
  await search(page, 'tracker')
  await title(page, 'Name the tracker')
  await wizard(page).getByText('D4:36:5C:9A:30:F1').waitFor()
  await expectReach(page, 'dialog')
  await nameTracker(page, 'Wheelchair 10')
  await title(page, 'Press the tracker button once')
  await wizard(page).getByText('Available to add', { exact: true }).waitFor()
  await wizard(page).getByText('mode 0x11').waitFor()
  expect(tracker.written.map(({ shortId }) => shortId)).toEqual([G3.answer, G3.command])
  expect(tracker.written[1]?.bytes).toEqual(Buffer.from([0x01, 0x11]))
  expect(asked).toEqual(['/v3/app/trackers check', '/v3/app/security'])
  await tracker.press()
  await title(page, 'Wheelchair 10 is added')
  expect(asked).toEqual(['/v3/app/trackers check', '/v3/app/security', '/v3/app/trackers'])
  const { trackers } = await (await ask()).trackers.list()
  expect(trackers.find(({ device_id }) => device_id === '5C9A30F1')).toMatchObject({
    name: 'Wheelchair 10',
    device_model: 'g3m',
    mac_address: 'D4:36:5C:9A:30:F1',
    firmware: '1.8.3',
  })
  // Done is done: nothing is asked when it closes.
  await button(page, 'Close').last().click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
})

test('a station is added with its Wi-Fi, and takes its key to the server [BLE-02, BLE-19, ENT-bleSession.assignData.wifiSsid, ENT-bleSession.assignData.wifiPwd, ENT-bleSession.assignData.gpsLat, ENT-bleSession.assignData.gpsLng]', async () => {
  const { page, faults } = await openDesk('add-devices', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const station = await placeStation(page, '0A1B2C3D4E5F')
  await search(page, 'station')
  await title(page, 'Name and place the station')
  await page.getByLabel('Name', { exact: true }).fill('Nurse desk 2F')
  await page.getByLabel('Network name (SSID) (optional)').fill('HinokiCare-2F')
  await page.getByLabel('Password', { exact: true }).fill('seven small teapots')
  await page.getByLabel('By coordinates').check()
  await page.getByLabel('Latitude').fill('24.1')
  await page.getByLabel('Longitude').fill('120.6')
  await expectReach(page, 'dialog')
  await button(page, 'Send to station').click()
  await title(page, 'Nurse desk 2F is added')
  expect(station.written.map(({ shortId }) => shortId)).toEqual([
    ...[T4.answer, T4.command, T4.wifiSsid, T4.wifiPassword],
    ...[T4.serverUrl, T4.mqttUrl, T4.serverPassword],
  ])
  expect(station.text(T4.wifiSsid)).toBe('HinokiCare-2F')
  expect(station.text(T4.wifiPassword)).toBe('seven small teapots')
  expect(station.text(T4.serverUrl)).toBe(server.origin)
  const calls = await ask()
  const { stations } = await calls.stations.list()
  const added = stations.find(({ t4_id }) => t4_id === 'T4-0A1B2C3D4E5F')
  expect(added).toMatchObject({
    t4_name: 'Nurse desk 2F',
    gps_latitude: 24.1,
    gps_longitude: 120.6,
    wifi_ssid: 'HinokiCare-2F',
  })
  // What it was given opens the server to it.
  const key = station.text(T4.serverPassword) ?? ''
  const report = { t4_id: 'T4-0A1B2C3D4E5F', key, seq: 1, scanned_at_ms: Date.now(), scans: [] }
  expect(await callsTo(server.origin).deviceReports.report({ body: report })).toMatchObject({ stored: 1 })
  expect(server.logged()).not.toContain(key)
  expect(faults).toEqual([])
})

longTest('a closed list, a name of another kind and a device that does not answer have their screens', async () => {
  const { page } = await openDesk()
  await placeTracker(page, '0AD00002', '1.8.3', { person: 'cancels' })
  await search(page, 'tracker')
  await title(page, 'No device was chosen')
  await browser?.close()

  const second = await openDesk()
  await placeTracker(second.page, '0AD00002', '1.8.3', { name: 'Headphones' })
  await search(second.page, 'tracker')
  await title(second.page, "This device can't be added here")
  await browser?.close()

  const third = await openDesk()
  await placeTracker(third.page, '0AD00002', '1.8.3', { connectCode: 0x3e })
  await search(third.page, 'tracker')
  await title(third.page, "Couldn't connect")
})

longTest('a device that does not trust the server does not take the command', async () => {
  const { page } = await openDesk()
  await placeTracker(page, '0AD00004', '1.8.3', { isForeign: true })
  await search(page, 'tracker')
  await nameTracker(page, 'Infusion pump 4')
  await title(page, 'The secure exchange failed')
})

longTest('a device that leaves takes its session along; what was typed stays [BLE-21]', async () => {
  const { page } = await openDesk()
  const tracker = await placeTracker(page, '0AD00006')
  await search(page, 'tracker')
  await title(page, 'Name the tracker')
  await page.getByLabel('Name', { exact: true }).fill('Infusion pump 6')
  await tracker.leave()
  await title(page, 'Bluetooth disconnected')
  expect(await wizard(page).getByText('D4:36:0A:D0:00:06').count()).toBe(0)
  await button(page, 'Reconnect').click()
  await title(page, 'Name the tracker')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Infusion pump 6')
})
