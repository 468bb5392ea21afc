/** When a phone was heard, what it says of itself, and how old its place is: three things (G97). Through the front door. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { connectSender } from '../../../../../scripts/harness/connect-sender.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const WEEKS_1024_S = 1024 * 7 * 86_400
const seconds = () => Math.floor(clock.now() / 1000)
const fix = (rest: object = {}) => ({
  _type: 'location',
  lat: 35.54,
  lon: 139.42,
  tid: 'gp',
  acc: 10,
  batt: 80,
  ...rest,
})

// A second may pass between a report and the look at it.
beforeEach(() => clock.hold())

/** A phone with a credential of its own, and how it sends. */
async function phone(name: string) {
  const person = await given.person()
  const password = await given.credential(person.accountId, name)
  const headers = { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
  return {
    person,
    name,
    password,
    owntracks: async (body: object) =>
      expect((await call('POST', '/gateway/owntracks', { headers, body })).status).toBe(200),
    osmand: async (query: string) =>
      expect((await call('GET', `/gateway/osmand/${password}?id=1&${query}`)).status).toBe(200),
  }
}

const deviceOf = async ({ token }: Person, name: string) => {
  await app.running.ingest.flush()
  const { body } = await call('GET', '/v3/app/trackers', { token })
  return body.trackers.find((one: { device_id: string }) => one.device_id === name)
}

const shown = (person: Person, name: string, facts: object) =>
  eventually(async () => expect(await deviceOf(person, name)).toMatchObject(facts))

/** Newest first. */
const logsOf = async ({ token }: Person, name: string) => {
  const query = `device_id=${name}&query_start=${seconds() - 86_400}&query_end=${seconds() + 60}`
  return (await call('GET', `/v3/application/locationlogretrieve?${query}`, { token })).body.location_logs
}

const calls = async ({ token }: Person) =>
  (await call('GET', '/v3/app/alarms?state=open', { token })).body.alarms.map(({ type }: { type: string }) => type)

const countsOf = async ({ accountId }: Person): Promise<Record<string, number>> => {
  await app.running.app.counts.flush()
  const { rows } = await sql<{ reason: string; n: number }>`select reason, sum(count)::int as n from gateway_counts
    where account_id = ${accountId} and reason <> 'stored' group by reason`.execute(app.database.db)
  return Object.fromEntries(rows.map(({ reason, n }) => [reason, n]))
}

test.each([
  ['the same fix', {}],
  ['the same fix with another accuracy', { acc: 40 }],
  ['a fix 10 m away', { lat: 35.54009 }],
  ['the same fix, twice', {}, 2],
])(
  'a phone that lies still and tells %s again is heard now, at a place as old as it is',
  async (_what, rest, times = 1) => {
    const { person, name, owntracks } = await phone('still')
    const old = seconds() - 1200
    await owntracks(fix({ tst: old, created_at: old }))
    await shown(person, name, { status: 'offline', battery: 80 })
    for (let time = 0; time < times; time += 1)
      await owntracks(fix({ tst: old, created_at: seconds(), batt: 55, ...rest }))
    const now = seconds()
    await shown(person, name, {
      status: 'connected',
      battery: 55,
      last_seen: now,
      qualified_location_info: { scanned_at_ms: old * 1000 },
    })
  },
)

test.each([5, 3600])(
  'a phone that lies still and whose clock is %i s ahead is heard now, and its fix is stored once',
  async (aheadS) => {
    const { person, name, owntracks } = await phone('ahead')
    const old = seconds() - 1200
    await owntracks(fix({ tst: old, created_at: old }))
    const again = fix({ tst: old, created_at: seconds() + aheadS, batt: 55 })
    for (const time of [1, 2]) {
      await owntracks(again)
      await shown(person, name, {
        status: 'connected',
        battery: 55,
        qualified_location_info: { scanned_at_ms: old * 1000 },
      })
      expect(await countsOf(person)).toEqual({ clockAhead: time })
    }
    const { rows } = await sql`select from location_logs where account_id = ${person.accountId}`.execute(
      app.database.db,
    )
    expect(rows).toHaveLength(2)
  },
)

test('a message of a queue whose fix is older than what is kept is heard without its place', async () => {
  const { person, name, owntracks } = await phone('queue')
  const [day, now] = [86_400, seconds()]
  await owntracks(fix({ tst: now - 95 * day, created_at: now - 20 * day, batt: 33 }))
  await shown(person, name, { battery: 33, gps_latitude: null })
  expect(await countsOf(person)).toEqual({ tooOld: 1 })
})

test('the first message of a phone may carry an old fix', async () => {
  const { person, name, owntracks } = await phone('first')
  const old = seconds() - 7200
  await owntracks(fix({ tst: old, created_at: seconds() }))
  await shown(person, name, {
    status: 'connected',
    gps_latitude: 35.54,
    qualified_location_info: { scanned_at_ms: old * 1000 },
  })
})

test('a status message counts as hearing the phone, but not when the broker retained it', async () => {
  const { person, name, password, owntracks } = await phone('state')
  const old = seconds() - 1200
  await owntracks(fix({ tst: old }))
  await shown(person, name, { status: 'offline' })
  await owntracks({ _type: 'status', android: { hib: 0 } })
  await shown(person, name, {
    status: 'connected',
    last_seen: seconds(),
    battery: 80,
    qualified_location_info: { scanned_at_ms: old * 1000 },
  })
  clock.move(1_000_000)
  const later = { ...person, token: await given.signIn(person.email) }
  await shown(later, name, { status: 'offline' })
  const client = await connectSender(app, name, password)
  await client.publishAsync('owntracks/u/state', JSON.stringify({ _type: 'waypoints', waypoints: [] }), { qos: 1 })
  await shown(later, name, { status: 'connected', last_seen: seconds() })
})

test('a phone without another time than its fix is heard where it tells it again, and a queue keeps its own times', async () => {
  const { person, name, osmand } = await phone('van')
  const old = seconds() - 1200
  for (const after of [0, 60, 120]) await osmand(`lat=35.54&lon=139.42&batt=80&timestamp=${old + after}`)
  await shown(person, name, { status: 'offline', last_seen: old + 120 })
  await osmand(`lat=35.54&lon=139.42&batt=55&timestamp=${old + 120}`)
  await shown(person, name, {
    status: 'connected',
    battery: 55,
    qualified_location_info: { scanned_at_ms: (old + 120) * 1000 },
  })
})

test('a call for help that is told again with its fix is one, as its answer was lost on the way', async () => {
  const { person, name, osmand } = await phone('again')
  const old = seconds() - 1200
  await osmand(`lat=35.54&lon=139.42&timestamp=${old}`)
  const call = `lat=35.54&lon=139.42&alarm=sos&timestamp=${old}`
  await osmand(call)
  await shown(person, name, { status: 'connected', last_seen: seconds() })
  clock.move(60_000)
  await osmand(call)
  const { rows } = await sql`select from location_logs where account_id = ${person.accountId} and help`.execute(
    app.database.db,
  )
  expect(rows).toHaveLength(1)
})

test.each([
  ['1,024 weeks, and the message has its time', { tst: -WEEKS_1024_S, created_at: 0 }],
  ['1,024 weeks', { tst: -WEEKS_1024_S }],
  ['2,048 weeks', { tst: -2 * WEEKS_1024_S }],
  ['1,024 weeks in both times', { tst: -WEEKS_1024_S, created_at: -WEEKS_1024_S }],
])(
  'a clock that is behind by %s is put right, which is counted and shown with the place and in the log, also in the first message',
  async (_what, times) => {
    const { person, name, owntracks } = await phone('gps')
    const now = seconds()
    const bad = Object.fromEntries(Object.entries(times).map(([key, behind]) => [key, now + behind]))
    await owntracks(fix({ ...bad, lat: 35.57 }))
    const place = { scanned_at_ms: now * 1000, time_corrected: true }
    await shown(person, name, { status: 'connected', gps_latitude: 35.57, qualified_location_info: place })
    // A repeat is still one.
    await owntracks(fix({ ...bad, lat: 35.57 }))
    expect(await countsOf(person)).toEqual({ weekRollover: 2 })
    expect(await logsOf(person, name)).toMatchObject([{ scanned_at: now, time_corrected: true }])
    // The next one has the right time.
    clock.move(20_000)
    await owntracks(fix({ tst: seconds() }))
    await shown(person, name, { qualified_location_info: { scanned_at_ms: seconds() * 1000 } })
    expect((await deviceOf(person, name)).qualified_location_info).not.toHaveProperty('time_corrected')
    expect(await logsOf(person, name)).toMatchObject([{ time_corrected: false }, { time_corrected: true }])
  },
)

test('a time that no lost weeks explain is counted: its phone is heard where it was, and a call for help rings all the same', async () => {
  const { person, name, osmand } = await phone('reset')
  await osmand(`lat=35.5&lon=139.5&batt=80&timestamp=${seconds() - 1200}`)
  await shown(person, name, { status: 'offline' })
  await osmand('lat=35.54&lon=139.42&batt=7&timestamp=946684800')
  await shown(person, name, { status: 'connected', last_seen: seconds(), gps_latitude: 35.5, battery: 80 })
  expect(await countsOf(person)).toEqual({ tooOld: 1 })
  await osmand('lat=35.54&lon=139.42&timestamp=946684801&alarm=sos')
  await shown(person, name, { status: 'connected', gps_latitude: 35.54 })
  await eventually(async () => expect(await calls(person)).toEqual(['help']))
})

test.each([
  ['both coordinates', { lat: 0, lon: 0 }, true],
  ['its latitude', { lat: 0 }, true],
  ['its longitude', { lon: 0 }, true],
  ['nearly its latitude', { lat: 0.0001 }, false],
])('a phone that tells exactly 0 for %s knows no place: it is heard, and its dot stays', async (_what, rest, stays) => {
  const { person, name, owntracks } = await phone('null')
  const now = seconds()
  await owntracks(fix({ tst: now - 60 }))
  await owntracks(fix({ tst: now, batt: 41, ...rest }))
  await shown(person, name, { last_seen: now, battery: 41 })
  const dot = stays ? { gps_latitude: 35.54, gps_longitude: 139.42 } : { gps_latitude: 0.0001 }
  await shown(person, name, dot)
})

test('a device near the equator may cross it', async () => {
  const { person, name, owntracks } = await phone('equator')
  const now = seconds()
  await owntracks(fix({ tst: now - 60, lat: 0.001, lon: 36 }))
  await owntracks(fix({ tst: now, lat: 0, lon: 36 }))
  await shown(person, name, { gps_latitude: 0, gps_longitude: 36 })
})

test('a node of a mesh that tells a latitude of 0 stays where it was', async () => {
  const person = await given.person()
  const id = await given.tracker(person.accountId, { radioIdentity: 'meshtastic:7e0a11c2' })
  const password = await given.credential(person.accountId, 'mesh', { kind: 'meshtastic' })
  const client = await connectSender(app, 'mesh', password)
  const say = (number: number, latitude_i: number, time: number) => {
    const payload = { latitude_i, longitude_i: 1394200000, time }
    const packet = { from: 2114589122, id: number, type: 'position', payload, sender: '!7e0a11c2', timestamp: time }
    return client.publishAsync('msh/2/json/LongFast/!7e0a11c2', JSON.stringify(packet), { qos: 1 })
  }
  const now = seconds()
  await say(41001, 355400000, now - 60)
  await say(41002, 0, now)
  await shown(person, id, { last_seen: now, gps_latitude: 35.54, gps_longitude: 139.42 })
})

test('a phone calls for help at once, without a place and without a time', async () => {
  const { person, name, owntracks, osmand } = await phone('osmand-help')
  await osmand(`alarm=sos&timestamp=${seconds()}`)
  await shown(person, name, { status: 'connected', gps_latitude: null, qualified_location_info: null })
  await eventually(async () => expect(await calls(person)).toEqual(['help']))
  const other = await phone('owntracks-help')
  await owntracks(fix({ tst: seconds() }))
  await other.owntracks({ _type: 'location', tid: 'gp', sos: true })
  await shown(other.person, other.name, { status: 'connected', gps_latitude: null })
  await eventually(async () => expect(await calls(other.person)).toEqual(['help']))
})

test('the place of a phone that says itself where it is has no name in its call for help', async () => {
  const { person, osmand } = await phone('alone')
  await osmand(`lat=35.54&lon=139.42&alarm=sos&timestamp=${seconds()}`)
  await eventually(async () => {
    const { body } = await call('GET', '/v3/app/notifications', { token: person.token })
    expect(body.notifications.map(({ message }: { message: string }) => message)).toEqual(['alone asks for help.'])
  })
})
