import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { callsOf } from './alarm-page.ts'
import {
  countPixels,
  filter,
  INK,
  LAND,
  list,
  map,
  markersDrawn,
  mostShown,
  openMap,
  PETROL,
  row,
  rows,
  shownCount,
  soon,
  tab,
  toggle,
} from './map-page.ts'
import {
  brokenRules,
  type ConsoleUnderTest,
  enterAs,
  expectNoFaults,
  livingDemo,
  loaded,
  looks,
  openConsole,
} from './open-console.ts'

let app: ConsoleUnderTest
beforeAll(async () => {
  app = await openConsole({ start: livingDemo })
  // Two minutes on somebody of the building walks into one, and would ring on all the maps that follow.
  const owner = await callsOf(app, 'owner')
  for (const { id } of (await owner.zones.list()).zones) await owner.zones.remove({ id })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

const popup = '[data-kind="popup"]'

test('devices and stations are drawn where they are: who is pressed there tells who it is [MAP-01]', async () => {
  const opened = await app.open()
  const { page } = opened
  await openMap(page)
  await mostShown(page)
  // Whoever walks by would make a crowd with the gate.
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
  expectNoFaults(opened)
})

test('trackers and stations are shown or not as switched, also after a reload [DISP-02, DISP-03, DISP-11]', async () => {
  const { page } = await app.open()
  await openMap(page)
  const all = await mostShown(page)
  await toggle(page, 'Stations').click()
  // Not one who walks out of sight: 42 stations stand on maps.
  await soon(() => shownCount(page)).toBeLessThan(all - 20)
  const withoutStations = await shownCount(page)
  await toggle(page, 'Trackers').click()
  await soon(() => shownCount(page)).toBe(0)
  await page.reload()
  await loaded(page)
  expect(await toggle(page, 'Trackers').getAttribute('aria-pressed')).toBe('false')
  await soon(() => shownCount(page)).toBe(0)
  await toggle(page, 'Stations').click()
  await soon(() => shownCount(page)).toBeGreaterThan(20)
  await toggle(page, 'Trackers').click()
  await soon(() => shownCount(page)).toBeGreaterThan(withoutStations)
  // Seen from far away, the world stays where it is, whatever comes and goes above it.
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

test('the class panel comes and goes, survives a reload, and hides a class on the map [DISP-04]', async () => {
  const { page } = await app.open()
  await openMap(page)
  const panel = page.getByRole('region', { name: 'Classes' })
  expect(await panel.count()).toBe(0)
  await toggle(page, 'Classes').click()
  await panel.waitFor()
  const before = await mostShown(page)
  await panel.getByRole('button', { name: /Residents/ }).click()
  await soon(() => shownCount(page)).toBeLessThan(before - 20)
  await page.reload()
  await loaded(page)
  await panel.waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await loaded(page)
  await list(page).waitFor()
  expect(await panel.count()).toBe(0)
})

test('names of trackers are written on the map or not, also after a reload [DISP-05]', async () => {
  const { page } = await app.open()
  await openMap(page)
  await toggle(page, 'Stations').click()
  await tab(page, 'Maps').click()
  await row(page, 'Hinoki Garden 2F East').click()
  const box = await map(page).boundingBox()
  const middle = { x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 120, width: 840, height: 600 }
  const ink = () => countPixels(page, middle, INK)
  await soon(ink).toBeGreaterThan(400)
  const withNames = await ink()
  await toggle(page, 'Names').click()
  await soon(ink).toBeLessThan(withNames / 2)
  await page.reload()
  await loaded(page)
  await markersDrawn(page)
  expect(await toggle(page, 'Names').getAttribute('aria-pressed')).toBe('false')
  await soon(ink).toBeLessThan(withNames / 2)
  await toggle(page, 'Names').click()
  await soon(ink).toBeGreaterThan(withNames / 2)
})

test('what is switched stays in this browser: nothing is sent, and elsewhere all is as usual [DISP-08]', async () => {
  const { page } = await app.open()
  await openMap(page)
  const sent: string[] = []
  // The map's own pictures may still come in: streets, which are a file, and plans.
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v3/') && !pathname.endsWith('/image')) sent.push(pathname)
  })
  for (const name of ['Trackers', 'Stations', 'Names', 'Classes', 'Notifications', 'List'])
    await toggle(page, name).click()
  await soon(() => list(page).count()).toBe(0)
  expect(sent).toEqual([])
  const elsewhere = await app.open()
  await openMap(elsewhere.page, 'deputy')
  expect(await list(elsewhere.page).count()).toBe(1)
  expect(await toggle(elsewhere.page, 'Classes').getAttribute('aria-pressed')).toBe('false')
})

test('choosing a device takes the choice from the map, and the other way round [DISP-12]', async () => {
  const { page } = await app.open()
  await openMap(page)
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

test('a link to a device opens it for whoever follows it', async () => {
  const { page } = await app.open()
  await openMap(page)
  await row(page, 'Abe Michiko').click()
  await soon(() => page.url()).toContain('device=')
  const link = page.url()
  const colleague = await app.open()
  await enterAs(colleague.page, 'deputy', link)
  await colleague.page.locator(popup).getByText('Abe Michiko').waitFor()
})

test('everything on the map is reached by keys alone', async () => {
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

test('a guest who may only read sees the map and every floor', async () => {
  const opened = await app.open()
  await openMap(opened.page, 'readonly')
  await tab(opened.page, 'Maps').click()
  await soon(() => rows(opened.page).count()).toBe(6)
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
    expect(await brokenRules(page)).toEqual([])
    await page.locator(popup).getByRole('button', { name: 'Details' }).click()
    await page.getByRole('region', { name: 'Details' }).waitFor()
    await toggle(page, 'Classes').click()
    await toggle(page, 'Notifications').click()
    expect(await brokenRules(page)).toEqual([])
    await tab(page, 'Stations').click()
    await row(page, '1F café').click()
    expect(await brokenRules(page)).toEqual([])
    await tab(page, 'Maps').click()
    await row(page, 'Kita Works 5F').click()
    await page.getByRole('searchbox').fill('nothing')
    expect(await brokenRules(page)).toEqual([])
  },
)
