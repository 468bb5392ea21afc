import type { Tracker } from '@whereabouts/contract/trackers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, keys, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { formatTime } from '../../lib/time.ts'

const NAME = 'Aoki Reiko'

test('the list and the details of a device show its state, since when, that it moves, and where it is and why [ENT-tracker.status, ENT-tracker.connected, ENT-tracker.disconnected_time, ENT-tracker.moving, ENT-tracker.gps, ENT-tracker.indoor_X, ENT-tracker.indoor_Y, ENT-tracker.qualified_location_info.sender_device_id, ENT-tracker.qualified_location_info.reason_code, ENT-tracker.qualified_location_info.reason_data, ENT-tracker.qualified_location_info.gps_latitude, ENT-tracker.qualified_location_info.gps_longitude, ENT-tracker.qualified_location_info.scanned_at_ms, ENT-tracker.reason_data.indoor_map_name, ENT-tracker.reason_data.indoor_X, ENT-tracker.reason_data.indoor_Y, ENT-tracker.reason_data.phone_name, ENT-tracker.reason_data.gps_address, TRK-04, TRK-05, TRK-06, TRK-07]', async () => {
  const screen = await renderScreen('/map')
  const { mock, person } = screen
  const { account } = person!
  const option = page.getByRole('listbox', { name: 'Devices' }).getByRole('option', { name: new RegExp(NAME) })
  const details = () => page.getByRole('region', { name: 'Details' }).element().textContent ?? ''
  await option.click()
  await keys('Enter')
  await seen(page.getByRole('region', { name: 'Details' }))
  const { device_id, qualified_location_info: home } = account.trackers.find(({ name }) => name === NAME)!
  const tell = (change: Partial<Tracker>) =>
    mock.world.tell(account.account_id, { event: 'trackers', data: { trackers: [{ device_id, ...change }] } })
  const now = Math.floor(mock.world.now() / 1000)
  const heard = { connected: true, status: 'connected', last_seen: now, disconnected_time: null } as const

  // Heard by a station of a floor plan.
  tell({ ...heard, moving: true })
  const { indoor_X, indoor_Y, indoor_map_name } = home!.reason_data
  await eventually(details).toContain('Moving')
  expect(details()).toContain(`X ${Math.round(indoor_X!)}, Y ${Math.round(indoor_Y!)}`)
  expect(details()).toContain(`${home!.gps_latitude!.toFixed(5)}, ${home!.gps_longitude!.toFixed(5)}`)
  expect(details()).toContain(formatTime(home!.scanned_at_ms / 1000))
  // Of the plan's name what the station's leaves out.
  expect(indoor_map_name).toBe('Tamano General 3F Ward B')
  expect(details()).toContain('At Ward B corridor 5Tamano General 3F')
  await eventually(() => option.element().textContent).toContain('Connected')

  // Connected to a phone, near one, itself, and each once contact is lost.
  const outdoors = { gps_latitude: 25.03304, gps_longitude: 121.56541, indoor_X: null, indoor_Y: null, moving: false }
  const at = { gps_latitude: 25.03304, gps_longitude: 121.56541, accuracy: 8, scanned_at_ms: now * 1000 }
  const reported = (sender_device_id: string, reason_code: 5 | 10 | 11 | 410 | 411 | 405) => ({
    ...{ ...at, sender_device_id, reason_code },
    reason_data: { phone_name: 'Lin Wei', gps_address: 'Rose garden' },
  })
  for (const [code, sentence] of [
    [10, 'Connected to Lin Wei'],
    [11, 'Near Lin Wei'],
  ] as const) {
    tell({ ...heard, ...outdoors, qualified_location_info: reported('nurse-phone', code) })
    await eventually(details).toContain(sentence)
    expect(details()).toContain('Rose garden')
    expect(details()).not.toContain('Moving')
    expect(details()).toContain('25.03304, 121.56541')
  }
  for (const [code, sentence] of [
    [410, 'Last connected to Lin Wei'],
    [411, 'Last near Lin Wei'],
  ] as const) {
    const lost = { connected: false, status: 'disconnected', disconnected_time: now - 60 } as const
    tell({ ...lost, ...outdoors, qualified_location_info: reported('nurse-phone', code) })
    await eventually(details).toContain(sentence)
    expect(details()).toContain(`Disconnected${formatTime(now - 60)}`)
    await eventually(() => option.element().textContent).toContain('Disconnected')
  }
  tell({ ...heard, qualified_location_info: reported(device_id, 5) })
  await eventually(details).toContain('Online')
  const silent = { connected: false, status: 'offline', last_seen: now - 1000, disconnected_time: now - 1000 } as const
  tell({ ...silent, qualified_location_info: reported(device_id, 405) })
  await eventually(details).toContain('Offline')
  await eventually(() => option.element().textContent).toContain('Offline')
})
