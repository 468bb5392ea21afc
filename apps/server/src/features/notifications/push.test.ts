import { MAX_ALARMS } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { type Event, listen, notificationsTold as told } from '../../../../../scripts/harness/listen.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const push = (token: string, body: object) => call('POST', '/v3/app/notifications/push', { token, body })
const stop = (token: string, rest: object = {}) =>
  push(token, { type: 'disengage', event_time_ms: clock.now(), ...rest })
const open = async (token: string) => (await call('GET', '/v3/app/alarms?state=open', { token })).body
const openIds = async (token: string): Promise<string[]> =>
  (await open(token)).alarms.map(({ alarm_id }: { alarm_id: string }) => alarm_id)
const repeating = async (): Promise<Person> => {
  const person = await given.person()
  await sql`update accounts set notification_ring_repeat = true where account_id = ${person.accountId}`.execute(db)
  return person
}
const toldTypes = (events: readonly Event[]) => told(events).map(({ type }) => type)

test('stopping the ring reaches every other console within two seconds and acknowledges the alarms [NOTI-09, API-POST /app/notifications/push]', async () => {
  const owner = await repeating()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const stranger = await given.person()
  const visitor = await given.visitor(owner, 'guest')
  const consoles = await Promise.all([owner.token, deputy.token, visitor].map((token) => listen(app, token)))
  const foreign = await listen(app, stranger.token)
  const [id] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  for (const { events } of consoles) {
    await eventually(async () => expect(told(events)).toMatchObject([{ id, type: 'help', metadata: { repeat: true } }]))
  }
  const { status, body } = await stop(deputy.token, { alarm_ids: [id] })
  expect({ status, alarms: body.alarms }).toMatchObject({
    status: 200,
    alarms: [{ alarm_id: id, state: 'acknowledged', acknowledged_by: 'Mori Yuki' }],
  })
  for (const { events } of consoles) {
    await eventually(async () => {
      expect(told(events).at(-1)).toMatchObject({
        type: 'disengage',
        alarm: null,
        metadata: { event_time_ms: body.event_time_ms, repeat: false },
      })
      const last = events.filter(({ event }) => event === 'alarms').flatMap(({ data }) => data.alarms)
      expect(last.at(-1)).toMatchObject({ alarm_id: id, state: 'acknowledged', acknowledged_by: 'Mori Yuki' })
    }, 2000)
  }
  expect(foreign.events.map(({ event }) => event).filter((event) => event !== 'heartbeat')).toEqual(['hello'])
  expect(await open(owner.token)).toMatchObject({ alarms: [], disengaged_at_ms: body.event_time_ms })
  const log = await call('GET', '/v3/app/activity/logs', { token: owner.token })
  expect(log.body.activity_logs[0]).toMatchObject({ action: 'stop_ring', target: 'Ito Haru', name: 'Mori Yuki' })
})

test('a test rings on every console once and answers for nothing [NOTI-10]', async () => {
  clock.hold()
  const owner = await repeating()
  const other = await given.person({ accountId: owner.accountId, class: 'readonly' })
  const [alarm] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  const visitor = await given.visitor(owner, 'guest')
  const consoles = await Promise.all([owner.token, other.token, visitor].map((token) => listen(app, token)))
  const { body } = await push(owner.token, { type: 'test', event_time_ms: 1, alarm_ids: [alarm] })
  expect(body).toMatchObject({ code: 200, alarms: [] })
  for (const { events } of consoles) {
    await eventually(async () =>
      expect(told(events).at(-1)).toMatchObject({
        type: 'test',
        alarm: null,
        metadata: { repeat: false, event_time_ms: body.event_time_ms },
      }),
    )
  }
  expect(Math.abs(body.event_time_ms - clock.now())).toBeLessThan(5000)
  expect(await openIds(owner.token)).toEqual([alarm])
})

test('the console sends nothing but these two [NOTI-11]', async () => {
  const { token } = await given.person()
  for (const type of ['help', 'device_offline', 'station_online', '', 'DISENGAGE']) {
    expect((await push(token, { type, event_time_ms: clock.now() })).body).toMatchObject({
      code: 400001,
      info: 'body.type',
    })
  }
  expect((await stop(token)).status).toBe(200)
  expect((await push(token, { type: 'test', event_time_ms: clock.now() })).status).toBe(200)
})

