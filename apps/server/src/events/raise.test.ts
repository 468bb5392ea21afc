import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { listenedElsewhere } from '../../../../scripts/harness/listened.ts'
import { meanwhile } from '../../../../scripts/harness/meanwhile.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { type Happening, raise, raiseAll } from './raise.ts'

const app = await testApp()
const given = makeGiven(app)
const { db } = app.database

const help = (happenedAtMs: number): Happening => ({
  ...{ type: 'help', deviceId: 'G3-1', facts: { device_name: 'Ito Haru', place: '' } },
  happenedAtMs,
})
const told = async (accountId: string) =>
  (
    await sql<Record<string, unknown>>`select * from notifications where account_id = ${accountId}
    order by event_time_ms`.execute(db)
  ).rows
const alarmsOf = async (accountId: string) =>
  (
    await sql<Record<string, unknown>>`select * from alarms where account_id = ${accountId}
    order by event_time_ms`.execute(db)
  ).rows

test('an alarm is there with its notification, unread by everybody, or not at all', async () => {
  const { app: deps } = app.running
  const owner = await given.person()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const { accountId } = owner
  await listenedElsewhere(db, accountId)
  const happening = { ...help(app.clock.now()), accountId }
  const failing = db.transaction().execute(async (transaction) => {
    await raise(transaction, deps, happening)
    throw new Error('the cause is undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await told(accountId)).toEqual([])
  const id = await db.transaction().execute((transaction) => raise(transaction, deps, happening))
  expect(await told(accountId)).toMatchObject([{ id, is_listed: true, repeat: false, late_since_ms: null }])
  expect(await alarmsOf(accountId)).toMatchObject([{ alarm_id: id, state: 'raised', due_at_ms: expect.any(Number) }])
  const { rows } = await sql`select unread_count from users where account_id = ${accountId}`.execute(db)
  expect(rows).toEqual([{ unread_count: 1 }, { unread_count: 1 }])
  expect(deputy.accountId).toBe(accountId)
})

test('times of events rise past every event and stop before, also where clocks are set back and several raise at once', async () => {
  const { app: deps } = app.running
  const { accountId } = await given.person()
  const now = app.clock.now()
  const raiseTwo = () => db.transaction().execute((on) => raiseAll(on, deps, accountId, [help(now), help(now)]))
  await raiseTwo()
  await sql`update alert_states set disengaged_at_ms = ${now + 60_000} where account_id = ${accountId}`.execute(db)
  app.clock.move(-3_600_000)
  await Promise.all([raiseTwo(), raiseTwo(), raiseTwo()])
  app.clock.move(3_600_000)
  const times = (await told(accountId)).map((row) => row.event_time_ms as number)
  expect(new Set(times).size).toBe(8)
  expect(times.slice(2)).toEqual(Array.from({ length: 6 }, (_, place) => now + 60_001 + place))
})

test('which notifications repeat, and which are no alarms', async () => {
  const { app: deps } = app.running
  const { accountId } = await given.person()
  await sql`update accounts set notification_ring_repeat = true where account_id = ${accountId}`.execute(db)
  const now = app.clock.now()
  const online: Happening = {
    type: 'station_online',
    deviceId: 'T4-1',
    facts: { station_name: 'Lobby' },
    happenedAtMs: now,
  }
  await db.transaction().execute((on) => raiseAll(on, deps, accountId, [online, help(now - 16 * 60_000)]))
  expect(await told(accountId)).toMatchObject([
    { type: 'station_online', repeat: false, late_since_ms: null },
    { type: 'help', repeat: true, late_since_ms: now - 16 * 60_000 },
  ])
  expect(await alarmsOf(accountId)).toMatchObject([{ type: 'help', repeat: true }])
})

/** Somebody whose browser is reached by push. */
async function reached(accountId?: string): Promise<Person> {
  const person = await given.person(accountId === undefined ? {} : { accountId, class: 'deputy' })
  await sql`insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at_ms)
    select account_id, session_id, 'https://push.test/' || session_id, '', '', 0 from sessions
    where user_id = ${person.userId}`.execute(db)
  // Somebody listens, so that what is raised is pushed at once.
  await listenedElsewhere(db, person.accountId)
  return person
}

test('a browser that is signed out at that moment keeps no alarm from being raised, and the others are woken', async () => {
  const leaving = await reached()
  const { accountId } = leaving
  const staying = await reached(accountId)
  const raising = () =>
    db.transaction().execute(async (on) => {
      await raiseAll(on, app.running.app, accountId, [helpOf('G3-1', 'Ito', app.clock.now())])
      // Once they are committed they go out.
      const { rows } = await sql`select user_id from pushes join sessions using (account_id, session_id)
        where account_id = ${accountId}`.execute(on)
      return rows
    })
  const woken = await meanwhile(
    db,
    (on) => sql`delete from sessions where user_id = ${leaving.userId}`.execute(on),
    raising,
  )
  expect(woken).toEqual([{ user_id: staying.userId }])
  expect(await told(accountId)).toMatchObject([{ type: 'help' }])
})

test('a LINE group that is unlinked at that moment keeps no alarm from being raised, and the others are told', async () => {
  const { accountId } = await given.person()
  for (const group of ['Cday', 'Cnight']) {
    await sql`insert into line_groups (account_id, line_group_id, group_id, note, created_time)
      values (${accountId}, gen_random_uuid(), ${group}, '', 0)`.execute(db)
  }
  const [id] = await meanwhile(
    db,
    (on) => sql`delete from line_groups where account_id = ${accountId} and group_id = 'Cday'`.execute(on),
    () => raised(app, accountId, helpOf('G3-1', 'Ito', app.clock.now())),
  )
  expect(await told(accountId)).toMatchObject([{ id, type: 'help' }])
  const { rows } = await sql`select group_id from line_messages join line_groups using (account_id, line_group_id)
    where account_id = ${accountId}`.execute(db)
  expect(rows).toEqual([{ group_id: 'Cnight' }])
})
