import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen, notificationsTold } from '../../../../../scripts/harness/listen.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { asAccount } from '../../platform/postgres/account-scope.ts'

const app = await testApp({ limits: { callsPerMinute: 60 } })
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const open = async (token: string) => (await call('GET', '/v3/app/alarms?state=open', { token })).body
const openIds = async (token: string): Promise<string[]> =>
  (await open(token)).alarms.map(({ alarm_id }: { alarm_id: string }) => alarm_id)
const shown = (token: string, alarm_ids: readonly unknown[]) =>
  call('POST', '/v3/app/alarms/shown', { token, body: { alarm_ids } })
const acknowledge = (token: string, alarm_ids: readonly unknown[]) =>
  call('POST', '/v3/app/alarms/acknowledge', { token, body: { alarm_ids } })
const press = (name: string) => helpOf(`G3-${name}`, name, clock.now())
const ring = (accountId: string, repeat: boolean) =>
  sql`update accounts set notification_ring_repeat = ${repeat} where account_id = ${accountId}`.execute(db)
const repeating = async (): Promise<Person> => {
  const person = await given.person()
  await ring(person.accountId, true)
  return person
}

test('unanswered alarms are listed newest first, with what to ring for', async () => {
  const { accountId, token } = await repeating()
  expect(await open(token)).toMatchObject({ alarms: [], notifications: [], disengaged_at_ms: 0 })
  const ids = await raised(app, accountId, press('Ito'), press('Sato'))
  const { alarms, notifications } = await open(token)
  expect(alarms).toMatchObject([
    { alarm_id: ids[1], type: 'help', device_id: 'G3-Sato', repeat: true, shown_at_ms: null, acknowledged_by: null },
    { alarm_id: ids[0] },
  ])
  expect(notifications).toMatchObject([
    { id: ids[1], subject: 'Help requested', message: 'Sato asks for help, 2F East.', alarm: alarms[0] },
    { id: ids[0], alarm: alarms[1] },
  ])
  expect((await call('GET', '/v3/app/alarms', { token })).body).toMatchObject({ code: 400001, info: 'query.state' })
  expect((await call('GET', '/v3/app/alarms?state=all', { token })).body.code).toBe(400001)
})

test('one that does not repeat is over once a console shows it; one that repeats waits for an answer', async () => {
  const { accountId, token } = await given.person()
  const [once] = await raised(app, accountId, press('Ito'))
  await ring(accountId, true)
  const [again] = await raised(app, accountId, press('Sato'))
  expect(await openIds(token)).toEqual([again, once])
  const before = clock.now()
  expect((await shown(token, [once, again])).body).toEqual({ result: true, code: 200 })
  const { alarms } = await open(token)
  expect(alarms).toMatchObject([{ alarm_id: again }])
  expect(alarms[0].shown_at_ms).toBeGreaterThanOrEqual(before)
  clock.move(5000)
  await shown(token, [again])
  expect((await open(token)).alarms[0].shown_at_ms).toBe(alarms[0].shown_at_ms)
})

test('alarms picked from the list are answered for by name, once, and the others ring on', async () => {
  const owner = await repeating()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const { events } = await listen(app, deputy.token)
  const ids = await raised(app, owner.accountId, press('Ito'), press('Sato'), press('Chen'))
  const { body } = await acknowledge(owner.token, [ids[0], ids[2]])
  expect(body.alarms).toMatchObject([
    { alarm_id: ids[0], state: 'acknowledged', acknowledged_by: 'Mori Yuki', acknowledged_at_ms: expect.any(Number) },
    { alarm_id: ids[2] },
  ])
  expect((await acknowledge(deputy.token, [ids[0]])).body.alarms).toEqual([])
  expect(await openIds(owner.token)).toEqual([ids[1]])
  expect((await open(owner.token)).disengaged_at_ms).toBe(0)
  await eventually(async () => {
    const told = events.filter(({ event }) => event === 'alarms').flatMap(({ data }) => data.alarms)
    expect(told.filter(({ state }) => state === 'acknowledged').map(({ alarm_id }) => alarm_id)).toEqual([
      ids[0],
      ids[2],
    ])
  })
  const log = await call('GET', '/v3/app/activity/logs', { token: owner.token })
  expect(log.body.activity_logs[0]).toMatchObject({ action: 'acknowledge_alarms', name: 'Mori Yuki' })
  expect(log.body.activity_logs[0].target.split(', ').sort()).toEqual(['Chen', 'Ito'])
})

test('read-only people cannot answer alarms, and their consoles do not count as showing them; foreign ids change nothing', async () => {
  const owner = await repeating()
  const reader = await given.person({ accountId: owner.accountId, class: 'readonly' })
  const stranger = await given.person()
  const [id] = await raised(app, owner.accountId, press('Ito'))
  expect((await acknowledge(reader.token, [id])).body.code).toBe(403001)
  expect((await acknowledge(stranger.token, [id])).body).toMatchObject({ code: 200, alarms: [] })
  expect((await shown(stranger.token, [id])).status).toBe(200)
  expect((await open(stranger.token)).alarms).toEqual([])
  expect((await open(reader.token)).alarms).toMatchObject([{ alarm_id: id }])
  expect((await shown(reader.token, [id])).status).toBe(200)
  expect((await open(owner.token)).alarms).toMatchObject([{ alarm_id: id, shown_at_ms: null }])
  expect((await shown(owner.token, [id])).status).toBe(200)
  expect((await open(owner.token)).alarms).toMatchObject([{ alarm_id: id, shown_at_ms: expect.any(Number) }])
  for (const ids of [[], ['no id'], [null]]) expect((await acknowledge(owner.token, ids)).body.code).toBe(400001)
})

