import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callsTo, signInByCall, signUpByCall } from './calls.ts'
import { consoleWithMails, heading } from './link-pages.ts'
import { brokenRules, eventually, expectNoFaults, looks, signIn, submitSignIn } from './open-console.ts'
import { makeOwner, sql } from './people.ts'

const { app, mailTo, linkFor, openSignUp } = consoleWithMails()

describe('signing up', () => {
  test('password managers find what they need', async () => {
    const { page } = await openSignUp()
    const kinds = await page
      .locator('form input')
      .evaluateAll((fields) => fields.map((field) => [field.getAttribute('name'), field.getAttribute('autocomplete')]))
    expect(kinds).toEqual([
      ['name', 'name'],
      ['email', 'username'],
      ['new-password', 'new-password'],
      ['verify-password', 'new-password'],
    ])
  })

  test('where strangers may not sign up, the page says who makes accounts', async () => {
    const { page } = await app.open()
    await page.route('**/v3/app/config', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), signup: false } })
    })
    await page.goto('/')
    await heading(page, 'Sign in').waitFor()
    expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0)
    await page.goto('/signup')
    await heading(page, 'Accounts are made by an administrator').waitFor()
  })
})

describe('verifying an address', () => {
  test('without a token the page offers to send a link; asked twice in a minute it says that one is on its way', async () => {
    const { page } = await app.open()
    const email = 'mori.verify@hinoki.example'
    await signUpByCall(app.server.origin, email)
    for (const isAgain of [false, true]) {
      await page.goto('/verify-email')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await heading(page, 'Check your email').waitFor()
      expect(await page.getByText('A link was sent a moment ago.').count()).toBe(isAgain ? 1 : 0)
      await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor()
    }
  })
})

describe('what a person asked for while signed in', () => {
  test('a link of one page opened at another is none [ERR-401102]', async () => {
    const { page } = await app.open()
    const owner = await makeOwner(app.server, 'Abe Sho')
    const { access_token } = await signInByCall(app.server.origin, owner.email, owner.password)
    await callsTo(app.server.origin, access_token).accounts.remove({ body: { user: { email: owner.email } } })
    const { token } = await mailTo(owner.email)
    await page.goto(`/change-email#token=${token}`)
    await page.waitForURL('**/page-expired?from=change-email')
    await page.goto(`/reset-password#token=${token}`)
    await page.waitForURL('**/page-expired?from=reset-password')
    await page.goto(`/delete-account#token=${token}`)
    await heading(page, 'Delete this account?').waitFor()
  })
})

describe('devices', () => {
  const openDevices = async (fullname: string) => {
    const owner = await makeOwner(app.server, fullname)
    const { access_token } = await signInByCall(app.server.origin, owner.email, owner.password)
    const calls = callsTo(app.server.origin, access_token)
    const add = async (device_id: string, device_name: string) => {
      const device = { device_id, device_mode: 'g3m', firmware: '1.8.3' } as const
      await calls.trackers.add({ body: { ...device, bind_check: true } })
      const sr = randomBytes(16).toString('hex')
      await calls.onboarding.exchange({ body: { id: device_id, type: 'g3', i_cmd: 0x01, mode: 0x11, sr } })
      await calls.trackers.add({ body: { ...device, device_name } })
    }
    const names = async () => (await calls.trackers.list({})).trackers.map((tracker) => tracker.name)
    return { owner, calls, add, names }
  }

  test('a station is removed in the same way, under the words of stations [MAIL-02]', async () => {
    const { page } = await app.open()
    const { owner, calls } = await openDevices('Noda Riku')
    const t4_id = 'T4-0A1B2C3D4E5F'
    await calls.stations.add({ body: { t4_id, bind_check: true } })
    const sr = randomBytes(16).toString('hex')
    await calls.onboarding.exchange({ body: { id: t4_id, type: 't4', i_cmd: 0x10, mode: 0, sr } })
    await calls.stations.add({ body: { t4_id, t4_name: 'Lobby' } })
    await calls.stations.remove({ t4_id: 'T4-0A1B2C3D4E5F' })
    await page.goto(await linkFor(owner.email))
    await heading(page, 'Remove this device?').waitFor()
    await page.getByText('Devices near it are no longer located by it.').waitFor()
    await page.getByRole('button', { name: 'Remove now' }).click()
    await heading(page, 'Device removed').waitFor()
    expect((await calls.stations.list({})).stations).toEqual([])
  })

  test('a person without an account is led to sign-up', async () => {
    const { page } = await app.open()
    const giver = await openDevices('Oda Mio')
    await giver.add('LINKPG04', 'Cart 4')
    await giver.calls.sharing.share({ body: { device_id: 'LINKPG04', email: 'newcomer.share@hinoki.example' } })
    await page.goto(await linkFor('newcomer.share@hinoki.example'))
    await page.getByText('To see Cart 4 you need an account for newcomer.share@hinoki.example.').waitFor()
    await page.getByRole('link', { name: 'Create account' }).click()
    await heading(page, 'Create an account').waitFor()
  })
})

