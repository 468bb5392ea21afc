import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { callsOf } from './alarm-page.ts'
import { GOOD_PASSWORD, signUpByCall } from './calls.ts'
import { list } from './map-page.ts'
import {
  brokenRules,
  consoleOfFile,
  enterAs,
  eventually,
  expectNoFaults,
  looks,
  signIn,
  storedAccount,
  submitSignIn,
} from './open-console.ts'

const DIST = join(import.meta.dirname, '../dist')

const app = consoleOfFile({ drawsMaps: false })

test('the sign-in page is light: 150 kB of scripts and styles gzipped, 12 requests, no WebGL', async () => {
  const opened = await app.open()
  const { page } = opened
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: never) {
      document.documentElement.dataset.canvas = 'used'
      return getContext.apply(this, args)
    } as typeof getContext
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const code = paths.filter((path) => /\.(js|css)$/.test(path))
  const bytes = code.reduce((sum, path) => sum + readFileSync(join(DIST, `${path}.gz`)).length, 0)
  expect(code.length).toBeGreaterThan(2)
  expect(bytes).toBeLessThanOrEqual(150_000)
  expect(paths.length).toBeLessThanOrEqual(12)
  expect(await page.locator('html').getAttribute('data-canvas')).toBeNull()
  expectNoFaults(opened)
})

test('the page asks the password manager for the right things and hides what belongs to signed-in people [PROD-01, ROUTE-01, HEAD-01, BRAND-04, NOTI-12]', async () => {
  const { page } = await app.open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username')
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('autocomplete')).toBe('current-password')
  expect(await page.title()).toContain('Admin Console')
  for (const name of ['Menu', 'Account', 'Notifications']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  }
  expect(asked).toContain('/v3/app/config')
  expect(asked).not.toContain('/v3/app/notifications')
})

test('a business user signs in with Enter; the browser keeps the account and the map opens [SIGN-04, SIGN-09, CONST-02, API-GENERAL-06, ENT-account.token, ENT-account.provider, ENT-account.email, ENT-account.name, ENT-account.pushToken, ENT-account.lastUpdateTokenTime, ENT-signinDevice.platform, ENT-signinDevice.useragent, ENT-signinDevice.push_token]', async () => {
  const opened = await app.open()
  const { page } = opened
  await page.goto('/')
  await page.getByLabel('Email').fill('owner@hinoki.example')
  await page.getByLabel('Password', { exact: true }).fill('whereabouts-demo')
  const before = Date.now()
  const [answer] = await Promise.all([
    page.waitForResponse('**/v3/app/users/signin'),
    page.getByLabel('Password', { exact: true }).press('Enter'),
  ])
  await page.waitForURL((url) => url.pathname === '/map')
  const request = answer.request()
  expect(request.headers()['x-app-version']).toBe('2.3.27')
  expect(request.headers().authorization).toBeUndefined()
  expect(request.postDataJSON()).toEqual({
    device: { platform: 'web', useragent: await page.evaluate(() => navigator.userAgent), push_token: '' },
    user: {
      provider: 'email',
      email: 'owner@hinoki.example',
      password: 'whereabouts-demo',
      stay_signed_in: false,
    },
  })
  const account = await storedAccount(page)
  const { access_token } = await answer.json()
  expect(account).toMatchObject({
    token: access_token,
    provider: 'email',
    email: 'owner@hinoki.example',
    name: 'Yuki Mori',
    pushToken: '',
  })
  expect(account?.lastUpdateTokenTime).toBeGreaterThanOrEqual(before)
  expect(account?.lastUpdateTokenTime).toBeLessThanOrEqual(Date.now())
  expectNoFaults(opened)
})

test('business people, integrators and visitors by a link enter, and an open console goes from / straight to its page [SIGN-01, PROD-03]', async () => {
  const onMap = (page: Page) => page.waitForURL((url) => url.pathname === '/map')
  const { page } = await app.open()
  await signIn(page, 'integrator')
  await page.goto('/')
  await onMap(page)
  expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0)
  const owner = await app.open()
  await signIn(owner.page, 'owner')
  await onMap(owner.page)
  const wanted = { name: 'Family', role: 'guest' as const }
  const { accesslink } = await (await callsOf(app, 'owner')).accessLinks.create({ body: { accesslink: wanted } })
  const visitor = await app.open()
  await visitor.page.goto(`/#access_code=${accesslink.link_code}`)
  await onMap(visitor.page)
  await list(visitor.page).waitFor()
})

test('the map opens from the address bar and after a reload, without # in the address [ROUTE-02, ROUTE-09]', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner', '/account')
  for (const path of ['/map', '/map/']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await page.reload()
    await list(page).waitFor()
    expect(page.url()).toBe(`${app.server.origin}${path}`)
  }
  expectNoFaults(opened)
})

