import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { consoleOfFile, eventually, expectNoFaults, expectReach, looks, storedAccount } from './open-console.ts'
import { letProofAge, makeOwner, signInAs } from './people.ts'

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
