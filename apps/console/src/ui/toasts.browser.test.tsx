import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, expectReach, gone, heading, link, main, press, seen, settle } from '../../mock/acts.ts'
import { renderScreen, type Told } from '../../mock/render-screen.tsx'
import { clearToasts, showToast } from '../lib/toasts.ts'

const messages = () => page.getByRole('region', { name: 'Messages' })
const toasts = () => messages().getByRole('listitem')
const count = () => toasts().elements().length

/** Lists of the main load. */
const LISTS = ['extrasettings/remarks', 'extrasettings/class', 'indoormaps', 'trackers', 'activity/devices', 'stations']
const pathOf = (list: string) => new RegExp(`^/v3/app/(users/)?${list}(\\?|$)`)

/**
 * They fail, each with a status of its own, and each once: a page whose stream opens late loads all of them again, and would tell of
 * them again.
 */
const failing = (howMany: number): readonly Told[] =>
  LISTS.slice(0, howMany).map((list, index) => {
    let isFirst = true
    return [
      pathOf(list),
      (_call, usual) => {
        if (!isFirst) return usual()
        isFirst = false
        return new Response('', { status: 510 + index })
      },
    ]
  })

/** What can be pressed on the page and lies below a message. */
function covered(): string[] {
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
}

test('the place of messages can be listened to before there is one: the first is heard too', async () => {
  await renderScreen('/account')
  expect(count()).toBe(0)
  expect(messages().getByRole('list').element().getAttribute('aria-live')).toBe('polite')
})

test('the same failure of several calls shows once; a call that never arrived shows nothing [ERR-12]', async () => {
  // All have asked before the first is answered, so that they fail together.
  const asked = Promise.withResolvers<void>()
  const waiting = new Set<string>()
  const together: readonly Told[] = LISTS.map((list) => [
    pathOf(list),
    async () => {
      if (waiting.add(list).size === LISTS.length) asked.resolve()
      await asked.promise
      return new Response('', { status: 502 })
    },
  ])
  const failed = await renderScreen('/account', { answers: together })
  await eventually(count).toBe(1)
  expect(toasts().element().textContent).toMatch(/^Oops! Something went wrong\.\.\.\(502\) \d\d:\d\d:\d\d$/)
  failed.close()

  const cutOff: readonly Told[] = LISTS.map((list) => [
    pathOf(list),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ])
  await renderScreen('/account', { answers: cutOff })
  expect(count()).toBe(0)
})

test('more than four messages wait behind a button; all are cleared at once', async () => {
  await renderScreen('/account', { answers: failing(6) })
  await eventually(count).toBe(4)
  await press('2 more messages', messages())
  expect(count()).toBe(6)
  await expectReach('[aria-label="Messages"]')
  await press('Clear all 6', messages())
  await gone(toasts())
})

test('a phone shows one message and how many more; each is closed by a button that a finger hits', async () => {
  await renderScreen('/account', { width: 390, height: 844, scheme: 'dark', answers: failing(3) })
  await seen(button('2 more messages', messages()))
  expect(count()).toBe(1)
  await settle()
  const close = button('Close message', toasts())
  const { width, height } = close.element().getBoundingClientRect()
  expect([width, height]).toEqual([44, 44])
  await expectReach('[aria-label="Messages"]')
  await close.click()
  await seen(button('1 more message', messages()))
})

/** Where everything that can be pressed on the page stands. */
const places = () =>
  [...document.querySelectorAll<HTMLElement>('#content :is(a, button, input)')].map((control) => {
    const { left, top, width, height } = control.getBoundingClientRect()
    return [control.ariaLabel ?? control.textContent, left, top, width, height]
  })
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const tellTwice = () => {
  for (const text of ['One', 'Two']) showToast({ tone: 'error', text })
}

test.each([
  ['/account?tab=devices'],
  ['/setting?tab=about'],
  ['/configuration?tab=stations'],
  ['/attendance'],
  ['/map?tab=carepads'],
  ['/map'],
])('messages come and go, and nothing on %s moves, at any width', async (path) => {
  await renderScreen(path)
  await seen(main().getByRole('button'))
  if (path === '/map') {
    for (const name of ['Classes', 'Notifications']) await press(name, page.getByRole('group', { name: 'Display' }))
  }
  for (const [width, height, shown] of [
    [1440, 900, 2],
    [1000, 800, 1],
    [390, 844, 1],
  ] as const) {
    await page.viewport(width, height)
    // A page hears of its new width with the next frame, and what it draws then is measured with the one after.
    for (let frame = 0; frame < 3; frame += 1) await nextFrame()
    await settle()
    const before = places()
    expect(before.length).toBeGreaterThan(0)
    tellTwice()
    await eventually(count).toBe(shown)
    await settle()
    expect(places(), `${width} px`).toEqual(before)
    clearToasts()
    await gone(toasts())
  }
})

test.each([['/account?tab=devices'], ['/account?tab=information'], ['/setting?tab=about'], ['/map']])(
  'in a wide window messages lie beside all that can be pressed on %s',
  async (path) => {
    await renderScreen(path, { answers: failing(2) })
    await eventually(count).toBe(2)
    await seen(main().getByRole('button'))
    if (path === '/map') await press('Notifications', page.getByRole('group', { name: 'Display' }))
    await settle()
    await eventually(covered).toEqual([])
  },
)

test.each([
  ['zh-tw', '找不到此頁面', '前往首頁'],
  ['ja-jp', 'このページは見つかりませんでした', 'ホームへ'],
] as const)('the missing page speaks %s, also on a phone', async (locale, title, home) => {
  await renderScreen('/no-such-page', { person: null, locale, width: 390, height: 844 })
  await seen(heading(title))
  await seen(link(home))
  await expectReach()
})