test('a consumer is signed out with the token of the answer, nothing is kept, the panel says why in every language [SIGN-01, SIGN-02, SIGN-03, SIGN-10, ENT-session.showConsumerPanel]', async () => {
  const opened = await app.open()
  const { page } = opened
  await page.goto('/')
  const [signin, signout] = await Promise.all([
    page.waitForResponse('**/v3/app/users/signin'),
    page.waitForRequest('**/v3/app/users/signout'),
    submitSignIn(page, 'consumer'),
  ])
  const { access_token } = await signin.json()
  expect(signout.headers().authorization).toBe(`Bearer ${access_token}`)
  expect(signout.postDataJSON()).toEqual({ device: { platform: 'web' } })
  const title = page.getByRole('heading', { level: 1 })
  await eventually(() => title.textContent()).toBe('This site is for business partners')
  expect(await page.getByText('use the Whereabouts mobile app').count()).toBe(1)
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: '繁體中文' }).click()
  expect(await title.textContent()).toBe('本網站僅供企業合作夥伴使用')
  expect(await page.getByText('手機應用程式').count()).toBe(1)
  await page.getByRole('button', { name: '日本語' }).click()
  expect(await title.textContent()).toBe('このサイトは法人パートナー専用です')
  expect(await page.getByText('モバイルアプリ').count()).toBe(1)
  expect(await storedAccount(page)).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('features'))).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('button', { name: 'サインインに戻る' }).click()
  expect(await title.textContent()).toBe('サインイン')
  expectNoFaults(opened)
})

longTest('a wrong password is told in place, what was typed is kept, the focus is on the password', async () => {
  const opened = await app.open()
  const { page } = opened
  await page.goto('/')
  await submitSignIn(page, 'owner', 'not-the-password')
  await eventually(() => page.getByRole('form').getByRole('alert').textContent()).toBe(
    'The email address or password is not correct.',
  )
  const password = page.getByLabel('Password', { exact: true })
  expect(await password.inputValue()).toBe('not-the-password')
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  expect(await password.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: '日本語' }).click()
  expect(await page.getByRole('form').getByRole('alert').textContent()).toBe(
    'メールアドレスまたはパスワードが正しくありません。',
  )
  expect(await brokenRules(page)).toEqual([])
  expectNoFaults(opened)
})

test('an empty or misspelt field is told at the field, and nothing is sent [VALID-04, VALID-07, VALID-10]', async () => {
  const { page } = await app.open()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.goto('/')
  await page.getByLabel('Email').fill('owner')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const email = page.getByLabel('Email')
  const described = await email.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Email format is invalid!')
  expect(await page.getByText("Password can't be empty!").count()).toBe(1)
  expect(await email.evaluate((element) => element === document.activeElement)).toBe(true)
  await email.fill('')
  await page.getByText('Enter your email address.').waitFor()
  expect(calls.filter((url) => url.includes('/signin'))).toEqual([])
})

longTest('the password can be shown and hidden again', async () => {
  const { page } = await app.open()
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret word')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await password.getAttribute('type')).toBe('password')
})

test('the words of a code that the console lacks are asked from the server, once for each language [ERR-08, ERR-09]', async () => {
  const opened = await app.open()
  const { page } = opened
  const asked: string[] = []
  await page.route('**/v3/app/users/signin', (route) =>
    route.fulfill({ status: 400, json: { result: false, code: 400999, message: 'Stubbed.' } }),
  )
  await page.route('**/v3/app/errors?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const [code, locale] = [searchParams.get('code'), searchParams.get('locale')]
    asked.push(`${code} ${locale}`)
    return route.fulfill({ json: { result: true, code: 400999, message: `Words in ${locale}` } })
  })
  await page.goto('/')
  await submitSignIn(page, 'owner')
  await page.getByRole('alert').getByText('Words in en-us', { exact: true }).waitFor()
  await page.getByRole('button', { name: '日本語' }).click()
  await page.getByRole('alert').getByText('Words in ja-jp', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await submitSignIn(page, 'owner')
  await page.getByRole('alert').getByText('Words in en-us', { exact: true }).waitFor()
  expect(asked).toEqual(['400999 en-us', '400999 ja-jp'])
  expectNoFaults(opened)
})

longTest('a code that the server does not know either keeps the default message', async () => {
  const { page } = await app.open()
  await page.route('**/v3/app/users/signin', (route) =>
    route.fulfill({ status: 400, json: { result: false, code: 400998, message: 'Stubbed.' } }),
  )
  await page.goto('/')
  const answer = page.waitForResponse('**/v3/app/errors?*')
  await submitSignIn(page, 'owner')
  expect((await answer).status()).toBe(404)
  expect(await page.getByRole('form').getByRole('alert').textContent()).toBe('Oops! Something went wrong...(400998)')
})

