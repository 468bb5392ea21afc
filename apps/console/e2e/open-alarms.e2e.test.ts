/** A device with an open alarm says so wherever it is shown: in the table, in its details, on the map screen. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { alert, callsOf, letRepeat, pressStop } from './alarm-page.ts'
import { filter, row as listRow } from './map-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults, expectReach, looks, type Person } from './open-console.ts'
import { sql } from './people.ts'
import { stationReport } from './speak.ts'

const app = consoleOfFile({ drawsMaps: false })
/** Raised while no console was open it was sent on already. */
const UNANSWERED = /^(Nobody has answered yet|No answer here: sent on)/
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell').getByText(name, { exact: true }) })
const drawer = (page: Page, name: string) => page.getByRole('complementary', { name })
const details = (page: Page) => page.getByRole('region', { name: 'Details' })
const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts' })

/** Devices of the demo that can ask for help, one for each time. */
const devices: { device_id: string; name: string }[] = []
const stations: string[] = []

beforeAll(async () => {
  await letRepeat(app, true)
  const owner = await callsOf(app, 'owner')
  const { trackers } = await owner.trackers.list({ query: {} })
  devices.push(...trackers.filter(({ device_id }) => device_id.startsWith('G3')).slice(0, 10))
  stations.push(...(await owner.stations.list({ query: {} })).stations.map(({ t4_id }) => t4_id))
})

const freshDevice = () => devices.pop() as (typeof devices)[number]

const openAlarmsOf = async (deviceId: string) =>
  (await (await callsOf(app, 'owner')).alarms.list({ query: { state: 'open' } })).notifications.filter(
    ({ device_id }) => device_id === deviceId,
  )

/** Asks for help, while nobody looks; what rang is silent then, and nobody has answered. */
async function askForHelp(t4Id: string) {
  const device = freshDevice()
  await stationReport(app.server, t4Id, [{ device_id: device.device_id, help: true }])
  await eventually(async () => (await openAlarmsOf(device.device_id)).length).toBe(1)
  return device
}

const answerElsewhere = async (deviceId: string) => {
  const ids = (await openAlarmsOf(deviceId)).flatMap(({ alarm }) => alarm?.alarm_id ?? [])
  await (await callsOf(app, 'deputy')).alarms.acknowledge({ body: { alarm_ids: ids } })
}

/** Opens a page on which an alarm rings, and silences it there without an answer, as a network that fails does. */
async function openQuiet(person: Person, path: string, options = {}) {
  const opened = await app.open(options)
  const { page } = opened
  await page.route('**/v3/app/notifications/push', (route) => route.abort())
  await enterAs(page, person, path)
  await pressStop(page)
  await eventually(() => alert(page).count()).toBe(0)
  return opened
}

longTest(
  'a device that is offline and was to tell so needs attention, but has no triangle without an alarm',
  async () => {
    const owner = await callsOf(app, 'owner')
    const { trackers } = await owner.trackers.list({ query: {} })
    const silent = trackers.find(({ status, offline_alert }) => status === 'offline' && !offline_alert)
    const { device_id, name } = silent as NonNullable<typeof silent>
    // The server has looked, and found it silent when nobody was to be told.
    await sql(
      app.server,
      `insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised)
     select account_id, device_id, 'offline', '', last_seen_ms, last_seen_ms, true from tracker_states where device_id = $1
     on conflict do nothing`,
      [device_id],
    )
    await owner.trackers.setOfflineAlert({ id: device_id, body: { alert: true } })
    const { page } = await app.open()
    await enterAs(page, 'owner', '/configuration?filter=attention')
    await page.getByRole('searchbox').fill(name)
    const status = row(page, name).locator('[data-status]')
    await eventually(() => status.allTextContents()).toEqual(['Offline'])
    expect(await status.getAttribute('data-status')).toBe('offline')
  },
)

