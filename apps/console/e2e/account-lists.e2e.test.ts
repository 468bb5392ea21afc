import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { brokenRules, consoleOfFile, eventually, expectNoFaults, looks } from './open-console.ts'
import { letProofAge, makeOwner, type Owner, signInAs, sql } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

/** Entries of a log, one a second, the newest now. */
const writeLog = (owner: Owner, count: number, action: string): Promise<void> =>
  sql(
    app.server,
    `insert into activity_logs (account_id, id, created_at_ms, session_id, device_type, name, action, target, ip, is_security)
     select account_id, gen_random_uuid(), extract(epoch from now())::bigint * 1000 - n * 1000, null, 'web', fullname, $2,
       'Link ' || n, '192.0.2.7', $2 <> 'change_logo'
     from users, generate_series(1, $3::integer) n where email = $1`,
    [owner.email, action, count],
  )

const rows = (page: Page) => page.locator('tbody tr')

test('the activity log comes in pages of 300, newest first, the next one when the end is near [ACTV-03, API-GET /app/activity/logs]', async () => {
  const owner = await makeOwner(app.server, 'Kita Emi')
  await writeLog(owner, 450, 'create_link')
  const opened = await app.open()
  const { page } = opened
  await signInAs(page, owner)
  const queries: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/v3/app/activity/logs') queries.push(url.search)
  })
  await page.goto('/account?tab=activity')
  await eventually(() => rows(page).count()).toBe(300)
  expect(queries).toEqual(['?count=300&type=activity'])
  expect(await rows(page).first().textContent()).toContain('Signed in')
  expect(await rows(page).nth(1).textContent()).toMatch(
    /^\d{4}\/\d\d\/\d\d \d\d:\d\dAccess link createdKita Emi WebLink 1192\.0\.2\.7$/,
  )
  await page.getByText('Loading more').scrollIntoViewIfNeeded()
  await eventually(() => rows(page).count()).toBe(451)
  expect(queries).toHaveLength(2)
  expect(queries[1]).toMatch(/^\?page_token=[^&]+&count=300&type=activity$/)
  await page.getByText('This is the beginning.').waitFor()
  expectNoFaults(opened)
})

