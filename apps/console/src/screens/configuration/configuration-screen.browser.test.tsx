/** Device management: the tables of devices and stations, their batches and their details. */
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  dialog,
  eventually,
  focused,
  gone,
  heading,
  keys,
  link,
  press,
  question,
  says,
  seen,
  texts,
  tick,
} from '../../../mock/acts.ts'
import { renderScreen, type Screen, type ScreenSettings, type Told } from '../../../mock/render-screen.tsx'
import { formatTime } from '../../lib/time.ts'

const STATION = 'T4-8C2F10A4E700'
const DARK_STATION = 'T4-8C2F10A4E701'
const grid = () => page.getByRole('grid')
const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
/** Rows with cells: the head has none. */
const rows = () => [...document.querySelectorAll('[role="row"]:has([role="gridcell"])')]
const names = () => rows().map((each) => each.querySelector('strong')?.textContent)
const search = (text: string) => page.getByRole('searchbox').fill(text)
const chip = (name: string) =>
  page.getByRole('group', { name: 'Show' }).getByRole('button', { name: new RegExp(`^${name}`) })
const foot = () => document.querySelector('main footer')?.textContent
const drawer = (name: string) => page.getByRole('complementary', { name, exact: true })
const listedCount = () => Number(grid().element().getAttribute('aria-rowcount')) - 1
const bar = () => page.getByRole('region', { name: 'Actions for what is selected' })
const boxes = () => page.getByRole('gridcell').getByRole('checkbox')
const selectAll = () => tick(page.getByRole('checkbox', { name: 'Select all in the list' }))
const parameter = (name: string) => new URL(window.location.href).searchParams.get(name)
const trackerOf = ({ person }: Screen, name: string) => person!.account.trackers.find((each) => each.name === name)!

async function open(path = '/configuration', settings: ScreenSettings = {}) {
  const screen = await renderScreen(path, settings)
  await seen(grid())
  return screen
}

test('device management opens by its address, with a tab for each of its pages, and lists trackers, care watches and phones in one table [ROUTE-03, SCRN-02, TRK-01, WATCH-01, ENT-tracker.device_model, ENT-tracker.platform]', async () => {
  const screen = await open()
  await eventually(() => texts(page.getByRole('navigation', { name: 'Device Management' }).getByRole('link'))).toEqual([
    'Devices145',
    'Stations45',
    'Indoor maps6',
    'Carepad management',
    'Add devices',
    'Station Wi-Fi',
    'Firmware upgrade',
    'Configurations',
    'Update configs (CSV)',
  ])
  await eventually(listedCount).toBe(145)
  await press('Columns')
  await tick(page.getByRole('checkbox', { name: 'Model' }))
  await keys('Escape')
  for (const [model, text] of [
    ...['g3', 'g3s', 'g3d', 'g3d2', 'g3m'].map((each) => [each, `Tracker · ${each}`] as const),
    ['g5', 'Care watch · g5'],
    ['mobile', 'Phone · mobile'],
  ] as const) {
    const isOurs = ({ device_model, make }: { device_model: string; make: string }) =>
      device_model === model && make === ''
    const { name } = screen.person!.account.trackers.find(isOurs)!
    await search(name)
    await seen(row(name).getByText(text, { exact: true }))
  }
  await search('Lin Wei')
  await row('Lin Wei').click()
  await says('Android', drawer('Lin Wei'))
  await press('Close details')
  // The choice is kept in this browser.
  await screen.reload()
  await seen(page.getByRole('columnheader', { name: 'Model' }))
})

