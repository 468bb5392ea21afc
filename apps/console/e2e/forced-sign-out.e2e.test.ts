import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { consoleOfFile, eventually, expectNoFaults, expectReach, loaded, looks, storedAccount } from './open-console.ts'
import { letProofAge, makeOwner, signInAs, sql } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

test('another browser is signed out by force and leaves by itself; the own device has no box [ACTV-01, ACTV-02, ENT-activityDevice.checked, ENT-activityDevice.showCheck, ENT-activityDevice.photo]', async () => {
  const owner = await makeOwner(app.server, 'Kita Emi')
  const opened = await app.open()
  const { page } = opened
  await signInAs(page, owner)
  const other = await app.open()
  await signInAs(other.page, owner)
  await page.goto('/account?tab=devices')
  const rows = page.locator('tbody tr')
  await eventually(() => rows.count()).toBe(2)
  expect(await rows.filter({ hasText: 'Current device' }).count()).toBe(1)
  expect(await rows.filter({ hasText: 'Current device' }).getByRole('checkbox').count()).toBe(0)
  for (const row of await rows.all()) {
    expect(await row.textContent()).toContain('Web')
    expect(await row.locator('.tabler-icon-device-desktop').count()).toBe(1)
  }

  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign out 1 selected' }).click()
  // More than five minutes went by: the password is asked over the question, and the call is sent again.
  await letProofAge(app.server, owner)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByLabel('Your password').fill(owner.password)
  const [forced] = await Promise.all([
    page.waitForResponse(
      (response) => response.url().endsWith('/v3/app/users/forcelogout') && response.status() === 200,
    ),
    proof.getByRole('button', { name: 'Continue' }).click(),
  ])
  expect(forced.request().postDataJSON()).toEqual({ session_ids: [expect.any(String)], mobile_ids: [] })
  await eventually(() => rows.count()).toBe(1)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await other.page.waitForURL((url) => url.pathname === '/')
  await other.page.getByText('Your session has ended.').waitFor()
  expect(await storedAccount(other.page)).toBeNull()
  expect(await storedAccount(page)).not.toBeNull()
  expectNoFaults(opened)
  expectNoFaults(other)
})

test('phones show their system, visitors the name of their link; each opens what it did [ENT-activityDevice.platform, ENT-activityDevice.name, ENT-activityDevice.sigint_at_ms]', async () => {
  const owner = await makeOwner(app.server, 'Kita Emi')
  for (const [name, platform] of [
    ['one', 'ios'],
    ['two', 'android'],
  ]) {
    await sql(
      app.server,
      `insert into sessions (account_id, session_id, user_id, device_type, platform, useragent, push_token, stay_signed_in,
         token_hash, token_issued_at_ms, signin_at_ms, last_used_at_ms, proved_at_ms)
       select account_id, gen_random_uuid(), user_id, 'mobile', $2, '', '', true, sha256($3::bytea), 0,
         1772753160000, extract(epoch from now())::bigint * 1000, 0 from users where email = $1`,
      [owner.email, platform, `${name} ${owner.email}`],
    )
  }
  const opened = await app.open()
  const { page } = opened
  await signInAs(page, owner, '/account?tab=links')
  await page.getByRole('main').getByRole('button', { name: 'New access link' }).click()
  await page.getByLabel('Name').fill('Fire drill guests')
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await page.getByLabel('Link', { exact: true }).inputValue()
  const { page: visitor } = await app.open()
  await visitor.goto(address)
  await visitor.waitForURL((url) => url.pathname === '/map')
  await loaded(visitor)

  await page.goto('/account?tab=devices')
  const kinds = page.locator('tbody tr small')
  await eventually(async () => (await kinds.allTextContents()).sort()).toEqual(['Access link', 'Android', 'Web', 'iOS'])
  const shown = await page.evaluate(() => {
    const two = (value: number) => String(value).padStart(2, '0')
    const date = new Date(1772753160000)
    return `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
  })
  expect(await page.getByText(shown, { exact: true }).count()).toBe(2)

  await page.getByRole('button', { name: 'Activity of Fire drill guests' }).click()
  const log = page.getByRole('dialog', { name: 'Activity of Fire drill guests' })
  await log.getByText('Signed in', { exact: true }).waitFor()
  expect(await log.locator('tbody tr').count()).toBe(1)
  await log.getByRole('button', { name: 'Close' }).click()

  // Phones go in a list of their own.
  for (const box of await page.getByRole('checkbox', { name: /^Select Kita Emi/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Sign out 2 selected' }).click()
  const [forced] = await Promise.all([
    page.waitForRequest('**/v3/app/users/forcelogout'),
    page.getByRole('alertdialog').getByRole('button', { name: 'Sign out 2' }).click(),
  ])
  const sent = forced.postDataJSON()
  expect([sent.session_ids.length, sent.mobile_ids.length]).toEqual([0, 2])
  await eventually(() => page.locator('tbody tr').count()).toBe(2)
  expectNoFaults(opened)
})

longTest(
  'a device that left by itself meanwhile is told by name and stays in the list until it is loaded again',
  async () => {
    const owner = await makeOwner(app.server, 'Kita Emi')
    const { page } = await app.open()
    await signInAs(page, owner)
    const { page: other } = await app.open()
    await signInAs(other, owner)
    await page.goto('/account?tab=devices')
    await page.getByRole('checkbox').check()
    await other.getByRole('banner').getByRole('button', { name: 'Account' }).click()
    await Promise.all([
      other.waitForResponse('**/v3/app/users/signout'),
      other.getByRole('button', { name: 'Sign out' }).click(),
    ])
    await page.getByRole('button', { name: 'Sign out 1 selected' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    const outcome = page.getByRole('alertdialog', { name: '0 of 1 signed out' })
    expect(await outcome.getByRole('listitem').textContent()).toContain('Kita Emi')
    await outcome.getByRole('button', { name: 'Done' }).click()
    expect(await page.locator('tbody tr').count()).toBe(2)
    await page.reload()
    await eventually(() => page.locator('tbody tr').count()).toBe(1)
  },
)

longTest.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of the %s page of devices is out of reach at %i px', async (colorScheme, width) => {
  const owner = await makeOwner(app.server, 'Kita Emi')
  const opened = await app.open({ colorScheme, viewport: { width, height: 844 } })
  const { page } = opened
  await signInAs(page, owner)
  const { page: other } = await app.open()
  await signInAs(other, owner)
  await page.goto('/account?tab=devices')
  await page.getByRole('checkbox').check()
  await expectReach(page)
  await page.getByRole('button', { name: 'Sign out 1 selected' }).click()
  await letProofAge(app.server, owner)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor()
  await expectReach(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expectNoFaults(opened)
})
