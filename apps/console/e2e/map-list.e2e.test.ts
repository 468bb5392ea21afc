/** What stands beside the map, in a browser that draws none: the list and the bar are there all the same, for less work. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { livedDemo } from '../../../scripts/harness/lived-demo.ts'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { askForHelp, helpSeekers, stopAll } from './alarm-page.ts'
import { filter, list, row, rows, soon, tab, toggle } from './map-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults, loaded, storedAccount } from './open-console.ts'
import { sql } from './people.ts'
import { stationReport } from './speak.ts'

const app = consoleOfFile({ drawsMaps: false, start: livedDemo })

async function openList(page: Page): Promise<void> {
  await enterAs(page, 'owner')
  await rows(page).first().waitFor()
}

test('the list shows devices, stations or maps, one at a time [DISP-01, DISP-13]', async () => {
  const { page } = await app.open()
  await openList(page)
  const chosen = () => list(page).getByRole('tab', { selected: true }).allTextContents()
  for (const [name, item] of [
    ['Devices', 'Abe Michiko'],
    ['Stations', '1F café'],
    ['Maps', 'Hinoki Garden 1F'],
  ] as const) {
    await tab(page, name).click()
    await row(page, item).waitFor()
    const size = await rows(page).first().getAttribute('aria-setsize')
    expect(await chosen()).toHaveLength(1)
    expect((await chosen())[0]).toBe(`${name}${size}`)
  }
})

test('without any choice the list is ordered by state [MAP-05]', async () => {
  const { page } = await app.open()
  await openList(page)
  expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('state')
  // Devices come alive while this looks, and a row takes its new place a moment after its new state.
  const at = async (key: 'Home' | 'End'): Promise<readonly string[]> => {
    await page.getByRole('listbox').press(key)
    return page.getByRole('listbox').locator('[style*=absolute]').allInnerTexts()
  }
  await eventually(async () => (await at('Home'))[0]).toMatch(/^Needs attention/)
  await eventually(async () => (await at('End')).at(-1)).toContain('Offline')
  expect(await rows(page).last().getAttribute('aria-posinset')).toBe(
    await rows(page).last().getAttribute('aria-setsize'),
  )
})

test('notification list and device list come and go, also after a reload [DISP-06, DISP-07]', async () => {
  const { page } = await app.open()
  await openList(page)
  const notifications = page.getByRole('main').getByRole('region', { name: 'Notifications' })
  expect(await notifications.count()).toBe(0)
  await toggle(page, 'Notifications').click()
  await notifications.waitFor()
  await toggle(page, 'List').click()
  await soon(() => list(page).count()).toBe(0)
  await page.reload()
  await loaded(page)
  await notifications.waitFor()
  expect(await list(page).count()).toBe(0)
  await toggle(page, 'List').click()
  await list(page).waitFor()
  await toggle(page, 'Notifications').click()
  await soon(() => notifications.count()).toBe(0)
})

test('care watches have the fields of trackers and stand among them [WATCH-01]', async () => {
  const { page } = await app.open()
  await openList(page)
  const token = (await storedAccount(page))?.token ?? ''
  const get = async (path: string) =>
    (await page.request.get(`/v3/app/${path}?count=1000`, { headers: { authorization: `Bearer ${token}` } })).json()
  const { carewatches } = await get('carewatches')
  const { trackers } = await get('trackers')
  const fields = Object.keys(trackers[0]).sort()
  for (const watch of carewatches) {
    expect(Object.keys(watch).sort()).toEqual(fields)
    expect(watch.device_model).toBe('g5')
  }
  expect(await tab(page, 'Devices').innerText()).toContain(String(trackers.length + carewatches.length))
  await filter(page, carewatches[0].device_id)
  await row(page, carewatches[0].name).click()
  await page.keyboard.press('Escape')
  await row(page, carewatches[0].name).dblclick()
  await page.getByRole('region', { name: 'Details' }).getByText('Care watch · g5').waitFor()
})

test('stations are of the one type there is, each with its id [STN-01]', async () => {
  const { page } = await app.open()
  await openList(page)
  const token = (await storedAccount(page))?.token ?? ''
  const answer = await page.request.get('/v3/app/stations?count=1000', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { stations } = (await answer.json()) as { stations: { t4_id: string; type: string }[] }
  expect(stations.length).toBeGreaterThan(20)
  for (const { t4_id, type } of stations) {
    expect(t4_id).toMatch(/^T4-[0-9A-F]{12}$/)
    expect(type).toBe('t4')
  }
  expect(await tab(page, 'Stations').innerText()).toContain(String(stations.length))
})

test('the filter narrows the list as one types, says so, and offers the way back', async () => {
  const { page } = await app.open()
  await openList(page)
  await filter(page, 'ward b')
  await soon(async () => {
    const texts = await rows(page).allTextContents()
    return texts.length > 3 && texts.every((text) => /ward b/i.test(text))
  }).toBe(true)
  await filter(page, 'no such thing')
  await page.getByText('Nothing matches “no such thing”').waitFor()
  await list(page).getByRole('button', { name: 'Clear filter' }).last().click()
  await row(page, 'Abe Michiko').waitFor()
})

longTest(
  'arrow keys scroll the notifications beside the map while these have the focus, and walk the devices from elsewhere',
  async () => {
    // So low that two of them need scrolling.
    const { page } = await app.open({ viewport: { width: 1440, height: 400 } })
    const seekers = await helpSeekers(app)
    await askForHelp(app, seekers)
    await askForHelp(app, seekers)
    await stopAll(app)
    await openList(page)
    await toggle(page, 'Notifications').click()
    await row(page, 'Abe Michiko').click()
    await soon(() => page.url()).toContain('device=')
    const chosen = page.url()
    const notifications = page.getByRole('list', { name: 'Notifications' })
    await notifications.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown')
    await soon(() => notifications.evaluate((view) => view.scrollTop)).toBeGreaterThan(0)
    expect(page.url()).toBe(chosen)
    // All other keys are the map's there too.
    await page.keyboard.press('n')
    await soon(() => notifications.count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await soon(() => page.url()).not.toBe(chosen)
  },
)

longTest(
  'on a phone the notifications beside the map end above the sheet, and the menu of what is shown lies over them',
  async () => {
    const { page } = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await openList(page)
    const menu = page.getByRole('button', { name: 'Display', exact: true })
    await menu.tap()
    await toggle(page, 'Notifications').tap()
    const panel = page.getByRole('main').getByRole('region', { name: 'Notifications' })
    const handle = page.getByRole('button', { name: /Show more of the (list|map)/ })
    const room = async () => {
      const [above, below] = await Promise.all([panel.boundingBox(), handle.boundingBox()])
      return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))
    }
    // The edge of the sheet is around its handle.
    await soon(room).toBe(13)
    const height = async () => (await panel.boundingBox())?.height ?? 0
    const whileHalf = await height()
    await toggle(page, 'Names').tap()
    await soon(() => toggle(page, 'Names').getAttribute('aria-pressed')).toBe('false')
    await menu.tap()
    // A floor that is chosen lowers the sheet, and its name stands between the button and the panel.
    await tab(page, 'Maps').tap()
    await row(page, 'Hinoki Garden 1F').tap()
    const chip = page.getByRole('button', { name: 'Back to outdoor map' })
    await chip.waitFor()
    await soon(height).toBeGreaterThan(whileHalf + 150)
    expect(await room()).toBeGreaterThanOrEqual(12)
    const top = async (part: typeof chip) => (await part.boundingBox())?.y ?? 0
    await soon(async () => (await top(panel)) - (await top(chip))).toBeGreaterThan(40)
    expect(await panel.getByRole('button', { name: 'Close' }).isVisible()).toBe(true)
  },
)

longTest(
  'where positions go on but the server cannot look for alarms the page says since when, and its map stays live',
  async () => {
    const { page } = await app.open()
    await openList(page)
    const banner = page.locator('[data-banner="unproven"]')
    const title = banner.getByText(/^Alerts not confirmed since \d\d:\d\d:\d\d$/)
    const updated = page.getByText(/^Updated \d\d:\d\d:\d\d$/)
    const rename = (from: string, to: string) =>
      sql(app.server, `alter table notifications rename column ${from} to ${to}`, [])
    await rename('stored_at', 'put_away')
    try {
      await title.waitFor({ timeout: 40_000 })
      const [since, before] = [await title.textContent(), await updated.textContent()]
      await stationReport(app.server, 'T4-8C2F10A4E700')
      await soon(() => updated.textContent()).not.toBe(before)
      expect(await title.textContent()).toBe(since)
      expect(await page.getByText('No live data').count()).toBe(0)
    } finally {
      await rename('put_away', 'stored_at')
    }
    await soon(() => banner.count()).toBe(0)
  },
)

test('what is switched stays in this browser: nothing is sent, and elsewhere all is as usual [DISP-08]', async () => {
  const { page } = await app.open()
  await openList(page)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v3/') && !pathname.endsWith('/image')) sent.push(pathname)
  })
  for (const name of ['Trackers', 'Stations', 'Names', 'Classes', 'Notifications', 'List'])
    await toggle(page, name).click()
  await soon(() => list(page).count()).toBe(0)
  expect(sent).toEqual([])
  const elsewhere = await app.open()
  await enterAs(elsewhere.page, 'deputy')
  await list(elsewhere.page).waitFor()
  expect(await toggle(elsewhere.page, 'Classes').getAttribute('aria-pressed')).toBe('false')
})

test('choosing a device takes the choice from the map, and the other way round [DISP-12]', async () => {
  const { page } = await app.open()
  await openList(page)
  await tab(page, 'Maps').click()
  await row(page, 'Hinoki Garden 2F East').click()
  expect(new URL(page.url()).searchParams.get('map')).not.toBeNull()
  await tab(page, 'Devices').click()
  await row(page, 'Abe Michiko').click()
  await soon(() => new URL(page.url()).searchParams.get('map')).toBeNull()
  const device = new URL(page.url()).searchParams.get('device')
  expect(device).not.toBeNull()
  await tab(page, 'Maps').click()
  expect(await rows(page).and(page.locator('[aria-selected=true]')).count()).toBe(0)
  await row(page, 'Kita Works 5F').click()
  await soon(() => new URL(page.url()).searchParams.get('device')).toBeNull()
  await tab(page, 'Devices').click()
  expect(await rows(page).and(page.locator('[aria-selected=true]')).count()).toBe(0)
})

test('a guest who may only read sees the map and every floor', async () => {
  const opened = await app.open()
  await enterAs(opened.page, 'readonly')
  await tab(opened.page, 'Maps').click()
  await soon(() => rows(opened.page).count()).toBe(6)
  expectNoFaults(opened)
})
