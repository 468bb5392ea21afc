import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { brokenRules, consoleOfFile, eventually, looks, storedAccount } from './open-console.ts'
import { makeOwner, type Owner, signInAs } from './people.ts'

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

test('an e-mail is changed by a link to the new address [SETT-02]', async () => {
  const { page, owner, faults } = await openAccount()
  await button(page, 'Change email').click()
  const wanted = `new-${owner.email}`
  await page.getByLabel('New email', { exact: true }).fill(wanted)
  await page.getByLabel('New email again').fill(wanted)
  await page.getByRole('button', { name: 'Send email link' }).click()
  await page.getByText(`Email sent to ${wanted}.`).waitFor()

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

test('a password is changed: this browser goes on in every tab, others are signed out, only the new one signs in [SETT-03]', async () => {
  const { page, owner, faults } = await openAccount()
  const other = await page.context().newPage()
  await other.goto('/account?tab=information')
  await other.getByRole('heading', { name: 'Account information' }).waitFor()
  const elsewhere = await app.open()
  await signInAs(elsewhere.page, owner)

  await button(page, 'Change password').click()
  const form = dialog(page, 'Change password')
  await form.getByLabel('Current password', { exact: true }).fill(owner.password)
  await form.getByLabel('New password', { exact: true }).fill('seven quiet otters')
  await form.getByLabel('New password again', { exact: true }).fill('seven quiet otters')
  const before = (await storedAccount(page))?.token
  await form.getByRole('button', { name: 'Change password' }).click()
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
