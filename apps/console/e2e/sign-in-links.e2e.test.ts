import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { callsTo, signInByCall } from './calls.ts'
import {
  brokenRules,
  type ConsoleUnderTest,
  eventually,
  expectNoFaults,
  loaded,
  looks,
  openConsole,
  signIn,
  storedAccount,
} from './open-console.ts'

let app: ConsoleUnderTest
let owner: ReturnType<typeof callsTo>
beforeAll(async () => {
  app = await openConsole({ drawsMaps: false })
  const { origin } = app.server
  const { access_token } = await signInByCall(origin, 'owner@hinoki.example', 'whereabouts-demo')
  owner = callsTo(origin, access_token)
})
afterEach(() => app.closePages())
afterAll(() => app.close())

let count = 0
/** The code of a new access link. */
async function makeLink(link: { role?: 'deputy'; password?: string } = {}): Promise<string> {
  count += 1
  const accesslink = { name: `Visitor ${count}`, role: 'guest' as const, ...link }
  const answer = await owner.accessLinks.create({ body: { accesslink } })
  return answer.accesslink.link_code
}

test.each(['#', '?'])(
  'an access link with %s lets its visitor in, and its code leaves the address bar at once',
  async (sign) => {
    const opened = await app.open()
    const { page } = opened
    const code = await makeLink()
    const [signin] = await Promise.all([
      page.waitForRequest('**/users/signin/accesslink'),
      page.goto(`/${sign}access_code=${code}`),
    ])
    expect(signin.postDataJSON().user).toEqual({ provider: 'accesslink', access_code: code })
    await page.waitForURL((url) => url.pathname === '/map')
    await loaded(page)
    expect(await storedAccount(page)).toMatchObject({ provider: 'accesslink' })
    expect(await page.evaluate(() => localStorage.getItem('userFromAccessLink'))).toBe('true')
    await page.goBack()
    expect(page.url()).not.toContain(code)
    expectNoFaults(opened)
  },
)

longTest(
  'a link with a password asks for it, says when it is wrong, and keeps what was typed [ERR-401101]',
  async () => {
    const opened = await app.open()
    const { page } = opened
    const code = await makeLink({ password: 'night shift' })
    await page.goto(`/#access_code=${code}`)
    await page.getByRole('heading', { name: 'This link asks for a password' }).waitFor()
    expect(await page.getByRole('form').getByRole('alert').textContent()).toBe('')
    const password = page.getByLabel('Password', { exact: true })
    await eventually(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
    await password.press('Enter')
    await page.getByText("Password can't be empty!").waitFor()
    expect(await brokenRules(page)).toEqual([])
    await password.fill('day shift')
    await password.press('Enter')
    await page.getByRole('alert').getByText('Password incorrect.', { exact: true }).waitFor()
    expect(await password.inputValue()).toBe('day shift')
    await page.getByRole('button', { name: '日本語' }).click()
    await page.getByRole('alert').getByText('パスワードが正しくありません。').waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await password.fill('night shift')
    await password.press('Enter')
    await page.waitForURL((url) => url.pathname === '/map')
    expectNoFaults(opened)
  },
)

test('a link that is gone leads to the page that says so [SCRN-12, ERR-404102]', async () => {
  const { page } = await app.open()
  const code = await makeLink()
  await owner.accessLinks.remove({ body: { accesslinks: [code] } })
  await page.goto(`/#access_code=${code}`)
  await page.waitForURL('**/page-expired?from=access-link')
  await page.getByText('It has expired, or it was withdrawn.').waitFor()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

longTest(
  'who is signed in is asked before a link takes the place of the account, and the session before is ended',
  async () => {
    const opened = await app.open()
    const { page } = opened
    await signIn(page, 'deputy')
    const before = await storedAccount(page)
    const code = await makeLink()
    await page.goto(`/#access_code=${code}`)
    await page.getByRole('heading', { name: 'Open an access link' }).waitFor()
    await page.getByText('You are signed in as Abe Naoko.').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the console' }).click()
    await page.waitForURL((url) => url.pathname === '/map')
    expect(await storedAccount(page)).toEqual(before)

    // Pasted over the address of the open console.
    await page.goto('/map')
    await loaded(page)
    await page.goto(`/#access_code=${code}`)
    await page.getByRole('button', { name: 'Open the link' }).click()
    await page.waitForURL((url) => url.pathname === '/map')
    await loaded(page)
    expect(await storedAccount(page)).toMatchObject({ provider: 'accesslink' })
    await eventually(async () => {
      const answer = await fetch(`${app.server.origin}/v3/app/users/profile`, {
        headers: { authorization: `Bearer ${before?.token}` },
      })
      return answer.status
    }).toBe(401)
    expectNoFaults(opened)
  },
)

longTest('a tab that shows the console follows when another one opens a link', async () => {
  const { page, context } = await app.open()
  const [first, second] = [await makeLink(), await makeLink({ role: 'deputy' })]
  await page.goto(`/#access_code=${first}`)
  await page.waitForURL((url) => url.pathname === '/map')
  await loaded(page)
  const other = await context.newPage()
  const [reloaded] = await Promise.all([
    page.waitForRequest((request) => request.isNavigationRequest()),
    // The page from before the reload stands until its answer.
    page.waitForEvent('domcontentloaded'),
    other.goto(`/#access_code=${second}`),
  ])
  expect(new URL(reloaded.url()).pathname).toBe('/map')
  await loaded(page)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('dialog').getByText('(deputy)').waitFor()
})

test.each(looks(['light', 'dark'] as const))(
  'the panels of a link are within reach of everybody on a %s phone',
  async (colorScheme) => {
    const { page } = await app.open({ colorScheme, locale: 'zh-TW', viewport: { width: 390, height: 844 } })
    const code = await makeLink({ password: 'night shift' })
    await page.goto(`/#access_code=${code}`)
    await page.getByRole('heading', { name: '此連結需要密碼' }).waitFor()
    expect(await brokenRules(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
)
