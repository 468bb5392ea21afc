import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { list } from './map-page.ts'
import { consoleOfFile, eventually, expectNoFaults, expectReach, storedAccount, submitSignIn } from './open-console.ts'

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

test('a business user signs in with Enter; the browser keeps the account and the map opens, also from the address bar and after a reload, without # in the address [SIGN-04, SIGN-09, CONST-02, API-GENERAL-06, ENT-account.token, ENT-account.provider, ENT-account.email, ENT-account.name, ENT-account.pushToken, ENT-account.lastUpdateTokenTime, ENT-signinDevice.platform, ENT-signinDevice.useragent, ENT-signinDevice.push_token, ROUTE-02, ROUTE-09]', async () => {
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
    name: 'Mori Yuki',
    pushToken: '',
  })
  expect(account?.lastUpdateTokenTime).toBeGreaterThanOrEqual(before)
  expect(account?.lastUpdateTokenTime).toBeLessThanOrEqual(Date.now())
  const served = await page.goto('/map/')
  expect(served?.status()).toBe(200)
  await page.reload()
  await list(page).waitFor()
  expect(page.url()).toBe(`${app.server.origin}/map/`)
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
  await expectReach(page)
  expectNoFaults(opened)
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

longTest('the typed e-mail is carried to the page for a new password and back', async () => {
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