test('a whole house that falls silent is shown and stopped by one press', async () => {
  const owner = await repeating()
  const house = Array.from({ length: 1500 }, (_, index) => helpOf(`G3-${index}`, `Person ${index}`, clock.now()))
  const ids = await raised(app, owner.accountId, ...house)
  expect(await openIds(owner.token)).toHaveLength(1500)
  const shown = { token: owner.token, body: { alarm_ids: ids } }
  expect((await call('POST', '/v3/app/alarms/shown', shown)).status).toBe(200)
  expect((await stop(owner.token, { alarm_ids: ids })).body.alarms).toHaveLength(1500)
  expect(await openIds(owner.token)).toEqual([])
  const tooMany = Array<string>(MAX_ALARMS + 1).fill(ids[0]!)
  expect((await stop(owner.token, { alarm_ids: tooMany })).body.code).toBe(400001)
})

test('without names all are meant that were raised by then', async () => {
  const owner = await repeating()
  const now = clock.now()
  await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', now), helpOf('G3-2', 'Sato Kenji', now))
  const until = (await open(owner.token)).alarms[0].event_time_ms
  const [late] = await raised(app, owner.accountId, helpOf('G3-3', 'Chen Mei-Ling', now))
  const { body } = await stop(owner.token, { event_time_ms: until })
  expect(body).toMatchObject({ event_time_ms: until, alarms: [{}, {}] })
  expect(await openIds(owner.token)).toEqual([late])
})

test('an alarm nobody named rings on: it is sent again just after the stop, and stays one alarm', async () => {
  const owner = await repeating()
  const { events } = await listen(app, owner.token)
  const now = clock.now()
  const ids = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', now), helpOf('G3-2', 'Sato Kenji', now))
  await eventually(async () => expect(told(events)).toHaveLength(2))
  clock.move(5000)
  const { body } = await stop(owner.token, { alarm_ids: [ids[0]] })
  expect(body.alarms).toMatchObject([{ alarm_id: ids[0] }])
  await eventually(async () => expect(toldTypes(events)).toEqual(['help', 'help', 'disengage', 'help']))
  const again = told(events).at(-1)
  expect(again).toMatchObject({ message: 'Sato Kenji asks for help, 2F East.', alarm: { alarm_id: ids[1] } })
  expect(again.id).not.toBe(ids[1])
  expect(again.metadata.event_time_ms).toBeGreaterThan(body.event_time_ms)
  // Who opens a console now rings for it under the same id and time.
  const { alarms, notifications, disengaged_at_ms } = await open(owner.token)
  expect(alarms).toMatchObject([{ alarm_id: ids[1], event_time_ms: again.metadata.event_time_ms }])
  expect(notifications).toMatchObject([{ id: again.id, metadata: again.metadata }])
  expect(disengaged_at_ms).toBe(body.event_time_ms)
  const list = await call('GET', '/v3/app/notifications', { token: owner.token })
  expect(list.body.notifications.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0]])
})

test('a time to come counts as now, so that it silences nothing that is raised later', async () => {
  clock.hold()
  const owner = await repeating()
  const { body } = await stop(owner.token, { event_time_ms: clock.now() + 3_600_000 })
  expect(Math.abs(body.event_time_ms - clock.now())).toBeLessThan(5000)
  const [id] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  const { alarms, disengaged_at_ms } = await open(owner.token)
  expect(alarms).toMatchObject([{ alarm_id: id }])
  expect(alarms[0].event_time_ms).toBeGreaterThan(disengaged_at_ms)
})

test('after the clock was set back a stop still reaches the events it is about', async () => {
  const owner = await repeating()
  const [id] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  const { event_time_ms } = (await open(owner.token)).alarms[0]
  clock.move(-600_000)
  const early = await stop(owner.token, { event_time_ms: clock.now(), alarm_ids: [id] })
  expect(early.body).toMatchObject({ event_time_ms, alarms: [{ alarm_id: id }] })
  const [next] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  const { alarms, disengaged_at_ms } = await open(owner.token)
  expect(alarms).toMatchObject([{ alarm_id: next }])
  expect(alarms[0].event_time_ms).toBeGreaterThan(disengaged_at_ms)
  clock.move(600_000)
})

