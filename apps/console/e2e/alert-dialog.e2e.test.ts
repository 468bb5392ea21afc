/** The alert and the person in front of it: what the keys do, where the focus goes, and what opens above or beneath. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  alert,
  askForHelp,
  bell,
  type HelpSeekers,
  helpSeekers,
  letRepeat,
  messages,
  pressStop,
  seen,
  stop,
  stopAll,
} from './alarm-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

let seekers: HelpSeekers
beforeAll(async () => {
  await letRepeat(app, true)
  seekers = await helpSeekers(app)
})
afterEach(() => stopAll(app).then(() => undefined))

/** Somebody asks for help, and the alert stands. */
async function ring(page: Page) {
  const device = await askForHelp(app, seekers)
  await alert(page).getByText(`${device.name} asks for help`).waitFor()
  return device
}
const help = (page: Page) => page.getByRole('alertdialog', { name: 'Help requested' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const openDialogs = (page: Page) => page.locator('dialog[open]').count()
const deviceOf = (page: Page) => new URL(page.url()).searchParams.get('device')

test('wherever the alert is pressed, Space goes on meaning its button; no key opens anything above it', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner')
  const { device_id } = await ring(page)
  const dialog = alert(page)
  const presses = [
    () => dialog.getByRole('heading').click(),
    () => dialog.getByRole('timer').click(),
    () => dialog.getByText('Stops the sound on every signed-in console.').click(),
    // Beside it, where the page behind must not be visible.
    () => page.mouse.click(20, 500),
    () => dialog.getByRole('link', { name: 'Show on map' }).click(),
  ]
  for (const press of presses) {
    await press()
    expect(await focused(page)).toBe('Stop ring')
  }
  await eventually(() => deviceOf(page)).toBe(device_id)
  // Wherever the focus went by something else.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  expect(await focused(page)).not.toBe('Stop ring')
  for (const key of ['/', '?', 'n']) await page.keyboard.press(key)
  expect(await openDialogs(page)).toBe(1)
  expect(await page.getByRole('region', { name: 'Notifications', includeHidden: true }).count()).toBe(0)
  await page.mouse.click(20, 500)
  await seen(page)
  await page.keyboard.press('Space')
  await eventually(() => dialog.count()).toBe(0)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expectNoFaults(opened)
})

longTest('a finger beside the alert or on its words leaves the focus at its button too', async () => {
  const { page } = await app.open(PHONE)
  await enterAs(page, 'owner')
  await ring(page)
  await alert(page).getByRole('heading').tap()
  expect(await focused(page)).toBe('Stop ring')
  await page.touchscreen.tap(200, 100)
  expect(await focused(page)).toBe('Stop ring')
})

longTest('a key that is held down on Show on map stops nothing', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/account')
  const { device_id } = await ring(page)
  await seen(page)
  await alert(page).getByRole('link', { name: 'Show on map' }).focus()
  for (const _ of [1, 2, 3]) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.waitForURL((url) => url.pathname === '/map' && url.searchParams.get('device') === device_id)
  expect(await focused(page)).toBe('Stop ring')
  expect(await alert(page).count()).toBe(1)
  await page.keyboard.press('Enter')
  await eventually(() => alert(page).count()).toBe(0)
})

longTest(
  'the button is never told as one that cannot be pressed, and a press in its first moments does nothing',
  async () => {
    const { page } = await app.open()
    await page.clock.install()
    await page.addInitScript(() => {
      const told: (string | null)[] = []
      Object.assign(globalThis, { told })
      document.addEventListener('focusin', ({ target }) => {
        const button = target as Element
        if (button.matches('[role="alertdialog"] button')) told.push(button.getAttribute('aria-disabled'))
      })
    })
    await enterAs(page, 'owner')
    await page.clock.pauseAt(Date.now() + 60_000)
    await ring(page)
    await page.keyboard.press('Space')
    await page.clock.runFor(300)
    await page.keyboard.press('Space')
    expect(await stop(page).textContent()).toBe('Stop ring')
    await page.clock.runFor(200)
    const told = await page.evaluate(() => (globalThis as unknown as { told: (string | null)[] }).told)
    expect([...new Set(told)]).toEqual(['false'])
    await page.keyboard.press('Space')
    await page.clock.resume()
    await eventually(() => alert(page).count()).toBe(0)
  },
)

