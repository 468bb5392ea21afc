/** The header of signed-in pages: brand, bell, account popover, and messages beside it. */

import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  banner,
  button,
  dialog,
  eventually,
  expectReach,
  gone,
  heading,
  keys,
  link,
  press,
  seen,
  settle,
} from '../../mock/acts.ts'
import { renderScreen, type Told } from '../../mock/render-screen.tsx'

/** What the mock answers, with some fields of another value. */
const changed = (path: string, fields: object): Told => [
  path,
  async (call, usual) => {
    const response = await usual()
    return call.method === 'GET' ? Response.json({ ...(await response.json()), ...fields }) : response
  },
]
const account = () => dialog('Account')
const openAccount = async () => {
  await press('Account', banner())
  await seen(account())
}
const lines = () => [...account().element().querySelectorAll('p')].map(({ textContent }) => textContent.trim())
const focusedText = () => document.activeElement?.textContent?.trim() ?? ''

test('the menu opens on focus; arrows walk it; Esc closes it and leaves the focus on the button [MENU-09]', async () => {
  await renderScreen('/account')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const menuButton = button('Menu', banner())
  ;(document.activeElement as HTMLElement).blur()
  // The first stop is the link that skips the header.
  await userEvent.tab()
  await userEvent.tab()
  await seen(menu)
  expect(document.activeElement).toBe(menuButton.element())
  await keys('ArrowDown')
  expect(focusedText()).toBe('Map')
  await keys('Escape')
  expect(menu.elements()).toEqual([])
  expect(document.activeElement).toBe(menuButton.element())
  await keys('Enter')
  await seen(menu)
})

test.each([
  ['default', 'Whereabouts', 103, 50, 0, 'Admin Console'],
  ['harbor', 'Harbor', 103, 50, 0, 'Harbor Console'],
  ['meadow', 'Meadow Care', 122, 45, 1, 'Meadow Console'],
  ['summit', 'Summit', 122, 45, 0, 'Summit Console'],
] as const)(
  'the brand %s shows the logo of %s within %i by %i pixels and %i taglines, before and after sign-in [BRAND-01, BRAND-02, BRAND-03, CONST-13, CONST-14, ENT-session.brand]',
  async (brand, name, width, height, taglines, title) => {
    const expectWithin = (box: DOMRect | undefined) => {
      expect(box?.width).toBeGreaterThan(50)
      expect(box?.width).toBeLessThanOrEqual(width)
      expect(box?.height).toBeLessThanOrEqual(height)
    }
    const answers = [changed('/v3/app/config', { brand })]
    const signIn = await renderScreen('/', { person: null, answers })
    const logo = page.getByRole('img', { name })
    await seen(logo)
    expect(logo.element().textContent).toBe(name)
    expectWithin(logo.element().getBoundingClientRect())
    await eventually(() => document.title).toBe(`Sign in · ${title}`)
    expect(page.getByText('Know where care is needed.').elements()).toHaveLength(taglines)
    signIn.close()
    await renderScreen('/account', { answers })
    const home = link(`${name}: to the map`)
    await seen(home)
    expect(home.element().textContent).toBe(name)
    expectWithin(home.element().querySelector('svg')?.getBoundingClientRect())
  },
)

test('the bell has a dot while something is unread, and opening it says to the server that all was read [HEAD-03, NOTI-05, NOTI-13, CONST-19]', async () => {
  const screen = await renderScreen('/account', {
    seed(mock) {
      seedDemo(mock)
      const person = personOf(mock, 'owner')
      person.user.unread_count = 2
      return person
    },
  })
  const bell = button('Notifications, 2 unread', banner())
  await seen(bell)
  const dots = () => [...document.querySelectorAll('header button[aria-label^="Notifications"] > span')]
  expect(dots().map((each) => getComputedStyle(each).backgroundColor)).toEqual(['rgb(207, 51, 39)'])
  await bell.click()
  await eventually(() => screen.bodies('PUT', '/v3/app/users/profile')).toEqual([{ user: { unread_count: 0 } }])
  await seen(button('Notifications', banner()))
  expect(dots()).toEqual([])
  const empty = dialog('Notifications').getByText('No notifications yet')
  await eventually(() => empty.element().parentElement?.getBoundingClientRect().height).toBe(475)
})