test('search finds by name, id, MAC address and serial number, chips and classes narrow the table, and each header sorts it both ways', async () => {
  const screen = await open()
  const { mac_address } = trackerOf(screen, 'Ito Haru')
  for (const text of ['ito haru', 'G5-7C11D0E2', '8a20-7c11d0e2', mac_address.replaceAll(':', '').slice(4)]) {
    await search('')
    await eventually(listedCount).toBe(145)
    await search(text)
    await eventually(names, text).toEqual(['Ito Haru'])
  }
  expect(foot()).toContain('1 of 145')
  await search('nobody of that name')
  await says('Nothing matches “nobody of that name”')
  await press('Clear filters')
  await eventually(listedCount).toBe(145)

  await chip('Attention').click()
  const counted = Number(chip('Attention').element().textContent.replace('Attention', ''))
  expect(counted).toBeGreaterThan(0)
  await eventually(listedCount).toBe(counted)
  expect(parameter('filter')).toBe('attention')
  await screen.reload()
  await seen(grid())
  expect(chip('Attention').element().getAttribute('aria-pressed')).toBe('true')
  await chip('All').click()
  await button('Class').first().click()
  await tick(page.getByRole('checkbox', { name: 'Keys', exact: true }))
  await keys('Escape')
  await eventually(() => names().length > 0 && names().every((name) => /keys/i.test(name ?? ''))).toBe(true)

  const header = page.getByRole('columnheader', { name: 'Name' })
  await header.getByRole('button').click()
  expect(header.element().getAttribute('aria-sort')).toBe('ascending')
  const ascending = names()
  await header.getByRole('button').click()
  expect(header.element().getAttribute('aria-sort')).toBe('descending')
  await eventually(names).toEqual(ascending.toReversed())
})

test('rows are ticked one by one, a stretch at once, and all that are listed; a batch sets their class in one call', async () => {
  const screen = await open()
  await search('Wheelchair 0')
  await eventually(() => rows().length).toBe(9)
  await boxes().nth(1).click()
  await boxes()
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await says('4 selected', bar())
  expect(foot()).toContain('4 of 145 selected')
  await selectAll()
  await says('9 selected', bar())
  // What is filtered out is not in the batch.
  await search('Wheelchair 01')
  await says('1 selected', bar())
  await search('Wheelchair 0')
  await says('9 selected', bar())

  await press('Set class', bar())
  await tick(page.getByRole('radio', { name: 'Linen & trolleys' }))
  await press('Set class', page.getByRole('dialog'))
  await says('Class set')
  await eventually(() => rows().filter((each) => each.textContent.includes('Linen & trolleys')).length).toBe(9)
  expect(screen.sent.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
    '/v3/app/trackers/class',
  ])
})

test('failed items of a batch are listed by name and reason', async () => {
  const refused = { result: false, code: 409002, failed_list: [{ id: 'G3M-5510A3B0', code: 404103 }] }
  const answers: readonly Told[] = [['/v3/app/trackers/class', () => Response.json(refused, { status: 409 })]]
  await open('/configuration', { answers })
  await search('Wheelchair 0')
  await eventually(() => rows().length).toBe(9)
  await selectAll()
  await press('Set class', bar())
  await tick(page.getByRole('radio', { name: 'Wheelchairs' }))
  await press('Set class', page.getByRole('dialog'))
  await eventually(() => texts(dialog('8 of 9 changed').getByRole('listitem'))).toEqual([
    'Wheelchair 02This device was not found.',
  ])
})

