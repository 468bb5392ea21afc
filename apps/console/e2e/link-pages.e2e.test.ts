import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { GOOD_PASSWORD, signInByCall } from './calls.ts'
import { consoleWithMails, heading } from './link-pages.ts'
import { ageToken, enterAs, eventually, expectNoFaults, expectReach, storedAccount } from './open-console.ts'

const { app, mailTo, linkFor, openSignUp } = consoleWithMails()
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
  test('from the form to a verified address: the mail says what it is for, one button does it, sign-in knows the address [SCRN-04, SCRN-11, MAIL-05]', async () => {
    const opened = await openSignUp()
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
    await expectReach(page)

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
})
