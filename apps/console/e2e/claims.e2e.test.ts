/** Devices that come in without Bluetooth: tags that are claimed, senders that are set up from a card; and who else sees them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { connectSender } from '../../../scripts/harness/connect-sender.ts'
import { demoServer } from '../../../scripts/harness/demo-server.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { callsTo, signInByCall } from './calls.ts'
import { consoleOfFile, eventually, expectNoFaults, expectReach } from './open-console.ts'
import { makeOwner, type Owner, signInAs, sql } from './people.ts'
import { osmand } from './speak.ts'

// The server without the building that lives in it: these accounts begin empty. The map is drawn.
// It has a name that phones may reach, so that codes are drawn.
const app = consoleOfFile({ start: () => demoServer({ env: { PUBLIC_URL: 'http://care.example' } }) })

const ADD = '/configuration?tab=add-devices'
const MEADOW = { lat: 35.6262, lon: 139.5668 }
/** As the vectors have them. */
const PVVX = { mac: 'A4:C1:38:8D:18:B2', identity: 'a4c1388d18b2' }
const SEALED = {
  mac: '54:48:E6:8F:80:A5',
  identity: '5448e68f80a5',
  key: '231d39c1d7cc1ab1aee224cd096db932',
  advertisement: '0201061216d2fc41a47266c95f730011223378237214',
}

const callsAs = async ({ email, password }: Owner) =>
  callsTo(app.server.origin, (await signInByCall(app.server.origin, email, password)).access_token)
type Calls = Awaited<ReturnType<typeof callsAs>>

async function senderOf(calls: Calls, sender_id: string, kind: 'theengs' | 'espresense' | 'native' | 'osmand') {
  const { credential } = await calls.credentials.create({ body: { sender_id, kind } })
  return credential.password
}

