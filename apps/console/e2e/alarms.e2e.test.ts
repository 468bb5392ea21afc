import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  alert,
  askForHelp as ask,
  bell,
  callsOf,
  type HelpSeekers,
  helpSeekers,
  messages,
  pressStop,
  letRepeat as repeat,
  seen,
  stop,
  stopAll,
} from './alarm-page.ts'
import { callsTo } from './calls.ts'
import { filter, row } from './map-page.ts'
import {
  consoleOfFile,
  enterAs,
  eventually,
  expectNoFaults,
  expectReach,
  loaded,
  type Person,
  storedAccount,
  submitSignIn,
} from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

interface SoundCounts {
  /** That ring now. */
  rings: number
  /** That have begun to sound once, and those of them that sound now. */
  notices: number
  passing: number
}

/** Counts what the page sounds through its loudspeaker, and passes it on. */
async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counter = Object.assign(window, { rings: 0, notices: 0, passing: 0 })
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.loop) counter.rings++
      else {
        counter.notices++
        counter.passing++
        this.addEventListener('ended', () => counter.passing--)
      }
      start.apply(this, when)
    }
    const { stop } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.stop = function (...when) {
      counter.rings--
      stop.apply(this, when)
    }
  })
}
const counted = (page: Page, what: keyof SoundCounts): Promise<number> =>
  page.evaluate((name) => (window as unknown as SoundCounts)[name], what)
const rings = (page: Page) => counted(page, 'rings')
const notices = (page: Page) => counted(page, 'notices')

/** A console whose person has pressed something since it was loaded, so that it may sound. */
async function openDesk(person: Person, options = {}, path?: string) {
  const opened = await app.open(options)
  await watchSound(opened.page)
  await enterAs(opened.page, person, path)
  await opened.page.keyboard.press('x')
  return opened
}

/** Silence is told so long after the page stands (ms). */
const TOLD_AFTER_MS = 15_000

/** Another tab of that browser, which may sound too. */
async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await watchSound(tab)
  await tab.goto('/account')
  await tab.locator('#content[aria-busy="false"]').waitFor()
  await tab.keyboard.press('x')
  return tab
}

const calls = (person: Person) => callsOf(app, person)
const letRepeat = (repeats: boolean) => repeat(app, repeats)
let seekers: HelpSeekers
const askForHelp = () => ask(app, seekers)

beforeAll(async () => {
  await letRepeat(true)
  seekers = await helpSeekers(app)
  await (await calls('readonly')).auth.changeProfile({ body: { user: { locale: 'zh-tw' } } })
})

/** What a test left ringing. */
afterEach(() => stopAll(app).then(() => undefined))

// The first, as a console that opens soon after an event loads after that.
test('a test rings once on every console, says what it is, and closing it tells nobody [ALERT-05, ALERT-06, NOTI-10, NOTI-19, NOTI-21]', async () => {
  const { page } = await openDesk('owner')
  const other = await openDesk('readonly')
  const before = await notices(page)
  const loads: string[] = []
  page.on('request', (request) => request.method() === 'GET' && loads.push(new URL(request.url()).pathname))
  await (await calls('deputy')).notifications.push({ body: { type: 'test', event_time_ms: Date.now() } })
  await alert(page).getByRole('heading', { name: 'Test alert' }).waitFor()
  await alert(other.page).getByRole('heading', { name: '測試通知' }).waitFor()
  expect(await alert(page).getByRole('button').allTextContents()).toEqual(['Close'])
  expect(await alert(other.page).getByRole('button').allTextContents()).toEqual(['關閉'])
  await eventually(() => notices(page)).toBe(before + 1)
  await expectReach(page, '[role="alertdialog"]')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await pressStop(page)
  await eventually(() => alert(page).count()).toBe(0)
  expect(sent.filter((path) => path.endsWith('/push'))).toEqual([])
  expect(await alert(other.page).count()).toBe(1)
  // What is not a test is followed by the list, and by the main load.
  expect(loads).toEqual([])
  await askForHelp()
  const lists = ['notifications', 'users/profile']
  const main = [
    ...['trackers', 'carewatches', 'stations', 'indoormaps'],
    ...['users/extrasettings/class', 'users/extrasettings/remarks', 'activity/devices'],
  ]
  const calledFor = (...paths: readonly string[]) => paths.map((path) => `/v3/app/${path}`).sort()
  await eventually(() => loads.sort()).toEqual(calledFor(...lists, ...main))
  // The next one is followed by the list alone: a main load each minute is enough.
  loads.length = 0
  await askForHelp()
  await eventually(() => loads.sort()).toEqual(calledFor(...lists))
})