test('the same press of a session within a second is a slip of the finger, unless there is something to stop [ERR-400003]', async () => {
  clock.hold()
  const owner = await repeating()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  expect((await stop(owner.token)).status).toBe(200)
  expect(await stop(owner.token)).toMatchObject({ status: 400, body: { result: false, code: 400003 } })
  expect((await stop(deputy.token)).status).toBe(200)
  const [id] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  expect((await stop(owner.token, { event_time_ms: clock.now() + 1000 })).body.alarms).toMatchObject([{ alarm_id: id }])
  expect((await push(owner.token, { type: 'test', event_time_ms: clock.now() })).status).toBe(200)
  expect((await push(owner.token, { type: 'test', event_time_ms: clock.now() })).body.code).toBe(400003)
  clock.move(1001)
  expect((await stop(owner.token)).status).toBe(200)
  expect((await push(owner.token, { type: 'test', event_time_ms: clock.now() })).status).toBe(200)
})

test('two presses at the same moment are one', async () => {
  clock.hold()
  const owner = await repeating()
  const [id] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  const presses = await Promise.all([1, 2, 3, 4].map(() => stop(owner.token, { alarm_ids: [id] })))
  expect(presses.map(({ body }) => body.code).sort()).toEqual([200, 400003, 400003, 400003])
  const { rows } = await sql`select from notifications
    where account_id = ${owner.accountId} and type = 'disengage'`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a press that came first and is taken last is the same press still [ERR-400003]', async () => {
  clock.hold()
  const owner = await repeating()
  expect((await stop(owner.token)).status).toBe(200)
  clock.set(-10)
  expect((await stop(owner.token)).body.code).toBe(400003)
  clock.set(-3_600_000)
  expect((await stop(owner.token)).status).toBe(200)
  clock.set(3_600_010)
})

test('an account tries its ring ten times a minute, in however many sessions and from however many addresses; stopping is never held back', async () => {
  const { token, email } = await given.person()
  const tryRing = (caller: string, from: string) =>
    call('POST', '/v3/app/notifications/push', {
      token: caller,
      body: { type: 'test', event_time_ms: 1 },
      headers: { 'x-forwarded-for': from },
    })
  for (let count = 0; count < 10; count += 1) {
    clock.move(1001)
    expect((await tryRing(token, `203.0.113.${count}`)).status).toBe(200)
  }
  for (const caller of [token, await given.signIn(email)]) {
    const refused = await tryRing(caller, '198.51.100.1')
    expect(refused).toMatchObject({ status: 429, body: { code: 429101 } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  for (let count = 0; count < 12; count += 1) {
    clock.move(1001)
    expect((await stop(token)).status).toBe(200)
  }
})

test('nobody can stop alarms of another account, and read-only people can stop none', async () => {
  const owner = await repeating()
  const [id] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  const reader = await given.person({ accountId: owner.accountId, class: 'readonly' })
  const stranger = await given.person()
  expect((await stop(reader.token, { alarm_ids: [id] })).body.code).toBe(403001)
  expect((await stop(stranger.token, { alarm_ids: [id] })).body).toMatchObject({ code: 200, alarms: [] })
  expect(await openIds(owner.token)).toEqual([id])
})

test('after a call for help was acknowledged, the button can call again', async () => {
  const owner = await repeating()
  const now = clock.now()
  for (const device of ['G3-1', 'G3-2']) {
    await given.tracker(owner.accountId, { id: device })
    await sql`insert into device_conditions (account_id, device_id, kind, since_ms, seen_ms, is_raised)
      values (${owner.accountId}, ${device}, 'help', ${now}, ${now}, true)`.execute(db)
  }
  const ids = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', now), helpOf('G3-2', 'Sato Kenji', now))
  await stop(owner.token, { alarm_ids: [ids[0]] })
  const { rows } = await sql`select device_id from device_conditions
    where account_id = ${owner.accountId} and until_ms is null`.execute(db)
  expect(rows).toEqual([{ device_id: 'G3-2' }])
})
