/** The minutes after an alarm: its cause lasts, somebody goes, somebody has seen the person, or nobody has. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../scripts/harness/ward.ts'
import { ringAgain } from './ring-again.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const { newWard, zone } = ward(app)

const SECOND_MS = 1000

const around = (x: number, y: number): [number, number][] => [
  [x - 50, y - 50],
  [x + 50, y - 50],
  [x + 50, y + 50],
  [x - 50, y + 50],
]

const open = async ({ token }: Person) => (await call('GET', '/v3/app/alarms?state=open', { token })).body
const post = async ({ token }: Person, what: 'going' | 'seen' | 'acknowledge', ...alarm_ids: unknown[]) =>
  (await call('POST', `/v3/app/alarms/${what}`, { token, body: { alarm_ids } })).body.alarms
const repeating = async (rest: Parameters<typeof given.person>[0] = {}): Promise<Person> => {
  const person = await given.person(rest)
  await sql`update accounts set notification_ring_repeat = true where account_id = ${person.accountId}`.execute(db)
  return person
}
const logOf = async ({ token }: Person) =>
  (await call('GET', '/v3/app/activity/logs', { token })).body.activity_logs.map(
    ({ action, name, target }: Record<string, string>) => [action, name, target],
  )
const stepsOf = ({ record }: { record: readonly { step: string; by: string }[] }) =>
  record.map(({ step, by }) => [step, by])

/** What a round of every server does at this moment. */
const ringOverdue = () =>
  ringAgain(db, {
    ...{ clock, random: app.running.app.random, onTaken: () => app.running.app.alarms.wake() },
    onFault: (error) => {
      throw error
    },
  })

/** Somebody stands in a danger zone, and the alarm of it has been raised. */
async function inStairs() {
  const { mapId, say, flush, person } = await newWard()
  const far = await given.station(person.accountId, { mapId, x: 900, y: 450 })
  await zone(person.accountId, { map_id: mapId, polygon: around(500, 250) })
  const id = await given.tracker(person.accountId, { name: 'Ito Haru' })
  const start = clock.now() - 600 * SECOND_MS
  const stay = async (second: number, place: 'in' | 'out') => {
    for (let time = 0; time < 3; time += 1) {
      const atMs = start + (second + time) * SECOND_MS
      await (place === 'in'
        ? say([{ device_id: id, rssi: -50 }], atMs)
        : say([{ device_id: id, rssi: -50 }], atMs, far))
    }
    await flush()
  }
  await sql`update accounts set notification_ring_repeat = true where account_id = ${person.accountId}`.execute(db)
  await stay(0, 'in')
  await eventually(async () => expect((await open(person)).alarms).toHaveLength(1))
  const [alarm] = (await open(person)).alarms
  return { person, stay, start, alarmId: alarm.alarm_id as string }
}

test('an alarm lasts until the person has left the zone, even after its ring was stopped, and every console learns of it', async () => {
  const { person, stay, start, alarmId } = await inStairs()
  const { events } = await listen(app, person.token)
  await post(person, 'acknowledge', alarmId)
  const lasting = await open(person)
  expect(lasting).toMatchObject({
    notifications: [],
    lasting: [{ id: alarmId, metadata: { device_name: 'Ito Haru', zone_name: expect.any(String) } }],
  })
  expect(lasting.lasting[0].alarm).toMatchObject({ state: 'acknowledged', ended_at_ms: null })
  await stay(60, 'out')
  await eventually(async () => expect((await open(person)).lasting).toEqual([]))
  await eventually(async () => {
    const told = events.filter(({ event }) => event === 'alarms').flatMap(({ data }) => data.alarms)
    const last = told.at(-1)
    expect(last).toMatchObject({ alarm_id: alarmId, acknowledged_by: 'Mori Yuki' })
    expect(last.ended_at_ms).toBeGreaterThan(start + 59 * SECOND_MS)
    expect(last.ended_at_ms).toBeLessThan(start + 63 * SECOND_MS)
    expect(stepsOf(last)).toEqual([
      ['stopped', 'Mori Yuki'],
      ['ended', ''],
    ])
  })
})

test('an alarm for a person who leaves before an answer keeps ringing, and ends with the answer', async () => {
  const { person, stay, alarmId } = await inStairs()
  await stay(60, 'out')
  await eventually(async () => expect((await open(person)).alarms[0].ended_at_ms).not.toBeNull())
  await post(person, 'acknowledge', alarmId)
  expect(await open(person)).toMatchObject({ alarms: [], lasting: [] })
})