test('two consoles and a phone ring; one key stops them all, and each is told who it was [PROD-06, ALERT-01, ALERT-02, ALERT-04, ALERT-07, ALERT-09, NOTI-20]', async () => {
  const owner = await openDesk('owner', { timezoneId: 'UTC' })
  const reader = await openDesk('readonly')
  const phone = await openDesk('deputy', PHONE)
  const desks = [owner, reader, phone]
  const device = await askForHelp()
  for (const { page } of desks) {
    await alert(page).waitFor()
    await eventually(() => rings(page)).toBe(1)
  }
  const dialog = alert(owner.page)
  await dialog.getByRole('heading', { name: 'Help requested' }).waitFor()
  await dialog.getByText(`${device.name} asks for help`).waitFor()
  const [raised] = (await (await calls('owner')).notifications.list({ query: {} })).notifications
  const [day, time] = new Date(raised?.metadata.event_time_ms ?? 0).toISOString().split(/[T.]/) as [string, string]
  expect(await dialog.locator('dd').first().textContent()).toBe(`${day.replaceAll('-', '/')} ${time}`)
  await messages(owner.page).getByText(`${device.name} asks for help`).waitFor()
  expect(await dialog.getByRole('button').allTextContents()).toEqual(['Stop ring', "I'm going G"])
  expect((await stop(owner.page).boundingBox())?.height).toBe(64)
  expect(await stop(reader.page).textContent()).toBe('停止響鈴')
  await dialog.getByText(/^Ringing for 0:\d\d$/).waitFor()
  await expectReach(owner.page, '[role="alertdialog"]')
  await seen(owner.page)
  expect(await stop(owner.page).evaluate((button) => button === document.activeElement)).toBe(true)
  await owner.page.keyboard.press('Space')
  for (const { page } of desks) {
    await eventually(() => rings(page)).toBe(0)
    await eventually(() => alert(page).count()).toBe(0)
  }
  await messages(phone.page).getByText('Mori Yuki stopped the ring.').waitFor()
  await reader.page.getByText('Mori Yuki 已停止響鈴。').waitFor()
  expect(await messages(owner.page).getByText('stopped the ring.').count()).toBe(0)
  const list = await (await calls('owner')).notifications.list({ query: {} })
  expect(list.notifications[0]?.alarm).toMatchObject({ state: 'acknowledged', acknowledged_by: 'Mori Yuki' })
  await bell(owner.page).click()
  await owner.page.getByRole('list', { name: 'Notifications' }).getByText(`${device.name} asks for help`).waitFor()
  for (const desk of desks) expectNoFaults(desk)
})

test('neither the backdrop nor Esc closes the alert; a newer one takes its place, and one press stops both [ALERT-03, ENT-session.lastDisengageTime]', async () => {
  const { page } = await openDesk('owner')
  const first = await askForHelp()
  await alert(page).getByText(`${first.name} asks for help`).waitFor()
  await page.mouse.click(20, 500)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await alert(page).count()).toBe(1)
  const second = await askForHelp()
  await alert(page).getByText(`${second.name} asks for help`).waitFor()
  await alert(page).getByText('1 more alert is ringing').waitFor()
  await eventually(() => rings(page)).toBe(1)
  await seen(page)
  const [sent] = await Promise.all([page.waitForRequest('**/v3/app/notifications/push'), stop(page).click()])
  const { type, event_time_ms, alarm_ids } = sent.postDataJSON()
  expect([type, alarm_ids.length]).toEqual(['disengage', 2])
  // Told as of a time at which both were there already.
  const { notifications } = await (await calls('owner')).notifications.list({ query: {} })
  const raisedAtMs = notifications.flatMap(({ alarm, metadata }) => (alarm === null ? [] : [metadata.event_time_ms]))
  expect(event_time_ms).toBeGreaterThanOrEqual(Math.max(...raisedAtMs))
  await eventually(() => alert(page).count()).toBe(0)
  await eventually(() => rings(page)).toBe(0)
})

longTest(
  'a page that is loaded again rings although the list of notifications does not answer, and tells what came as soon as it does',
  async () => {
    const { page } = await openDesk('owner')
    const { name } = await askForHelp()
    await alert(page).waitFor()
    const answering = Promise.withResolvers<void>()
    await page.route('**/v3/app/notifications', (route) => answering.promise.then(() => route.continue()))
    await page.reload()
    await alert(page).getByText(`${name} asks for help`).waitFor()
    await eventually(() => rings(page)).toBe(1)
    const { name: next } = await askForHelp()
    await alert(page).getByText(`${next} asks for help`).waitFor()
    answering.resolve()
    await pressStop(page)
    await eventually(() => alert(page).count()).toBe(0)
    await bell(page).click()
    await page.getByRole('list', { name: 'Notifications' }).getByText(`${next} asks for help`).waitFor()
  },
)