test('the owner is told where the account names nobody, and contacts are kept in their order', async () => {
  const owner = await given.person()
  const get = (token: string) => call('GET', '/v3/app/users/extrasettings/alerts', { token })
  const save = (token: string, body: object) => call('POST', '/v3/app/users/extrasettings/alerts', { token, body })
  const byDefault = {
    contacts: [{ email: owner.email, after_s: 0, is_confirmed: true }],
    acknowledge_within_s: 60,
  }
  expect((await get(owner.token)).body).toMatchObject(byDefault)
  const contacts = [
    { email: 'second@example.com', after_s: 30 },
    { email: 'First@example.com', after_s: 0 },
  ]
  const saved = await save(owner.token, { contacts, acknowledge_within_s: 90 })
  const unconfirmed = contacts.map((contact) => ({ ...contact, is_confirmed: false }))
  expect(saved.body).toEqual({
    result: true,
    code: 200,
    contacts: unconfirmed,
    acknowledge_within_s: 90,
    arrive_within_s: 120,
  })
  expect((await get(owner.token)).body).toEqual(saved.body)
  const log = await call('GET', '/v3/app/activity/logs', { token: owner.token })
  expect(log.body.activity_logs[0]).toMatchObject({ action: 'change_alert_settings' })
  expect((await save(owner.token, { contacts: [], acknowledge_within_s: 60 })).body).toMatchObject(byDefault)

  const stranger = await given.person()
  expect((await get(stranger.token)).body.contacts).toMatchObject([{ email: stranger.email, after_s: 0 }])
  const support = await given.person({ accountId: owner.accountId, class: 'support' })
  expect((await get(support.token)).body.code).toBe(403001)
  expect((await save(support.token, { contacts, acknowledge_within_s: 90 })).body.code).toBe(403001)
  const refused: readonly [object, string][] = [
    [{ contacts, acknowledge_within_s: 14 }, 'body.acknowledge_within_s'],
    [{ contacts, acknowledge_within_s: 3601 }, 'body.acknowledge_within_s'],
    [{ contacts: [{ email: 'nobody', after_s: 0 }], acknowledge_within_s: 60 }, 'body.contacts.0.email'],
    [{ contacts: [{ email: 'a@example.com', after_s: -1 }], acknowledge_within_s: 60 }, 'body.contacts.0.after_s'],
    [
      {
        contacts: ['a@example.com', 'A@example.com'].map((email) => ({ email, after_s: 0 })),
        acknowledge_within_s: 60,
      },
      'body.contacts',
    ],
    [
      {
        contacts: Array.from({ length: 11 }, (_, index) => ({ email: `a${index}@example.com`, after_s: 0 })),
        acknowledge_within_s: 60,
      },
      'body.contacts',
    ],
  ]
  for (const [body, info] of refused) {
    expect((await save(owner.token, body)).body, info).toMatchObject({ code: 400001, info })
  }
})

test('a session that called too often still learns of alarms, shows them and stops them', async () => {
  const { accountId, token } = await repeating()
  const [id] = await raised(app, accountId, press('Ito'))
  await Promise.all(Array.from({ length: 61 }, () => call('GET', '/v3/app/users/profile', { token })))
  expect((await call('GET', '/v3/app/users/profile', { token })).body.code).toBe(429101)
  expect(await openIds(token)).toEqual([id])
  expect((await shown(token, [id])).status).toBe(200)
  expect((await acknowledge(token, [id])).status).toBe(200)
  const body = { type: 'disengage', event_time_ms: clock.now() }
  expect((await call('POST', '/v3/app/notifications/push', { token, body })).status).toBe(200)
})

test('while calls of people use all their connections, alarms are raised, told and stopped all the same', async () => {
  const { accountId, token } = await repeating()
  const { events } = await listen(app, token)
  const busy = async () => {
    const { rows } = await app.database.ownerPool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and query = 'select pg_sleep(9)' and state = 'active'`,
    )
    expect(rows).toHaveLength(8)
    return rows.map(({ pid }) => pid)
  }
  const sleep = () => sql`select pg_sleep(9)`.execute(app.running.app.db)
  const calls = Promise.allSettled(Array.from({ length: 8 }, () => asAccount(accountId, sleep)))
  await eventually(busy)
  const [id] = await raised(app, accountId, press('Ito'))
  await eventually(async () => expect(notificationsTold(events)).toHaveLength(1))
  expect(await openIds(token)).toEqual([id])
  const body = { type: 'disengage', event_time_ms: clock.now(), alarm_ids: [id] }
  expect((await call('POST', '/v3/app/notifications/push', { token, body })).body.alarms).toHaveLength(1)
  await eventually(async () => expect(notificationsTold(events)).toHaveLength(2))
  await app.database.ownerPool.query('select pg_cancel_backend(pid) from unnest($1::int[]) pid', [await busy()])
  await calls
})