/** A phone of the account that has reported from the meadow. */
async function phoneOf(calls: Calls, name: string): Promise<string> {
  const password = await senderOf(calls, name, 'osmand')
  await osmand(app.server, name, password, { ...MEADOW, secondsAgo: 0 })
  await eventually(async () => (await calls.trackers.list({ query: {} })).trackers.length).toBeGreaterThan(0)
  return password
}

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('tags that gateways hear wait in the inbox; a pvvx thermometer is claimed and stands on the map, an encrypted one becomes a carepad of the unassigned group [BLE-03]', async () => {
  const owner = await makeOwner(app.server, 'Mori Yuki')
  const calls = await callsAs(owner)
  const hall = await connectSender(app.server, 'gw-hall', await senderOf(calls, 'gw-hall', 'theengs'))
  const kitchen = await connectSender(app.server, 'kitchen', await senderOf(calls, 'kitchen', 'espresense'))
  const hear = (rssi: number) =>
    hall.publishAsync(
      'home/gw-hall/BTtoMQTT/A4C1388D18B2',
      JSON.stringify({
        id: PVVX.mac,
        rssi,
        brand: 'Xiaomi',
        model_id: 'LYWSD03MMC/MJWSD05MMC_PVVX',
        tempc: 26.49,
        batt: 31,
      }),
      { qos: 1 },
    )
  await hear(-71)
  const airtag = 'apple:1005:9-24'
  await kitchen.publishAsync(
    `espresense/devices/${airtag}/kitchen`,
    JSON.stringify({ mac: '4f1a9b0c77d2', id: airtag, 'rssi@1m': -65, rssi: -80, distance: 6 }),
    { qos: 1 },
  )
  const { stations } = await calls.stations.list({ query: {} })
  for (const { t4_id } of stations) {
    await calls.stations.change({ t4_id, body: { gps_latitude: MEADOW.lat, gps_longitude: MEADOW.lon } })
  }

  const opened = await app.open()
  const { page } = opened
  await signInAs(page, owner, ADD)
  const inbox = page.getByRole('region', { name: 'Tags heard' })
  await inbox.getByText('Xiaomi').waitFor()
  const thermometer = rowWith(page, PVVX.identity)
  for (const words of ['−71', 'gw-hall', '26.5 °C', 'Battery 31%']) {
    expect(await thermometer.innerText()).toContain(words)
  }
  const ambiguous = rowWith(page, airtag)
  expect(await ambiguous.innerText()).toContain('Not unique')
  expect(await ambiguous.innerText()).toContain('Better not claimed')
  await expectReach(page)
  // Held close to a station, its signal rises before one's eyes.
  await hear(-42)
  await eventually(() => thermometer.innerText()).toContain('−42')

  const ignore = async () => {
    await ambiguous.getByRole('button', { name: /^Ignore/ }).click()
    await press(page, 'Ignore')
    await eventually(() => ambiguous.count()).toBe(0)
  }
  await ignore()
  await inbox.getByRole('button', { name: 'Ignored tags' }).click()
  const back = dialog(page)
    .getByRole('row')
    .filter({ hasText: airtag })
    .getByRole('button', { name: /^Bring back/ })
  await back.waitFor()
  await expectReach(page)
  await back.click()
  await inbox.getByText(/ is offered again the next time it is heard$/).waitFor()
  await ignore()

  await calls.deviceReports.report({
    body: {
      t4_id: 'porch',
      key: await senderOf(calls, 'porch', 'native'),
      seq: 1,
      scanned_at_ms: Date.now(),
      scans: [{ device_id: SEALED.mac, rssi: -61, advertisement: SEALED.advertisement }],
    },
  })
  const sealed = rowWith(page, SEALED.identity)
  await sealed.getByText('Encrypted').waitFor()
  await sealed.getByRole('button', { name: /^Claim/ }).click()
  await dialog(page).getByLabel('Name').fill('Bed 12')
  await dialog(page).getByText('Carepad', { exact: true }).click()
  const key = dialog(page).getByLabel('Encryption key', { exact: true })
  await key.fill('no key')
  await press(page, 'Claim')
  await dialog(page).getByText('A key has 32 hex digits.').waitFor()
  await key.fill('0'.repeat(32))
  await press(page, 'Claim')
  await dialog(page).getByText('This key does not open what the tag says.').waitFor()
  expect(await key.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectReach(page)
  await key.fill(SEALED.key)
  await press(page, 'Claim')
  await inbox.getByText('Bed 12 is a carepad now, in the unassigned group').waitFor()
  expect((await calls.carepads.list({ query: {} })).carepads).toMatchObject([
    { carepad_name: 'Bed 12', logger_id: null },
  ])

  await thermometer.getByRole('button', { name: /^Claim/ }).click()
  await press(page, 'Claim')
  await dialog(page).getByText('Enter a name.').waitFor()
  await dialog(page).getByLabel('Name').fill('Fridge 2')
  await dialog(page).getByLabel('Name').press('Enter')
  await inbox.getByText('Fridge 2 is a tracker now').waitFor()
  await page.getByText('No unknown tags').waitFor()
  await hear(-50)
  await page.getByRole('link', { name: 'Show on map' }).click()
  const card = page.locator('[data-kind="popup"]')
  await card.getByText('Fridge 2').waitFor()
  await eventually(() => card.getAttribute('data-hidden')).toBeNull()
  await eventually(() => page.locator('[data-shown]').getAttribute('data-shown')).not.toBe('0')
  expectNoFaults(opened)
})

test('a phone is set up behind its picture: the card tells that it encrypts, and that its first location is on the map; the password is shown once and kept nowhere; revoked, it is shut out', async () => {
  const owner = await makeOwner(app.server, 'Mori Yuki')
  const opened = await app.open()
  const { page } = opened
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await signInAs(page, owner, ADD)
  const senders = page.getByRole('region', { name: 'Senders' })
  await page.getByRole('button', { name: 'iPhone', exact: true }).click()
  await dialog(page).getByRole('heading', { name: 'Connect: iPhone' }).waitFor()
  expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('iphone-1')
  await dialog(page).getByLabel('Name', { exact: true }).fill('phone of anna')
  await press(page, 'Create')
  await dialog(page).getByText('Use 1 to 64 letters').waitFor()
  await expectReach(page)
  await dialog(page).getByLabel('Name', { exact: true }).fill('phone-of-anna')
  await press(page, 'Create')

  await dialog(page).getByRole('heading', { name: 'Set up phone-of-anna' }).waitFor()
  await dialog(page).getByText('Waiting for its first message').waitFor()
  await dialog(page).getByRole('img', { name: 'Set-up code for OwnTracks' }).waitFor()
  await expectReach(page)
  const password = await dialog(page).getByLabel('Password', { exact: true }).inputValue()
  expect(password.length).toBeGreaterThanOrEqual(40)
  // What the app would take from the code.
  const link = await dialog(page).getByRole('link', { name: 'Open in OwnTracks' }).getAttribute('href')
  const setup = JSON.parse(atob(new URL(link ?? '').searchParams.get('inline') ?? ''))
  expect(setup).toMatchObject({ mode: 3, auth: true, username: 'phone-of-anna', password })
  expect(new URL(setup.url).origin).toBe('http://care.example')
  const report = (message: object = {}) =>
    fetch(app.server.origin + new URL(setup.url).pathname, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${setup.username}:${setup.password}`)}` },
      body: JSON.stringify({
        _type: 'location',
        tid: setup.tid,
        tst: Math.floor(Date.now() / 1000),
        acc: 8,
        ...MEADOW,
        ...message,
      }),
    })
  expect((await report({ _type: 'encrypted', data: 'AAAA' })).status).toBe(200)
  await dialog(page).getByText('Heard, but not usable: it encrypts, and its key is not known').waitFor()
  await press(page, 'Enter the encryption key')
  await press(page, 'Save')
  await dialog(page).getByText('Enter the key.').waitFor()
  await expectReach(page)
  await dialog(page).getByLabel('Encryption key', { exact: true }).fill('a key of anna')
  await press(page, 'Save')
  await dialog(page)
    .getByText(/^Connected .*, sent nothing we read$/)
    .waitFor()
  expect((await report()).status).toBe(200)
  await dialog(page).getByText('Heard: it is on the map').waitFor()
  await dialog(page).getByRole('link', { name: 'Show on map' }).click()
  await page.locator('[data-kind="popup"]').getByText('phone-of-anna').waitFor()

  await page.goto(ADD)
  const row = rowWith(page, 'phone-of-anna')
  await row.getByText('OwnTracks').waitFor()
  await senders.getByRole('button', { name: 'New sender' }).click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('phone-of-anna')
  await press(page, 'Create')
  await dialog(page).getByText('There is a sender of this name.').waitFor()
  await press(page, 'Cancel')
  await row.getByRole('button', { name: 'Actions for phone-of-anna' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await press(page, 'Revoke')
  await senders.getByText('No senders yet').waitFor()
  await eventually(async () => (await report()).status).toBe(401)

  expect(addresses.filter((address) => address.includes(password))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toContain(password)
  expectNoFaults(opened)
})

test('a board is set up behind its picture and placed where it was heard, and the iBeacon it hears is claimed behind its own', async () => {
  const owner = await makeOwner(app.server, 'Mori Yuki')
  const opened = await app.open()
  const { page } = opened
  await signInAs(page, owner, ADD)
  await page.getByRole('button', { name: 'iBeacon tag', exact: true }).click()
  await dialog(page).getByText('Nothing here hears tags yet.').waitFor()
  await press(page, 'Connect a board')
  await press(page, 'Create')
  await dialog(page).getByText('Waiting for its first message').waitFor()
  const password = await dialog(page).getByLabel('Password', { exact: true }).inputValue()
  const beacon = 'iBeacon:1d4b2e16-481e-4579-8b35-ffc32e4a1758-9-3'
  const board = await connectSender(app.server, 'espresense-1', password)
  const hear = () =>
    board.publishAsync(
      `espresense/devices/${beacon}/hall`,
      JSON.stringify({ id: beacon, name: 'Trolley 3', rssi: -48, 'rssi@1m': -59 }),
      { qos: 1 },
    )
  await hear()
  await dialog(page).getByText('Heard, but this station is not placed yet').waitFor()
  await expectReach(page)
  await press(page, 'Place it here')
  await dialog(page).getByLabel('Latitude').fill(String(MEADOW.lat))
  await dialog(page).getByLabel('Longitude').fill(String(MEADOW.lon))
  await press(page, 'Save')
  await dialog(page).getByText('Heard: the station is on the map').waitFor()
  await press(page, 'Done')

  await page.getByRole('button', { name: 'iBeacon tag', exact: true }).click()
  await dialog(page).getByText('Trolley 3').waitFor()
  await dialog(page).getByText('Heard by espresense-1').waitFor()
  await expectReach(page)
  await dialog(page)
    .getByRole('button', { name: `Claim Trolley 3 ${beacon}` })
    .click()
  expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Trolley 3')
  await press(page, 'Claim')
  await dialog(page).getByText('Trolley 3 is a tracker now').waitFor()
  await hear()
  await dialog(page).getByRole('link', { name: 'Show on map' }).click()
  await page.locator('[data-kind="popup"]').getByText('Trolley 3').waitFor()
  expectNoFaults(opened)
})

describe('sharing', () => {
  const details = (page: Page, part: string) => page.getByRole('region', { name: part, exact: true })

  /** Two owners, one of them with a phone. */
  async function giverAndReceiver() {
    const [giver, receiver] = [await makeOwner(app.server, 'Mori Yuki'), await makeOwner(app.server, 'Sato Aya')]
    const [own, theirs] = [await callsAs(giver), await callsAs(receiver)]
    const device = `lin-wei-${receiver.email.split('@')[0]}`
    const password = await phoneOf(own, device)
    return { giver, receiver, own, theirs, device, password, path: `/configuration?tab=devices&device=${device}` }
  }
  const accept = async ({ email }: Owner) => {
    const { token } = await latestMail(app.server.address, email)
    await callsTo(app.server.origin).sharing.accept({ body: { token } })
  }
  const invite = async (page: Page, email: string) => {
    await details(page, 'Shared with').getByRole('button', { name: 'Share', exact: true }).click()
    await dialog(page).getByLabel('Email of the person').fill(email)
    await press(page, 'Send invitation')
  }

  test('the giver invites by mail, sees when it is accepted, and each refusal comes with what can be done; both sides can end it [SHARE-01, SHARE-02, SHARE-03, ENT-tracker.sharing.share_from, ENT-tracker.sharing.share_to, API-GET /device/multishare/getfrom/{id}, API-GET /device/multishare/getto/{id}]', async () => {
    const { giver, receiver, own, theirs, device, path } = await giverAndReceiver()
    const opened = await app.open()
    const { page } = opened
    await signInAs(page, giver, path)
    const shared = details(page, 'Shared with')
    await shared.getByText('Nobody else sees this device.').waitFor()
    await invite(page, giver.email)
    await dialog(page).getByText('You cannot share a device with yourself.').waitFor()
    await expectReach(page)
    await press(page, 'Cancel')
    await invite(page, receiver.email)
    await shared.getByText(`Invitation sent to ${receiver.email}`).waitFor()
    await shared.getByText('Not accepted').waitFor()
    await expectReach(page, 'aside')

    // Within a second it would be the same press twice.
    await sql(app.server, `update mail_links set created_at_ms = 0 where purpose = 'accept_share'`, [])
    await invite(page, receiver.email)
    await dialog(page).getByText('The invitation is not accepted yet.').waitFor()
    await press(page, 'Send again')
    await shared.getByText(`Invitation sent to ${receiver.email}`).waitFor()
    await accept(receiver)
    // No reload: the stream says so.
    await shared.getByText('Accepted', { exact: true }).waitFor()
    await shared.getByText('Sato Aya').waitFor()
    const [given] = (await own.trackers.list({ query: {} })).trackers
    const [received] = (await theirs.trackers.list({ query: {} })).trackers
    const [{ id } = { id: '' }] = (await own.sharing.getTo({ id: device })).shares
    expect(given?.sharing).toEqual({ share_from: null, share_to: [{ id }] })
    expect(received?.sharing).toEqual({ share_from: { id }, share_to: [] })
    expect((await theirs.sharing.getFrom({ id: device })).share).toMatchObject({ id, email: giver.email })

    // The receiver lets it go.
    const there = await app.open()
    await signInAs(there.page, receiver, path)
    const from = details(there.page, 'Shared by')
    await from.getByText('Mori Yuki').waitFor()
    await from.getByRole('button', { name: 'Remove from my list' }).click()
    await dialog(there.page).getByText('Mori Yuki keeps the device.').waitFor()
    await press(there.page, 'Remove from my list')
    await there.page.getByText('No devices yet').waitFor()
    await shared.getByText('Nobody else sees this device.').waitFor()

    // Given once more, and taken back.
    await invite(page, receiver.email)
    await shared.getByText('Not accepted').waitFor()
    await accept(receiver)
    await there.page.getByText(device).first().waitFor()
    await shared.getByText('Accepted', { exact: true }).waitFor()
    await invite(page, receiver.email)
    await dialog(page).getByText('This device is already shared with that person.').waitFor()
    await press(page, 'Stop sharing')
    await dialog(page).getByRole('heading', { name: 'Stop sharing with Sato Aya?' }).waitFor()
    await press(page, 'Stop sharing')
    await shared.getByText('Nobody else sees this device.').waitFor()
    await there.page.getByText('No devices yet').waitFor()
    expect((await theirs.trackers.list({ query: {} })).trackers).toEqual([])
    expectNoFaults(opened)
    expectNoFaults(there)
  })

  test('a phone that may not be tracked leaves the list and its shares end, as its switch says; the list of senders has the way back [SHARE-04]', async () => {
    const { giver, receiver, own, device, password, path } = await giverAndReceiver()
    await own.sharing.share({ body: { device_id: device, email: receiver.email } })
    const opened = await app.open()
    const { page } = opened
    await signInAs(page, giver, path)
    await details(page, 'Shared with').getByText('Not accepted').waitFor()
    await page.getByRole('switch', { name: 'Trackable' }).press('Space')
    await dialog(page).getByText('all its shares end').waitFor()
    await press(page, 'Stop tracking')
    await page.getByText('No devices yet').waitFor()
    expect((await own.trackers.list({ query: {} })).trackers).toEqual([])

    await page.goto(ADD)
    await page.getByRole('button', { name: `Actions for ${device}` }).click()
    await page.getByRole('menuitem', { name: 'Allow tracking again' }).click()
    await page.getByText(`${device} is tracked again from its next report`).waitFor()
    await osmand(app.server, device, password, { ...MEADOW, secondsAgo: 0 })
    const [phone] = (await own.trackers.list({ query: {} })).trackers
    expect(phone).toMatchObject({ device_id: device, sharing: { share_to: [] } })
    expectNoFaults(opened)
  })
})