test('events that do not repeat sound each, also shortly after one another, and one tab sounds for all [NOTI-18]', async () => {
  await letRepeat(false)
  onTestFinished(() => letRepeat(true).then(() => undefined))
  const { page, context } = await openDesk('owner')
  const second = await openTab(context)
  const before = [await notices(page), await notices(second)]
  const sounded = async () =>
    (await notices(page)) + (await notices(second)) - (before[0] as number) - (before[1] as number)
  await askForHelp()
  await eventually(sounded).toBe(1)
  // The first has just been heard to its end.
  await eventually(async () => (await counted(page, 'passing')) + (await counted(second, 'passing'))).toBe(0)
  expect(await sounded()).toBe(1)
  await askForHelp()
  await eventually(sounded).toBe(2)
})

longTest('a press too many on a test does not answer for the alarm behind it', async () => {
  const { page } = await openDesk('owner')
  const { name } = await askForHelp()
  await alert(page).getByText(`${name} asks for help`).waitFor()
  await eventually(() => rings(page)).toBe(1)
  await (await calls('deputy')).notifications.push({ body: { type: 'test', event_time_ms: Date.now() } })
  await alert(page).getByRole('heading', { name: 'Test alert' }).waitFor()
  await seen(page)
  await stop(page).dblclick()
  await alert(page).getByText(`${name} asks for help`).waitFor()
  expect(await rings(page)).toBe(1)
  expect((await (await calls('owner')).alarms.list({ query: { state: 'open' } })).alarms).toHaveLength(1)
  await pressStop(page)
  await eventually(() => alert(page).count()).toBe(0)
})

longTest(
  'a page that is loaded again rings for what is still open, at the first gesture where the browser wants one; what was stopped stays silent',
  async () => {
    const { page, context } = await openDesk('owner')
    await askForHelp()
    await alert(page).waitFor()
    await page.reload()
    await alert(page).waitFor()
    await eventually(() => rings(page)).toBe(1)
    await page.close()
    // A new tab wants a gesture of its own.
    const fresh = await context.newPage()
    await watchSound(fresh)
    // Looking from outside counts as a gesture for the browser, so the page itself says what it shows.
    await fresh.addInitScript(() => {
      new MutationObserver((_, watch) => {
        const banner = document.querySelector('[data-banner="blocked"]')
        const dialog = document.querySelector('[role="alertdialog"]')
        if (!banner || !dialog) return
        watch.disconnect()
        console.log(`The page says: ${banner.textContent} / ${dialog.textContent}`)
      }).observe(document, { subtree: true, childList: true })
    })
    const [told] = await Promise.all([
      fresh.waitForEvent('console', (message) => message.text().startsWith('The page says')),
      fresh.goto('/account'),
    ])
    expect(told.text()).toContain('Sound is blocked')
    expect(told.text()).toContain('No sound. Press anywhere to turn it on.')
    await fresh.keyboard.press('x')
    await eventually(() => rings(fresh)).toBe(1)
    await pressStop(fresh)
    await eventually(() => alert(fresh).count()).toBe(0)
    await fresh.reload()
    await fresh.locator('#content[aria-busy="false"]').waitFor()
    // The dialog would be there before what is loaded after it.
    await eventually(() => fresh.evaluate(() => performance.now() > 1500)).toBe(true)
    expect(await alert(fresh).count()).toBe(0)
  },
)

longTest(
  'who may only read closes the alert for himself: nothing is sent, and the others ring on [ALERT-06]',
  async () => {
    const reader = await openDesk('readonly')
    const { page } = await openDesk('owner')
    await askForHelp()
    await alert(reader.page).getByText('只會停止此畫面的響鈴。').waitFor()
    await alert(page).waitFor()
    for (const desk of [page, reader.page]) await eventually(() => rings(desk)).toBe(1)
    const sent: string[] = []
    reader.page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await pressStop(reader.page)
    await eventually(() => alert(reader.page).count()).toBe(0)
    expect(await rings(reader.page)).toBe(0)
    expect(sent.filter((path) => path.endsWith('/push'))).toEqual([])
    expect(await rings(page)).toBe(1)
    await pressStop(page)
    await eventually(() => alert(page).count()).toBe(0)
  },
)

