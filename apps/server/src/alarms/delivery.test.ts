import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { type Event, listen, notificationsTold as told } from '../../../../scripts/harness/listen.ts'
import { openTransaction } from '../../../../scripts/harness/meanwhile.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { createApp } from '../app.ts'
import { raiseAll } from '../events/raise.ts'
import { AlarmDelivery } from './delivery.ts'

const app = await testApp({ isShared: true })
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

/** Another server on the same database. */
async function otherServer() {
  const { settings, random } = app.running.app
  const database = { ...app.database, close: async () => {} }
  const running = await createApp({ settings, database, clock, random, log: quietLog, bus: app.bus! })
  const { port } = await running.listen()
  onTestFinished(() => running.close())
  return { running, origin: `http://127.0.0.1:${port}` }
}

const alarmsTold = (events: readonly Event[]) =>
  events.filter(({ event }) => event === 'alarms').flatMap(({ data }) => data.alarms)
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; sent_at_ms: number | null }>`
    select state, sent_at_ms from alarms where alarm_id = ${id}`.execute(db)
  return rows[0]
}
/** At how many servers somebody of the account listens who may answer. */
const listeners = async (accountId: string) => {
  const { rows } = await sql`select from listeners where account_id = ${accountId}`.execute(db)
  return rows.length
}

test('consoles of one server hear at once what another one raises, and what becomes of it there', async () => {
  const other = await otherServer()
  const { accountId, token } = await given.person()
  await sql`update accounts set notification_ring_repeat = true where account_id = ${accountId}`.execute(db)
  const here = await listen(app, token)
  const there = await listen(other, token)
  // Until a listener is recorded, an alarm is escalated at once.
  await eventually(async () => expect(await listeners(accountId)).toBe(2))
  const [id] = await raised(other, accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  for (const { events } of [here, there]) {
    await eventually(async () => expect(told(events).map((one) => one.id)).toEqual([id]), 2000)
  }
  await eventually(async () => expect(await stateOf(id!)).toMatchObject({ state: 'sent' }))
  const body = { alarm_ids: [id] }
  await call('POST', '/v3/app/alarms/acknowledge', { token, body })
  for (const { events } of [here, there]) {
    await eventually(
      async () => expect(alarmsTold(events).at(-1)).toMatchObject({ alarm_id: id, state: 'acknowledged' }),
      2000,
    )
  }
})

test('each console is told in the language of its session, also after it was changed', async () => {
  const owner = await given.person()
  const visitor = await given.visitor(owner, 'guest')
  const [english, japanese] = [await listen(app, owner.token), await listen(app, visitor)]
  await call('PUT', '/v3/app/users/profile', { token: visitor, body: { user: { locale: 'ja-jp' } } })
  await raised(app, owner.accountId, {
    type: 'enter_danger_zone',
    deviceId: 'G3-1',
    facts: { device_name: '伊藤 ハル', zone_name: '階段B', place: '2F東' },
    happenedAtMs: clock.now(),
  })
  await eventually(async () => {
    expect(told(english.events)).toMatchObject([
      { subject: 'Danger zone entered', message: '伊藤 ハル entered 階段B, 2F東.' },
    ])
    expect(told(japanese.events)).toMatchObject([
      { subject: '危険エリアに入りました', message: '伊藤 ハルさんが「階段B」（2F東）に入りました。' },
    ])
  })
})

test('no other account is notified', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const [own, foreign] = [await listen(app, owner.token), await listen(app, stranger.token)]
  await raised(app, owner.accountId, helpOf('G3-1', 'Canary Haru', clock.now()))
  await eventually(async () => expect(told(own.events)).toHaveLength(1))
  await raised(app, stranger.accountId, helpOf('G3-1', 'Sato Kenji', clock.now()))
  await eventually(async () => expect(told(foreign.events)).toHaveLength(1))
  expect(JSON.stringify(foreign.events)).not.toContain('Canary')
  const back = await listen(app, stranger.token, own.events[0]!.id)
  await eventually(async () => expect(told(back.events)).toHaveLength(1))
  expect(JSON.stringify(back.events)).not.toContain('Canary')
})

test('a notification committed long after it was written is delivered all the same', async () => {
  const { accountId, token } = await given.person()
  const { events } = await listen(app, token)
  const late = await openTransaction(db)
  await raiseAll(late, app.running.app, accountId, [helpOf('G3-1', 'Ito Haru', clock.now())])
  const other = await given.person()
  const meanwhile = await listen(app, other.token)
  await raised(app, other.accountId, helpOf('G3-9', 'Sato Kenji', clock.now()))
  await eventually(async () => expect(told(meanwhile.events)).toHaveLength(1))
  expect(told(events)).toEqual([])
  await late.commit().execute()
  await eventually(async () => expect(told(events)).toMatchObject([{ message: 'Ito Haru asks for help, 2F East.' }]))
})