test.each([
  ['owner', 'Mori Yuki', 'B2B account'],
  ['deputy', 'Abe Naoko (deputy)', 'B2B account'],
  ['readonly', 'Grace Miller (read-only)', 'B2B account'],
  ['integrator', 'Kita Emi', 'Integrator account'],
] as const)(
  'the account of a %s reads %j, %j [ACCT-03, ACCT-04, ACCT-05, ACCT-06, ROLE-03, ROLE-08, ROLE-09, CONST-18]',
  async (person, name, classLine) => {
    // Read-only people have the map alone.
    await renderScreen(person === 'readonly' ? '/map' : '/account', { person })
    await openAccount()
    await eventually(lines).toEqual([name, `${person}@hinoki.example`, classLine])
    await eventually(() => {
      const avatar = account().element().querySelector('span, img')?.getBoundingClientRect()
      return [avatar?.width, avatar?.height]
    }).toEqual([60, 60])
  },
)

test('a support person has a suffix too, and an account of neither kind a blank line [ACCT-04, ACCT-06, ROLE-03]', async () => {
  const profile = { class: 'support', b2b_user: false, groups: [] }
  await renderScreen('/account', { answers: [changed('/v3/app/users/profile', profile)] })
  await openAccount()
  expect(lines()).toEqual(['Mori Yuki (support)', 'owner@hinoki.example', ''])
})

test.each(['en-us', 'zh-tw', 'ja-jp'] as const)('the longest title of a screen fits a phone in %s', async (locale) => {
  await renderScreen('/account', { locale, width: 390, height: 844 })
  await eventually(() => document.title).toContain(' · ')
  const title = () => page.getByText(document.title.split(' · ')[0]!, { exact: true }).elements()[0]!
  await eventually(() => title().closest('header')).not.toBeNull()
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = title()
  expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight])
})

test('without a full name the e-mail stands in its place [ACCT-05]', async () => {
  await renderScreen('/account', { answers: [changed('/v3/app/users/profile', { fullname: '' })] })
  await openAccount()
  await eventually(lines).toEqual(['owner@hinoki.example', 'B2B account'])
})

test('the account popover has three views, and an arrow leads back to the first [ACCT-01, ACCT-02, ACCT-10, CONST-01]', async () => {
  await renderScreen('/account')
  await openAccount()
  for (const view of ['Language', 'About']) {
    await press(new RegExp(`^${view}`), account())
    await seen(heading(view))
    if (view === 'About') {
      expect(page.getByText('Version 1.1.0410').elements()).toHaveLength(1)
      const provider = page.getByRole('link', { name: /Provided by/ }).element()
      expect(provider.getAttribute('href')).toMatch(/^https:\/\//)
      expect(provider.getAttribute('rel')).toContain('noopener')
    }
    ;(button('Back to account', banner()).element() as HTMLElement).focus()
    await keys('Enter')
    await seen(button('Sign out', account()))
    expect(focusedText()).toMatch(new RegExp(`^${view}`))
  }
})

test('the account popover is walked with Tab, a language chosen with arrows; leaving it closes it', async () => {
  await renderScreen('/account')
  const hasRing = () => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element)
    return outlineStyle === 'solid' && outlineWidth === '2px'
  }
  ;(button('Account', banner()).element() as HTMLElement).focus()
  await keys('Enter')
  await seen(account())
  await userEvent.tab()
  expect(focusedText()).toBe('Account information')
  expect(hasRing()).toBe(true)
  await userEvent.tab()
  expect(focusedText()).toMatch(/^Language/)
  expect(hasRing()).toBe(true)
  await keys('Enter')
  await seen(heading('Language'))
  await userEvent.tab()
  await keys('ArrowDown')
  expect((page.getByRole('radio', { name: '繁體中文' }).element() as HTMLInputElement).checked).toBe(true)
  await userEvent.tab({ shift: true })
  await keys('Enter')
  expect(focusedText()).toMatch(/^Language/)
  for (const stop of ['Keyboard shortcuts', 'About', 'Sign out']) {
    while (!focusedText().startsWith(stop)) await userEvent.tab()
    expect(hasRing()).toBe(true)
  }
  await userEvent.tab()
  await gone(account())
})

