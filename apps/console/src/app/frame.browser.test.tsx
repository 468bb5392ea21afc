/** What stands around every page: the header's popovers, the language, the page that is not there, and the banner of a lost network. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { banner, button, dialog, expectReach, gone, heading, keys, link, press, says, seen } from '../../mock/acts.ts'
import { holdTimers } from '../../mock/hold-timers.ts'
import { renderScreen } from '../../mock/render-screen.tsx'
import { OFFLINE_CHECK_MS } from '../lib/online.ts'

test('on every page the header has menu, notifications and account, and each opens and closes with Esc [HEAD-02]', async () => {
  for (const path of ['/map', '/configuration', '/account', '/setting', '/no-such-page']) {
    const { close } = await renderScreen(path)
    for (const name of ['Notifications', 'Account']) {
      await press(name, banner())
      await seen(dialog(name))
      await keys('Escape')
      await gone(dialog(name))
      expect(document.activeElement).toBe(button(name, banner()).element())
    }
    await press('Menu', banner())
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await seen(menu)
    await keys('Escape')
    await gone(menu)
    close()
  }
})

test('a language is saved to the profile, the cookie and the page, and not before Save [LANG-04, LANG-05, LANG-06, LANG-07, LANG-08, ACCT-08, CONST-09, CONST-10, CONST-11]', async () => {
  const screen = await renderScreen('/account', { person: 'deputy' })
  const choose = async () => {
    await press(/^Language/, dialog('Account'))
    await page.getByText('日本語').click()
  }
  const profile = () => screen.bodies('PUT', '/v3/app/users/profile')
  await press('Account', banner())
  await choose()
  expect(page.getByRole('radio').elements()).toHaveLength(3)
  await press('Back to account', banner())
  await seen(button('Sign out', dialog('Account')))
  expect([profile(), document.documentElement.lang]).toEqual([[], 'en'])

  const cookies = vi.spyOn(document, 'cookie', 'set')
  await choose()
  await press('Save', banner())
  await seen(button('サインアウト', banner()))
  expect(profile()).toEqual([{ user: { locale: 'ja-jp' } }])
  expect(document.documentElement.lang).toBe('ja')
  expect(cookies.mock.calls.map(([cookie]) => cookie.split('; ').sort())).toEqual([
    expect.arrayContaining(['lang=ja-jp', `max-age=${365 * 86_400}`, 'path=/']),
  ])
  cookies.mockRestore()

  // The profile wins over the cookie of another browser.
  // biome-ignore lint/suspicious/noDocumentCookie: the console keeps its language there.
  document.cookie = 'lang=en-us; path=/'
  await screen.reload()
  await seen(button('メニュー', banner()))
})

test('a page that does not exist says so and leads home, with and without an account [ROUTE-14, ROUTE-15, ERR-17]', async () => {
  for (const person of [null, 'owner']) {
    const { close } = await renderScreen('/no-such-page', { person })
    await seen(heading('This page could not be found'))
    await says('404')
    expect(link('Go to the home page').element().getAttribute('href')).toBe('/')
    expect(button('Menu', banner()).elements()).toHaveLength(person === null ? 0 : 1)
    await expectReach()
    close()
  }
})

test('a banner says that the browser is offline, looked up every five seconds, in the language of the page [OFFL-01, OFFL-02, OFFL-04]', async () => {
  const look = holdTimers('setInterval', OFFLINE_CHECK_MS)
  let isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  for (const [locale, path, words] of [
    ['en-us', '/account', 'You are currently offline'],
    ['ja-jp', '/', '現在オフラインです'],
    ['zh-tw', '/', '目前處於離線狀態'],
  ] as const) {
    const { close } = await renderScreen(path, { locale, person: path === '/' ? null : 'owner' })
    const told = page.getByText(words, { exact: true })
    isOnline = false
    look()
    await seen(told)
    if (path === '/') expect(told.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 1440 })
    await expectReach()
    isOnline = true
    look()
    await gone(told)
    close()
  }
})
