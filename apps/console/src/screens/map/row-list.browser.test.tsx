import { personOf } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { eventually, gone, keys, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const list = () => page.getByRole('listbox', { name: 'Devices' })
const rows = () => list().getByRole('option')
const names = () =>
  rows()
    .elements()
    .map((row) => row.querySelector('span > span')?.textContent ?? '')
const selected = () => new URL(window.location.href).searchParams.get('device')

async function openMap(path = '/map') {
  const screen = await renderScreen(path)
  await seen(rows())
  const { account } = personOf(screen.mock, 'owner')
  /** This device is lost, so that it goes up in the list. */
  const lose = (name: string) => {
    const { device_id } = account.trackers.find((each) => each.name === name)!
    const trackers = [{ device_id, connected: false, status: 'disconnected' as const }]
    screen.mock.world.tell(account.account_id, { event: 'trackers', data: { trackers } })
    return device_id
  }
  return { screen, account, lose }
}

test('rows stay where they are under a pointer, and move once it has left', async () => {
  const { lose } = await openMap()
  const row = list().getByRole('option', { name: /Aoki Reiko/ })
  const { top } = row.element().getBoundingClientRect()
  await row.hover()
  lose('Aoki Reiko')
  await seen(row.getByText('Disconnected'))
  expect(row.element().getBoundingClientRect().top).toBe(top)
  await userEvent.unhover(row)
  await eventually(() => row.element().getBoundingClientRect().top < top).toBe(true)
})

test('an order that waits is offered, and pressing sorts at once though the pointer stays', async () => {
  const { lose } = await openMap()
  const row = list().getByRole('option', { name: /Aoki Reiko/ })
  const { top } = row.element().getBoundingClientRect()
  await row.hover()
  lose('Aoki Reiko')
  const sortNow = page.getByRole('button', { name: 'Order has changed: sort now' })
  await seen(sortNow)
  expect(row.element().getBoundingClientRect().top).toBe(top)
  ;(sortNow.element() as HTMLElement).click()
  await eventually(() => row.element().getBoundingClientRect().top < top).toBe(true)
  expect(sortNow.elements()).toEqual([])
})

test('a press acts on the row it began on, whatever lies there when it ends', async () => {
  const { account } = await openMap()
  const [first, second] = rows().elements() as [HTMLElement, HTMLElement]
  const began = { bubbles: true, pointerId: 1 }
  second.dispatchEvent(new PointerEvent('pointerdown', began))
  first.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const id = second.dataset.id
  await eventually(selected).toBe(id)
  expect(account.trackers.some(({ device_id }) => device_id === id)).toBe(true)
})

test('keys of the map work while the list has the focus, and Find leaves the focus at what was found', async () => {
  await openMap()
  await userEvent.keyboard('/')
  await page.getByRole('combobox', { name: 'Find a device, station or map' }).fill('Sato Kenji')
  await keys('Enter')
  await eventually(() => document.activeElement?.getAttribute('role')).toBe('listbox')
  await eventually(selected).not.toBe(null)
  const active = document.activeElement?.getAttribute('aria-activedescendant')
  expect(active && document.getElementById(active)?.textContent).toContain('Sato Kenji')
  await userEvent.keyboard('2')
  await seen(page.getByRole('listbox', { name: 'Stations' }))
})

test('a link to a device scrolls the list to its row, and names a row that is there', async () => {
  const { account } = await openMap()
  const last = account.trackers.toSorted((one, other) => one.name.localeCompare(other.name)).at(-1)!
  await renderScreen(`/map?device=${last.device_id}`)
  await seen(list().getByRole('option', { name: new RegExp(last.name) }))
  const active = list().element().getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.textContent).toContain(last.name)
  expect(names().length).toBeGreaterThan(5)
})

test('finding somebody on another page opens the map with the focus on that row', async () => {
  await renderScreen('/account')
  await userEvent.keyboard('/')
  await page.getByRole('combobox', { name: 'Find a device, station or map' }).fill('Sato Kenji')
  await keys('Enter')
  await seen(list())
  await eventually(selected).not.toBe(null)
  await eventually(() => document.activeElement?.getAttribute('aria-label')).toBe('Devices')
  const active = document.activeElement?.getAttribute('aria-activedescendant')
  expect(active && document.getElementById(active)?.textContent).toContain('Sato Kenji')
})

test('a link before the menu leads past it to the list', async () => {
  await openMap()
  const skip = page.getByRole('link', { name: 'Skip to the list or page' }).element()
  const menu = page.getByRole('button', { name: 'Menu', exact: true }).element()
  expect(skip.compareDocumentPosition(menu) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  ;(skip as HTMLElement).focus()
  await keys('Enter')
  expect(document.activeElement).toBe(list().element())
})

test('R and P press what the details of the selected device have for them', async () => {
  const { screen, account } = await openMap()
  const tag = account.trackers.find(({ name }) => name === 'Aoki Reiko')!
  await list()
    .getByRole('option', { name: /Aoki Reiko/ })
    .click()
  await keys('Enter')
  await seen(page.getByRole('region', { name: 'Details' }))
  await userEvent.keyboard('r')
  await eventually(() => screen.bodies('POST', '/v3/app/trackers/ring')).toMatchObject([{ device_id: tag.device_id }])
  await userEvent.keyboard('p')
  await eventually(() => window.location.pathname).toBe('/trail')
})

test('while positions cannot reach the server, a banner and the foot of the list say since when, and no alarm is in doubt', async () => {
  const { screen, account } = await openMap()
  const live = (is_live: boolean) => screen.mock.world.tell(account.account_id, { event: 'live', data: { is_live } })
  const banner = page.getByText(/^Positions have not been updated since \d\d:\d\d:\d\d$/)
  const stale = page.getByText(/^Last update \d\d:\d\d:\d\d, /)
  live(false)
  await seen(banner)
  await seen(page.getByText(/^Alerts still ring here\./))
  await seen(stale)
  live(true)
  await gone(banner)
  await gone(stale)
})