longTest(
  'a stop that cannot be sent closes the alert all the same, says so loudly, and is sent by another try',
  async () => {
    const { page } = await openDesk('owner')
    const other = await openDesk('deputy')
    await askForHelp()
    await alert(page).waitFor()
    for (const desk of [page, other.page]) await eventually(() => rings(desk)).toBe(1)
    await page.route('**/v3/app/notifications/push', (route) => route.abort())
    await pressStop(page)
    await eventually(() => alert(page).count()).toBe(0)
    expect(await rings(page)).toBe(0)
    const failed = messages(page).getByText('The stop was not sent')
    await failed.waitFor()
    expect(await rings(other.page)).toBe(1)
    await page.unroute('**/v3/app/notifications/push')
    await messages(page).getByRole('button', { name: 'Try again' }).click()
    await eventually(() => alert(other.page).count()).toBe(0)
    expect(await failed.count()).toBe(0)
  },
)

longTest(
  'of two tabs of one browser both show the alert and one sounds; when that one is closed, the other does',
  async () => {
    const { page, context } = await openDesk('owner')
    const second = await openTab(context)
    await askForHelp()
    await alert(page).waitFor()
    await alert(second).waitFor()
    const both = async () => [await rings(page), await rings(second)]
    await eventually(async () => (await both()).reduce((sum, count) => sum + count, 0)).toBe(1)
    const [sounding, silent] = (await rings(page)) === 1 ? [page, second] : [second, page]
    await sounding.close()
    await eventually(() => rings(silent)).toBe(1)
    await pressStop(silent)
    await eventually(() => alert(silent).count()).toBe(0)
  },
)

