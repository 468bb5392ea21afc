import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoServer } from '../../../scripts/harness/demo-server.ts'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { type OpenidProvider, startOpenidProvider } from '../../../scripts/harness/openid-provider.ts'
import {
  type ConsoleUnderTest,
  eventually,
  expectNoFaults,
  expectReach,
  loaded,
  looks,
  openConsole,
  storedAccount,
} from './open-console.ts'

const NAMES = { google: 'Google', apple: 'Apple', facebook: 'Facebook' } as const
type Name = keyof typeof NAMES

let services: Record<Name, OpenidProvider>
let app: ConsoleUnderTest
beforeAll(async () => {
  const [google, apple, facebook] = await Promise.all([
    startOpenidProvider({ provider: 'google' }),
    startOpenidProvider({ provider: 'apple' }),
    startOpenidProvider({ provider: 'facebook' }),
  ])
  services = { google, apple, facebook }
  app = await openConsole({
    drawsMaps: false,
    start: () =>
      demoServer({
        providers: Object.values(services).map(({ description }) => description),
        env: { GOOGLE_CLIENT_ID: google.clientId, APPLE_CLIENT_ID: apple.clientId, FACEBOOK_APP_ID: facebook.clientId },
      }),
  })
})
afterEach(() => app.closePages())
afterAll(async () => {
  await app.close()
  await Promise.all(Object.values(services).map((service) => service.close()))
})

const serviceButton = (page: Page, name: Name) => page.getByRole('button', { name: `Continue with ${NAMES[name]}` })
/** Leaves for the service from this page and answers there. */
async function goBy(page: Page, name: Name, answer: 'Continue' | 'Cancel', from = '/'): Promise<void> {
  await page.goto(from)
  await serviceButton(page, name).click()
  await page.waitForURL((url) => url.origin === services[name].origin)
  await page.getByRole('button', { name: answer }).click()
}
const alert = (page: Page) => page.getByRole('alert').textContent()
const failed = (page: Page) => page.getByRole('heading', { name: 'Sign-in did not work' }).waitFor()

test.each(looks(['facebook', 'apple', 'google'] as const))(
  'a business account made by %s enters the console, now and later [SIGN-05, SIGN-06, SIGN-07, SIGN-09]',
  async (name) => {
    const opened = await app.open()
    const { page } = opened
    const service = services[name]
    service.person = {
      sub: `owner-${name}`,
      email: `owner.${name}@care.example`,
      email_verified: true,
      name: 'Oda Ren',
    }
    await goBy(page, name, 'Continue', '/signup')
    await page.waitForURL((url) => url.pathname === '/map')
    await loaded(page)
    const account = await storedAccount(page)
    expect(account).toMatchObject({ provider: name, email: `owner.${name}@care.example` })
    expect(await page.evaluate(() => sessionStorage.getItem('providerSignIn'))).toBeNull()
    // The proof has not stayed in the history of the browser.
    await page.goBack()
    expect(page.url()).not.toContain('id_token=')
    expectNoFaults(opened)

    const { page: later } = await app.open()
    await later.goto('/')
    await later.getByLabel('Stay signed in').check()
    await serviceButton(later, name).click()
    await later.getByRole('button', { name: 'Continue' }).click()
    await later.waitForURL((url) => url.pathname === '/map')
    expect(await later.evaluate(() => JSON.parse(localStorage.getItem('account') ?? '{}').staySignedIn)).toBe(true)
  },
)

longTest(
  'a first sign-in at the sign-in page makes a consumer, who is turned away with the panel [SIGN-02, SIGN-10]',
  async () => {
    const opened = await app.open()
    const { page } = opened
    services.google.person = {
      sub: 'consumer-1',
      email: 'consumer.one@home.example',
      email_verified: true,
      name: 'Ito',
    }
    await goBy(page, 'google', 'Continue')
    await page.getByRole('heading', { name: 'This site is for business partners' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await storedAccount(page)).toBeNull()
    expectNoFaults(opened)
  },
)

test.each(looks(['apple', 'google'] as const))(
  'who calls it off at %s is told so and finds the way back',
  async (name) => {
    const opened = await app.open()
    const { page } = opened
    await goBy(page, name, 'Cancel')
    await failed(page)
    expect(await alert(page)).toBe(`You left ${NAMES[name]} without signing in. Nothing was changed.`)
    expect(page.url()).toBe(`${app.server.origin}/signin-return`)
    await expectReach(page)
    await page.getByRole('button', { name: `Try ${NAMES[name]} again` }).click()
    await page.waitForURL((url) => url.origin === services[name].origin)
    await page.goBack()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expectNoFaults(opened)
  },
)

longTest('an answer that this tab did not ask for signs nobody in', async () => {
  const { page } = await app.open()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const nonce = 'n'.repeat(32)
  const forged = `/signin-return#state=somebody-elses&id_token=${services.google.idToken(nonce)}`
  await page.goto(forged)
  await failed(page)
  expect(await alert(page)).toContain('This tab did not ask for this sign-in')

  // Sent away with a state of its own, and answered with another one.
  await page.goto('/')
  await serviceButton(page, 'google').click()
  await page.waitForURL((url) => url.origin === services.google.origin)
  await page.goto(forged)
  await failed(page)
  expect(await alert(page)).toContain('This tab did not ask for this sign-in')
  expect(calls.filter((url) => url.endsWith('/users/signin'))).toEqual([])
  expect(await storedAccount(page)).toBeNull()
})

longTest('a proof that the server refuses, or that belongs to another account, is told in words', async () => {
  const opened = await app.open()
  const { page } = opened
  const service = services.google
  service.person = { sub: 'takes-over', email: 'owner@hinoki.example', email_verified: true }
  await goBy(page, 'google', 'Continue', '/signup')
  await failed(page)
  expect(await alert(page)).toBe(
    'There is an account with your email address already. Sign in to it with its password.',
  )

  // Signed for a sign-in of another browser: its nonce is not ours.
  await page.goto('/')
  await serviceButton(page, 'google').click()
  await page.waitForURL((url) => url.origin === service.origin)
  const state = new URL(page.url()).searchParams.get('state')
  await page.goto(`${app.server.origin}/signin-return#state=${state}&id_token=${service.idToken('m'.repeat(64))}`)
  await failed(page)
  expect(await alert(page)).toContain('Google could not say who you are.')
  expect(await storedAccount(page)).toBeNull()
  expectNoFaults(opened)
})

longTest('when our server is out of reach, the answer is kept and sent again', async () => {
  const { page } = await app.open()
  services.google.person = { sub: 'owner-late', email: 'owner.late@care.example', email_verified: true, name: 'Late' }
  await page.route('**/v3/app/users/signin', (route) => route.abort('connectionrefused'))
  await goBy(page, 'google', 'Continue', '/signup')
  await page.getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/v3/app/users/signin')
  await page.getByRole('button', { name: 'Try Google again' }).click()
  await page.waitForURL((url) => url.pathname === '/map')
  await eventually(async () => (await storedAccount(page))?.email).toBe('owner.late@care.example')
})