test('a dialog that opens during an alert opens beneath it, and gets the focus once the ring is stopped', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/setting?tab=logo')
  await page.getByRole('navigation', { name: 'Advanced Settings' }).getByRole('link', { name: 'About page' }).click()
  const field = page.getByLabel('Link opened by the image')
  await field.fill('https://hinoki.example')
  await ring(page)
  // It would lead to a question that nobody sees.
  expect(await alert(page).getByRole('link').count()).toBe(0)
  await page.evaluate(() => history.back())
  await question(page).waitFor()
  expect(await focused(page)).toBe('Stop ring')
  const isOnTop = () =>
    help(page).evaluate((dialog) => dialog.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2)))
  expect(await isOnTop()).toBe(true)
  await seen(page)
  await page.keyboard.press('Space')
  await eventually(() => help(page).count()).toBe(0)
  await eventually(() => focused(page)).toBe('Cancel')
  await page.keyboard.press('Enter')
  await eventually(() => question(page).count()).toBe(0)
  expect(await field.inputValue()).toBe('https://hinoki.example')
})

longTest(
  'a person who stays on a page with unsaved changes, or opens the map in a new tab, is not taken to the device later',
  async () => {
    const { page, context } = await app.open()
    await enterAs(page, 'owner', '/setting?tab=about')
    await ring(page)
    await pressStop(page)
    await eventually(() => alert(page).count()).toBe(0)
    await page.getByLabel('Link opened by the image').fill('https://hinoki.example')
    const way = messages(page).getByRole('link', { name: 'Show on map' })
    await way.click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /to the map$/ })
      .click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    const first = page.getByRole('listbox').getByRole('option').first()
    await first.waitFor()
    const [tab] = await Promise.all([context.waitForEvent('page'), way.click({ modifiers: ['ControlOrMeta'] })])
    await tab.waitForURL((url) => url.searchParams.get('device') !== null)
    expect(deviceOf(page)).toBeNull()
    expect(await first.getAttribute('aria-selected')).not.toBe('true')
  },
)

longTest(
  'after the alert the focus is back at the menu button, which opens nothing by itself, or at the map where the bell stood open',
  async () => {
    const { page } = await app.open()
    await enterAs(page, 'owner')
    await menuButton(page).click()
    await page.keyboard.press('Escape')
    await ring(page)
    await seen(page)
    await page.keyboard.press('Space')
    await eventually(() => alert(page).count()).toBe(0)
    const isAtMenu = () => menuButton(page).evaluate((button) => button === document.activeElement)
    await eventually(isAtMenu).toBe(true)
    expect(await menuButton(page).getAttribute('aria-expanded')).toBe('false')
    await bell(page).click()
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
    await ring(page)
    await seen(page)
    await page.keyboard.press('Space')
    await eventually(() => alert(page).count()).toBe(0)
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  },
)

longTest(
  'a message that comes before the list of devices leads to its place as soon as the list is there',
  async () => {
    await letRepeat(app, false)
    onTestFinished(() => letRepeat(app, true).then(() => undefined))
    const { page } = await app.open()
    await enterAs(page, 'owner')
    const answering = Promise.withResolvers<void>()
    await page.route(/\/v3\/app\/(trackers|carewatches)(\?|$)/, (route) =>
      answering.promise.then(() => route.continue()),
    )
    await page.reload()
    const { device_id } = await askForHelp(app, seekers)
    await messages(page).getByText('Help requested').waitFor()
    const way = messages(page).getByRole('link', { name: 'Show on map' })
    expect(await way.count()).toBe(0)
    answering.resolve()
    await way.click()
    await eventually(() => deviceOf(page)).toBe(device_id)
  },
)