longTest(
  'what needs attention is pinned on top of the list with its reason, and the message leads to its place; answered for in the bell it is quiet',
  async () => {
    const { page } = await openDesk('owner')
    const other = await openDesk('deputy')
    const device = await askForHelp()
    await alert(page).waitFor()
    await page.route('**/v3/app/notifications/push', (route) => route.abort())
    await pressStop(page)
    await eventually(() => alert(page).count()).toBe(0)
    const first = page.getByRole('listbox').getByRole('option').first()
    await eventually(() => first.textContent()).toContain('Help requested')
    await messages(page).getByRole('link', { name: 'Show on map' }).first().click()
    expect(new URL(page.url()).searchParams.get('device')).toBe(device.device_id)
    await messages(page)
      .getByRole('button', { name: /^Clear all/ })
      .click()

    await eventually(() => bell(page).getAttribute('aria-label')).toMatch(/\d unread$/)
    await bell(page).click()
    const list = page.getByRole('dialog', { name: 'Notifications' })
    const newest = list.getByRole('listitem').first()
    await newest.getByText(`${device.name} asks for help`).waitFor()
    await newest.getByText('Nobody has answered yet').waitFor()
    await expectReach(page, '[role="dialog"]')
    // It finds no way to the server: told in its place, or by a message once the list is closed.
    const called = Promise.withResolvers<void>()
    await page.route('**/v3/app/alarms/acknowledge', (route) => route.abort(), { times: 1 })
    await newest.getByRole('button', { name: 'Acknowledge' }).click()
    await newest.getByText('The acknowledgement was not sent').waitFor()
    await page.route('**/v3/app/alarms/acknowledge', (route) => called.promise.then(() => route.abort()), { times: 1 })
    await newest.getByRole('button', { name: 'Try again' }).click()
    await page.keyboard.press('Escape')
    called.resolve()
    const unsent = messages(page).getByRole('listitem').filter({ hasText: 'The acknowledgement was not sent' })
    await unsent.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => unsent.count()).toBe(0)
    await bell(page).click()
    await newest.getByText(/^Mori Yuki answered at \d\d:\d\d$/).waitFor()
    await eventually(() => alert(other.page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await filter(page, device.name)
    await eventually(() => row(page, device.name).textContent()).not.toContain('Help requested')
  },
)

longTest(
  'a page that cannot learn who is signed in says so in red and sounds, tries on, and rings by itself as soon as it can',
  async () => {
    const { page } = await openDesk('owner')
    let isAway = true
    await page.route('**/v3/app/users/profile', (route) =>
      isAway ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    )
    await page.clock.install()
    await page.reload()
    await loaded(page)
    const { name } = await askForHelp()
    await page.clock.fastForward(TOLD_AFTER_MS)
    const banner = page.locator('[data-banner="unstarted"]')
    await banner.getByText('Your account cannot be loaded', { exact: true }).waitFor()
    await banner.getByText('No alerts reach this screen.').waitFor()
    await eventually(() => notices(page)).toBe(1)
    expect(await alert(page).count()).toBe(0)
    // Tried again, and told once.
    expect(await messages(page).getByText('Oops').count()).toBe(1)
    await expectReach(page, '[data-banner]')
    isAway = false
    await alert(page).getByText(`${name} asks for help`).waitFor()
    await eventually(() => rings(page)).toBe(1)
    await eventually(() => banner.count()).toBe(0)
  },
)

longTest(
  'a page that cannot learn what is open says so in red and sounds, until it has; what went before that in learning who is signed in counts',
  async () => {
    const { page } = await openDesk('owner')
    let isAway = true
    let isUnknown = true
    await page.route('**/v3/app/users/profile', (route) =>
      isUnknown ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    )
    await page.route('**/v3/app/alarms?state=open', (route) =>
      isAway ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    )
    await page.clock.install()
    await page.reload()
    await loaded(page)
    await page.clock.fastForward(TOLD_AFTER_MS / 2)
    isUnknown = false
    await page.clock.fastForward(TOLD_AFTER_MS / 2)
    const banner = page.locator('[data-banner="unlisted"]')
    await banner.getByText('Open alerts cannot be loaded', { exact: true }).waitFor()
    await eventually(() => notices(page)).toBe(1)
    isAway = false
    await eventually(() => banner.count()).toBe(0)
  },
)

longTest(
  'a session that ends by itself is told in red in every tab, also where only the other one tells of it, and one sounds',
  async () => {
    const { page, context } = await openDesk('owner')
    const second = await openTab(context)
    const answering = Promise.withResolvers<void>()
    await second.route('**/v3/app/users/token', (route) => answering.promise.then(() => route.continue()))
    // Nor does the first learn that it is over, and tell of it, before the second has asked.
    const asked = second.waitForRequest('**/v3/app/users/token')
    await page.route('**/v3/app/users/token', (route) => asked.then(() => route.continue()))
    const before = (await notices(page)) + (await notices(second))
    const sounded = async () => (await notices(page)) + (await notices(second)) - before
    const endSession = async () => {
      const token = (await storedAccount(page))?.token ?? ''
      await callsTo(app.server.origin, token).auth.signout({ body: { device: { platform: 'web' } } })
    }
    await endSession()
    for (const tab of [page, second]) {
      await tab.waitForURL((url) => url.pathname === '/')
      await tab.locator('[data-banner="ended"]').waitFor()
    }
    const [late] = await Promise.all([second.waitForResponse('**/v3/app/users/token'), answering.resolve()])
    expect(late.status()).toBe(401)
    await eventually(sounded).toBe(1)
    // One has sounded for all within this time.
    await page.waitForFunction(
      (since) => performance.now() - since > 2500,
      await page.evaluate(() => performance.now()),
    )
    for (const tab of [page, second]) {
      expect(await tab.locator('[data-banner="ended"]').count()).toBe(1)
      expect(await tab.getByText('Your session has ended.').count()).toBe(1)
    }
    expect(await sounded()).toBe(1)
    // So is the end of the next session of the same page.
    await submitSignIn(page, 'owner')
    await loaded(page)
    await endSession()
    await page.locator('[data-banner="ended"]').waitFor()
    await eventually(sounded).toBe(2)
  },
)

longTest(
  'a page that is offline says so in red, sounds, and says what to do; when it is back, denied notifications are told until somebody has understood',
  async () => {
    const { page, context } = await openDesk('owner', PHONE)
    const before = await notices(page)
    await context.setOffline(true)
    const banner = page.locator('[data-banner="offline"]')
    await banner.getByText('You are currently offline', { exact: true }).waitFor()
    await banner.getByText('No alerts reach this screen.').waitFor()
    await eventually(() => notices(page)).toBe(before + 1)
    expect(await banner.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(207, 51, 39)')
    await expectReach(page, '[data-banner]')
    await context.setOffline(false)
    await eventually(() => banner.count()).toBe(0)
    // This browser may notify nobody, and the account's alarms repeat.
    const denied = page.locator('[data-banner="denied"]')
    await denied.getByText('Notifications are denied', { exact: true }).waitFor()
    await denied.getByText('Allow them in the settings of the browser.').waitFor()
    await denied.getByRole('button', { name: 'Understood' }).click()
    await eventually(() => denied.count()).toBe(0)
  },
)
