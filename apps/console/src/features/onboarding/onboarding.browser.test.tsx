/** The wizard at the desk over devices made up in the page; two journeys in the browser's own Bluetooth are in `onboarding.e2e.test.ts`. */
import { errors } from '@whereabouts/contract/errors'
import { CALLBACK_TIMEOUT_MS, CHARACTERISTICS } from '@whereabouts/domain/device-bluetooth'
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { newTracker } from '@whereabouts/mock-api/words/trackers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, expectReach, field, gone, keys, main, press, question, says, seen, typed } from '../../../mock/acts.ts'
import { holdTimers } from '../../../mock/hold-timers.ts'
import { type Peripheral, placeDevice, takeBluetooth } from '../../../mock/made-bluetooth.ts'
import { renderScreen, type Screen } from '../../../mock/render-screen.tsx'

const G3 = CHARACTERISTICS.g3
const T4 = CHARACTERISTICS.t4

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const placeTracker = (id: string, firmware = '1.8.3', mac = `d436${id}`): Peripheral =>
  placeDevice('g3', {
    name: `G3-Tracker-${id}`,
    values: { [G3.macAddress]: bytesOf(mac), [G3.firmware]: firmware, [G3.model]: 'g3m' },
  })
const placeStation = (digits: string, confirms = (_shortId: number) => 0): Peripheral =>
  placeDevice('t4', { name: `Station-${digits}`, values: { [T4.firmware]: '2.0.1' }, confirms })

/** Answers every challenge as the server does for a device that knows its key. */
const openDesk = (tab = 'add-devices'): Promise<Screen> =>
  renderScreen(`/configuration?tab=${tab}`, {
    answers: [['/v3/app/security', () => Response.json({ si: 'ab'.repeat(16) })]],
  })

type Refused = 'deviceAlreadyYours' | 'deviceUsedByAnotherUser' | 'conflict'
const refusal = (name: Refused): Response =>
  Response.json({ code: errors[name].code, message: name }, { status: Math.floor(errors[name].code / 1000) })

const wizard = () => page.getByRole('dialog').first()
const title = (name: string) => seen(page.getByRole('heading', { name, level: 3, exact: true }))
const step = () => document.querySelector('[aria-current="step"]')?.textContent

async function search(what: 'tracker' | 'station'): Promise<void> {
  await press(`Add a ${what}`)
  await press('Search')
}

async function nameTracker(name: string): Promise<void> {
  await title('Name the tracker')
  await field('Name').fill(name)
  await press('Assign')
}

/** What failed holds no device, so nothing is asked. */
async function close(): Promise<void> {
  await button('Close').last().click()
  await gone(page.getByRole('dialog'))
}

test('a browser without Bluetooth says which one has it, before and within [BLE-24]', async () => {
  takeBluetooth()
  await openDesk()
  await seen(main().getByText(/Chrome, or in Edge 79 or later with the experimental web platform flag on/))
  await press('Add a tracker')
  await title("This browser can't use Bluetooth")
  expect(step()).toContain('Connect')
  await seen(button('Copy page link'))
})

test('a device that is there, of another account, in conflict, of old firmware or not checked is told in the words of each; nothing is assigned, and what was not checked can be checked again [BLE-06, BLE-07, BLE-23, BLE-26, FW-03]', async () => {
  const screen = await openDesk()
  const { account } = screen.person!
  const name = 'Wheelchair 10'
  const known = newTracker({ device_id: '5C9A30F1', name, device_model: 'g3m', add_date: 1_780_000_000 })
  screen.mock.world.tell(account.account_id, { event: 'trackers', data: { trackers: [known] } })
  const tracker = placeTracker('5C9A30F1')
  const refusedWith = async (error: Refused, heading: string, words: string) => {
    const stop = screen.answer('/v3/app/trackers', () => refusal(error))
    await search('tracker')
    await title(heading)
    await says(words, wizard())
    stop()
    await close()
  }
  await refusedWith('deviceAlreadyYours', 'This device has been added.', 'It is in your list as Wheelchair 10.')
  await refusedWith('deviceUsedByAnotherUser', 'Another user has this device', 'D4:36:5C:9A:30:F1')
  await refusedWith('conflict', 'This device is in conflict', 'D4:36:5C:9A:30:F1')

  const old = placeTracker('0AD00001', '1.4.3')
  await search('tracker')
  await title('The firmware is too old')
  await says('The FW version is too old. Please contact the support', wizard())
  await close()

  const unchecked = placeTracker('0AD00005')
  const stop = screen.answer('/v3/app/trackers', () => Promise.reject(new TypeError('Failed to fetch')))
  await search('tracker')
  await title("Couldn't check the device")
  expect(button('Assign').elements()).toEqual([])
  expect([tracker, old, unchecked].flatMap(({ written }) => written)).toEqual([])
  stop()
  await press('Try again')
  await title('Name the tracker')
})

