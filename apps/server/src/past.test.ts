import { demoSite } from '@whereabouts/fixtures/site'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../scripts/harness/given.ts'
import { testApp } from '../../../scripts/harness/test-app.ts'
import { makeDemoPast } from './past.ts'
import { systemRandom } from './platform/clock.ts'
import { seedDemo } from './seed.ts'

const app = await testApp()
const { call, clock } = app
const given = makeGiven(app)
const { db, pool } = app.database
const { account_id } = demoSite.account
const DAYS = 1
const untouched = new AbortController().signal

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where account_id = ${account_id}`.execute(db)
  return rows[0]!.count
}

const TABLES = ['stays', 'shown_positions', 'device_conditions', 'notifications', 'alarms']
const countAll = () => Promise.all(TABLES.map(countOf))

test('the demo gets its past once, after the account is there, and calls about the past answer from it', async () => {
  expect(await makeDemoPast({ db, pool }, untouched, DAYS)).toBe(false)
  await seedDemo(db, { clock, random: systemRandom })
  const before = await countAll()
  expect(await makeDemoPast({ db, pool }, untouched, DAYS)).toBe(true)
  const counts = await countAll()
  for (const [index, count] of counts.entries()) expect(count, TABLES[index]).toBeGreaterThan(before[index]!)
  expect(await makeDemoPast({ db, pool }, untouched, DAYS)).toBe(false)
  expect(await countAll()).toEqual(counts)

  const person = await given.person({ accountId: account_id, groups: ['G3OfficeLog'] })
  const get = async (path: string) => (await call('GET', path, { token: person.token })).body
  const now = Math.floor(clock.now() / 1000)
  const { trail_logs } = await get(`/v3/device/trail/G5-4F21A9C3?start_time=${now - 86_400}&end_time=${now}`)
  expect(trail_logs.length).toBeGreaterThan(5)
  expect((await get('/v3/app/notifications')).notifications.length).toBeGreaterThan(0)
  const { officelogs } = await get(`/v3/application/officelog?query_begin=${now - 86_400}&query_end=${now}`)
  expect(officelogs.length).toBeGreaterThan(0)

  const { rows: open } = await sql`
    select from alarms where account_id = ${account_id} and (state <> 'acknowledged' or due_at_ms is not null)`.execute(
    db,
  )
  expect(open).toEqual([])
  const { rows: unread } = await sql`
    select from users where account_id = ${account_id} and unread_count <> 0`.execute(db)
  expect(unread).toEqual([])
})
