/** The list beside the map: its three kinds, its order and filter, what is chosen, and what is shown. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, gone, keys, main, says, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const list = () => page.getByRole('region', { name: 'Device list' })
const rows = () => page.getByRole('listbox').getByRole('option')
const row = (name: string) => rows().filter({ hasText: name })
const tab = (name: string) => list().getByRole('tab', { name: new RegExp(`^${name}`) })
const toggle = (name: string) => button(name, page.getByRole('group', { name: 'Display' }))
const query = (name: string) => new URL(window.location.href).searchParams.get(name)
const chosenRows = () =>
  rows()
    .elements()
    .filter((each) => each.getAttribute('aria-selected') === 'true')

async function openMap(person = 'owner') {
  const screen = await renderScreen('/map', { person })
  await seen(rows())
  return { screen, ...screen.person!.account }
}

test('the list shows devices, care watches among them, stations, or maps, one kind at a time with its number; a guest sees every floor too [DISP-01, DISP-13, WATCH-01, STN-01]', async () => {
  const { screen, trackers, stations, maps } = await openMap()
  for (const [name, item, count] of [
    ['Devices', 'Abe Michiko', trackers.length],
    ['Stations', '1F café', stations.length],
    ['Maps', 'Hinoki Garden 1F', maps.length],
  ] as const) {
    await tab(name).click()
    await seen(row(item))
    expect(list().getByRole('tab', { selected: true }).element().textContent).toBe(`${name}${count}`)
    expect(list().getByRole('tab', { selected: true }).elements()).toHaveLength(1)
    expect(rows().elements()[0]?.getAttribute('aria-setsize')).toBe(String(count))
  }
  expect(stations.every(({ type, t4_id }) => type === 't4' && /^T4-[0-9A-F]{12}$/.test(t4_id))).toBe(true)
  await tab('Devices').click()
  const watch = trackers.find(({ device_model }) => device_model === 'g5')!
  await page.getByRole('searchbox').fill(watch.device_id)
  await row(watch.name).dblClick()
  await says('Care watch · g5', page.getByRole('region', { name: 'Details' }))
  screen.close()

  await openMap('readonly')
  await tab('Maps').click()
  await eventually(() => rows().elements().length).toBe(maps.length)
})

test('without any choice the list is ordered by state; the filter narrows it as one types, says so, and offers the way back [MAP-05]', async () => {
  await openMap()
  expect((page.getByRole('combobox', { name: 'Sort by' }).element() as HTMLSelectElement).value).toBe('state')
  const searchbox = page.getByRole('searchbox')
  await searchbox.fill('ward b')
  const shown = () =>
    rows()
      .elements()
      .map(({ textContent }) => textContent)
  await eventually(() => shown().length > 3 && shown().every((text) => /ward b/i.test(text))).toBe(true)
  await searchbox.fill('no such thing')
  await says('Nothing matches “no such thing”')
  await list().getByRole('button', { name: 'Clear filter' }).last().click()
  await seen(row('Abe Michiko'))

  const parts = () => [...page.getByRole('listbox').element().querySelectorAll<HTMLElement>('[style*=absolute]')]
  const listbox = page.getByRole('listbox').element() as HTMLElement
  listbox.focus()
  await keys('Home')
  await eventually(() => parts()[0]?.textContent).toMatch(/^Needs attention/)
  await keys('End')
  await eventually(() => parts().at(-1)?.textContent).toContain('Offline')
  const last = rows().elements().at(-1)
  expect(last?.getAttribute('aria-posinset')).toBe(last?.getAttribute('aria-setsize'))
})

test('notification list and device list come and go; what is switched stays in this browser, and nothing is sent [DISP-06, DISP-07, DISP-08]', async () => {
  const { screen } = await openMap()
  const notifications = main().getByRole('region', { name: 'Notifications' })
  expect(notifications.elements()).toEqual([])
  // What the notifications show is asked for, and nothing besides.
  const before = screen.sent.length
  for (const name of ['Trackers', 'Stations', 'Names', 'Classes', 'Notifications', 'List']) await toggle(name).click()
  await seen(notifications)
  await gone(list())
  expect(screen.sent.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
  const switched = { trackers: false, stations: false, names: false, classes: true, notifications: true, list: false }
  expect(JSON.parse(localStorage.getItem('mapDisplay') ?? 'null')).toMatchObject(switched)
  await screen.reload()
  await seen(notifications)
  expect(list().elements()).toEqual([])
  await toggle('List').click()
  await seen(list())
  await toggle('Notifications').click()
  await gone(notifications)
})

test('choosing a device takes the choice from the map, and the other way round [DISP-12]', async () => {
  await openMap()
  await tab('Maps').click()
  await row('Hinoki Garden 2F East').click()
  await eventually(() => query('map')).not.toBeNull()
  await tab('Devices').click()
  await row('Abe Michiko').click()
  await eventually(() => query('map')).toBeNull()
  expect(query('device')).not.toBeNull()
  await tab('Maps').click()
  expect(chosenRows()).toEqual([])
  await row('Kita Works 5F').click()
  await eventually(() => query('device')).toBeNull()
  await tab('Devices').click()
  expect(chosenRows()).toEqual([])
})