describe('a LINE group', () => {
  /** As the bot would have posted it. */
  async function giveCode(code: string, groupId: string): Promise<void> {
    const hash = createHash('sha256').update(code).digest()
    const text = 'insert into line_codes (code_hash, group_id, created_at_ms) values ($1, $2, $3)'
    await sql(app.server, text, [hash, groupId, Date.now()])
  }

  test('a read-only person is told who can do it, and may sign in as somebody else', async () => {
    const { page } = await app.open()
    await signIn(page, 'readonly')
    await giveCode('line-code-3', 'C-group-3')
    await page.goto('/line-group?code=line-code-3')
    await heading(page, 'An owner or deputy can do this').waitFor()
    await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
    await heading(page, 'Sign in').waitFor()
    await submitSignIn(page, 'deputy')
    await heading(page, 'Name this LINE group').waitFor()
  })
})

describe('a session of this browser', () => {
  test('a link pasted into the address bar of an open page is taken up', async () => {
    const { page } = await app.open()
    await page.goto('/verify-email')
    await page.getByLabel('Email').waitFor()
    await page.evaluate(() => {
      location.hash = 'token=typed-over'
    })
    await heading(page, 'The verification link is not valid').waitFor()
    expect(page.url()).toBe(`${app.server.origin}/verify-email`)
  })
})

test('a server that cannot be reached is told with a way to try again, and the link is kept', async () => {
  const { page } = await app.open()
  const email = 'endo.offline@hinoki.example'
  await signUpByCall(app.server.origin, email)
  await page.route('**/confirm/preview', (route) => route.abort('connectionrefused'))
  await page.goto(await linkFor(email))
  await page.getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/confirm/preview')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Verify', exact: true }).waitFor()
})

const PREVIEWS = {
  '/verify-email': 'confirm',
  '/reset-password': 'recovery',
  '/change-email': 'change_email',
  '/delete-account': 'remove_account',
  '/unassign-device': 'remove_trackers',
  '/accept-share': 'accept_share',
  '/confirm-contact': 'confirm_contact',
  '/setup': 'setup',
} as const
const PLAIN = [
  '/signup',
  '/forgot-password',
  '/verify-email',
  '/page-expired?from=reset-password',
  '/page-expired?from=access-link',
  '/signin-return',
  '/line-group?code=x',
]

test.each(
  looks([
    ['light', 1440, 'en-US'],
    ['dark', 1440, 'ja-JP'],
    ['light', 390, 'zh-TW'],
    ['dark', 390, 'ja-JP'],
    ['light', 320, 'en-US'],
  ] as const),
)('nothing on any %s link page at %i px in %s is out of reach', async (colorScheme, width, locale) => {
  const opened = await app.open({ colorScheme, locale, viewport: { width, height: 844 } })
  const { page } = opened
  const broken: Record<string, string[]> = {}
  for (const path of [...PLAIN, ...Object.keys(PREVIEWS).map((link) => `${link}#token=x`)]) {
    const purpose = PREVIEWS[path.split('#')[0] as keyof typeof PREVIEWS]
    await page.route('**/confirm/preview', (route) =>
      route.fulfill({
        json: {
          result: true,
          code: 200,
          purpose,
          email: 'yuki.mori.of.the.night.shift@hinoki.example',
          device_names: Array.from({ length: 9 }, (_, index) => `Wheelchair of the second floor east wing ${index}`),
          shared_by: 'Mori Yuki of the night shift',
          has_account: true,
        },
      }),
    )
    await page.goto(path)
    await page.locator('main h1').waitFor()
    await eventually(() => page.locator('main[aria-busy]').count()).toBe(0)
    const rules = await brokenRules(page)
    if (rules.length > 0) broken[path] = rules
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    await page.unroute('**/confirm/preview')
  }
  expect(broken).toEqual({})
  expectNoFaults(opened)
})