test('a page of the log that fails says so and can be asked for again', async () => {
  const owner = await makeOwner(app.server, 'Kita Emi')
  await writeLog(owner, 350, 'create_link')
  const { page } = await app.open()
  await signInAs(page, owner)
  await page.route('**/v3/app/activity/logs?page_token=*', (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto('/account?tab=activity')
  await page.getByText('Loading more').scrollIntoViewIfNeeded()
  await page.getByText('Oops! Something went wrong...(502)').waitFor()
  expect(await rows(page).count()).toBe(300)
  await page.unroute('**/v3/app/activity/logs?page_token=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => rows(page).count()).toBe(351)
})

test('the security log lists what decides who gets in, and nothing else [ACTV-04]', async () => {
  const owner = await makeOwner(app.server, 'Kita Emi')
  await writeLog(owner, 1, 'change_logo')
  await writeLog(owner, 1, 'sign_in_refused')
  const { page } = await app.open()
  await signInAs(page, owner, '/account?tab=activity')
  await page.getByText('Logo changed').waitFor()
  await page.getByRole('link', { name: 'Security log' }).click()
  await page.getByText('Wrong password').waitFor()
  await page.getByText('Signed in', { exact: true }).waitFor()
  expect(await page.getByText('Logo changed').count()).toBe(0)
})

/** A fresh owner in the group of integrators. */
async function openBusiness(options = {}) {
  const owner = await makeOwner(app.server, 'Kita Emi')
  await sql(app.server, `update users set groups = '{Integrator}' where email = $1`, [owner.email])
  const opened = await app.open(options)
  await signInAs(opened.page, owner, '/account?tab=business')
  await opened.page.getByRole('heading', { name: 'Business accounts' }).waitFor()
  return { ...opened, owner, email: owner.email.replace('@', '.customer@') }
}

async function makeCustomer(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New account' }).click()
  const form = page.getByRole('dialog', { name: 'New business account' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Create and send email' }).click()
  await form.waitFor({ state: 'detached' })
}

async function askDeletion(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete account…' }).click()
}

test('an integrator makes a business account, whose owner gets a mail; its attendance is switched; it is deleted by its e-mail typed again [INTEG-02]', async () => {
  const opened = await openBusiness()
  const { page, owner, email } = opened
  await page.getByText('No business accounts yet').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'New account' }).click()
  const form = page.getByRole('dialog', { name: 'New business account' })
  await form.getByLabel('Email', { exact: true }).fill('abc')
  await form.getByRole('button', { name: 'Create and send email' }).click()
  expect(await form.getByText('Enter a name.').count()).toBe(1)
  expect(await form.getByText('Email format is invalid!').count()).toBe(1)
  await form.getByLabel('Name').fill('Hinoki Garden')
  await form.getByLabel('Email', { exact: true }).fill(owner.email)
  await form.getByRole('button', { name: 'Create and send email' }).click()
  await form.getByText('An account with this email address exists already.').waitFor()
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Create and send email' }).click()
  await page.getByText(`Email sent to ${email}.`).waitFor()
  expect((await latestMail(app.server.address, email)).link).toContain('#token=')
  expect(await rows(page).textContent()).toContain(`Hinoki Garden${email}Invited`)

  const attendance = page.getByRole('switch', { name: 'Attendance for Hinoki Garden' })
  expect(await attendance.isChecked()).toBe(false)
  const [switched] = await Promise.all([
    page.waitForResponse('**/v3/app/users/groups'),
    // The input itself is hidden below its drawing.
    attendance.press('Space'),
  ])
  expect(switched.status()).toBe(200)
  await page.reload()
  await eventually(() => attendance.isChecked()).toBe(true)

  await askDeletion(page, 'Hinoki Garden')
  const question = page.getByRole('dialog', { name: 'Delete “Hinoki Garden”?' })
  await question.getByLabel('Email').fill('somebody@else.example')
  await question.getByRole('button', { name: 'Delete account' }).click()
  expect(await question.getByText('Email not correct.').count()).toBe(1)
  await question.getByLabel('Email').fill(email)
  await letProofAge(app.server, owner)
  await question.getByRole('button', { name: 'Delete account' }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByLabel('Your password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByText('“Hinoki Garden” deleted.').waitFor()
  await page.getByText('No business accounts yet').waitFor()
  expectNoFaults(opened)
})

test('the actions of a row are reached by keys, and the focus comes back to the row', async () => {
  const { page, email } = await openBusiness()
  await makeCustomer(page, 'Hinoki Garden', email)
  const actions = page.getByRole('button', { name: 'Actions for Hinoki Garden' })
  const hasFocus = () => actions.evaluate((element) => element === document.activeElement)
  await page.getByRole('switch', { name: 'Attendance for Hinoki Garden' }).focus()
  await page.keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete account…' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').waitFor({ state: 'detached' })
  await eventually(hasFocus).toBe(true)
  await page.keyboard.press('Enter')
  const deletion = page.getByRole('menuitem', { name: 'Delete account…' })
  await eventually(() => deletion.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Delete “Hinoki Garden”?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(hasFocus).toBe(true)
})

test('business accounts are found by name or e-mail', async () => {
  const { page, email } = await openBusiness()
  await makeCustomer(page, 'Hinoki Garden', `hinoki-${email}`)
  await makeCustomer(page, '永樂長照中心', `yongle-${email}`)
  await eventually(() => rows(page).count()).toBe(2)
  await page.getByLabel('Name or email').fill('永樂')
  expect(await rows(page).count()).toBe(1)
  expect(await page.getByText('1 account', { exact: true }).count()).toBe(1)
  await page.getByLabel('Name or email').fill('HINOKI-')
  expect(await rows(page).textContent()).toContain('Hinoki Garden')
  await page.getByLabel('Name or email').fill('nobody')
  await page.getByText('Nothing matches “nobody”').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await rows(page).count()).toBe(2)
})

longTest.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of the %s logs and business accounts is out of reach at %i px', async (colorScheme, width) => {
  const opened = await openBusiness({ colorScheme, viewport: { width, height: 844 } })
  const { page, email } = opened
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'New account' }).click()
  await page.keyboard.press('Enter')
  expect(await brokenRules(page)).toEqual([])
  await page.keyboard.press('Escape')
  await makeCustomer(page, 'Hinoki Garden', email)
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('button', { name: 'Actions for Hinoki Garden' }).click()
  await page.getByRole('menuitem').waitFor()
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Delete account…' }).click()
  expect(await brokenRules(page)).toEqual([])
  for (const tab of ['activity', 'security']) {
    await page.goto(`/account?tab=${tab}`)
    await rows(page).first().waitFor()
    expect(await brokenRules(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  expectNoFaults(opened)
})
