import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { doDueJobs } from '../../../../../scripts/harness/due-jobs.ts'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const { newWard } = ward(app)

const erase = (token: string, device_id: string) =>
  call('POST', '/v3/app/history/erase', { token, body: { device_id } })

/** A ward with two trackers that were heard for a few minutes, and an alarm of each that was answered. */
async function lived() {
  const house = await newWard()
  const { accountId, token } = house.person
  const ids = [await given.tracker(accountId, { name: 'Sato Kenji' }), await given.tracker(accountId, { name: 'Ito' })]
  for (let minute = 0; minute < 3; minute += 1) {
    clock.move(60_000)
    await house.say(ids.map((device_id) => ({ device_id, rssi: -60, connected: true })))
  }
  await house.flush()
  const alarm_ids = await raised(app, accountId, ...ids.map((id) => helpOf(id, id, clock.now())))
  await call('POST', '/v3/app/alarms/acknowledge', { token, body: { alarm_ids } })
  for (const id of ids) {
    await sql`insert into attendance_notes (account_id, device_id, day, comment, changed_by, changed_at)
      values (${accountId}, ${id}, to_timestamp(${clock.now()} / 1000.0)::date, 'Late', 'Mori', 1)`.execute(db)
  }
  clock.move(1000)
  return { ...house, ids: ids as [string, string] }
}

/** Rows of a device by table. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['location_logs', 'shown_positions', 'notifications', 'alarms', 'attendance_notes']) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where device_id = ${id}`.execute(db)
    counts[table] = rows[0]!.n
  }
  return counts
}

test('the history of one person is erased, nobody else’s is, and the activity log tells so', async () => {
  const { person, ids, say, flush } = await lived()
  const [erased, kept] = ids
  const before = await rowsOf(kept)
  expect((await erase(person.token, erased)).body).toEqual({ result: true, code: 200 })
  await doDueJobs(app)
  expect(Object.values(await rowsOf(erased))).toEqual([0, 0, 0, 0, 0])
  expect(await rowsOf(kept)).toEqual(before)
  const trail = async (id: string) => {
    const range = `start_time=${Math.floor(clock.now() / 1000) - 3600}&end_time=${Math.floor(clock.now() / 1000)}`
    return (await call('GET', `/v3/device/trail/${id}?${range}`, { token: person.token })).body.trail_logs
  }
  expect(await trail(erased)).toEqual([])
  expect(await trail(kept)).toHaveLength(1)
  const { body } = await call('GET', '/v3/app/activity/logs?type=security', { token: person.token })
  expect(body.activity_logs[0]).toMatchObject({ action: 'erase_history', target: 'Sato Kenji', name: 'Mori Yuki' })
  // It goes on as one that was never heard, and what comes after is kept, also an hour later.
  clock.move(60_000)
  const heardMs = clock.now()
  await say([{ device_id: erased, rssi: -60, connected: true }])
  await flush()
  clock.move(3_600_000)
  await doDueJobs(app)
  const range = `from_ms=${heardMs - 600_000}&until_ms=${clock.now()}`
  const token = await given.signIn(person.email)
  const way = await call('GET', `/v3/app/history/way/${erased}?${range}`, { token })
  expect(way.body.points).toMatchObject([{ at_ms: heardMs }])
})

test('it asks for a fresh password of the owner, and for a device with a past', async () => {
  const { person, ids } = await lived()
  expect((await erase(person.token, 'nothing')).body.code).toBe(404103)
  const stranger = await given.person()
  expect((await erase(stranger.token, ids[0])).body.code).toBe(404103)
  const deputy = await given.person({ accountId: person.accountId, class: 'deputy' })
  expect((await erase(deputy.token, ids[0])).body.code).toBe(403001)
  clock.move(300_001)
  expect((await erase(person.token, ids[0])).body).toMatchObject({ code: 412001, info: 'reauth' })
  await doDueJobs(app)
  expect((await rowsOf(ids[0])).location_logs).toBe(3)
})