test('removing many devices asks once and sends one mail; they stay, marked, until its link is opened', async () => {
  const screen = await open()
  await search('Defibrillator')
  await eventually(() => names().length > 0 && names().every((name) => name?.startsWith('Defibrillator'))).toBe(true)
  const count = rows().length
  await selectAll()
  await press('Remove', bar())
  await seen(question(`Remove ${count} devices?`))
  expect(focused()).toBe('Cancel')
  await press('Send email link', question())
  await seen(page.getByText(/^Email sent\./))
  expect(screen.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(screen.mock.state.mails.filter(({ purpose }) => purpose === 'remove_trackers')).toHaveLength(1)
  await eventually(() => rows().filter((each) => each.textContent.includes('Waiting for the email link')).length).toBe(
    count,
  )
})

test('the offline alert of many is saved for each, and a device whose alert is on needs attention once it is offline [ENT-tracker.offline_alert]', async () => {
  const screen = await open('/configuration', {
    seed: (mock) => {
      for (const tracker of seedDemo(mock).trackers.filter(({ name }) => name.startsWith('Bladder scanner'))) {
        Object.assign(tracker, { connected: false, status: 'offline', disconnected_time: tracker.last_seen })
      }
      return personOf(mock, 'owner')
    },
  })
  await search('Bladder scanner')
  await eventually(() => rows().length).toBe(4)
  await selectAll()
  await press('Offline alert', bar())
  await tick(page.getByRole('radio', { name: /^On/ }))
  await press('Save', page.getByRole('dialog'))
  await says('Offline alert saved')
  expect(trackerOf(screen, 'Bladder scanner 3').offline_alert).toBe(true)
  await chip('Attention').click()
  await eventually(() => rows().length).toBe(4)
  await row('Bladder scanner 3').click()
  const toggle = drawer('Bladder scanner 3').getByRole('switch', { name: 'Offline alert' })
  await expect.element(toggle).toBeChecked()
  await tick(toggle)
  await eventually(() => trackerOf(screen, 'Bladder scanner 3').offline_alert).toBe(false)
  await expect.element(toggle).not.toBeChecked()
})

test('a name that could not be saved is told although another device is open by then', async () => {
  await open()
  await search('ECG cart')
  await row('ECG cart 2').click()
  await press('Rename', drawer('ECG cart 2'))
  await page.getByRole('textbox', { name: 'Name' }).fill('Wheelchair 01')
  // Leaving the field saves it.
  await row('ECG cart 3').click()
  await seen(drawer('ECG cart 3'))
  await seen(page.getByRole('region', { name: 'Messages' }).getByText(/^This name is already in use\./))
  await seen(row('ECG cart 2'))
})

test('a change from another console shows at once, in the table and in the details', async () => {
  const screen = await open()
  await search('ECG cart 1')
  await row('ECG cart 1').click()
  await seen(drawer('ECG cart 1'))
  const id = trackerOf(screen, 'ECG cart 1').device_id
  await screen.callsOf('deputy').trackers.change({ id, body: { name: 'ECG cart 1 B' } })
  await seen(row('ECG cart 1 B'))
  await seen(drawer('ECG cart 1 B'))
})

test('the table is walked, ticked and opened by keys; the details walk along and close by Esc', async () => {
  await open()
  await eventually(listedCount).toBe(145)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  const listed = names()
  ;(grid().element() as HTMLElement).focus()
  const active = () => {
    const id = grid().element().getAttribute('aria-activedescendant')
    return id && document.getElementById(id)?.querySelector('strong')?.textContent
  }
  await keys('ArrowDown')
  await eventually(active).toBe(listed[1])
  await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await says('3 selected', bar())
  await keys('Enter')
  await seen(drawer(listed[3] ?? ''))
  await keys('ArrowUp')
  await seen(drawer(listed[2] ?? ''))
  await keys('Escape')
  await gone(page.getByRole('complementary'))
  await keys('Escape')
  await gone(bar())
  for (const _ of ['once', 'again']) {
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    await seen(page.getByRole('menu', { name: `Actions for ${listed[2]}` }).getByRole('menuitem', { name: 'Export' }))
    // Keys are the menu's as soon as it has the focus, which is a moment after it shows.
    await eventually(() => document.querySelector('[role="menu"]:focus-within')).not.toBeNull()
    await keys('Escape')
    await gone(page.getByRole('menu'))
    await keys('ArrowDown', 'ArrowUp')
    await eventually(active).toBe(listed[2])
  }
  await keys('End')
  await eventually(active).not.toBe(listed[2])
  await userEvent.keyboard('{Control>}a{/Control}')
  await says('145 selected', bar())
})

test('stations stand in a table of their own; a station that is offline cannot be made to blink and says so, one that is online counts down [STN-01, STN-04, ENT-station.t4_id, ENT-station.t4_name, ENT-station.wifi_ssid, ENT-station.mac_address, ENT-station.firmware, ENT-station.lastseen_time]', async () => {
  const isOff = ({ t4_id }: { readonly t4_id: string }) => [STATION, DARK_STATION].includes(t4_id)
  const silentSince = Math.floor(Date.now() / 1000) - 931
  const screen = await open('/configuration?tab=stations', {
    seed: (mock) => {
      for (const station of seedDemo(mock).stations.filter(isOff)) station.lastseen_time = silentSince
      return personOf(mock, 'owner')
    },
  })
  await search(DARK_STATION)
  await row('2F East corridor 2').click()
  const dark = drawer('2F East corridor 2')
  expect(button('Blink', dark).element().getAttribute('aria-disabled')).toBe('true')
  await says("Can't blink: it is offline. Check its power and Wi-Fi.", dark)
  await tick(button('Blink', dark))
  const blinks = () => screen.sent.filter(({ path }) => path.endsWith('/led')).map(({ path }) => path)
  expect(blinks()).toEqual([])

  await search(STATION)
  await row('2F East corridor 1').click()
  const details = drawer('2F East corridor 1')
  const facts = [STATION, '8C:2F:10:A4:E7:00', 'hinoki-devices', '2.4.1', formatTime(silentSince)]
  for (const text of facts) await says(text, details)
  const blink = details.getByRole('button', { name: /^Blink/ })
  expect(blink.element().getAttribute('aria-disabled')).toBe('true')
  // It is heard again.
  const { account } = screen.person!
  const heard = { connection_status: 'connected', lastseen_time: Math.floor(Date.now() / 1000) } as const
  Object.assign(account.stations.find(({ t4_id }) => t4_id === STATION)!, heard)
  screen.mock.world.tell(account.account_id, { event: 'stations', data: { stations: [{ t4_id: STATION, ...heard }] } })
  await eventually(() => blink.element().getAttribute('aria-disabled')).toBeNull()
  await says(formatTime(heard.lastseen_time), details)
  await blink.click()
  await seen(details.getByText(/^Blinking, \d+ s$/))
  expect(blinks()).toEqual([`/v3/app/stations/${STATION}/led`])
})

test('a station is renamed, locked and placed by numbers, which have to lie on its map [ENT-station.indoor_X, ENT-station.indoor_Y, ENT-station.gps_latitude, ENT-station.gps_longitude, ENT-station.map_name, ENT-station.lock_mancal]', async () => {
  const screen = await open('/configuration?tab=stations&station=T4-8C2F10A4E703')
  const details = page.getByRole('complementary')
  await press('Edit the place', details)
  const form = page.getByRole('dialog')
  await form.getByLabelText(/^Indoor X/).fill('100000')
  await form.getByLabelText(/^Latitude/).fill('90.1')
  await press('Save', form)
  await says(/^A number from 0 to \d+\.$/, form)
  await says('A number from −90 to 90.', form)
  await says('A number from −180 to 180.', form)
  await form.getByLabelText(/^Indoor X/).fill('420.5')
  await form.getByLabelText(/^Indoor Y/).fill('210')
  await form.getByLabelText(/^Latitude/).fill('35.6262')
  await form.getByLabelText(/^Longitude/).fill('139.5668')
  await press('Save', form)
  await says('X 421, Y 210', details)
  await says('35.62620, 139.56680', details)
  await tick(details.getByRole('switch', { name: 'Lock calibration' }))
  await eventually(() =>
    screen.person!.account.stations.find(({ t4_id }) => t4_id === 'T4-8C2F10A4E703'),
  ).toMatchObject({ indoor_X: 420.5, indoor_Y: 210, gps_latitude: 35.6262, lock_mancal: true })
  const { t4_name, map_id } = screen.person!.account.stations.find(({ t4_id }) => t4_id === 'T4-8C2F10A4E703')!
  const { map_name, width, height } = screen.person!.account.maps.find(({ id }) => id === map_id)!
  await says(map_name, details)

  // It is drawn at these pixels of its plan.
  window.history.pushState(null, '', `/configuration?tab=maps&map=${map_id}`)
  await screen.reload()
  const plan = page.getByRole('region', { name: `Floor plan of ${map_name}` })
  const mark = plan.getByRole('button', { name: new RegExp(t4_name) })
  await seen(mark)
  const { left, top } = (mark.element() as HTMLElement).style
  expect(Number.parseFloat(left)).toBeCloseTo((420.5 / width) * 100, 3)
  expect(Number.parseFloat(top)).toBeCloseTo((210 / height) * 100, 3)
})

test('a visitor by a link has no stations here, and support can neither remove devices nor change alert settings', async () => {
  const screen = await open('/configuration', {
    seed: (mock) => {
      seedDemo(mock)
      const deputy = personOf(mock, 'deputy')
      deputy.user.class = 'support'
      return deputy
    },
  })
  await page.getByRole('row').nth(3).click()
  const details = page.getByRole('complementary')
  await says('Owner and deputies decide this.', details)
  expect(details.getByRole('button', { name: /Remove/ }).elements()).toEqual([])
  await boxes().nth(1).click()
  await seen(bar())
  expect(texts(bar().getByRole('button'))).toEqual(['Set class', 'Update firmware', 'Sync settings', 'Export', ''])
  screen.close()

  const visit = await open()
  const tabs = page.getByRole('navigation', { name: 'Device Management' })
  const stations = () => tabs.getByRole('link', { name: /^Stations/ })
  await seen(stations())
  localStorage.setItem('userFromAccessLink', 'true')
  window.history.replaceState(null, '', '/configuration?tab=stations')
  await visit.reload()
  await seen(heading('Devices'))
  await seen(link('Add devices', tabs))
  expect(stations().elements()).toEqual([])
})

test("typed text in the details survives a change of the window's width, and the details move afterwards", async () => {
  await open('/configuration', { width: 1300, height: 844 })
  await search('ECG cart 2')
  await row('ECG cart 2').click()
  await press('Edit remarks', drawer('ECG cart 2'))
  const memo = page.getByRole('textbox', { name: 'Next maintenance' })
  await memo.fill('Leads in June')
  await page.viewport(1100, 844)
  await eventually(() => window.innerWidth).toBe(1100)
  await keys('End')
  await userEvent.keyboard(', twice')
  await press('Save', dialog(/^Remarks/))
  await says(/Leads in June, twice/, dialog('ECG cart 2'))
  await gone(drawer('ECG cart 2'))
  await page.viewport(1300, 844)
  await says(/Leads in June, twice/, drawer('ECG cart 2'))
})

test('a message covers nothing of the details that stand beside the table', async () => {
  const screen = await open()
  await search('ECG cart 2')
  await row('ECG cart 2').click()
  const details = drawer('ECG cart 2')
  screen.answer(/\/trackers\/[^/]+\/offline$/, () => Response.json({ result: false, code: 404103 }, { status: 404 }))
  const alert = details.getByRole('switch', { name: 'Offline alert' })
  await tick(alert)
  const messages = page.getByRole('region', { name: 'Messages' })
  await seen(messages.getByText(/^This device was not found\./))
  // What could not be saved is not shown as saved.
  await expect.element(alert).not.toBeChecked()
  const edge = details.element().getBoundingClientRect()
  const message = messages.getByRole('listitem').element().getBoundingClientRect()
  expect(message.right).toBeLessThanOrEqual(edge.left)
})

test('all columns are there with the first rows, and rows stay where they are under a pointer', async () => {
  const screen = await open()
  const heads = () => texts(page.getByRole('columnheader'))
  const first = heads()
  expect(first.length).toBeGreaterThan(6)
  const reiko = row('Aoki Reiko')
  const { top } = reiko.element().getBoundingClientRect()
  await reiko.hover()
  const { account } = personOf(screen.mock, 'owner')
  const { device_id } = account.trackers.find(({ name }) => name === 'Aoki Reiko')!
  const trackers = [{ device_id, connected: false, status: 'disconnected' as const }]
  screen.mock.world.tell(account.account_id, { event: 'trackers', data: { trackers } })
  await seen(reiko.getByText('Disconnected'))
  expect(reiko.element().getBoundingClientRect().top).toBe(top)
  await page.getByRole('banner').hover()
  await eventually(() => row('Aoki Reiko').element().getBoundingClientRect().top < top).toBe(true)
  expect(heads()).toEqual(first)
})