test('every console names who is going; if nobody confirms in time that the person was seen, it rings again, once', async () => {
  const owner = await repeating()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy', fullname: 'Kato Mei' })
  const consoles = await Promise.all([owner, deputy].map(({ token }) => listen(app, token)))
  const [id = ''] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  expect(await post(deputy, 'going', id)).toMatchObject([{ state: 'acknowledged', going_by: 'Kato Mei' }])
  expect(await post(deputy, 'going', id)).toEqual([])
  for (const { events } of consoles) {
    await eventually(async () => {
      const told = events.filter(({ event }) => event === 'alarms').flatMap(({ data }) => data.alarms)
      expect(told.at(-1)).toMatchObject({ alarm_id: id, going_by: 'Kato Mei', acknowledged_by: 'Kato Mei' })
    })
  }
  expect(await open(owner)).toMatchObject({ alarms: [], lasting: [{ id }] })
  clock.move(119 * SECOND_MS)
  await ringOverdue()
  expect((await open(owner)).alarms).toEqual([])
  clock.move(SECOND_MS)
  // Rounds of several servers, at one moment.
  await Promise.all([ringOverdue(), ringOverdue(), ringOverdue()])
  const { alarms, notifications } = await open(owner)
  expect(alarms).toMatchObject([{ alarm_id: id, going_by: null, acknowledged_by: null }])
  expect(notifications[0].id).not.toBe(id)
  expect(stepsOf(alarms[0])).toEqual([
    ['going', 'Kato Mei'],
    ['rang_again', 'Kato Mei'],
  ])
  for (const { events } of consoles) {
    await eventually(async () => {
      const told = events.filter(({ event }) => event === 'notifications').flatMap(({ data }) => data.notifications)
      expect(new Set(told.map((each) => each.id))).toEqual(new Set([id, notifications[0].id]))
    })
  }
  expect(
    (await logOf(owner)).filter(([action]: string[]) => action?.startsWith('go_') || action === 'ring_again'),
  ).toEqual([
    ['ring_again', 'Kato Mei', 'Ito Haru'],
    ['go_to_person', 'Kato Mei', 'Ito Haru'],
  ])
})

test('nothing rings again once somebody has seen the person, or the person has left', async () => {
  const { person, stay, alarmId } = await inStairs()
  const [help = ''] = await raised(app, person.accountId, helpOf('G3-9', 'Sato Ken', clock.now()))
  await post(person, 'going', help, alarmId)
  expect(await post(person, 'seen', help)).toMatchObject([{ seen_by: 'Mori Yuki', going_by: null }])
  await stay(60, 'out')
  await eventually(async () => expect((await open(person)).lasting).toEqual([]))
  clock.move(600 * SECOND_MS)
  await ringOverdue()
  expect((await open(person)).alarms).toEqual([])
  expect(await post(person, 'seen', help)).toEqual([])
})

test('the time to reach the person is a setting of the account, and stays where it is left out', async () => {
  const owner = await repeating()
  const save = (body: object) =>
    call('POST', '/v3/app/users/extrasettings/alerts', { token: owner.token, body: { contacts: [], ...body } })
  expect((await save({ acknowledge_within_s: 60 })).body.arrive_within_s).toBe(120)
  expect((await save({ acknowledge_within_s: 60, arrive_within_s: 30 })).body.arrive_within_s).toBe(30)
  expect((await save({ acknowledge_within_s: 45 })).body.arrive_within_s).toBe(30)
  expect((await save({ acknowledge_within_s: 60, arrive_within_s: 29 })).body.code).toBe(400001)
  const [id = ''] = await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  await post(owner, 'going', id)
  clock.move(30 * SECOND_MS)
  await ringOverdue()
  expect((await open(owner)).alarms).toMatchObject([{ alarm_id: id }])
})

test('who stopped the ring stays named beside who set out later; strangers and read-only people can do neither', async () => {
  const { person, alarmId } = await inStairs()
  const deputy = await given.person({ accountId: person.accountId, class: 'deputy', fullname: 'Kato Mei' })
  const reader = await given.person({ accountId: person.accountId, class: 'readonly' })
  const stranger = await given.person()
  await post(person, 'acknowledge', alarmId)
  expect(await post(stranger, 'going', alarmId)).toEqual([])
  const { body } = await call('POST', '/v3/app/alarms/seen', { token: reader.token, body: { alarm_ids: [alarmId] } })
  expect(body.code).toBe(403001)
  expect(await post(deputy, 'going', alarmId)).toMatchObject([
    {
      acknowledged_by: 'Mori Yuki',
      going_by: 'Kato Mei',
      record: [{ by: 'Mori Yuki' }, { step: 'going', by: 'Kato Mei' }],
    },
  ])
})
