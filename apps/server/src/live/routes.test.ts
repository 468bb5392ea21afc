import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { type Event, listen as listenTo } from '../../../../scripts/harness/listen.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const listen = (token: string, lastEventId?: string) => listenTo(app, token, lastEventId)

let seq = 0
const hear = (station: { t4Id: string; password: string }, id: string, rest: object = {}) => {
  seq += 1
  return call('POST', '/v3/device/report', {
    body: {
      t4_id: station.t4Id,
      key: station.password,
      seq,
      scanned_at_ms: clock.now(),
      scans: [{ device_id: id, rssi: -60, ...rest }],
    },
  })
}

const trackersIn = (events: Event[]): Record<string, unknown>[] =>
  events.filter(({ event }) => event === 'trackers').flatMap(({ data }) => data.trackers)

/**
 * A station's first report changes the list of credentials: consoles that left before, or just after, reload all lists. Answers the id of
 * an event from long after it.
 */
async function afterFirstReport(
  station: { t4Id: string; password: string },
  id: string,
  events: Event[],
): Promise<string> {
  await hear(station, id, { battery: 80 })
  await eventually(async () =>
    expect(events).toContainEqual(expect.objectContaining({ event: 'lists', data: { changed: ['credentials'] } })),
  )
  clock.move(60_000)
  await hear(station, id, { battery: 70 })
  return eventually(async () => {
    const told = events.find(({ data }) => data.trackers?.[0].battery === 70)
    expect(told).toBeDefined()
    return told!.id
  })
}

test('a console gets a tracker that is new to it whole, and afterwards only changed fields', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId, { name: 'Wheelchair 07' })
  const before = clock.now()
  const { events } = await listen(person.token)
  expect(events[0]?.data.server_time_ms).toBeGreaterThanOrEqual(before)
  expect(events[0]?.data.server_time_ms).toBeLessThanOrEqual(clock.now())
  await hear(station, id, { battery: 80 })
  await eventually(async () =>
    expect(trackersIn(events)[0]).toMatchObject({ device_id: id, name: 'Wheelchair 07', battery: 80 }),
  )
  await hear(station, id, { battery: 79 })
  const change = await eventually(async () => {
    const told = trackersIn(events).find(({ battery }) => battery === 79)
    expect(told).toMatchObject({ device_id: id })
    return told
  })
  expect(change).not.toHaveProperty('name')
  expect(change).not.toHaveProperty('gps_latitude')
})

test('nothing of another account is ever sent', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const station = await given.station(owner.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(owner.accountId)
  const own = await listen(owner.token)
  const foreign = await listen(stranger.token)
  await hear(station, id)
  await eventually(async () => expect(trackersIn(own.events)).toHaveLength(1))
  expect(foreign.events.map(({ event }) => event).filter((event) => event !== 'heartbeat')).toEqual(['hello'])
})

test('a console that reconnects with its last event gets what it missed', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const { events, close } = await listen(person.token)
  const last = await afterFirstReport(station, id, events)
  close()
  await hear(station, id, { battery: 55 })
  await allHeard(app)
  const back = await listen(person.token, last)
  // The live events may repeat it.
  await eventually(async () => expect(trackersIn(back.events)[0]).toMatchObject({ device_id: id, battery: 55 }))
  expect(back.events.map(({ event }) => event)).not.toContain('resync')
})

test('alarms do not wait for lists, and no event moves the resume point before the lists were sent', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const { events, close } = await listen(person.token)
  const last = await afterFirstReport(station, id, events)
  expect(last).toMatch(/^\d{13}$/)
  close()
  await hear(station, id, { battery: 55 })
  await allHeard(app)
  const { db } = app.database
  const heard = (events: Event[], name: string) => events.filter(({ event }) => event === name)
  const back = await db.transaction().execute(async (locking) => {
    // It idles for as long as the stream takes to come.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(locking)
    await sql`lock table tracker_states in access exclusive mode`.execute(locking)
    const listening = await listen(person.token, last)
    const waiting = await eventually(async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%tracker_states%'`.execute(db)
      expect(rows).not.toEqual([])
      return rows.map(({ pid }) => pid)
    })
    const [alarm] = await raised(app, person.accountId, helpOf(id, 'Ito Haru', clock.now()))
    // It may be delivered twice.
    await eventually(async () =>
      expect(heard(listening.events, 'notifications')[0]?.data.notifications).toMatchObject([{ id: alarm }]),
    )
    // The query that waits for the lock is cancelled, as by a database that is too slow.
    await sql`select pg_cancel_backend(pid) from unnest(${waiting}::integer[]) as pid`.execute(db)
    return listening
  })
  // Where the database is slow for too long, the lists are reloaded, which has the same effect.
  await eventually(async () => {
    const lists = back.events.findIndex(({ event }) => ['trackers', 'resync'].includes(event))
    const moved = back.events.findIndex((event) => event.id !== '')
    expect(back.events[moved]?.id).toMatch(/^\d{13}$/)
    expect(lists).toBeGreaterThan(-1)
    expect(lists).toBeLessThanOrEqual(moved)
  })
})