test('errors stack at the right in the warning colour, 300 px wide, and stay until closed [TOAST-01, TOAST-02, TOAST-03, TOAST-04, TOAST-05, TOAST-06, CONST-15, CONST-16]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
  onTestFinished(() => void vi.useRealTimers())
  // Each fails once: a page whose stream opens late loads all of them again, and would tell of them again.
  const answers = ['users/extrasettings/remarks', 'users/extrasettings/class', 'activity/devices'].map(
    (list, index): Told => {
      let isFirst = true
      return [
        `/v3/app/${list}`,
        (_call, usual) => {
          if (!isFirst) return usual()
          isFirst = false
          return new Response('', { status: 502 + index })
        },
      ]
    },
  )
  await renderScreen('/account', { answers })
  const toasts = () => [...page.getByRole('region', { name: 'Messages' }).element().querySelectorAll<HTMLElement>('li')]
  await eventually(() => toasts().length).toBe(3)
  await settle()
  const boxes = toasts().map((each) => each.getBoundingClientRect())
  for (const [index, box] of boxes.entries()) {
    expect(box.width).toBe(300)
    expect(box.right).toBe(1440 - 12)
    const above = boxes[index - 1]
    if (above) expect(box.top).toBeGreaterThanOrEqual(above.bottom)
  }
  expect(getComputedStyle(toasts()[0]!).backgroundColor).toBe('rgb(251, 240, 218)')
  await expectReach('[aria-label="Messages"]')
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(toasts()).toHaveLength(3)
  const [, ...others] = toasts().map(({ textContent }) => textContent)
  await button('Close message', page.getByRole('region', { name: 'Messages' }))
    .first()
    .click()
  expect(toasts().map(({ textContent }) => textContent)).toEqual(others)
  await press(/^Clear all/)
  expect(toasts()).toEqual([])
})

/** Whether none of it stands out of the window. */
const isWithin = (name: string): boolean => {
  const { left, right } = dialog(name).element().getBoundingClientRect()
  return left >= 0 && right <= window.innerWidth
}

test('the dark header and its popovers are within reach at 390 px', async () => {
  await renderScreen('/account', { person: 'integrator', scheme: 'dark', width: 390, height: 844 })
  await expectReach('header')
  await press('Menu', banner())
  await seen(page.getByRole('navigation', { name: 'Menu' }))
  await expectReach('header')
  await keys('Escape')
  await press('Notifications', banner())
  await seen(dialog('Notifications'))
  await expectReach('header')
  // What is fixed to the window makes no page wider, so each panel is measured by itself.
  expect(isWithin('Notifications')).toBe(true)
  await keys('Escape')
  await openAccount()
  await expectReach('header')
  expect(isWithin('Account')).toBe(true)
  for (const view of ['Language', 'About']) {
    await press(new RegExp(`^${view}`), account())
    await seen(heading(view))
    await expectReach('header')
    await press('Back to account', banner())
  }
})

test('the appearance follows the choice at once and after a reload', async () => {
  const screen = await renderScreen('/account')
  await openAccount()
  await page.getByText('Dark', { exact: true }).click()
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')
  await eventually(scheme).toBe('dark')
  await screen.reload()
  await eventually(scheme).toBe('dark')
})
