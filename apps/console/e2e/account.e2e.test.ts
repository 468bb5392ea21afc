import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import {
  brokenRules,
  consoleOfFile,
  enterAs,
  eventually,
  expectNoFaults,
  looks,
  signIn,
  storedAccount,
} from './open-console.ts'
import { letProofAge, makeOwner, type Owner, signInAs, sql } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

/** A fresh owner at the account page. */
async function openAccount(
  name = 'Kita Emi',
  options = {},
): Promise<{ page: Page; owner: Owner; faults: readonly string[] }> {
  const owner = await makeOwner(app.server, name)
  const opened = await app.open(options)
  await signInAs(opened.page, owner, '/account?tab=information')
  await opened.page.getByRole('heading', { name: 'Account information' }).waitFor()
  return { ...opened, owner }
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** What stands below a field. */
const faultOf = async (page: Page, label: string): Promise<string | null> => {
  const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
  return id === null ? null : page.locator(`[id="${id}"]`).textContent()
}
/** Paths of changing calls from now on. */
function recordChanges(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return calls
}

test('the account page says who one is: name, e-mail, whether it is verified, role and class [SETT-01]', async () => {
  const { page, owner, faults } = await openAccount()
  const rows = await page.getByRole('main').locator('dl > div').allTextContents()
  expect(rows.find((row) => row.startsWith('Name'))).toContain('Kita Emi')
  expect(rows.find((row) => row.startsWith('Email'))).toContain(`${owner.email}Verified`)
  expect(rows.find((row) => row.startsWith('Role'))).toBe('RoleOwner · B2B account')
  expect(faults).toEqual([])
})

test('the address chooses the page; one that is not there, or not for this person, gives way to the first', async () => {
  const { page } = await openAccount()
  const current = page.getByRole('navigation', { name: 'Account Management' }).locator('[aria-current="page"]')
  expect(await current.textContent()).toBe('Account information')
  for (const tab of ['links', 'devices', 'security']) {
    await page.goto(`/account?tab=${tab}`)
    await eventually(() => current.getAttribute('href')).toBe(`/account?tab=${tab}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(await current.textContent())
  }
  for (const tab of ['nonsense', 'business']) {
    await page.goto(`/account?tab=${tab}`)
    await page.waitForURL((url) => url.search === '?tab=information')
    expect(await current.textContent()).toBe('Account information')
  }
  await page.getByRole('link', { name: 'Access links' }).press('Enter')
  await page.waitForURL((url) => url.search === '?tab=links')
  await page.goBack()
  await page.getByRole('heading', { name: 'Account information' }).waitFor()
})

test('a name is changed in place, the header follows; an empty one is refused', async () => {
  const { page, faults } = await openAccount()
  await button(page, 'Edit name').click()
  const name = dialog(page, 'Edit name').getByLabel('Name')
  expect(await name.evaluate((element) => element === document.activeElement)).toBe(true)
  await name.fill('  ')
  await page.keyboard.press('Enter')
  expect(await page.getByText('Enter a name.').count()).toBe(1)
  await name.fill('Kita Emiko')
  await page.keyboard.press('Enter')
  await dialog(page, 'Edit name').waitFor({ state: 'detached' })
  expect(await button(page, 'Edit name').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('dialog', { name: 'Account' }).getByText('Kita Emiko').waitFor()
  expect(faults).toEqual([])
})

test('an e-mail is changed by a link to the new address; typing errors are told at the fields [SETT-02, VALID-07, VALID-08, VALID-09, VALID-10]', async () => {
  const { page, owner, faults } = await openAccount()
  await letProofAge(app.server, owner)
  const calls = recordChanges(page)
  await button(page, 'Change email').click()
  const email = page.getByLabel('New email', { exact: true })
  const again = page.getByLabel('New email again')
  const send = page.getByRole('button', { name: 'Send email link' })
  await send.click()
  expect(await faultOf(page, 'New email')).toBe('Enter your email address.')
  expect(await email.evaluate((element) => element === document.activeElement)).toBe(true)
  await email.fill('abc')
  expect(await faultOf(page, 'New email')).toBe('Email format is invalid!')
  await email.fill(owner.email.toUpperCase())
  expect(await faultOf(page, 'New email')).toBe('This is already your email address.')
  const wanted = `new-${owner.email}`
  await email.fill(wanted)
  await again.fill(`other-${owner.email}`)
  await send.click()
  expect(await faultOf(page, 'New email again')).toBe('The two email addresses differ.')
  expect(calls).toEqual([])

  // The password was proved too long ago: one is asked once, on top, and what was typed is kept.
  await again.fill(wanted)
  await send.click()
  const proof = dialog(page, "Confirm it's you")
  await proof.getByLabel('Your password').fill('not-the-password')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await proof.getByText('Password incorrect.').waitFor()
  await page.keyboard.press('Escape')
  await proof.waitFor({ state: 'detached' })
  expect(await email.inputValue()).toBe(wanted)
  expect(await page.getByText('Oops').count()).toBe(0)
  await send.click()
  await proof.getByLabel('Your password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByText(`Email sent to ${wanted}.`).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  const { link } = await latestMail(app.server.address, wanted)
  const { pathname, hash } = new URL(link)
  await page.goto(`${pathname}${hash}`)
  const [confirmed] = await Promise.all([
    page.waitForResponse('**/v3/app/users/confirm/email'),
    page.getByRole('main').getByRole('button').first().click(),
  ])
  expect(confirmed.status()).toBe(200)
  await page.goto('/account?tab=information')
  await page.getByRole('main').getByText(wanted).waitFor()
  expect(faults).toEqual([])
})

test('a password is changed: mistakes are told, this browser goes on in every tab, only the new one signs in [SETT-03, VALID-03, VALID-04, VALID-05]', async () => {
  const { page, owner, faults } = await openAccount()
  const other = await page.context().newPage()
  await other.goto('/account?tab=information')
  await other.getByRole('heading', { name: 'Account information' }).waitFor()
  const elsewhere = await app.open()
  await signInAs(elsewhere.page, owner)

  await button(page, 'Change password').click()
  const form = dialog(page, 'Change password')
  const submit = form.getByRole('button', { name: 'Change password' })
  const [old, fresh, verify] = ['Current password', 'New password', 'New password again'].map((label) =>
    form.getByLabel(label, { exact: true }),
  )
  await submit.click()
  expect(await faultOf(page, 'Current password')).toBe("Password can't be empty!")
  expect(await faultOf(page, 'New password')).toBe("Password can't be empty!")
  await old?.fill('not-the-password')
  await fresh?.fill('1234567')
  await verify?.fill('1234567')
  expect(await faultOf(page, 'New password')).toBe('The password needs at least 8 characters.')
  await fresh?.fill('seven quiet otters')
  expect(await faultOf(page, 'New password again')).toBe('Password is not the same!')
  await verify?.fill('seven quiet otters')
  const before = (await storedAccount(page))?.token
  await submit.click()
  await eventually(() => faultOf(page, 'Current password')).toBe('Password incorrect.')
  await eventually(() => old?.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await storedAccount(page))?.token).toBe(before)
  await old?.fill(owner.password)
  await submit.click()
  await page.getByText('Password changed.').waitFor()
  await form.waitFor({ state: 'detached' })
  expect((await storedAccount(page))?.token).not.toBe(before)

  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Access links' }).click()
    await tab.getByText('No access links yet').waitFor()
  }
  await elsewhere.page.waitForURL((url) => url.pathname === '/')
  await elsewhere.page.getByLabel('Email').fill(owner.email)
  await elsewhere.page.getByLabel('Password', { exact: true }).fill(owner.password)
  await elsewhere.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await elsewhere.page.getByRole('alert').getByText('not correct').waitFor()
  await signInAs(elsewhere.page, { email: owner.email, password: 'seven quiet otters' })
  expect(faults).toEqual([])
})

test('a password that everybody guesses is refused in words', async () => {
  const { page, owner } = await openAccount()
  await button(page, 'Change password').click()
  await page.getByLabel('Current password').fill(owner.password)
  await page.getByLabel('New password', { exact: true }).fill('password123')
  await page.getByLabel('New password again').fill('password123')
  await dialog(page, 'Change password').getByRole('button', { name: 'Change password' }).click()
  await eventually(() => faultOf(page, 'New password')).toBe('This password is guessed first. Choose another one.')
})

test('a PIN is created, then changed: digits only, four at least, typed twice, and no way back to a forgotten one [CARE-01, CONST-26, VALID-12, VALID-13, VALID-14, VALID-15]', async () => {
  const { page, faults } = await openAccount()
  await button(page, 'Create PIN code').click()
  const form = dialog(page, 'Create PIN code')
  expect(await form.textContent()).toContain('A forgotten PIN cannot be recovered')
  expect(await form.textContent()).toContain('Digits alone are easy to try out')
  expect(await form.getByRole('link').count()).toBe(0)
  const calls = recordChanges(page)
  const pin = form.getByLabel('New PIN', { exact: true })
  const again = form.getByLabel('New PIN again')
  await pin.fill('12a4')
  await form.getByRole('button', { name: 'Create' }).click()
  expect(await faultOf(page, 'New PIN')).toBe('Digits only.')
  await pin.fill('123')
  expect(await faultOf(page, 'New PIN')).toBe('At least 4 digits.')
  await pin.fill('1234')
  await again.fill('1235')
  expect(await faultOf(page, 'New PIN again')).toBe('The two PINs differ.')
  expect(calls).toEqual([])
  await again.fill('1234')
  const [put] = await Promise.all([
    page.waitForRequest('**/v3/app/users/pin'),
    form.getByRole('button', { name: 'Create' }).click(),
  ])
  expect(put.postDataJSON().pin_check).toMatch(/^1:[^:]+:[^:]+$/)
  expect(put.postData()).not.toContain('1234')
  await form.waitFor({ state: 'detached' })

  await page.reload()
  await button(page, 'Change PIN code').click()
  const change = dialog(page, 'Change PIN code')
  await change.getByLabel('New PIN', { exact: true }).fill('987654')
  await change.getByLabel('New PIN again').fill('987654')
  const [second] = await Promise.all([
    page.waitForResponse('**/v3/app/users/pin'),
    change.getByRole('button', { name: 'Change' }).click(),
  ])
  expect(second.status()).toBe(200)
  expect(second.request().postDataJSON().pin_check).not.toBe(put.postDataJSON().pin_check)
  expect(faults).toEqual([])
})

test('the language is changed here as in the popover: in the profile, the cookie and at once [SETT-04]', async () => {
  const { page } = await openAccount()
  await button(page, 'Change language').click()
  const form = dialog(page, 'Change language')
  expect(await form.getByRole('radio').count()).toBe(3)
  await form.getByText('日本語').click()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  const [put] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    form.getByRole('button', { name: 'Save' }).click(),
  ])
  expect(put.postDataJSON()).toEqual({ user: { locale: 'ja-jp' } })
  await page.getByRole('heading', { name: 'アカウント情報' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'lang')
  expect(cookie?.value).toBe('ja-jp')
})

test('exactly eight time zones can be chosen, and the choice is kept [SETT-11]', async () => {
  const { page } = await openAccount()
  await button(page, 'Change time zone').click()
  const form = dialog(page, 'Change time zone')
  const names = await form
    .getByRole('radio')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  expect(names.sort()).toEqual([
    'America/Chicago',
    'America/Los_Angeles',
    'America/New_York',
    'America/Phoenix',
    'America/Toronto',
    'Asia/Singapore',
    'Asia/Taipei',
    'Asia/Tokyo',
  ])
  await form.getByText('Singapore').click()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('main').getByText('Singapore').waitFor()
})

test('deletion wants the e-mail typed again, then the link of a mail; after it nobody signs in [SETT-06, VALID-11]', async () => {
  const { page, owner, faults } = await openAccount()
  await button(page, 'Delete account…').click()
  const form = dialog(page, 'Delete your account?')
  const calls = recordChanges(page)
  await form.getByLabel('Email').fill(`not-${owner.email}`)
  await form.getByRole('button', { name: 'Send email link' }).click()
  expect(await faultOf(page, 'Email')).toBe('Email not correct, please type your email correctly to delete account!')
  expect(calls).toEqual([])
  await form.getByLabel('Email').fill(owner.email)
  await form.getByRole('button', { name: 'Send email link' }).click()
  await page.getByText(`Email sent to ${owner.email}.`).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Account information' }).waitFor()

  const { link } = await latestMail(app.server.address, owner.email)
  const { pathname, hash } = new URL(link)
  const { page: reader } = await app.open()
  await reader.goto(`${pathname}${hash}`)
  const [deleted] = await Promise.all([
    reader.waitForResponse('**/v3/app/users/confirm/remove'),
    reader.getByRole('main').getByRole('button').first().click(),
  ])
  expect(deleted.status()).toBe(200)
  // The open page leaves by itself.
  await page.waitForURL((url) => url.pathname === '/')
  await reader.goto('/')
  await reader.getByLabel('Email').fill(owner.email)
  await reader.getByLabel('Password', { exact: true }).fill(owner.password)
  await reader.getByRole('button', { name: 'Sign in', exact: true }).click()
  await reader.getByRole('alert').getByText('not correct').waitFor()
  expect(faults).toEqual([])
})

test('signing out from the account page leads to the sign-in page, and the token is gone [SETT-07]', async () => {
  const { page } = await openAccount()
  const [signout] = await Promise.all([
    page.waitForResponse('**/v3/app/users/signout'),
    button(page, 'Sign out').click(),
  ])
  expect(signout.status()).toBe(200)
  await page.waitForURL((url) => url.pathname === '/')
  expect(await storedAccount(page)).toBeNull()
})

test('the account page leads to the logo configuration with its upload form [SETT-05]', async () => {
  const { page } = await openAccount()
  await page.getByRole('link', { name: 'Open logo configuration' }).click()
  await page.waitForURL((url) => url.pathname === '/setting' && url.search === '?tab=logo')
  await page.getByRole('heading', { name: 'Logo', level: 1 }).waitFor()
  expect(await page.locator('input[type="file"]').count()).toBe(1)
})

test('a photo is chosen, cropped to a round and shown; it can be taken off again [PHOTO-01]', async () => {
  const { page, faults } = await openAccount()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } })
  await button(page, 'Change photo').click()
  const form = dialog(page, 'Change photo')
  await form.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  const [put] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    form.getByRole('button', { name: 'Save' }).click(),
  ])
  expect(put.status()).toBe(200)
  expect(put.request().postDataJSON().user.headshot).toMatch(/^data:image\/png;base64,/)
  await form.waitFor({ state: 'detached' })
  const avatar = page.getByRole('banner').getByRole('button', { name: 'Account' }).locator('img')
  await eventually(() => avatar.getAttribute('src')).toMatch(/^blob:/)
  await button(page, 'Remove photo').click()
  await eventually(() => avatar.count()).toBe(0)
  expect(faults).toEqual([])
})

test('LINE groups of the account are listed, renamed and removed', async () => {
  const { page, owner, faults } = await openAccount()
  await sql(
    app.server,
    `insert into line_groups (account_id, line_group_id, group_id, note, created_time)
     select account_id, gen_random_uuid(), 'C-test', 'Night shift', 1700000000 from users where email = $1`,
    [owner.email],
  )
  await page.reload()
  await button(page, 'Rename Night shift').click()
  await page.getByLabel('Group nickname').fill('ひのき夜勤グループ')
  await page.keyboard.press('Enter')
  await button(page, 'Remove ひのき夜勤グループ').click()
  const question = page.getByRole('alertdialog')
  expect(await question.getByRole('button', { name: 'Cancel' }).evaluate((it) => it === document.activeElement)).toBe(
    true,
  )
  await question.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('main').getByText('None', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('who signs in by another service has no password and no e-mail to change here, and is told to sign in again where a fresh sign-in is needed', async () => {
  const { page, owner } = await openAccount()
  await sql(app.server, `update users set provider = 'google', password_hash = null where email = $1`, [owner.email])
  await letProofAge(app.server, owner)
  await page.reload()
  await page.getByText('You sign in with Google.').waitFor()
  expect(await button(page, 'Change email').count()).toBe(0)
  expect(await button(page, 'Change password').count()).toBe(0)
  await button(page, 'Create PIN code').click()
  await page.getByLabel('New PIN', { exact: true }).fill('1234')
  await page.getByLabel('New PIN again').fill('1234')
  await page.keyboard.press('Enter')
  const proof = dialog(page, "Confirm it's you")
  await proof.getByText('You sign in with another service').waitFor()
  expect(await proof.getByRole('textbox').count()).toBe(0)
  await proof.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByLabel('New PIN', { exact: true }).inputValue()).toBe('1234')
})

test('a deputy sees whose account it is and changes only what a deputy may', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'deputy', '/account')
  await page.getByText('belong to the owner of the account').waitFor()
  const buttons = await page.getByRole('main').getByRole('button').allTextContents()
  expect(buttons).toEqual(['Change', 'Change', 'Change', 'Sign out'])
  for (const name of ['Change photo', 'Change language', 'Change time zone']) {
    expect(await button(page, name).count()).toBe(1)
  }
  const pages = page.getByRole('navigation', { name: 'Account Management' }).getByRole('link')
  expect(await pages.allTextContents()).toEqual([
    'Account information',
    'Signed-in devices',
    'Activity log',
    'Security log',
    'Access links',
  ])
  expectNoFaults(opened)
})

test('a read-only person is led to the map', async () => {
  const { page } = await app.open()
  await enterAs(page, 'readonly', '/account?tab=links')
  await page.waitForURL((url) => url.pathname === '/map')
})

test('the popover leads to the account page and to the keys, which ? opens on every page', async () => {
  const opened = await app.open()
  const { page } = opened
  await signIn(page, 'owner')
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Account information' }).click()
  await page.waitForURL((url) => url.pathname === '/account' && url.search === '?tab=information')
  expect(await page.getByRole('dialog', { name: 'Account' }).count()).toBe(0)
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click()
  await dialog(page, 'Keyboard shortcuts').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Keyboard shortcuts').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await dialog(page, 'Keyboard shortcuts').waitFor()
  expectNoFaults(opened)
})

const DIALOGS = ['Edit name', 'Change email', 'Change password', 'Create PIN code', 'Change time zone', 'Change photo']

longTest.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('nothing of the %s account page and its dialogs is out of reach at %i px', async (colorScheme, width) => {
  const { page, faults } = await openAccount('Kita Emi', { colorScheme, viewport: { width, height: 844 } })
  expect(await brokenRules(page)).toEqual([])
  for (const name of DIALOGS) {
    await button(page, name).click()
    await dialog(page, name).waitFor()
    await page.keyboard.press('Enter')
    expect(await brokenRules(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page, name).waitFor({ state: 'detached' })
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  if (width === 390) {
    await page.getByRole('button', { name: 'Page: Account information' }).click()
    expect(await brokenRules(page)).toEqual([])
    await page.getByRole('link', { name: 'Access links' }).click()
    await page.getByRole('heading', { name: 'Access links' }).waitFor()
    expect(await page.getByRole('button', { name: 'Page: Access links' }).getAttribute('aria-expanded')).toBe('false')
  }
  expect(faults).toEqual([])
})
