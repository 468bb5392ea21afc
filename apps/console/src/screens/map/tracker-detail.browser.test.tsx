import type { Tracker } from '@whereabouts/contract/trackers'
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, keys, press, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { formatTime } from '../../lib/time.ts'
import { NO_CLASS_COLOUR } from '../../map/marker.ts'
import { readPalette } from '../../map/palette.ts'
import type { MarkerLook } from '../../map/sprite-key.ts'
import { drawSprite } from '../../map/sprites.ts'

const NAME = 'Aoki Reiko'

test('the list and the details of a device show its state, since when, that it moves, and where it is and why [ENT-tracker.status, ENT-tracker.connected, ENT-tracker.disconnected_time, ENT-tracker.moving, ENT-tracker.gps, ENT-tracker.indoor_X, ENT-tracker.indoor_Y, ENT-tracker.qualified_location_info.sender_device_id, ENT-tracker.qualified_location_info.reason_code, ENT-tracker.qualified_location_info.reason_data, ENT-tracker.qualified_location_info.gps_latitude] [ENT-tracker.qualified_location_info.gps_longitude, ENT-tracker.qualified_location_info.scanned_at_ms, ENT-tracker.reason_data.indoor_map_name, ENT-tracker.reason_data.indoor_X, ENT-tracker.reason_data.indoor_Y, ENT-tracker.reason_data.phone_name, ENT-tracker.reason_data.gps_address, TRK-04, TRK-05, TRK-06, TRK-07]', async () => {
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
    expect(details()).not.toContain('time corrected')
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
  tell({ ...heard, qualified_location_info: { ...reported(device_id, 5), time_corrected: true } })
  await eventually(details).toContain('Online')
  expect(details()).toContain('time corrected: the sender’s clock is wrong')
  const silent = { connected: false, status: 'offline', last_seen: now - 1000, disconnected_time: now - 1000 } as const
  tell({ ...silent, qualified_location_info: reported(device_id, 405) })
  await eventually(details).toContain('Offline')
  await eventually(() => option.element().textContent).toContain('Offline')
})

test('a class has its name and colour in the panel, its colour on the symbols of its devices, and its links in their details [ENT-trackerClass.name, ENT-trackerClass.color, ENT-trackerClass.urls, ENT-tracker.class_index]', async () => {
  const urls = [
    { name: 'Manual', url: 'https://beds.example/manual' },
    { name: '', url: 'https://beds.example/rota' },
  ]
  const nightCare = { index: 7, name: 'Night care', color: '#8A5F37', urls, is_staff: false }
  const { mock, person } = await renderScreen('/map', {
    seed: (made) => {
      const { classes } = seedDemo(made)
      classes.splice(0, classes.length, ...classes.filter(({ index }) => index !== nightCare.index), nightCare)
      return personOf(made, 'owner')
    },
  })
  const { account } = person!
  const { device_id } = account.trackers.find(({ name }) => name === NAME)!
  const option = page.getByRole('listbox', { name: 'Devices' }).getByRole('option', { name: new RegExp(NAME) })
  await option.click()
  await keys('Enter')
  await seen(page.getByRole('region', { name: 'Details' }))
  mock.world.tell(account.account_id, {
    event: 'trackers',
    data: {
      trackers: [
        {
          device_id,
          class_index: 7,
          connected: true,
          status: 'connected',
          last_seen: Math.floor(mock.world.now() / 1000),
        },
      ],
    },
  })
  await eventually(() => option.element().querySelector(`svg path[fill="${nightCare.color}"]`)).not.toBeNull()
  const links = page.getByRole('region', { name: 'Details' }).getByRole('link', { name: /beds\.example/ })
  await eventually(() => links.elements().map((link) => link.getAttribute('href'))).toEqual(urls.map(({ url }) => url))
  for (const link of links.elements()) expect(link.getAttribute('target')).toBe('_blank')

  await press('Classes', page.getByRole('group', { name: 'Display' }))
  const row = page.getByRole('region', { name: 'Classes' }).getByRole('listitem').filter({ hasText: nightCare.name })
  await seen(row)
  const swatch = row.element().querySelector('i')!
  expect(getComputedStyle(swatch).backgroundColor).toBe('rgb(138, 95, 55)')
  expect(row.element().textContent).toContain('1')
  await seen(button(`Show ${nightCare.name} on the map`, row))

  // The map draws the same colour by the slot of the class.
  const look: MarkerLook = {
    ...{ kind: 'tracker' as const, state: 'connected' as const, stale: false, colourIndex: 7, initials: '' },
    ...{ lowBattery: false, selected: false, attention: false },
  }
  const colours = Array.from({ length: 10 }, (_, index) => (index === 7 ? nightCare.color : NO_CLASS_COLOUR))
  const { data, width } = drawSprite({ type: 'marker', look }, readPalette(), colours, NO_CLASS_COLOUR)
  const middle = (width / 2) * width + width / 2
  expect([...data.slice(middle * 4, middle * 4 + 3)]).toEqual([138, 95, 55])
})
