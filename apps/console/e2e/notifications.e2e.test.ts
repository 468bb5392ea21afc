/** The list of notifications, in the bell and on the map: the way to a device, answering, times of other days; and those denied. */
import { demoSenderPassword } from '@whereabouts/fixtures/names'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findWholeBrowser } from '../../../scripts/harness/find-browser.ts'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  alert,
  askForHelp,
  bell,
  callsOf,
  type HelpSeekers,
  helpSeekers,
  letRepeat,
  messages,
  pressStop,
  stopAll,
} from './alarm-page.ts'
import { filter, row } from './map-page.ts'
import { consoleOfFile, enterAs, eventually, expectReach } from './open-console.ts'
import { sql } from './people.ts'

const app = consoleOfFile({ drawsMaps: false, showsNotifications: true })
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const DAY_MS = 86_400_000

let seekers: HelpSeekers
beforeAll(async () => {
  await letRepeat(app, true)
  seekers = await helpSeekers(app)
})
afterEach(() => stopAll(app).then(() => undefined))

const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const rowOf = (page: Page, { name }: { readonly name: string }) =>
  page
    .getByRole('list', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: `${name} asks for help` })

/** Somebody asks for help, and the ring is stopped everywhere. */
async function ringAndStop(page: Page) {
  const device = await askForHelp(app, seekers)
  await pressStop(page)
  await eventually(() => alert(page).count()).toBe(0)
  return device
}

/** Likewise, but nobody else hears of the stop: it stays to be answered for. */
async function leaveOpen(page: Page) {
  await page.route('**/v3/app/notifications/push', (route) => route.abort())
  const device = await ringAndStop(page)
  await messages(page)
    .getByRole('button', { name: /^Clear all/ })
    .click()
  return device
}

longTest(
  'on a phone Show on map closes the bell, or the list on the map, which would cover what it shows',
  async () => {
    const { page } = await app.open(PHONE)
    await enterAs(page, 'owner', '/account')
    const device = await ringAndStop(page)
    const isShown = () =>
      page.waitForURL((url) => url.pathname === '/map' && url.searchParams.get('device') === device.device_id)
    await bell(page).tap()
    await rowOf(page, device).getByRole('link', { name: 'Show on map' }).tap()
    await isShown()
    await eventually(() => panel(page).count()).toBe(0)
    expect(await bell(page).evaluate((button) => button === document.activeElement)).toBe(true)
    await page.goto('/map')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.keyboard.press('n')
    const docked = page.getByRole('main').getByRole('region', { name: 'Notifications' })
    await docked.getByRole('link', { name: 'Show on map' }).first().waitFor()
    await rowOf(page, device).getByRole('link', { name: 'Show on map' }).tap()
    await isShown()
    await eventually(() => docked.count()).toBe(0)
  },
)

longTest(
  'by keys alone: who answers goes on at the row, hears it, and closes the list by Esc, from wherever the focus is',
  async () => {
    const { page } = await app.open()
    await enterAs(page, 'owner')
    const device = await leaveOpen(page)
    await bell(page).press('Enter')
    const answer = rowOf(page, device).getByRole('button', { name: 'Acknowledge' })
    await answer.focus()
    await page.keyboard.press('Enter')
    const said = rowOf(page, device).getByRole('status')
    await eventually(() => said.allTextContents()).toEqual([expect.stringMatching(/^Mori Yuki answered at \d\d:\d\d$/)])
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Mori Yuki answered at/)
    await expectReach(page, '[role="dialog"]')
    await page.keyboard.press('Escape')
    await eventually(() => panel(page).count()).toBe(0)
    const isAtBell = () => bell(page).evaluate((button) => button === document.activeElement)
    expect(await isAtBell()).toBe(true)

    // What had the focus may be gone: the list closes before the map takes Esc for its own.
    const first = page.getByRole('listbox').getByRole('option').first()
    await first.click()
    await eventually(() => new URL(page.url()).searchParams.has('device')).toBe(true)
    await bell(page).press('Enter')
    await panel(page).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Escape')
    await eventually(() => panel(page).count()).toBe(0)
    expect(await isAtBell()).toBe(true)
    expect(new URL(page.url()).searchParams.has('device')).toBe(true)
  },
)

longTest('a count that was asked for before the list was opened, and comes after, brings no dot back', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner')
  const [counted, read] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  let answered = 0
  await page.route('**/v3/app/users/profile', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    counted.resolve((await response.json()).unread_count)
    await read.promise
    await route.fulfill({ response })
    answered += 1
  })
  await ringAndStop(page)
  expect(await counted.promise).toBeGreaterThan(0)
  const [said] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/profile')),
    bell(page).click(),
  ])
  expect(said.ok()).toBe(true)
  read.resolve()
  // It is asked for again.
  await eventually(() => answered).toBe(2)
  expect(await bell(page).getAttribute('aria-label')).toBe('Notifications')
})

/** `yyyy/MM/dd HH:mm` in UTC. */
const written = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ')