longTest('a server that cannot be reached is told beside the form, and the form is kept', async () => {
  const { page } = await app.open()
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.route('**/v3/app/users/signin', (route) => route.abort('connectionrefused'))
  await submitSignIn(page, 'owner')
  await page.getByText('The server cannot be reached.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('owner@hinoki.example')
  await page.unroute('**/v3/app/users/signin')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/map')
})

test('the demo offers its sign-ins, one click each', async () => {
  const { page } = await app.open()
  await page.goto('/')
  await page.getByRole('button', { name: 'Deputy' }).click()
  expect(await page.getByLabel('Email').inputValue()).toBe('deputy@hinoki.example')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/map')
})

test('the page starts in the language of the browser and keeps the one that was chosen [LANG-01]', async () => {
  const { page, context } = await app.open({ locale: 'zh-TW' })
  await page.goto('/')
  const title = page.getByRole('heading', { level: 1 })
  expect(await title.textContent()).toBe('登入')
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant')
  await page.getByRole('button', { name: '日本語' }).click()
  expect(await title.textContent()).toBe('サインイン')
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  await page.reload()
  expect(await title.textContent()).toBe('サインイン')
  const cookie = (await context.cookies()).find(({ name }) => name === 'lang')
  expect(cookie).toMatchObject({ value: 'ja-jp', path: '/' })
  await page.getByRole('button', { name: 'English' }).click()
  expect(await title.textContent()).toBe('Sign in')
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('nothing on the %s page at %i px is out of reach', async (colorScheme, width) => {
  const { page } = await app.open({ colorScheme, viewport: { width, height: 844 } })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText('Demo sign-ins').waitFor()
  expect(await brokenRules(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test.each(looks(['a stranger', 'owner']))('%s can do everything with the keyboard alone', async (who) => {
  const { page } = await app.open()
  await page.goto('/')
  await page.getByLabel('Email').waitFor()
  // The form has the focus from the start on a wide screen.
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  await page.keyboard.type(who === 'owner' ? 'owner@hinoki.example' : 'stranger@hinoki.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('whereabouts-demo')
  // Past the eye and the way to a new password.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await page.getByLabel('Stay signed in').isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  if (who === 'owner') await page.waitForURL((url) => url.pathname === '/map')
  else await page.getByRole('alert').getByText('not correct').waitFor()
})

test('an address that is not verified gets its mail by itself once, is remembered, and gets another when asked [ERR-04, MAIL-05, MAIL-06]', async () => {
  const opened = await app.open()
  const { page } = opened
  const email = 'sato.unverified@hinoki.example'
  await signUpByCall(app.server.origin, email)
  const resent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm/resend')) resent.push(request.postDataJSON())
  })
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await submit.click()
  const notice = page.getByRole('status').filter({ hasText: 'not verified yet' })
  await notice.getByText(`A link was sent to ${email}.`).waitFor()
  expect(resent).toEqual([{ user: { email } }])
  expect((await latestMail(app.server.address, email)).kind).toBe('confirm')
  expect(await brokenRules(page)).toEqual([])

  // The server sends one a minute: until then the button says how long, and a second try sends none by itself.
  await notice.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor()
  await submit.click()
  await notice.getByRole('button', { name: /^Send again in/ }).waitFor()
  expect(resent).toHaveLength(1)

  await page.reload()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  expectNoFaults(opened)
})

test('after too many tries the form says how long to wait, and is shut until then [ERR-429101]', async () => {
  const opened = await app.open()
  const { page } = opened
  await page.clock.install()
  let tries = 0
  await page.route('**/v3/app/users/signin', (route) => {
    tries += 1
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      json: { result: false, code: 429101, message: 'Stubbed.' },
    })
  })
  await page.goto('/')
  await page.getByLabel('Email').waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await submitSignIn(page, 'owner')
  await page.getByRole('alert').getByText('Too many tries. Try again in 60 s.', { exact: true }).waitFor()
  const submit = page.locator('button[type=submit]')
  await page.clock.runFor(20_000)
  await eventually(() => submit.textContent()).toBe('Try again in 40 s')
  await submit.click({ force: true })
  await page.getByLabel('Password', { exact: true }).press('Enter')
  expect(tries).toBe(1)
  await page.clock.runFor(40_000)
  await eventually(() => submit.textContent()).toBe('Sign in')
  await submit.click()
  await eventually(() => tries).toBe(2)
  expectNoFaults(opened)
})

longTest('what was typed goes along to the page for a new password and back', async () => {
  const { page } = await app.open()
  await page.goto('/')
  await page.getByLabel('Email').fill('owner@hinoki.example')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('owner@hinoki.example')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('owner@hinoki.example')
})
