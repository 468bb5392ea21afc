import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { list, map, markersDrawn, openMap, row, rows, soon } from './map-page.ts'
import { brokenRules, type ConsoleUnderTest, expectNoFaults, livingDemo, loaded, openConsole } from './open-console.ts'

let app: ConsoleUnderTest
beforeAll(async () => {
  app = await openConsole({ start: livingDemo })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Buttons and tabs whose words do not fit into them. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button, main [role=tab], main label')]
      .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent ?? ''),
  )
const widerThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/** Writes a language into the profile, from where it comes to every browser of the person. */
const speak = (page: Page, locale: string): Promise<unknown> =>
  page.evaluate(async (wanted) => {
    const { token } = JSON.parse(localStorage.getItem('account') ?? '{}')
    const { status } = await fetch('/v3/app/users/profile', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ user: { locale: wanted } }),
    })
    if (status !== 200) throw new Error(`The profile was answered ${status}.`)
  }, locale)

test.each([
  ['zh-tw', 'zh-Hant', ['裝置', '基站', '地圖'], '追蹤器', '更新'],
  ['ja-jp', 'ja', ['デバイス', 'ステーション', 'マップ'], 'トラッカー', '更新'],
] as const)(
  'in %s the whole screen speaks that language and nothing is cut',
  async (locale, tag, tabs, toggle, updated) => {
    const opened = await app.open()
    const { page, context } = opened
    await openMap(page)
    await speak(page, locale)
    await page.reload()
    await loaded(page)
    await soon(() => page.evaluate(() => document.documentElement.lang)).toBe(tag)
    await page.reload()
    await loaded(page)
    await markersDrawn(page)
    for (const [at, name] of tabs.entries()) {
      expect(await page.getByRole('tab').nth(at).textContent()).toContain(name)
    }
    await page.getByRole('button', { name: toggle, exact: true }).waitFor()
    await page.getByText(new RegExp(updated)).first().waitFor()
    await rows(page).first().dblclick()
    expect(await cutTexts(page)).toEqual([])
    await page.setViewportSize(PHONE.viewport)
    expect(await cutTexts(page)).toEqual([])
    expect(await widerThanScreen(page)).toBe(false)
    expect((await context.cookies()).find(({ name }) => name === 'lang')?.value).toBe(locale)
    await speak(page, 'en-us')
    expectNoFaults(opened)
  },
)

test('on a phone the map fills the screen, and list and details live in a sheet that fingers and keys move', async () => {
  const opened = await app.open(PHONE)
  const { page } = opened
  await openMap(page)
  expect((await map(page).boundingBox())?.width).toBe(390)
  const handle = page.getByRole('button', { name: /Show more of the (list|map)/ })
  const top = async () => (await handle.boundingBox())?.y ?? 0
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
  const half = await top()
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await soon(top).toBeLessThan(half - 100)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await soon(top).toBeGreaterThan(half + 100)
  await handle.tap()
  await soon(top).toBeLessThan(half + 20)
  await row(page, 'Abe Michiko').tap()
  await page.getByRole('region', { name: 'Details' }).getByRole('heading', { name: 'Abe Michiko' }).waitFor()
  await page.getByRole('button', { name: 'Close details' }).tap()
  await list(page).waitFor()
  expectNoFaults(opened)
})

test('on a phone nothing is cut, nothing scrolls sideways down to 320 px, and no rule of accessibility is broken', async () => {
  const { page } = await app.open(PHONE)
  await openMap(page)
  expect(await brokenRules(page)).toEqual([])
  for (const width of [412, 360, 320]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await widerThanScreen(page)).toBe(false)
    expect(await cutTexts(page)).toEqual([])
  }
  await rows(page).first().tap()
  await page.getByRole('region', { name: 'Details' }).waitFor()
  expect(await brokenRules(page)).toEqual([])
})

test('touch targets on a phone are large enough for a finger', async () => {
  const { page } = await app.open(PHONE)
  await openMap(page)
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main [role=tab], main [role=option]')]
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.height < 24 || box.width < 24))
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  )
  expect(small).toEqual([])
})

test('with reduced motion, markers and sheet do not move', async () => {
  const { page } = await app.open({ reducedMotion: 'reduce' })
  await openMap(page)
  // The first of the list may be one that was never seen anywhere.
  await row(page, 'Abe Michiko').click()
  await page.locator('[data-kind="popup"]').waitFor()
  const moving = await page.evaluate(() => document.getAnimations().length)
  expect(moving).toBe(0)
})
