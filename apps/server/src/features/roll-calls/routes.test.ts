import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'
import { sweepRollCalls } from './queries.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app
const { db } = app.database
const { newWard, zone } = ward(app)

const PATH = '/v3/app/rollcalls'
const HOUR = 3_600_000
type Caller = Pick<Person, 'token'>

const start = async ({ token }: Caller, is_drill = true) =>
  (await call('POST', PATH, { token, body: { id: randomUUID(), is_drill, started_at_ms: app.clock.now() } })).body
    .roll_call
const tickOf = (device_id: string, at_ms: number, is_safe = true) => ({
  ...{ command_id: randomUUID(), device_id, is_safe, at_ms },
})
const send = async ({ token }: Caller, id: string, ...ticks: object[]) =>
  (await call('POST', `${PATH}/${id}/ticks`, { token, body: { ticks } })).body.roll_call
const get = async ({ token }: Caller, id: string) => (await call('GET', `${PATH}/${id}`, { token })).body.roll_call
const safeOf = ({ ticks }: { ticks: { device_id: string; is_safe: boolean; by: string }[] }) =>
  ticks.map(({ device_id, is_safe, by }) => `${device_id} ${is_safe ? 'safe' : 'not safe'} ${by}`)

/** A ward with two people at its station, the first of them in an attendance zone, and one that was never heard. */
async function wardWithPeople() {
  const { person, mapId, station } = await newWard()
  const { accountId } = person
  const [ito = '', mori = '', away = ''] = await Promise.all([1, 2, 3].map(() => given.tracker(accountId)))
  await sql`insert into tracker_classes (account_id, index, name, color) values (${accountId}, 2, 'Staff', '#0E6070')`.execute(
    db,
  )
  await sql`update trackers set class_index = 2 where account_id = ${accountId} and device_id = ${ito}`.execute(db)
  const zoneId = await zone(accountId, { t4_ids: [station.t4Id] }, { name: 'Kitchen', type: 'attendance' })
  const seenAtMs = app.clock.now() - 60_000
  await sql`insert into tracker_states (account_id, device_id, last_seen_ms, sender_id, sender_name, map_id, updated_at_ms)
    select ${accountId}, device_id, ${seenAtMs}, ${station.t4Id}, '2F Lounge', ${mapId}, ${seenAtMs}
    from unnest(${[ito, mori]}::text[]) device_id`.execute(db)
  await sql`insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised)
    values (${accountId}, ${ito}, 'in_zone', ${zoneId}, ${seenAtMs}, 0, false)`.execute(db)
  return { person, ito, mori, away, seenAtMs }
}

test('expected are those in an attendance zone and those last seen inside, with place, class and phone', async () => {
  const { person, ito, mori, away, seenAtMs } = await wardWithPeople()
  const { token } = person
  await call('POST', '/v3/app/users/extrasettings/remarks', { token, body: { items: [{ index: 0, name: 'Phone' }] } })
  await call('PUT', `/v3/app/trackers/${ito}/remarks`, {
    token,
    body: { items: [{ index: 0, memo: '090-1234-5678' }] },
  })
  const { people } = await start(person)
  expect(people).toMatchObject([
    { device_id: mori, zone_name: '', class_name: '', class_color: null, is_inside: true, phone: '' },
    { device_id: ito, zone_name: 'Kitchen', class_name: 'Staff', class_color: '#0E6070', phone: '090-1234-5678' },
  ])
  for (const { last_seen_ms, place } of people) {
    expect(last_seen_ms).toBe(seenAtMs)
    expect(place).toBe('Hinoki Garden 2F East · 2F Lounge')
  }
  expect(people.map(({ device_id }: { device_id: string }) => device_id)).not.toContain(away)
})

test('a roll-call is about the classes that were chosen', async () => {
  const { person, ito } = await wardWithPeople()
  const { token } = person
  await call('POST', '/v3/app/users/extrasettings/rollcall', { token, body: { class_indexes: [2] } })
  const { people } = await start(person)
  expect(people.map(({ device_id }: { device_id: string }) => device_id)).toEqual([ito])
})

test('two people tick one list: consoles hear of it, each tick counts once, and the later word for a person counts', async () => {
  const { person, ito, mori, away } = await wardWithPeople()
  const colleague = await given.person({ accountId: person.accountId, class: 'support', fullname: 'Lin Wei' })
  const { id } = await start(person)
  const { events } = await listen(app, colleague.token)
  const now = app.clock.now()
  const first = tickOf(ito, now - 3000)
  await send(person, id, first, first)
  await eventually(async () =>
    expect(events.find(({ event }) => event === 'lists')?.data.changed).toContain('roll_calls'),
  )
  await send(colleague, id, tickOf(ito, now - 1000, false), tickOf(mori, now - 1000), tickOf(away, now))
  // Said before what is known, by somebody who was cut off.
  expect(safeOf(await send(person, id, tickOf(ito, now - 2000), tickOf(mori, now + 60_000)))).toEqual(
    [`${ito} not safe Lin Wei`, `${mori} safe Mori Yuki`].toSorted(),
  )
  const open = (await call('GET', PATH, { token: colleague.token })).body.open
  expect(safeOf(open)).toEqual(safeOf(await get(person, id)))
})

