import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { thinTemperatures } from '../../ingest/write-behind/temperature-queries.ts'
import { linkWith, verifyExcursionsCsv } from './csv.ts'
import { settleExcursions } from './keep.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const MINUTE_S = 60
const DAY_MS = 86_400_000

/** A fridge of a new account, and how it reports. */
async function fridge(carepad_id: string) {
  const person = await given.person()
  const { token, accountId } = person
  const body = { carepad_id, carepad_name: 'Fridge A', measures: 'fridge' }
  await call('POST', '/v3/app/carepads', { token, body })
  const { t4Id, password } = await given.station(accountId)
  let seq = 0
  const start = Math.floor(clock.now() / 60_000) * 60 - 10 * MINUTE_S
  /** Readings a minute from ten minutes ago. */
  const report = async (...celsius: number[]) => {
    for (const temperature of celsius) {
      const scans = [{ device_id: carepad_id, rssi: -60, temperature }]
      const scanned_at_ms = (start + seq * MINUTE_S) * 1000
      seq += 1
      await call('POST', '/v3/device/report', { body: { t4_id: t4Id, key: password, seq, scanned_at_ms, scans } })
    }
    await app.running.ingest.flush()
  }
  return { person, start, report }
}

const list = async ({ token }: Pick<Person, 'token'>, query = '') => {
  await app.running.ingest.flush()
  return (await call('GET', `/v3/app/excursions${query}`, { token })).body.excursions
}
const monthOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 7)

test('an excursion stands in the record with its limits and peak, who answered, and comments that stay; limits that change later change nothing of it', async () => {
  const { person, start, report } = await fridge('XC-1')
  const { token } = person
  await sql`update accounts set timezone = 'UTC' where account_id = ${person.accountId}`.execute(db)
  await report(4, 9, 11.25, 9.5)
  await eventually(async () => expect(await list(person)).toHaveLength(1))
  expect(await list(person)).toMatchObject([{ is_over: false, alerted: true, acknowledged_by: null, peak: 11.25 }])
  const open = await call('GET', '/v3/app/alarms?state=open', { token })
  const alarm_ids = open.body.alarms.map(({ alarm_id }: { alarm_id: string }) => alarm_id)
  await call('POST', '/v3/app/alarms/acknowledge', { token, body: { alarm_ids } })
  await report(7)
  await call('PUT', '/v3/app/carepads/XC-1', { token, body: { threshold_high: 20 } })
  const excursion = {
    ...{ excursion_id: expect.any(String), carepad_id: 'XC-1', carepad_name: 'Fridge A', logger_name: '' },
    ...{ event: 'high_temperature', start: start + MINUTE_S, duration: 3 * MINUTE_S, is_over: true, alerted: true },
    ...{ peak: 11.25, threshold_high: 8, threshold_low: 2, acknowledged_by: expect.any(String) },
    ...{ acknowledged_at: expect.any(Number), comments: [] },
  }
  await eventually(async () => expect(await list(person)).toEqual([excursion]))
  expect((await call('GET', '/v3/app/carepads', { token })).body.carepads).toMatchObject([
    { normal_since: start + 4 * MINUTE_S },
  ])

  const [{ excursion_id }] = await list(person)
  const comment = (id: string, text: string, by = token) =>
    call('POST', `/v3/app/excursions/${id}/comments`, { token: by, body: { text } })
  expect((await comment(excursion_id, ' ')).body.code).toBe(400001)
  expect((await comment('x', 'Door')).body.code).toBe(404102)
  const said = (await comment(excursion_id, 'The door stood open.')).body.excursion
  const comments = [{ text: 'The door stood open.', by: expect.any(String), at: expect.any(Number) }]
  expect(said).toEqual({ ...excursion, comments })
  expect(await list(person, `?carepad_id=XC-1&query_start=${start}`)).toEqual([said])
  expect(await list(person, `?query_end=${start}`)).toEqual([])
  expect(await list(person, '?carepad_id=XC-2')).toEqual([])
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  expect((await comment(excursion_id, 'Mine', guest.token)).body.code).toBe(403001)

  const { csv } = (await call('GET', `/v3/app/excursions/csv?month=${monthOf(start)}`, { token })).body
  const linkOf = linkWith(app.running.app.excursionKey)
  expect(verifyExcursionsCsv(csv, linkOf)).toEqual({
    ...{ month: monthOf(start), rows: 1, account_id: person.accountId, owner: person.email, month_was_over: false },
    ...{ exported_at: expect.stringMatching(/^20.*Z$/), warning: expect.stringContaining('not over') },
  })
  expect(verifyExcursionsCsv(csv.replace('11.25', '8.25'), linkOf)).toEqual({ fault: 'Row 1 was changed.' })
  const { base64 } = (await call('GET', `/v3/app/excursions/pdf?month=${monthOf(start)}`, { token })).body
  expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect((await call('GET', '/v3/app/excursions/csv?month=2026-13', { token })).body.code).toBe(400001)
})

test('the record keeps its peaks and answers when minutes are thinned, and its rows when the carepad is removed', async () => {
  const { person, report } = await fridge('XC-3')
  const { token } = person
  await report(4, 9, 12.5, 9)
  await eventually(async () => expect(await list(person)).toHaveLength(1))
  await call('DELETE', '/v3/app/carepads/XC-3', { token })
  const mails = await sql<{ body_text: string }>`
    select body_text from mails where email = ${person.email} and kind = 'remove_carepads'`.execute(db)
  const [, mailToken] = /#token=(\S+)/.exec(mails.rows[0]?.body_text ?? '') ?? []
  expect((await call('POST', '/v3/app/carepads/unassign', { body: { token: mailToken } })).body.code).toBe(200)
  expect(await list(person)).toMatchObject([{ carepad_id: 'XC-3', peak: 12.5, is_over: true }])

  const other = await fridge('XC-4')
  await other.report(4, 1, 0.5, 1, 4)
  await eventually(async () => expect(await list(other.person)).toMatchObject([{ is_over: true, peak: 0.5 }]))
  const later = clock.now() + 91 * DAY_MS
  await settleExcursions(db, later)
  await thinTemperatures(db, later)
  const own = sql`account_id = ${other.person.accountId}`
  const { rows } = await sql<{ low: number; high: number }>`
    select min(low) as low, max(high) as high from temperatures_thinned where ${own}`.execute(db)
  expect(rows).toEqual([{ low: 0.5, high: 4 }])
  await sql`delete from temperature_hours where ${own}`.execute(db)
  expect(await list(other.person)).toMatchObject([{ peak: 0.5, threshold_low: 2 }])
  await settleExcursions(db, clock.now() + 731 * DAY_MS)
  expect(await list(other.person)).toEqual([])
})
