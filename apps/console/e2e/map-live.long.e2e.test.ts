import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../../../scripts/harness/start-server.ts'
import { countPixels, filter, map, openMap, PETROL, row, rows, shownCount, soon, tab } from './map-page.ts'
import { type ConsoleUnderTest, livingDemo, openConsole } from './open-console.ts'
import { credential, osmand, owntracks } from './speak.ts'

let app: ConsoleUnderTest<TestServer>
beforeAll(async () => {
  app = await openConsole({ start: livingDemo })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

/** A meadow beside the river, away from everybody. */
const MEADOW = { lat: 35.6262, lon: 139.5668 }

test('a phone that moves takes its dot with it', async () => {
  const { page } = await app.open()
  const password = await credential(app.server, 'phone-on-foot', 'osmand')
  await osmand(app.server, 'phone-on-foot', password, { ...MEADOW, secondsAgo: 60 })
  await openMap(page)
  await filter(page, 'phone-on-foot')
  await row(page, 'phone-on-foot').click()
  const box = await map(page).boundingBox()
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const petrol = () => countPixels(page, { x: middle.x - 34, y: middle.y - 34, width: 68, height: 68 }, PETROL)
  await soon(petrol).toBeGreaterThan(100)
  // About forty metres on: well out of that square at this zoom, well inside the screen.
  await osmand(app.server, 'phone-on-foot', password, { lat: MEADOW.lat, lon: MEADOW.lon + 0.0004, secondsAgo: 0 })
  await soon(petrol).toBeLessThan(20)
  await page.getByRole('button', { name: 'Follow' }).click()
  await soon(petrol).toBeGreaterThan(100)
})

test('a tag heard over MQTT by stations of another make is shown on their floor', async () => {
  const { page } = await app.open()
  await openMap(page)
  await tab(page, 'Maps').click()
  const devices = async () => Number(/(\d+) devices/.exec(await row(page, 'Kita Works 5F').innerText())?.[1] ?? 0)
  await soon(devices).toBeGreaterThan(3)
  await row(page, 'Kita Works 5F').click()
  await soon(() => shownCount(page)).toBeGreaterThan(3)
})

test('when the server falls silent the page says how old it is, and when it is back all is live again without a reload', async () => {
  const { page } = await app.open()
  await openMap(page)
  const password = await credential(app.server, 'phone-after-storm', 'owntracks')
  const updated = page.getByText(/^Updated \d\d:\d\d:\d\d$/)
  await updated.waitFor()
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  app.server.process().child.kill('SIGKILL')
  const banner = page.locator('[data-banner="silent"]')
  await banner.getByText(/^No live data since \d\d:\d\d:\d\d$/).waitFor({ timeout: 30_000 })
  await page.getByText(/^Last update \d\d:\d\d:\d\d, /).waitFor({ timeout: 30_000 })
  // The last known positions stay.
  expect(await rows(page).count()).toBeGreaterThan(5)
  expect(await shownCount(page)).toBeGreaterThan(100)
  await app.server.restart()
  await updated.waitFor({ timeout: 40_000 })
  await soon(() => banner.count()).toBe(0)
  await owntracks(app.server, 'phone-after-storm', password, MEADOW)
  await filter(page, 'phone-after-storm')
  await row(page, 'phone-after-storm').waitFor()
  expect(loads).toBe(0)
})

test('signing out ends the live stream', async () => {
  const { page } = await app.open()
  await openMap(page)
  expect(page.workers().some((worker) => worker.url().includes('live.worker'))).toBe(true)
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await soon(() => page.workers().some((worker) => worker.url().includes('live.worker'))).toBe(false)
})