longTest(
  'what a station delivers a day late says so with its day, and an answer of another day says that',
  async () => {
    const { page } = await app.open({ timezoneId: 'UTC' })
    await enterAs(page, 'owner')
    const device = seekers.next()
    const happenedAtMs = Date.now() - DAY_MS
    const { status } = await fetch(`${app.server.origin}/v3/device/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        t4_id: seekers.stationId,
        key: demoSenderPassword(seekers.stationId),
        seq: happenedAtMs * 100,
        scanned_at_ms: happenedAtMs,
        scans: [{ device_id: device.device_id, rssi: -61, connected: true, help: true }],
      }),
    })
    expect(status).toBe(200)
    // The alert does not wait long for the server to hear of it.
    await Promise.all([page.waitForResponse('**/v3/app/notifications/push'), pressStop(page)])
    await eventually(() => alert(page).count()).toBe(0)
    const message = messages(page)
      .getByRole('listitem')
      .filter({ hasText: `${device.name} asks for help` })
    await message.getByText(`Happened at ${written(happenedAtMs)}`, { exact: true }).waitFor()
    await message.getByRole('link', { name: 'Show on map' }).waitFor()
    await sql(
      app.server,
      'update alarms set acknowledged_at_ms = acknowledged_at_ms - $1::bigint where device_id = $2',
      [DAY_MS, device.device_id],
    )
    await page.reload()
    await bell(page).click()
    const answered = rowOf(page, device).getByText(/^Mori Yuki answered at/)
    expect(await answered.textContent()).toMatch(/ at \d{4}\/\d\d\/\d\d \d\d:\d\d$/)
  },
)

longTest('a message that stands into the next day says of which day it is', async () => {
  const { page } = await app.open()
  await page.clock.install()
  await enterAs(page, 'owner')
  const device = await ringAndStop(page)
  const message = messages(page)
    .getByRole('listitem')
    .filter({ hasText: `${device.name} asks for help` })
  await message.getByText(/^\d\d:\d\d$/).waitFor()
  // As soon as the page hears from the server it knows that no day has gone by.
  const told = await message.evaluateHandle((element) => {
    const texts: (string | null)[] = []
    const note = () => texts.push(element.textContent)
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
    return texts
  })
  await page.clock.fastForward(DAY_MS)
  await eventually(() => told.jsonValue()).toContainEqual(expect.stringMatching(/\d{4}\/\d\d\/\d\d \d\d:\d\d/))
})

longTest('a short wait for the list shows no spinner', async () => {
  const { page } = await app.open({ reducedMotion: 'no-preference' })
  await enterAs(page, 'owner')
  const answering = Promise.withResolvers<void>()
  await page.route('**/v3/app/notifications', (route) => answering.promise.then(() => route.continue()))
  await page.reload()
  await bell(page).click()
  const spinner = panel(page).getByRole('status').locator('span')
  const opacityAt = (ms: number) =>
    spinner.evaluate((element, time) => {
      for (const animation of element.getAnimations()) {
        animation.pause()
        animation.currentTime = time
      }
      return getComputedStyle(element).opacity
    }, ms)
  expect([await opacityAt(0), await opacityAt(290), await opacityAt(310)]).toEqual(['0', '0', '1'])
  answering.resolve()
})

longTest('in another language what is open and the list of notifications are told in its words at once', async () => {
  const { page } = await app.open()
  const deputy = await callsOf(app, 'deputy')
  onTestFinished(() => deputy.auth.changeProfile({ body: { user: { locale: 'en-us' } } }).then(() => undefined))
  await enterAs(page, 'deputy')
  const device = await leaveOpen(page)
  await filter(page, device.name)
  await eventually(() => row(page, device.name).textContent()).toContain('Help requested')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('radio', { name: '繁體中文' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(() => row(page, device.name).textContent()).toContain('有人求助')
  await page.getByRole('banner').getByRole('button', { name: /^通知/ }).click()
  await page.getByRole('list', { name: '通知' }).getByText(`${device.name} 發出求助`).waitFor()
})

// A browser without windows denies them for good.
test.skipIf(findWholeBrowser() === undefined)(
  'a person who denies notifications, allows them later and denies them again is warned again, without a reload',
  async () => {
    const { page, context } = await app.open()
    const devtools = await context.newCDPSession(page)
    const { targetInfo } = await devtools.send('Target.getTargetInfo')
    const here = { origin: app.server.origin, browserContextId: targetInfo.browserContextId ?? '' }
    const set = (setting: 'granted' | 'denied') =>
      devtools.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, ...here })
    await enterAs(page, 'owner')
    const told = page.locator('[data-banner="denied"]')
    await set('denied')
    await told.getByRole('button', { name: 'Understood' }).click()
    await eventually(() => told.count()).toBe(0)
    await set('granted')
    await page.waitForFunction(() => Notification.permission === 'granted')
    // Which the console has heard once it forgets that the denial was left.
    await page.waitForFunction(() => localStorage.getItem('notificationsDenialAccepted') === null)
    await set('denied')
    await told.waitFor()
  },
)
