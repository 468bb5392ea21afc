import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { livedDemo } from '../../../scripts/harness/lived-demo.ts'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  countPixels,
  filter,
  INK,
  LAND,
  list,
  map,
  mostShown,
  openMap,
  PETROL,
  row,
  shownCount,
  soon,
  tab,
  toggle,
} from './map-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults, expectReach, loaded, looks } from './open-console.ts'
import { watched } from './policy.ts'
import { credential, owntracks } from './speak.ts'

const app = consoleOfFile({ start: livedDemo })

const popup = '[data-kind="popup"]'
const button = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

test('devices and stations are drawn where they are: who is pressed there tells who it is [MAP-01, ENT-station.gps_latitude, ENT-station.gps_longitude]', async () => {
  const opened = await app.open()
  const { page } = opened
  await openMap(page)
  await mostShown(page)
  // A tracker that passes the gate would be grouped with it.
  await toggle(page, 'Trackers').click()
  await tab(page, 'Stations').click()
  await filter(page, 'garden gate')
  await row(page, 'Garden gate').click()
  const card = page.locator(popup)
  await soon(() => card.getAttribute('data-hidden')).toBeNull()
  // The ring of the chosen station is in the middle of the map now, in petrol; a press on it after closing reopens it.
  const box = await map(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const petrol = () => countPixels(page, { x: x - 30, y: y - 30, width: 60, height: 60 }, PETROL)
  await soon(petrol).toBeGreaterThan(100)
  await card.getByRole('button', { name: 'Close' }).click()
  await soon(() => card.count()).toBe(0)
  await soon(petrol).toBeLessThan(20)
  await page.mouse.click(x, y)
  await card.getByText('Garden gate').waitFor()
  // What was never placed has no marker to press: its details open by themselves.
  await tab(page, 'Devices').click()
  await filter(page, 'Night keys')
  await row(page, 'Night keys').click()
  await page.getByRole('region', { name: 'Details' }).getByText('No location yet').waitFor()
  expectNoFaults(opened)
})

test('trackers, stations, names and classes are shown as switched, also after a reload [DISP-02, DISP-03, DISP-04, DISP-05, DISP-11]', async () => {
  const { page } = await app.open()
  await openMap(page)
  const all = await mostShown(page)
  const panel = page.getByRole('region', { name: 'Classes' })
  expect(await panel.count()).toBe(0)
  await toggle(page, 'Classes').click()
  await panel.getByRole('button', { name: /Residents/ }).click()
  await soon(() => shownCount(page)).toBeLessThan(all - 20)
  await panel.getByRole('button', { name: /Residents/ }).click()
  await soon(() => shownCount(page)).toBe(all)
  await toggle(page, 'Stations').click()
  await soon(() => shownCount(page)).toBeLessThan(all - 20)
  await tab(page, 'Maps').click()
  await row(page, 'Hinoki Garden 2F East').click()
  const box = await map(page).boundingBox()
  const middle = { x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 120, width: 840, height: 600 }
  const ink = () => countPixels(page, middle, INK)
  await soon(ink).toBeGreaterThan(400)
  const withNames = await ink()
  await toggle(page, 'Names').click()
  await soon(ink).toBeLessThan(withNames / 2)
  await toggle(page, 'Trackers').click()
  await soon(() => shownCount(page)).toBe(0)

  await page.reload()
  await loaded(page)
  await panel.waitFor()
  for (const name of ['Trackers', 'Stations', 'Names'])
    expect(await toggle(page, name).getAttribute('aria-pressed')).toBe('false')
  await soon(() => shownCount(page)).toBe(0)
})

test('a phone nobody seeded is a dot on the open map from its first location, with no reload [TRK-02, MAP-01]', async () => {
  const opened = await app.open()
  const { page } = opened
  await openMap(page)
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  const before = await mostShown(page)
  const password = await credential(app.server, 'phone-of-anna', 'owntracks')
  await owntracks(app.server, 'phone-of-anna', password, { lat: 35.6262, lon: 139.5668 })
  await soon(() => shownCount(page)).toBe(before + 1)
  await filter(page, 'phone-of-anna')
  await row(page, 'phone-of-anna').click()
  const card = page.locator(popup)
  await card.getByText('Online').first().waitFor()
  await soon(() => card.getAttribute('data-hidden')).toBeNull()
  expect(loads).toBe(0)
  expectNoFaults(opened)
})

test('sign-in, map, menu and account do all they do within the policy of their page', async () => {
  const opened = await watched(app)
  const { page, stopped } = opened
  await page.goto('/')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await stopped()).toEqual([])
  await openMap(page)
  expect(await page.locator('canvas.maplibregl-canvas').count()).toBe(1)
  await button(page, 'Menu').click()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Account').click()
  await page.getByText('Dark', { exact: true }).click()
  await eventually(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  expect(await stopped()).toEqual([])
  expectNoFaults(opened)
})

longTest('seen from far away the world stays where it is, whatever comes and goes above it', async () => {
  const { page } = await app.open()
  await openMap(page)
  await mostShown(page)
  const box = await map(page).boundingBox()
  const middle = { x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 200, width: 500, height: 400 }
  await page.mouse.move(middle.x + 250, middle.y + 200)
  while (!(await page.getByText(/^(50|[1-9]00+) km$/).isVisible())) await page.mouse.wheel(0, 1000)
  for (const name of ['Stations', 'Trackers', 'Stations']) {
    const shown = await shownCount(page)
    await toggle(page, name).click()
    await soon(() => shownCount(page)).not.toBe(shown)
    expect(await countPixels(page, middle, LAND)).toBeGreaterThan(10_000)
  }
})

longTest('a link to a device opens it for a colleague', async () => {
  const { page } = await app.open()
  await openMap(page)
  await row(page, 'Abe Michiko').click()
  await soon(() => page.url()).toContain('device=')
  const link = page.url()
  const colleague = await app.open()
  await enterAs(colleague.page, 'deputy', link)
  await colleague.page.locator(popup).getByText('Abe Michiko').waitFor()
})

longTest('everything on the map is reached by keys alone', async () => {
  const opened = await app.open()
  const { page } = opened
  await openMap(page)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('2')
  await row(page, '1F café').waitFor()
  await page.keyboard.press('/')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('wheelchair')
  await page.getByRole('option', { name: /Wheelchair 01/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.locator(popup).getByText('Wheelchair 01').waitFor()
  await page.keyboard.press('1')
  const before = new URL(page.url()).searchParams.get('device')
  await page.keyboard.press('ArrowDown')
  await soon(() => new URL(page.url()).searchParams.get('device')).not.toBe(before)
  await page.getByRole('listbox').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Details' })
  await details.waitFor()
  const first = await details.getByRole('heading', { level: 2 }).innerText()
  await page.keyboard.press('ArrowDown')
  await soon(() => details.getByRole('heading', { level: 2 }).innerText()).not.toBe(first)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Escape')
  await soon(() => details.count()).toBe(0)
  await page.keyboard.press('Escape')
  await soon(() => new URL(page.url()).searchParams.get('device')).toBeNull()
  await page.keyboard.press('c')
  await page.getByRole('region', { name: 'Classes' }).waitFor()
  await page.keyboard.press('d')
  await soon(() => list(page).count()).toBe(0)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expectNoFaults(opened)
})

test('a zone outdoors is drawn by presses and drags', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner', '/setting?tab=zones&zone=new')
  await page.getByLabel('Name', { exact: true }).fill('River bank')
  // In a danger zone people of the demo would ring on all the maps that follow.
  await page.getByRole('radio', { name: /^Attendance zone/ }).check({ force: true })
  await page.getByRole('radio', { name: /^Outdoors/ }).check({ force: true })
  const number = (name: string) => page.getByLabel(name).inputValue().then(Number)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.getByText('Natural Earth', { exact: false }).waitFor()
  // A corner that is added by key stands in the middle of what is shown, which comes to be the site.
  await soon(async () => {
    await button('Add corner').click()
    const latitude = await number('Latitude of corner 1')
    await button('Undo last corner').click()
    return Math.round(latitude)
  }).toBe(36)
  const board = page.getByRole('region', { name: 'Map to draw on' })
  await board.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await board.boundingBox()) ?? {}
  const at = (right: number, down: number): [number, number] => [x + right * width, y + down * height]
  for (const [right, down] of [
    [0.2, 0.3],
    [0.5, 0.3],
    [0.5, 0.7],
  ] as const)
    await page.mouse.click(...at(right, down))
  await button('Corner 3').waitFor()
  const [before, other] = [await number('Longitude of corner 2'), await number('Longitude of corner 1')]
  expect(await number('Latitude of corner 2')).toBeCloseTo(await number('Latitude of corner 1'), 4)
  expect(before).toBeGreaterThan(other)
  await page.mouse.move(...at(0.5, 0.3))
  await page.mouse.down()
  await page.mouse.move(...at(0.8, 0.3), { steps: 4 })
  await page.mouse.up()
  // As far again as the first two are apart.
  expect((await number('Longitude of corner 2')) - before).toBeCloseTo(before - other, 4)
  await button('Corner 1: closes the outline').click()
  await page.getByRole('radio', { name: /^All devices/ }).check({ force: true })
  await button('Save changes').click()
  await page.getByRole('link', { name: 'River bank' }).waitFor()
  expectNoFaults(opened)
})

longTest.each(looks(['light', 'dark'] as const))(
  'list, popup, details and a floor break no rule of accessibility in %s',
  async (colorScheme) => {
    const { page } = await app.open({ colorScheme })
    await openMap(page)
    expect(await page.getByRole('region', { name: 'Map', exact: true }).count()).toBe(1)
    await row(page, 'Abe Michiko').click()
    await page.locator(popup).waitFor()
    await expectReach(page)
    await page.locator(popup).getByRole('button', { name: 'Details' }).click()
    await page.getByRole('region', { name: 'Details' }).waitFor()
    await toggle(page, 'Classes').click()
    await toggle(page, 'Notifications').click()
    await expectReach(page)
    await tab(page, 'Stations').click()
    await row(page, '1F café').click()
    await expectReach(page)
    await tab(page, 'Maps').click()
    await row(page, 'Kita Works 5F').click()
    await page.getByRole('searchbox').fill('nothing')
    await expectReach(page)
  },
)
