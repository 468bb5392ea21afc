import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { callsTo, GOOD_PASSWORD, signInByCall, signUpByCall } from './calls.ts'
import {
  ageToken,
  brokenRules,
  type ConsoleUnderTest,
  enterAs,
  eventually,
  expectNoFaults,
  looks,
  openConsole,
  signIn,
  storedAccount,
  submitSignIn,
} from './open-console.ts'
import { makeOwner, signInAs, sql } from './people.ts'

let app: ConsoleUnderTest
beforeAll(async () => {
  app = await openConsole({ drawsMaps: false })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

const mailTo = (email: string) => latestMail(app.server.address, email)
/** Where the newest mail leads, on the server under test. */
async function linkFor(email: string): Promise<string> {
  const { pathname, hash } = new URL((await mailTo(email)).link)
  return `${pathname}${hash}`
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const faultOf = async (page: Page, label: string): Promise<string | null> => {
  const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
  return id === null ? null : page.locator(`[id="${id}"]`).textContent()
}
const isFocused = (page: Page, name: string) =>
  eventually(() => page.evaluate(() => document.querySelector(':focus')?.textContent)).toBe(name)

/** Every address the page has had, as its history and the server would know it. */
function recordAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return addresses
}

describe('signing up', () => {
  const open = async () => {
    const opened = await app.open()
    await opened.page.goto('/')
    await opened.page.getByRole('link', { name: 'Create an account' }).click()
    await heading(opened.page, 'Create an account').waitFor()
    return opened
  }

  test('the form says at each field what it needs, and sends nothing before [SCRN-11, VALID-01, VALID-02, VALID-04, VALID-07, VALID-10]', async () => {
    const opened = await open()
    const { page } = opened
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    const submit = page.getByRole('button', { name: 'Create account', exact: true })
    await submit.click()
    expect(await faultOf(page, 'Full name')).toBe('Enter your name.')
    expect(await faultOf(page, 'Email')).toBe('Enter your email address.')
    expect(await faultOf(page, 'Password')).toBe("Password can't be empty!")
    expect(await page.getByLabel('Full name').evaluate((field) => field === document.activeElement)).toBe(true)

    await page.getByLabel('Full name').fill('Sato Ken')
    await page.getByLabel('Email').fill('sato@')
    expect(await faultOf(page, 'Email')).toBe('Email format is invalid!')
    await page.getByLabel('Password', { exact: true }).fill('7 signs')
    expect(await faultOf(page, 'Password')).toBe('The password needs at least 8 characters.')
    await page.getByLabel('Password', { exact: true }).fill('8 signs.')
    expect(await faultOf(page, 'Password')).toBe('Long enough. 15 or more are safer: a few words in a row will do.')
    // While typing, not at the end of it.
    await page.getByLabel('Type it again').pressSequentially('8 si')
    expect(await faultOf(page, 'Type it again')).toBe('Please type the same password to verify.')
    await page.getByLabel('Type it again').pressSequentially('gns.')
    expect(await faultOf(page, 'Type it again')).toBeNull()
    await submit.click()
    expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(calls.filter((url) => url.includes('/v3/'))).toEqual([])
    expect(await brokenRules(page)).toEqual([])
    expectNoFaults(opened)
  })

  longTest('password managers find what they need', async () => {
    const { page } = await open()
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

  test('an address that has an account and a password that everybody guesses are told at their fields; both are kept [ERR-400105]', async () => {
    const { page } = await open()
    await page.getByLabel('Full name').fill('Sato Ken')
    await page.getByLabel('Email').fill('owner@hinoki.example')
    await page.getByLabel('Password', { exact: true }).fill('password1')
    await page.getByLabel('Type it again').fill('password1')
    const submit = page.getByRole('button', { name: 'Create account', exact: true })
    await submit.click()
    await eventually(() => faultOf(page, 'Password')).toBe('This password is guessed first. Choose another one.')
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
    await page.getByLabel('Type it again').fill(GOOD_PASSWORD)
    await submit.click()
    await eventually(() => faultOf(page, 'Email')).toBe('An account with this email address exists already.')
    expect(await page.getByLabel('Full name').inputValue()).toBe('Sato Ken')
    await page.getByLabel('Email').fill('sato.other@hinoki.example')
    expect(await faultOf(page, 'Email')).toBeNull()
  })

  test('from the form to a verified address: the mail says what it is for, one button does it, sign-in knows the address [SCRN-04, SCRN-11, MAIL-05]', async () => {
    const opened = await open()
    const { page } = opened
    const email = 'sato.ken@hinoki.example'
    await page.getByLabel('Full name').fill('Sato Ken')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
    await page.getByLabel('Type it again').fill(GOOD_PASSWORD)
    await page.getByLabel('Type it again').press('Enter')
    await heading(page, 'Check your email').waitFor()
    await page.getByText(`We sent a link to ${email}.`).waitFor()
    await isFocused(page, 'Check your email')
    expect(await brokenRules(page)).toEqual([])

    const addresses = recordAddresses(page)
    await page.goto(await linkFor(email))
    await heading(page, 'Verify your email address').waitFor()
    await page.getByText(`${email} becomes the address you sign in with.`).waitFor()
    // The token has left the address bar, and no request but the call's body has carried it.
    const { token } = await mailTo(email)
    expect(page.url()).toBe(`${app.server.origin}/verify-email`)
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(token)
    expect(addresses.filter((address) => new URL(address).hash === '' && address.includes(token))).toEqual([])
    await expect(signInByCall(app.server.origin, email, GOOD_PASSWORD)).rejects.toMatchObject({ code: 400101 })

    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await heading(page, 'Email verified').waitFor()
    await page.getByText(email, { exact: true }).waitFor()
    await isFocused(page, 'Email verified')
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.waitForURL((url) => url.pathname === '/map')
    expectNoFaults(opened)
  })

  longTest('where strangers may not sign up, the page says who makes accounts', async () => {
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
  test('a link that was used says that the account is verified, a wrong one that it is not valid and sends another [SCRN-04, ERR-400110, ERR-400111, MAIL-06]', async () => {
    const opened = await app.open()
    const { page } = opened
    const email = 'kato.verify@hinoki.example'
    await signUpByCall(app.server.origin, email)
    const link = await linkFor(email)

    await page.goto('/verify-email#token=not-a-token')
    await heading(page, 'The verification link is not valid').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await heading(page, 'Check your email').waitFor()
    const newer = await linkFor(email)
    expect(newer).not.toBe(link)

    // A newer link cancels the older one.
    await page.goto(link)
    await heading(page, 'The verification link is not valid').waitFor()
    await page.goto(newer)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await heading(page, 'Email verified').waitFor()
    await page.goto(newer)
    await heading(page, 'This account is already verified').waitFor()
    await page.getByRole('link', { name: 'Go to sign-in' }).waitFor()
    expectNoFaults(opened)
  })

  longTest(
    'without a token the page offers to send a link; asked twice in a minute it says that one is on its way',
    async () => {
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
    },
  )
})

describe('a forgotten password', () => {
  const ask = async (page: Page, email: string) => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
  }

  test('an address without an account is told so, one that is not verified gets its verification mail by itself [SCRN-09, ERR-404104, ERR-05, ERR-400101]', async () => {
    const opened = await app.open()
    const { page } = opened
    await ask(page, 'nobody@hinoki.example')
    await page.getByRole('alert').getByText('There is no account with this email address.').waitFor()
    const email = 'kimura.forgot@hinoki.example'
    await signUpByCall(app.server.origin, email)
    const [resend] = await Promise.all([page.waitForRequest('**/confirm/resend'), ask(page, email)])
    expect(resend.postDataJSON()).toEqual({ user: { email } })
    await page.getByText(`A link was sent to ${email}.`).waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.goto('/')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    expectNoFaults(opened)
  })

  test('the link sets a new password once, and then leads to the page that sends another [SCRN-08, SCRN-09, SCRN-12, VALID-01, VALID-02, ERR-401102]', async () => {
    const opened = await app.open()
    const { page } = opened
    const owner = await makeOwner(app.server, 'Ono Mika')
    const { access_token } = await signInByCall(app.server.origin, owner.email, owner.password)
    await ask(page, owner.email)
    await page.getByText(`We sent a link to ${owner.email}.`).waitFor()
    const link = await linkFor(owner.email)

    await page.goto(link)
    await heading(page, 'Set a new password').waitFor()
    await page.getByText(`For ${owner.email}.`).waitFor()
    expect(page.url()).toBe(`${app.server.origin}/reset-password`)
    expect(await page.locator('input[autocomplete=username]').inputValue()).toBe(owner.email)
    await page.getByLabel('New password').fill('short')
    await page.getByLabel('Type it again').fill('shor')
    expect(await faultOf(page, 'Type it again')).toBe('Please type the same password to verify.')
    await page.getByRole('button', { name: 'Save password' }).click()
    expect(await faultOf(page, 'New password')).toBe('The password needs at least 8 characters.')
    expect(await brokenRules(page)).toEqual([])
    await page.getByLabel('New password').fill(GOOD_PASSWORD)
    await page.getByLabel('Type it again').fill(GOOD_PASSWORD)
    await page.getByRole('button', { name: 'Save password' }).click()
    await heading(page, 'Password saved').waitFor()
    await expect(
      callsTo(app.server.origin, access_token).auth.token({ body: { refresh: false } }),
    ).rejects.toMatchObject({ status: 401 })

    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email)
    await page.goto(link)
    await page.waitForURL('**/page-expired?from=reset-password')
    await heading(page, 'This link has expired').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await heading(page, 'Forgot your password?').waitFor()
    await signInAs(page, { email: owner.email, password: GOOD_PASSWORD })
    expectNoFaults(opened)
  })
})

describe('what a person asked for while signed in', () => {
  test('another address counts once its link is confirmed, and ends no session [SCRN-05, MAIL-04]', async () => {
    const opened = await app.open()
    const { page } = opened
    const owner = await makeOwner(app.server, 'Hara Yui')
    const { access_token } = await signInByCall(app.server.origin, owner.email, owner.password)
    const email = 'hara.yui@hinoki.example'
    await callsTo(app.server.origin, access_token).accounts.changeEmail({ body: { user: { email } } })
    const link = await linkFor(email)
    await page.goto(link)
    await heading(page, 'Use this email address?').waitFor()
    await page.getByText(`From now on you sign in with ${email}`).waitFor()
    await expect(signInByCall(app.server.origin, email, owner.password)).rejects.toMatchObject({ code: 401101 })
    await page.getByRole('button', { name: 'Use this address' }).click()
    await heading(page, 'Email address changed').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await signInByCall(app.server.origin, email, owner.password)
    await callsTo(app.server.origin, access_token).auth.token({ body: { refresh: false } })
    await page.goto(link)
    await page.waitForURL('**/page-expired?from=change-email')
    await page.getByRole('link', { name: 'Go to your account' }).waitFor()
    expectNoFaults(opened)
  })

  test('an account is deleted by the button and by nothing before; the way out comes first [SCRN-06, MAIL-01]', async () => {
    const opened = await app.open()
    const { page } = opened
    const owner = await makeOwner(app.server, 'Ueda Rin')
    const { access_token } = await signInByCall(app.server.origin, owner.email, owner.password)
    await callsTo(app.server.origin, access_token).accounts.remove({ body: { user: { email: owner.email } } })
    const link = await linkFor(owner.email)
    await page.goto(link)
    await heading(page, 'Delete this account?').waitFor()
    await page.getByText(`Everything in ${owner.email} is deleted now and cannot be brought back.`).waitFor()
    await isFocused(page, 'Keep account')
    await callsTo(app.server.origin, access_token).auth.token({ body: { refresh: false } })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'Account deleted').waitFor()
    await expect(signInByCall(app.server.origin, owner.email, owner.password)).rejects.toMatchObject({ code: 401101 })
    await page.goto(link)
    await page.waitForURL('**/page-expired?from=delete-account')
    expectNoFaults(opened)
  })

  longTest('a link of one page opened at another is none [ERR-401102]', async () => {
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

  test('trackers are removed by the button of their mail and by nothing before [SCRN-07, MAIL-02]', async () => {
    const opened = await app.open()
    const { page } = opened
    const { owner, calls, add, names } = await openDevices('Kubo Aoi')
    await add('LINKPG01', 'Wheelchair 05')
    await add('LINKPG02', 'Linen trolley 3')
    await calls.trackers.removeMany({ body: { device_ids: ['LINKPG01', 'LINKPG02'] } })
    const link = await linkFor(owner.email)
    expect(link).toMatch(/^\/unassign-device#token=/)
    await page.goto(link)
    await heading(page, 'Remove 2 devices?').waitFor()
    await page.getByText('Wheelchair 05', { exact: true }).waitFor()
    await page.getByText('Linen trolley 3', { exact: true }).waitFor()
    await isFocused(page, 'Keep')
    expect((await names()).toSorted()).toEqual(['Linen trolley 3', 'Wheelchair 05'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'Devices removed').waitFor()
    expect(await names()).toEqual([])
    await page.goto(link)
    await page.waitForURL('**/page-expired?from=unassign-device')
    await page.getByText('Ask for the removal again under Device Management.').waitFor()
    expectNoFaults(opened)
  })

  longTest('a station is removed in the same way, under the words of stations [MAIL-02]', async () => {
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

  test('a share is accepted by its mail, and the device is on the list of who accepted [SCRN-03, SHARE-01]', async () => {
    const opened = await app.open()
    const { page } = opened
    const giver = await openDevices('Mori Yuki')
    const receiver = await openDevices('Sato Aya')
    await giver.add('LINKPG03', 'Wheelchair 07')
    await giver.calls.sharing.share({ body: { device_id: 'LINKPG03', email: receiver.owner.email } })
    const shares = async () => (await giver.calls.sharing.getTo({ id: 'LINKPG03' })).shares
    expect(await shares()).toMatchObject([{ accepted: false }])
    await page.goto(await linkFor(receiver.owner.email))
    await heading(page, 'Mori Yuki shares a device with you').waitFor()
    await page.getByText('Wheelchair 07 will appear on your map.').waitFor()
    expect(await receiver.names()).toEqual([])
    await page.getByRole('button', { name: 'Accept' }).click()
    await heading(page, 'Device shared with you').waitFor()
    expect(await shares()).toMatchObject([{ accepted: true }])
    expect(await receiver.names()).toEqual(['Wheelchair 07'])
    expectNoFaults(opened)
  })

  longTest('a person without an account is led to sign-up', async () => {
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

  test('a person who is not signed in is led to sign-in and back, then names the group [SCRN-13]', async () => {
    const opened = await app.open()
    const { page } = opened
    await giveCode('line-code-1', 'C-group-1')
    await page.goto('/line-group?code=line-code-1')
    await heading(page, 'Sign in to link a LINE group').waitFor()
    expect(page.url()).toBe(`${app.server.origin}/line-group`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await submitSignIn(page, 'owner')
    await page.waitForURL('**/line-group')
    await heading(page, 'Name this LINE group').waitFor()
    expect(await brokenRules(page)).toEqual([])
    await page.getByRole('button', { name: 'Save name' }).click()
    expect(await faultOf(page, 'Group nickname')).toBe('Enter a name for the group.')
    await page.getByLabel('Group nickname').fill('ひのき夜勤グループ')
    await page.getByRole('button', { name: 'Save name' }).click()
    await heading(page, 'LINE group linked').waitFor()
    await page.getByText('ひのき夜勤グループ').waitFor()

    await giveCode('line-code-2', 'C-group-1')
    await page.goto('/line-group?code=line-code-2')
    await page.getByLabel('Group nickname').fill('Again')
    await page.getByRole('button', { name: 'Save name' }).click()
    await heading(page, 'This LINE group has been added already').waitFor()
    await page.goto('/line-group?code=of-yesterday')
    await page.getByLabel('Group nickname').fill('Late')
    await page.getByRole('button', { name: 'Save name' }).click()
    await heading(page, 'This LINE group code is not valid').waitFor()
    expectNoFaults(opened)
  })

  longTest('a read-only person is told who can do it, and may sign in as somebody else', async () => {
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
  test('is not needed, not changed and not ended by these pages, nor are they remembered [ROUTE-17, SCRN-12]', async () => {
    const opened = await app.open()
    const { page } = opened
    await enterAs(page, 'owner', '/map?list=stations')
    await page.getByRole('button', { name: 'Menu' }).waitFor()
    // An account that sleeps in a closed laptop, and a mail's link opened beside it.
    await ageToken(page, 31 * 60_000)
    const before = await storedAccount(page)
    // A tab left open would renew its token by itself, as it should.
    await page.goto('about:blank')
    const calls: (string | undefined)[] = []
    const other = await page.context().newPage()
    other.on('request', (request) => calls.push(request.headers().authorization))
    for (const path of [
      '/signup',
      '/verify-email/',
      '/verify-email#token=x',
      '/forgot-password',
      '/reset-password#token=x',
      '/change-email/#token=x',
      '/delete-account#token=x',
      '/unassign-device#token=x',
      '/accept-share#token=x',
      '/confirm-contact#token=x',
      '/setup#token=x',
      '/page-expired',
      '/signin-return#state=x&id_token=y',
    ]) {
      await other.goto(path)
      await other.locator('main h1').waitFor()
      expect(await other.getByText('Your session has ended.').count()).toBe(0)
    }
    expect(await storedAccount(other)).toEqual(before)
    expect(calls.filter((authorization) => authorization !== undefined)).toEqual([])
    expect(await other.evaluate(() => JSON.parse(localStorage.getItem('lastPage') ?? 'null'))).toBe(
      '/map?list=stations',
    )
    expectNoFaults(opened)
  })

  longTest('a link pasted into the address bar of an open page is taken up', async () => {
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

longTest('a server that cannot be reached is told with a way to try again, and the link is kept', async () => {
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

longTest.each(
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
          shared_by: 'Yuki Mori of the night shift',
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