test('while the database is away nothing is lost: it is told once it is back', async () => {
  const told: string[] = []
  const { accountId, token } = await given.person()
  const { body } = await call('GET', '/v3/app/activity/devices', { token })
  let isAway = false
  let refused = 0
  const away = new Proxy(db, {
    get: (target, name) => {
      if (isAway) {
        refused += 1
        throw Object.assign(new Error('Connection terminated'), { code: '57P01' })
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const streams = {
    sessionsHearing: (id: string) => (id === accountId ? [body.activity_devices[0].id] : []),
    notify: (_id: string, eventFor: (sessionId: string) => unknown) => {
      told.push(JSON.stringify(eventFor(body.activity_devices[0].id)))
      return true
    },
  }
  const delivery = new AlarmDelivery({ db: away, clock, streams, log: quietLog })
  delivery.start()
  onTestFinished(() => delivery.close())
  // What its first look finds was there before it.
  await eventually(async () => expect(delivery.isTelling).toBe(true))
  await raised(app, accountId, helpOf('G3-1', 'Before', clock.now()))
  await eventually(async () => expect(told.join()).toContain('Before'))
  isAway = true
  await raised(app, accountId, helpOf('G3-1', 'While it was away', clock.now()))
  delivery.wake()
  await eventually(async () => expect(refused).toBeGreaterThan(1))
  expect(told.join()).not.toContain('While it was away')
  isAway = false
  await eventually(async () => expect(told.join()).toContain('While it was away'))
})

test('a console that reconnects gets missed alarms and stops; a new console does not ring for the past', async () => {
  const { accountId, token } = await given.person()
  const { events, close } = await listen(app, token)
  const last = events[0]!.id
  const staying = await listen(app, token)
  close()
  const [id] = await raised(app, accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  await call('POST', '/v3/app/notifications/push', { token, body: { type: 'disengage', event_time_ms: clock.now() } })
  // Who comes back sooner hears of the stop as it happens, too.
  await eventually(async () => expect(told(staying.events).at(-1)).toMatchObject({ type: 'disengage' }))
  clock.move(60_000)
  const back = await listen(app, token, last)
  await eventually(async () =>
    expect(told(back.events)).toMatchObject([
      { id, alarm: { state: 'acknowledged' } },
      { type: 'disengage', alarm: null },
    ]),
  )
  const fresh = await listen(app, token)
  await raised(app, accountId, helpOf('G3-2', 'Sato Kenji', clock.now()))
  await eventually(async () => expect(told(fresh.events)).toHaveLength(1))
  expect(told(fresh.events)).toMatchObject([{ device_id: 'G3-2' }])
})

test('a last event from the future is of a clock that was set back: the console loads everything again', async () => {
  const { token } = await given.person()
  const { events } = await listen(app, token, String(clock.now() + 3_600_000))
  await eventually(async () => expect(events.map(({ event }) => event)).toContain('resync'))
})

test('a listener who may answer is in the database while connected, and shortly after', async () => {
  const { accountId, token } = await given.person()
  const reader = await given.person({ accountId, class: 'readonly' })
  expect(await listeners(accountId)).toBe(0)
  // Hears everything to the end, and keeps no alarm from going further.
  const { events } = await listen(app, reader.token)
  const { close } = await listen(app, token)
  await eventually(async () => expect(await listeners(accountId)).toBe(1), 2000)
  close()
  await eventually(async () => expect(await listeners(accountId)).toBe(0), 9000)
  const [id] = await raised(app, accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  await eventually(async () => expect(await stateOf(id!)).toMatchObject({ state: 'escalated' }), 2000)
  await eventually(async () => expect(told(events)).toMatchObject([{ id }]), 2000)
})

test('a thousand notifications are told in their order', async () => {
  const { accountId, token } = await given.person()
  const { events } = await listen(app, token)
  const many = Array.from({ length: 1000 }, (_, index) => helpOf(`G3-${index}`, `Person ${index}`, clock.now()))
  const ids = await raised(app, accountId, ...many)
  await eventually(async () => expect(told(events)).toHaveLength(1000))
  expect(told(events).map((one) => one.id)).toEqual(ids)
})