test('another answer than the mode fails, and so does none within 8 s; both can be tried again [BLE-17, BLE-18, BLE-27]', async () => {
  await openDesk()
  const endWaiting = holdTimers('setTimeout', CALLBACK_TIMEOUT_MS)
  const tracker = placeTracker('0AD00003')
  await search('tracker')
  await nameTracker('Infusion pump 3')
  await title('Press the tracker button once')
  tracker.callBack(0, 0, 0, 0x1d)
  await title("The tracker's answer doesn't match")
  await says('Failed to add this tracker! Make sure your tracker is closed to your computer and try again.', wizard())
  expect(step()).toContain('Assign')
  await press('Try again')
  await title('Press the tracker button once')
  endWaiting()
  await title("The tracker didn't answer")
  await press('Try again')
  await title('Press the tracker button once')
  tracker.press()
  await title('Infusion pump 3 is added')
})

test('a device that leaves takes its session along; what was typed stays [BLE-21]', async () => {
  await openDesk()
  const tracker = placeTracker('0AD00006')
  await search('tracker')
  await title('Name the tracker')
  await says('D4:36:0A:D0:00:06', wizard())
  await field('Name').fill('Infusion pump 6')
  tracker.leave()
  await title('Bluetooth disconnected')
  expect(wizard().getByText('D4:36:0A:D0:00:06').elements()).toEqual([])
  await press('Reconnect')
  await title('Name the tracker')
  expect(typed(field('Name'))).toBe('Infusion pump 6')
})

test('a Wi-Fi that a station does not confirm fails as a whole, and nothing is stored [BLE-19, BLE-25]', async () => {
  const screen = await openDesk()
  placeStation('0A1B2C3D4E60', (shortId) => (shortId === T4.wifiPassword ? 3 : 0))
  await search('station')
  await title('Name and place the station')
  await field('Name').fill('Gate')
  await field('Network name (SSID) (optional)').fill('HinokiCare-1F')
  await field('Password').fill('seven small teapots')
  await press('Send to station')
  await title("Couldn't configure the station")
  await seen(wizard().getByText(/check that the Wi-Fi is stable/))
  await seen(wizard().getByText('Network name set'))
  await seen(wizard().getByText('Password not confirmed'))
  expect(screen.bodies('POST', '/v3/app/stations')).toEqual([expect.objectContaining({ bind_check: true })])
})

test('a station of the account gets another network, and an open one a single zero byte [BLE-04, VALID-36]', async () => {
  const screen = await openDesk('station-wifi')
  const { t4_id, t4_name } = screen.person!.account.stations[0]!
  const station = placeStation(t4_id.replace('T4-', ''))
  await press('Set Wi-Fi')
  await press('Search')
  await title('Wi-Fi of the station')
  await press('Send to station')
  await seen(wizard().getByText('Enter the name of the network.'))
  await field('Network name (SSID)').fill('HinokiGuest')
  await press('Send to station')
  await title(`${t4_name} has its network`)
  const isWifi = (shortId: number) => shortId === T4.wifiSsid || shortId === T4.wifiPassword
  expect(station.written.filter(({ shortId }) => isWifi(shortId))).toEqual([
    { shortId: T4.wifiSsid, bytes: [...new TextEncoder().encode('HinokiGuest')] },
    { shortId: T4.wifiPassword, bytes: [0] },
  ])
  await seen(page.getByRole('row', { name: /HinokiGuest/ }))
})

test('firmware below 1.4.4 is marked old, and an upgrade starts over the air or with the tracker at the desk [FW-01, FW-02, CONST-39]', async () => {
  await renderScreen('/configuration?tab=firmware', {
    answers: [['/v3/app/security', () => Response.json({ si: 'ab'.repeat(16) })]],
    seed(mock) {
      seedDemo(mock)
      const person = personOf(mock, 'owner')
      person.account.trackers = ['1.4.3', '1.4.4'].map((firmware) =>
        newTracker({
          ...{ device_id: `5C9A30F${firmware.at(-1)}`, name: `Wheelchair ${firmware}`, firmware },
          ...{ device_model: 'g3m', add_date: 1_780_000_000 },
        }),
      )
      return person
    },
  })
  const tracker = placeTracker('5C9A30F3', '1.4.3')
  const row = page.getByRole('row', { name: /Wheelchair 1.4.3/ })
  await says('Old', row)
  expect(page.getByText('Old', { exact: true }).elements()).toHaveLength(1)
  await seen(button('Upgrade over the air: Wheelchair 1.4.3'))
  await expectReach('main')
  await press('Upgrade over Bluetooth')
  await press('Search')
  await title('Upgrade Wheelchair 1.4.3')
  await press('Start upgrade')
  await title('Press the tracker button once')
  expect(tracker.written.at(-1)).toEqual({ shortId: G3.command, bytes: [0x07, 0] })
  tracker.press()
  await title('The upgrade has started')
  await button('Close').last().click()
  await seen(row.getByText('Waiting'))
})

test('closing while connected asks once, then disconnects; Esc asks too', async () => {
  await openDesk()
  placeTracker('0AD00007')
  await search('tracker')
  await title('Name the tracker')
  await keys('Escape')
  await press('Cancel', question())
  await title('Name the tracker')
  await keys('Escape')
  await press('Disconnect and close', question())
  await gone(page.getByRole('dialog'))
})
