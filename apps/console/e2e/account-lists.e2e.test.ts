import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consoleOfFile, eventually, expectNoFaults } from './open-console.ts'
import { makeOwner, type Owner, signInAs, sql } from './people.ts'

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
