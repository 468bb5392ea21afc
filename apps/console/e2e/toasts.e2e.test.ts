import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { row, tab, toggle } from './map-page.ts'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, settle } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const toasts = (page: Page) => messages(page).getByRole('listitem')

/** Lists of the main load. */
const LISTS = ['extrasettings/remarks', 'extrasettings/class', 'indoormaps', 'trackers', 'activity/devices', 'stations']

/**
 * They fail, each in its own way unless told, and each once: a page whose stream opens late loads all of them again, and would
 * tell of them again.
 */
async function failLists(page: Page, count: number, statusOf = (index: number) => 510 + index): Promise<void> {
  for (const [index, list] of LISTS.slice(0, count).entries()) {
    const fail = (route: Route) => route.fulfill({ status: statusOf(index), body: '' })
    await page.route(new RegExp(`/v3/app/(users/)?${list}(\\?|$)`), fail, { times: 1 })
  }
}

/** What can be pressed on the page and lies below a message. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const edges = [...document.querySelectorAll('[aria-label="Messages"] :is(li, button)')].map((card) =>
      card.getBoundingClientRect(),
    )
    const controls = document.querySelectorAll<HTMLElement>('#content :is(a, button, input)')
    return [...controls].flatMap((control) => {
      const box = control.getBoundingClientRect()
      const isBelow = edges.some(
        (edge) =>
          box.width > 0 &&
          box.left < edge.right &&
          box.right > edge.left &&
          box.top < edge.bottom &&
          box.bottom > edge.top,
      )
      return isBelow ? [control.ariaLabel ?? control.textContent] : []
    })
  })

test('the place of messages can be listened to before there is one: the first is heard too', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner')
  expect(await toasts(page).count()).toBe(0)
  expect(await messages(page).getByRole('list').getAttribute('aria-live')).toBe('polite')
})

test('the same failure of several calls shows once; a call that never arrived shows nothing [ERR-12]', async () => {
  const { page } = await app.open()
  await failLists(page, LISTS.length, () => 502)
  await enterAs(page, 'owner')
  await eventually(() => toasts(page).count()).toBe(1)
  const text = await toasts(page).first().textContent()
  expect(text).toMatch(/^Oops! Something went wrong\.\.\.\(502\) \d\d:\d\d:\d\d$/)

  const { page: cutOff } = await app.open()
  for (const list of LISTS) {
    await cutOff.route(new RegExp(`/v3/app/(users/)?${list}(\\?|$)`), (route) => route.abort())
  }
  await enterAs(cutOff, 'owner')
  expect(await toasts(cutOff).count()).toBe(0)
})

test('more than four messages wait behind a button; all are cleared at once', async () => {
  const { page } = await app.open()
  await failLists(page, 6)
  await enterAs(page, 'owner')
  await eventually(() => toasts(page).count()).toBe(4)
  await messages(page).getByRole('button', { name: '2 more messages' }).click()
  expect(await toasts(page).count()).toBe(6)
  expect(await brokenRules(page, '[aria-label="Messages"]')).toEqual([])
  await messages(page).getByRole('button', { name: 'Clear all 6' }).click()
  expect(await toasts(page).count()).toBe(0)
})

test('a phone shows one message and how many more; each is closed with a finger', async () => {
  const { page } = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })
  await failLists(page, 3)
  await enterAs(page, 'owner')
  await eventually(() => messages(page).getByRole('button', { name: '2 more messages' }).count()).toBe(1)
  expect(await toasts(page).count()).toBe(1)
  await settle(page)
  const close = toasts(page).getByRole('button', { name: 'Close message' })
  const box = await close.boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 44])
  expect(await brokenRules(page, '[aria-label="Messages"]')).toEqual([])
  await close.tap()
  await messages(page).getByRole('button', { name: '1 more message', exact: true }).waitFor()
})

test.each([
  [1440, 900],
  [1000, 800],
  [390, 844],
])('at %i px messages cover nothing that can be pressed on pages of lists and settings', async (width, height) => {
  for (const path of ['/account?tab=devices', '/account?tab=information', '/setting?tab=about']) {
    const { page } = await app.open({ viewport: { width, height } })
    await failLists(page, 3)
    await enterAs(page, 'owner', path)
    await eventually(() => toasts(page).count()).toBe(width < 768 ? 1 : 3)
    await page.getByRole('main').getByRole('button').first().waitFor()
    await settle(page)
    await eventually(() => covered(page)).toEqual([])
  }
})

test.each([
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
])(
  'at %i px messages cover no control of the map: its switches, its panels, the way back from a floor',
  async (width, height) => {
    const { page } = await app.open({ viewport: { width, height } })
    await failLists(page, 2)
    await enterAs(page, 'owner')
    await eventually(() => toasts(page).count()).toBe(width < 768 ? 1 : 2)
    await tab(page, 'Maps').click()
    await row(page, 'Hinoki Garden 1F').click()
    await page.getByRole('main').getByRole('button', { name: 'Back to outdoor map' }).waitFor()
    const menu = page.getByRole('main').getByRole('button', { name: 'Display', exact: true })
    if (width < 768) await menu.click()
    await toggle(page, 'Classes').click()
    await toggle(page, 'Notifications').click()
    await settle(page)
    await eventually(() => covered(page)).toEqual([])
    if (width < 1200) return
    // Beside the details of a device there is less room for both.
    await tab(page, 'Devices').click()
    await row(page, 'Abe Michiko').click()
    await page.getByRole('main').getByRole('heading', { name: 'Abe Michiko' }).waitFor()
    await settle(page)
    await eventually(() => covered(page)).toEqual([])
  },
)

test('a page that fails while it is drawn says so with 500, within the frame, and offers a way on', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner')
  await page.route('**/assets/setting-screen-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("The settings fell over.")' }),
  )
  await page.goto('/setting')
  await page.getByRole('heading', { name: 'Oops! Something went wrong...(500)' }).waitFor()
  expect(await page.getByText('500', { exact: true }).count()).toBe(1)
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).waitFor()
  expect(await brokenRules(page)).toEqual([])
  await page.unroute('**/assets/setting-screen-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Tracker classes', level: 1 }).waitFor()
})

test.each([
  ['zh-TW', '找不到此頁面', '前往首頁'],
  ['ja-JP', 'このページは見つかりませんでした', 'ホームへ'],
] as const)('the missing page speaks %s, also on a phone', async (locale, title, home) => {
  const opened = await app.open({ locale, viewport: { width: 390, height: 844 } })
  const { page } = opened
  await page.goto('/no-such-page')
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByRole('link', { name: home }).waitFor()
  expect(await brokenRules(page)).toEqual([])
  expectNoFaults(opened)
})
