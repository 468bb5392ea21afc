import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { callsTo } from './calls.ts'
import { brokenRules, consoleOfFile, expectReach, looks, storedAccount } from './open-console.ts'
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

longTest('an e-mail is changed by a link to the new address [SETT-02]', async () => {
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

longTest(
  'names of carepads are encrypted before they leave the browser, read with the PIN alone, and with another one after its change',
  async () => {
    const { page, faults } = await openAccount()
    const token = (await storedAccount(page))?.token
    const { carepads } = callsTo(app.server.origin, token)
    const carepad_id = `PIN-${Date.now()}`
    await carepads.add({ body: { carepad_id, carepad_name: 'Ito Haru' } })
    const stored = async () => (await carepads.list()).carepads[0]!.carepad_name
    const setPin = async (title: string, verb: string, fields: Readonly<Record<string, string>>) => {
      await button(page, title).click()
      const form = dialog(page, title)
      for (const [label, pin] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(pin)
      await form.getByRole('button', { name: verb, exact: true }).click()
      await form.waitFor({ state: 'detached' })
    }
    const showNames = async (pin: string) => {
      await page.goto('/map?tab=carepads')
      const ask = dialog(page, 'Enter PIN')
      await page.getByRole('main').getByRole('button', { name: carepad_id }).waitFor()
      await ask.getByLabel('PIN', { exact: true }).fill(pin)
      await ask.getByRole('button', { name: 'Show names' }).click()
      await page.getByRole('main').getByRole('button', { name: 'Ito Haru' }).waitFor()
    }
    await setPin('Create PIN code', 'Create', { 'New PIN': '2468', 'New PIN again': '2468' })
    const first = await stored()
    expect(first).toMatch(/^enc:1:/)
    await showNames('2468')
    await page.goto('/account?tab=information')
    const fields = { 'Current PIN': '2468', 'New PIN': '987654', 'New PIN again': '987654' }
    await setPin('Change PIN code', 'Change', fields)
    expect(await stored()).toMatch(/^enc:1:/)
    expect(await stored()).not.toBe(first)
    await showNames('987654')
    expect(faults).toEqual([])
  },
)

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
  await expectReach(page)
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
    await expectReach(page)
    await page.getByRole('link', { name: 'Access links' }).click()
    await page.getByRole('heading', { name: 'Access links' }).waitFor()
    expect(await page.getByRole('button', { name: 'Page: Access links' }).getAttribute('aria-expanded')).toBe('false')
  }
  expect(faults).toEqual([])
})
