/** Somebody is in the midst of something when an alarm comes: what was begun waits, and fingers reach what there is to do. */
import type { Locator } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  alert,
  askForHelp,
  bell,
  type HelpSeekers,
  helpSeekers,
  letRepeat,
  messages,
  seen,
  stop,
  stopAll,
} from './alarm-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults, looks } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

let seekers: HelpSeekers
beforeAll(async () => {
  await letRepeat(app, true)
  seekers = await helpSeekers(app)
})
/** What a test left ringing. */
afterEach(() => stopAll(app))

test.each(
  looks([
    ['over the page', 390, 844],
    ['beside the page', 1440, 900],
  ] as const),
)(
  'an alert that comes while a device is renamed in details %s saves no half of a name: it waits in its field',
  async (_where, width, height) => {
    const opened = await app.open({ viewport: { width, height } })
    const { page } = opened
    await enterAs(page, 'owner', `/configuration?device=G3M-910A0E47`)
    const saved: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && saved.push(request.postData() ?? ''))
    await page.getByRole('button', { name: 'Rename' }).click()
    const field = page.getByRole('textbox', { name: 'Name' })
    await field.fill('Wheel')
    await askForHelp(app, seekers)
    await alert(page).waitFor()
    await seen(page)
    await page.keyboard.press('Space')
    await eventually(() => alert(page).count()).toBe(0)
    expect(await field.inputValue()).toBe('Wheel')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(saved).toEqual([])
    await page.keyboard.press('End')
    await page.keyboard.type(`chair ${width}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Wheelchair ${width}` }).waitFor()
    expect(saved.map((body) => JSON.parse(body).name)).toEqual([`Wheelchair ${width}`])
    expectNoFaults(opened)
  },
)

longTest(
  'a finger reaches what there is to do about an alarm on a phone, and the switches of its settings',
  async () => {
    const { page } = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await enterAs(page, 'owner', '/setting?tab=alerts')
    const height = async (target: Locator) => Math.round((await target.boundingBox())?.height ?? 0)
    await askForHelp(app, seekers)
    await alert(page).waitFor()
    expect(await height(alert(page).getByRole('link', { name: 'Show on map' }))).toBeGreaterThanOrEqual(44)
    await page.route('**/v3/app/notifications/push', (route) => route.abort())
    await seen(page)
    await stop(page).tap()
    await messages(page).getByText('The stop was not sent').waitFor()
    expect(await height(messages(page).getByRole('button', { name: 'Try again' }))).toBeGreaterThanOrEqual(44)
    await page.unroute('**/v3/app/notifications/push')
    await messages(page).getByRole('button', { name: 'Close message' }).first().tap()
    const way = messages(page).getByRole('link', { name: 'Show on map' })
    expect(await height(way)).toBeGreaterThanOrEqual(44)
    await messages(page).getByRole('button', { name: 'Close message' }).first().tap()
    await bell(page).tap()
    const newest = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').first()
    expect(await height(newest.getByRole('link', { name: 'Show on map' }))).toBeGreaterThanOrEqual(44)
    // It takes no room from the answer below.
    await newest.getByRole('button', { name: 'Acknowledge' }).tap({ position: { x: 40, y: 2 } })
    await newest.getByText(/^Mori Yuki answered/).waitFor()
    await page.keyboard.press('Escape')
    const keys = page.getByRole('switch', { name: 'Single-key shortcuts' })
    await keys.scrollIntoViewIfNeeded()
    const { x, y, width, height: least } = (await keys.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const isOn = () => keys.isChecked()
    const before = await isOn()
    // Above it and below, 44 px apart.
    for (const [at, now] of [
      [y + least / 2 - 21, !before],
      [y + least / 2 + 21, before],
    ] as const) {
      await page.touchscreen.tap(x + width / 2, at)
      await eventually(isOn).toBe(now)
    }
  },
)