test('the drawer shows first what is wrong, each alarm by itself, and people with the right acknowledge there', async () => {
  const [here = '', zoned = ''] = stations
  const owner = await callsOf(app, 'owner')
  const { device_id, name } = await askForHelp(here)
  await owner.zones.create({
    body: { zone_name: 'Night stairs', zone_type: 'danger', shape: { t4_ids: [zoned] } },
  })
  await eventually(async () => {
    await stationReport(app.server, zoned, [{ device_id, rssi: -40 }])
    return (await openAlarmsOf(device_id)).length
  }).toBe(2)
  const opened = await openQuiet('owner', `/configuration?device=${device_id}`)
  const { page } = opened
  const rows = alerts(page).getByRole('listitem')
  await eventually(() => rows.count()).toBe(2)
  await rows.nth(0).getByText(`${name} entered Night stairs`).waitFor()
  await rows.nth(1).getByText(`${name} asks for help`).waitFor()
  await drawer(page, name).locator('[data-status="attention"]').getByText('Danger zone entered').waitFor()
  await expectReach(page, 'aside')

  await rows.nth(0).getByRole('button', { name: 'Acknowledge' }).click()
  await rows
    .nth(0)
    .getByText(/^Mori Yuki answered at \d\d:\d\d$/)
    .waitFor()
  // Keyboard focus stays there.
  expect(await rows.nth(0).evaluate((element) => element.contains(document.activeElement))).toBe(true)
  expect((await openAlarmsOf(device_id)).map(({ type }) => type)).toEqual(['help'])
  await drawer(page, name).locator('[data-status="attention"]').getByText('Help requested').waitFor()
  await rows.nth(1).getByText(UNANSWERED).waitFor()

  // A colleague answers for the other: told in the same place.
  await answerElsewhere(device_id)
  await rows
    .nth(1)
    .getByText(/ answered at \d\d:\d\d$/)
    .waitFor()
  // Answered for, it lasts until the person has left.
  await drawer(page, name).locator('[data-status="attention"]').getByText('Danger zone entered').waitFor()
  await eventually(async () => {
    await stationReport(app.server, here, [{ device_id, rssi: -30 }])
    return drawer(page, name).locator('[data-status="attention"]').count()
  }).toBe(0)
  await drawer(page, name).locator('[data-status="connected"]').waitFor()
  await page.getByRole('button', { name: 'Close details' }).click()
  await page.getByRole('searchbox').fill(name)
  await row(page, name).click()
  await drawer(page, name).waitFor()
  expect(await alerts(page).count()).toBe(0)
  expectNoFaults(opened)
})

longTest(
  'the details beside the map name the alarm; an answer that finds no way is told there, and sent by another try',
  async () => {
    const { device_id, name } = await askForHelp(stations[0] as string)
    const { page } = await openQuiet('owner', '/map')
    await filter(page, name)
    await listRow(page, name).click()
    await details(page).locator('[data-status="attention"]').getByText('Help requested').waitFor()
    await details(page).locator('[data-status="connected"]').getByText('Connected').waitFor()
    const told = alerts(page).getByRole('listitem')
    await told.getByText(`${name} asks for help`).waitFor()
    await page.route('**/v3/app/alarms/acknowledge', (route) => route.abort(), { times: 1 })
    await told.getByRole('button', { name: 'Acknowledge' }).click()
    await told.getByText('The acknowledgement was not sent').waitFor()
    await told.getByRole('button', { name: 'Try again' }).click()
    await told.getByText(/^Mori Yuki answered at \d\d:\d\d$/).waitFor()
    expect(await openAlarmsOf(device_id)).toEqual([])
    await eventually(() => details(page).locator('[data-status="attention"]').count()).toBe(0)
  },
)

longTest.each(
  looks([
    ['light', { viewport: { width: 1440, height: 900 } }],
    ['dark', PHONE],
  ] as const),
)('a guest who may only read learns what is wrong, and is offered no answer, in %s', async (colorScheme, size) => {
  const { device_id, name } = await askForHelp(stations[0] as string)
  const opened = await openQuiet('readonly', '/map', { ...size, colorScheme })
  const { page } = opened
  await filter(page, name)
  await listRow(page, name).click()
  await details(page).locator('[data-status="attention"]').getByText('Help requested').waitFor()
  const told = alerts(page).getByRole('listitem')
  await told.getByText(`${name} asks for help`).waitFor()
  await told.getByText(UNANSWERED).waitFor()
  expect(await told.getByRole('button').count()).toBe(0)
  await expectReach(page, '[aria-label="Details"]')
  await answerElsewhere(device_id)
  await eventually(() => details(page).locator('[data-status="attention"]').count()).toBe(0)
  expectNoFaults(opened)
})