test('ticks made before the end count, marked as late if they arrive after it; ticks made after it do not', async () => {
  app.clock.hold()
  const { person, ito, mori, seenAtMs } = await wardWithPeople()
  const { token } = person
  const { id } = await start(person)
  const now = app.clock.now()
  await send(person, id, tickOf(ito, now))
  // Somebody who was cut off ended it before that tick.
  const { ended_at_ms, people } = (
    await call('POST', `${PATH}/${id}/end`, { token, body: { ended_at_ms: now - 5000 } })
  ).body.roll_call
  expect(ended_at_ms).toBe(now)
  expect(people).toHaveLength(2)
  app.clock.move(HOUR / 3)
  const tick = tickOf(mori, now - 2000)
  const arrived_late_ms = app.clock.now()
  for (const _again of [1, 2]) {
    const late = await send(person, id, tick, tickOf(ito, now + 1, false))
    expect(late.ticks).toMatchObject(
      [
        { device_id: ito, is_safe: true, arrived_late_ms: null },
        { device_id: mori, is_safe: true, at_ms: now - 2000, arrived_late_ms },
      ].toSorted((a, b) => a.device_id.localeCompare(b.device_id)),
    )
  }
  const { activity_logs } = (await call('GET', '/v3/app/activity/logs', { token: await given.signIn(person.email) }))
    .body
  const names = people.filter(({ device_id }: { device_id: string }) => device_id === mori)
  expect(activity_logs.filter(({ action }: { action: string }) => action === 'tick_roll_call_late')).toMatchObject([
    { target: names[0].name, name: 'Mori Yuki' },
  ])
  expect((await call('GET', PATH, { token })).body.roll_calls).toMatchObject([{ id, expected: 2, safe: 2 }])
  // The report keeps the places of the end, also when a person's tracker is removed.
  await sql`delete from trackers where device_id = ${ito}`.execute(db)
  expect((await get(person, id)).people.map(({ last_seen_ms }: { last_seen_ms: number }) => last_seen_ms)).toEqual([
    seenAtMs,
    seenAtMs,
  ])
})

test('ticks of a roll-call are accepted until twelve hours after its end, and refused then', async () => {
  app.clock.hold()
  const { person, ito, mori } = await wardWithPeople()
  const { id, started_at_ms } = await start(person)
  // A time that is too old or in the future is replaced by the server's own.
  const { ticks } = await send(person, id, tickOf(ito, 0), tickOf(mori, Number.MAX_SAFE_INTEGER))
  expect(ticks).toMatchObject(
    [
      { device_id: ito, at_ms: app.clock.now() - 12 * HOUR },
      { device_id: mori, at_ms: app.clock.now() },
    ].toSorted((a, b) => a.device_id.localeCompare(b.device_id)),
  )
  await call('POST', `${PATH}/${id}/end`, { token: person.token, body: { ended_at_ms: app.clock.now() } })
  app.clock.move(12 * HOUR)
  const token = await given.signIn(person.email)
  expect((await send({ token }, id, tickOf(ito, started_at_ms))).id).toBe(id)
  app.clock.move(1)
  const body = { ticks: [tickOf(ito, started_at_ms, false)] }
  expect((await call('POST', `${PATH}/${id}/ticks`, { token, body })).body.code).toBe(405001)
  expect(safeOf(await get({ token }, id))).toHaveLength(2)
})

test('the second of two simultaneous starts joins the first', async () => {
  const person = await given.person()
  const started = await Promise.all([1, 2, 3, 4].map(() => start(person)))
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
})

test('roll-calls of more than a year ago are deleted, and one that goes on stays', async () => {
  const person = await given.person()
  const { id } = await start(person)
  await call('POST', `${PATH}/${id}/end`, { token: person.token, body: { ended_at_ms: app.clock.now() } })
  const { id: openId } = await start(person)
  await sweepRollCalls(db, app.clock.now() + 1)
  const { open, roll_calls } = (await call('GET', PATH, { token: person.token })).body
  expect([open.id, roll_calls]).toEqual([openId, []])
})

test('guests see no roll-call, and only people who may define classes may choose them', async () => {
  const owner = await given.person()
  const readonly = await given.person({ accountId: owner.accountId, class: 'readonly' })
  for (const token of [readonly.token, await given.visitor(owner, 'guest')]) {
    expect((await call('GET', PATH, { token })).body.code).toBe(403001)
    const body = { id: randomUUID(), is_drill: false, started_at_ms: 1 }
    expect((await call('POST', PATH, { token, body })).body.code).toBe(403001)
  }
  const support = await given.person({ accountId: owner.accountId, class: 'support' })
  const body = { class_indexes: [1] }
  const settings = '/v3/app/users/extrasettings/rollcall'
  expect((await call('POST', settings, { token: support.token, body })).body.code).toBe(403001)
  expect((await call('GET', settings, { token: support.token })).body.class_indexes).toBeNull()
})