test('a console that was away while somebody edited devices reloads the lists', async () => {
  const person = await given.person()
  const id = await given.tracker(person.accountId)
  const { events, close } = await listen(person.token)
  const last = events[0]!.id
  close()
  clock.move(60_000)
  const calm = await listen(person.token, last)
  await call('PUT', `/v3/app/trackers/${id}`, { token: person.token, body: { name: 'Renamed' } })
  clock.move(60_000)
  const back = await listen(person.token, last)
  await eventually(async () => expect(back.events.map(({ event }) => event)).toContain('resync'))
  expect(calm.events.map(({ event }) => event)).not.toContain('resync')
})

test.each(['1000000000000', 'nonsense'])(
  'a console that reconnects with the event id %s reloads the lists',
  async (lastEventId) => {
    const { token } = await given.person()
    const { events } = await listen(token, lastEventId)
    await eventually(async () => expect(events.map(({ event }) => event)).toContain('resync'))
  },
)

test('visitors get trackers and no stations', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const owner = await listen(person.token)
  const visitor = await listen(await given.visitor(person))
  await hear(station, id)
  await eventually(async () => {
    expect(owner.events.map(({ event }) => event)).toContain('stations')
    expect(trackersIn(visitor.events)).toHaveLength(1)
  })
  expect(visitor.events.map(({ event }) => event)).not.toContain('stations')
})

test('a stream says goodbye when its session is signed out', async () => {
  const { token } = await given.person()
  const { events, ended } = await listen(token)
  await call('POST', '/v3/app/users/signout', { token, body: { device: { platform: 'web' } } })
  await eventually(async () => expect(ended()).toBe(true))
  expect(events.at(-1)).toMatchObject({ event: 'bye', data: { code: 401001 } })
})

test('a clock that jumps an hour ahead ends a stream without goodbye; its console renews the token and listens again', async () => {
  const { token } = await given.person()
  const { events, ended } = await listen(token)
  clock.move(3_600_000)
  await eventually(async () => expect(ended()).toBe(true), 5000)
  expect(events.map(({ event }) => event)).not.toContain('bye')
  const listening = () => call('GET', '/v3/app/stream', { token })
  expect((await listening()).body.code).toBe(401002)
  const { body } = await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })
  expect(body.code).toBe(200)
  const again = await listen(body.access_token)
  await eventually(async () => expect(again.events.map(({ event }) => event)).toContain('hello'))
  expect(again.ended()).toBe(false)
})

test('a stream ends within five seconds when its session is ended elsewhere', async () => {
  const { token, accountId } = await given.person()
  const { ended } = await listen(token)
  await sql`delete from sessions where account_id = ${accountId}`.execute(app.database.db)
  await eventually(async () => expect(ended()).toBe(true), 5000)
})

test("a stream ends within five seconds when its person may no longer look, or the visitor's link is over", async () => {
  const person = await given.person()
  const visitor = await given.visitor(person)
  const [staying, leaving, visiting] = [
    await listen(person.token),
    await listen((await given.person({ accountId: person.accountId })).token),
    await listen(visitor),
  ]
  const { db } = app.database
  await sql`update users set b2b_user = false
    where account_id = ${person.accountId} and user_id <> ${person.userId}`.execute(db)
  await sql`update access_links set expire_time = 1 where account_id = ${person.accountId}`.execute(db)
  await eventually(async () => expect([leaving.ended(), visiting.ended()]).toEqual([true, true]), 5000)
  expect(staying.ended()).toBe(false)
})

test('the eleventh stream of a session is refused', async () => {
  const { token } = await given.person()
  for (let index = 0; index < 10; index += 1) expect((await listen(token)).status).toBe(200)
  expect(await call('GET', '/v3/app/stream', { token })).toMatchObject({ status: 429, body: { code: 429101 } })
})

test('a stream needs a token', async () => {
  expect((await call('GET', '/v3/app/stream')).body.code).toBe(401001)
})
