import type { Tracker } from '@whereabouts/contract/trackers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const trackerOf = async (person: Person, id: string) => {
  const { body } = await call('GET', '/v3/app/trackers?count=1000', { token: person.token })
  return body.trackers.find((tracker: { device_id: string }) => tracker.device_id === id)
}

/** The tracker once its hot row says what the check wants. */
const seen = (person: Person, id: string, check: (tracker: Record<string, unknown>) => void) =>
  eventually(async () => {
    await app.running.ingest.flush()
    const tracker = await trackerOf(person, id)
    check(tracker)
    return tracker
  })

const storedRows = async (accountId: string): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from location_logs where account_id = ${accountId}`.execute(app.database.db)
  return rows[0]!.n
}

const countsOf = async (accountId: string): Promise<Record<string, number>> => {
  await app.running.app.counts.flush()
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, sum(count)::bigint as n from gateway_counts where account_id = ${accountId} and reason <> 'stored' group by reason`.execute(
    app.database.db,
  )
  return Object.fromEntries(rows.map((row) => [row.reason, row.n]))
}

const seconds = () => Math.floor(clock.now() / 1000)
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const owntracks = (user: string, password: string, body: unknown) =>
  call('POST', '/gateway/owntracks', { headers: basic(user, password), body })
const location = (rest: object = {}) => ({
  _type: 'location',
  lat: 35.62,
  lon: 139.57,
  tst: seconds(),
  tid: 'mp',
  ...rest,
})
const report = (body: object) => call('POST', '/v3/device/report', { body })

test('the first location of a phone makes its dot', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'my-phone')
  const { status, body } = await owntracks('my-phone', password, location({ batt: 80, acc: 12 }))
  expect(status).toBe(200)
  expect(body).toEqual([])
  const phone = await seen(person, 'my-phone', (tracker) => expect(tracker).toMatchObject({ gps_latitude: 35.62 }))
  expect(phone).toMatchObject({
    device_model: 'mobile',
    status: 'connected',
    battery: 80,
    gps_longitude: 139.57,
    qualified_location_info: { sender_device_id: 'my-phone', reason_code: 5, accuracy: 12 },
  })
})

test.each(['/gateway/owntracks/', '/gateway/owntracks//?u=my-phone&d=x'])(
  'a last slash changes no address: %s',
  async (path) => {
    const person = await given.person()
    const name = `phone-${person.accountId}`
    const headers = basic(name, await given.credential(person.accountId, name))
    expect((await call('POST', path, { headers, body: location() })).status).toBe(200)
    expect(await storedRows(person.accountId)).toBe(1)
  },
)

test('OsmAnd comes by GET, by POST with a form and by POST with JSON', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'van')
  const path = `/gateway/osmand/${password}`
  const time = seconds()
  expect((await call('GET', `${path}?id=van&lat=35.1&lon=139.1&timestamp=${time - 3}`)).status).toBe(200)
  await seen(person, 'van', (tracker) => expect(tracker).toMatchObject({ gps_latitude: 35.1 }))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(
    (await call('POST', path, { headers: form, body: `id=van&lat=35.2&lon=139.2&timestamp=${time - 2}` })).status,
  ).toBe(200)
  await seen(person, 'van', (tracker) => expect(tracker).toMatchObject({ gps_latitude: 35.2 }))
  const json = {
    device_id: 'van',
    location: { timestamp: new Date(time * 1000 - 1000).toISOString(), coords: { latitude: 35.3, longitude: 139.3 } },
  }
  expect((await call('POST', path, { body: json })).status).toBe(200)
  await seen(person, 'van', (tracker) => expect(tracker).toMatchObject({ gps_latitude: 35.3 }))
})

test('a station that stands on a map places what it hears there, with its reason [ENT-tracker.indoor_X, ENT-tracker.indoor_Y, ENT-tracker.rssi, ENT-tracker.battery, ENT-tracker.firmware, ENT-tracker.last_seen, ENT-tracker.connected] [ENT-tracker.qualified_location_info.sender_device_id, ENT-tracker.qualified_location_info.reason_code, ENT-tracker.qualified_location_info.reason_data, ENT-tracker.qualified_location_info.scanned_at_ms, ENT-tracker.reason_data.indoor_map_url, ENT-tracker.reason_data.indoor_map_name, ENT-tracker.reason_data.indoor_X, ENT-tracker.reason_data.indoor_Y]', async () => {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId, '2F East')
  const station = await given.station(person.accountId, { mapId, x: 200, y: 100 })
  const id = await given.tracker(person.accountId)
  const scanned_at_ms = clock.now()
  const scans = [{ device_id: id, rssi: -61, connected: true, battery: 82, firmware: '1.8.3' }]
  const { body } = await report({ t4_id: station.t4Id, key: station.password, seq: 7, scanned_at_ms, scans })
  expect(body).toMatchObject({ result: true, stored: 1, repeated: 0, unknown: 0 })
  const tracker = await seen(person, id, (found) => expect(found).toMatchObject({ status: 'connected' }))
  expect(tracker).toMatchObject({
    connected: true,
    rssi: -61,
    battery: 82,
    firmware: '1.8.3',
    last_seen: Math.floor(scanned_at_ms / 1000),
    indoor_X: 200,
    indoor_Y: 100,
    qualified_location_info: {
      sender_device_id: station.t4Id,
      reason_code: 2,
      scanned_at_ms,
      reason_data: {
        indoor_map_id: mapId,
        indoor_map_name: '2F East',
        indoor_map_url: `/v3/app/indoormaps/${mapId}/image`,
        indoor_X: 200,
        indoor_Y: 100,
      },
    },
  })
})

test('a station with coordinates alone places by them [ENT-tracker.gps, ENT-tracker.qualified_location_info.gps_latitude, ENT-tracker.qualified_location_info.gps_longitude]', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  await report({
    t4_id: station.t4Id,
    key: station.password,
    seq: 1,
    scanned_at_ms: clock.now(),
    scans: [{ device_id: id, rssi: -70 }],
  })
  const tracker = await seen(person, id, (found) => expect(found).toMatchObject({ gps_latitude: 35.5 }))
  expect(tracker).toMatchObject({
    gps_longitude: 139.5,
    qualified_location_info: { reason_code: 3, gps_latitude: 35.5, gps_longitude: 139.5 },
  })
})

test.each([
  ['connected, with a place', true, true, 10],
  ['connected, without a place', true, false, 12],
  ['heard without a connection', false, true, 11],
  ['said nothing of connections, with a place', undefined, true, 5],
  ['said nothing of connections, without a place', undefined, false, 11],
])(
  'a phone that hears a tracker: %s [ENT-tracker.reason_data.phone_name]',
  async (_what, connected, hasPlace, reason_code) => {
    const person = await given.person()
    const password = await given.credential(person.accountId, 'nurse-phone')
    await given.tracker(person.accountId, { id: 'nurse-phone', model: 'mobile', name: 'Lin Wei' })
    const id = await given.tracker(person.accountId)
    await report({
      phone_id: 'nurse-phone',
      key: password,
      seq: 1,
      scanned_at_ms: clock.now(),
      ...(hasPlace ? { gps_latitude: 35.7, gps_longitude: 139.7 } : {}),
      scans: [{ device_id: id, rssi: -55, ...(connected === undefined ? {} : { connected }) }],
    })
    const tracker = await seen(person, id, (found) => expect(found.qualified_location_info).not.toBeNull())
    const live = connected === false ? 400 + reason_code : reason_code
    expect(tracker.qualified_location_info).toMatchObject({
      reason_code: live,
      sender_device_id: 'nurse-phone',
      reason_data: { phone_name: 'Lin Wei' },
    })
  },
)

test('a place outdoors is told by the nearest known name, else by its coordinates; in lists and live alike, and of a shared device by coordinates alone [ENT-tracker.reason_data.gps_address]', async () => {
  const [person, receiver] = [await given.person(), await given.person()]
  const { accountId, token } = person
  const key = await given.credential(accountId, 'porter-phone')
  await given.tracker(accountId, { id: 'porter-phone', model: 'mobile', name: 'Porter' })
  await sql`insert into shares (account_id, share_id, device_id, email, receiver_account_id, accepted_at, created_time)
    values (${accountId}, gen_random_uuid(), 'porter-phone', ${receiver.email}, ${receiver.accountId}, 1, 1)`.execute(
    app.database.db,
  )
  const polygon = [
    ...[
      [139.7, 35.7],
      [139.71, 35.7],
      [139.71, 35.71],
      [139.7, 35.71],
    ],
  ]
  const zone = { zone_name: 'Rose garden', zone_type: 'danger', shape: { polygon } }
  expect((await call('POST', '/v3/app/zones', { token, body: zone })).status).toBe(200)
  const { events } = await listen(app, token)
  const addressOf = (tracker: Record<string, unknown> | undefined) =>
    (tracker as Tracker | undefined)?.qualified_location_info?.reason_data.gps_address
  let seq = 0
  const stands = async (gps_latitude: number, gps_longitude: number, address: string) => {
    seq += 1
    clock.move(5000)
    const place = { gps_latitude, gps_longitude }
    await report({ phone_id: 'porter-phone', key, seq, scanned_at_ms: clock.now(), ...place, scans: [] })
    await seen(person, 'porter-phone', (found) => expect(addressOf(found)).toBe(address))
    await eventually(async () => {
      const told = events.flatMap(({ event, data }) => (event === 'trackers' ? data.trackers : []))
      expect(told.map(addressOf)).toContain(address)
    })
  }
  await stands(35.705, 139.705, 'Rose garden')
  await seen(receiver, 'porter-phone', (found) => expect(addressOf(found)).toBe('35.7050, 139.7050'))
  await stands(35.71, 139.7105, 'Rose garden')
  await stands(35.72, 139.72, '35.7200, 139.7200')
})

test('a disconnected tracker keeps its place under the code of one no longer connected, and says since when [ENT-tracker.disconnected_time, ENT-tracker.status, ENT-tracker.moving]', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const at = clock.now()
  const say = (seq: number, connected: boolean, ms: number) =>
    report({
      t4_id: station.t4Id,
      key: station.password,
      seq,
      scanned_at_ms: ms,
      scans: [{ device_id: id, rssi: -70, connected, moving: connected }],
    })
  await say(1, true, at - 2000)
  await seen(person, id, (found) =>
    expect(found).toMatchObject({ status: 'connected', moving: true, disconnected_time: null }),
  )
  await say(2, false, at)
  const lost = await seen(person, id, (found) => expect(found).toMatchObject({ status: 'disconnected' }))
  expect(lost).toMatchObject({
    moving: false,
    disconnected_time: Math.floor(at / 1000),
    qualified_location_info: { reason_code: 403 },
  })
  clock.move(931_000)
  const token = await given.signIn(person.email)
  const { body } = await call('GET', '/v3/app/trackers', { token })
  expect(body.trackers[0]).toMatchObject({ device_id: id, status: 'offline', disconnected_time: Math.floor(at / 1000) })
})

test('a report sent again is acknowledged and stored once, a hundred at once too', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const same = {
    t4_id: station.t4Id,
    key: station.password,
    seq: 3,
    scanned_at_ms: clock.now(),
    scans: [{ device_id: id, rssi: -70 }],
  }
  const answers = await Promise.all(Array.from({ length: 100 }, () => report(same)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const sum = (name: 'stored' | 'repeated') => answers.reduce((total, { body }) => total + body[name], 0)
  expect([sum('stored'), sum('repeated')]).toEqual([1, 99])
  expect((await report(same)).body).toMatchObject({ stored: 0, repeated: 1 })
  expect(await storedRows(person.accountId)).toBe(1)
})

test('a repeat among new reports does not keep them out', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const at = clock.now()
  const one = (seq: number) => ({
    t4_id: station.t4Id,
    key: station.password,
    seq,
    scanned_at_ms: at + seq,
    scans: [{ device_id: id, rssi: -70 }],
  })
  await report(one(1))
  const answers = await Promise.all([1, 2, 3].map((seq) => report(one(seq))))
  expect(answers.map(({ body }) => body.stored)).toEqual([0, 1, 1])
  expect(await storedRows(person.accountId)).toBe(3)
})

test('late reports are history and never move the dot back', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'tunnel-phone')
  const now = seconds()
  await owntracks('tunnel-phone', password, location({ lat: 35.9, tst: now, batt: 40 }))
  await owntracks('tunnel-phone', password, location({ lat: 35.1, tst: now - 600, batt: 90 }))
  await owntracks('tunnel-phone', password, location({ lat: 35.2, tst: now - 300, batt: 80 }))
  expect(await storedRows(person.accountId)).toBe(3)
  const phone = await seen(person, 'tunnel-phone', (tracker) => expect(tracker).toBeDefined())
  expect(phone).toMatchObject({ gps_latitude: 35.9, battery: 40, last_seen: now })
})

test('a time in the future counts as now, is flagged, and its repeat is still known', async () => {
  clock.hold()
  const person = await given.person()
  const password = await given.credential(person.accountId, 'fast-clock')
  const ahead = location({ tst: seconds() + 86_400 })
  await owntracks('fast-clock', password, ahead)
  clock.move(5000)
  await owntracks('fast-clock', password, ahead)
  const { rows } = await sql<{ clock_ahead: boolean; scanned_at_ms: number; received_at_ms: number }>`
    select clock_ahead, scanned_at_ms, received_at_ms from location_logs where account_id = ${person.accountId}`.execute(
    app.database.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ clock_ahead: true, scanned_at_ms: rows[0]?.received_at_ms })
  expect(await countsOf(person.accountId)).toMatchObject({ clockAhead: 2 })
})

test('history older than 90 days is acknowledged and not stored: its phone is there, nowhere', async () => {
  clock.hold()
  const person = await given.person()
  const password = await given.credential(person.accountId, 'old-phone')
  expect((await owntracks('old-phone', password, location({ tst: 1_497_349_316, batt: 9 }))).status).toBe(200)
  await seen(person, 'old-phone', (tracker) =>
    expect(tracker).toMatchObject({ status: 'connected', battery: null, gps_latitude: null, last_seen: seconds() }),
  )
  expect(await countsOf(person.accountId)).toMatchObject({ tooOld: 1 })
})

test("a report under another sender's name is refused, counted and never stored", async () => {
  const owner = await given.person()
  const neighbour = await given.person()
  const theirs = await given.station(neighbour.accountId, { gps: [1, 1] })
  const mine = await given.station(owner.accountId, { gps: [2, 2] })
  const id = await given.tracker(neighbour.accountId)
  const scans = [{ device_id: id, rssi: -40 }]
  const base = { key: mine.password, seq: 1, scanned_at_ms: clock.now(), scans }
  expect(await report({ ...base, t4_id: theirs.t4Id })).toMatchObject({ status: 403, body: { code: 403001 } })
  expect(await report({ ...base, phone_id: 'somebody' })).toMatchObject({ status: 403, body: { code: 403001 } })
  expect((await report({ ...base, t4_id: mine.t4Id })).body).toMatchObject({ stored: 1, unknown: 1 })
  expect(await storedRows(neighbour.accountId)).toBe(0)
  expect((await trackerOf(neighbour, id)).last_seen).toBeNull()
  expect(await countsOf(owner.accountId)).toMatchObject({ foreignSender: 2, unknownDevice: 1 })
})

test.each([
  ['OwnTracks without a password', () => call('POST', '/gateway/owntracks', { body: location() })],
  ['OwnTracks with a wrong one', () => owntracks('x', 'wrong', location())],
  ['OsmAnd with a wrong one', () => call('GET', '/gateway/osmand/wrong?id=x&lat=1&lon=1')],
  [
    'a native report with a wrong key',
    () => report({ phone_id: 'x', key: 'wrong', seq: 1, scanned_at_ms: 1, scans: [] }),
  ],
  ['a native report without any', () => report({ phone_id: 'x', seq: 1, scanned_at_ms: 1, scans: [] })],
])('%s is answered 401001', async (_what, send) => {
  expect(await send()).toMatchObject({ status: 401, body: { code: 401001 } })
})

test("a user name that is not the credential's is refused", async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'real-name')
  expect((await owntracks('other-name', password, location())).status).toBe(401)
})

test('a revoked credential is refused within a second', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'lost-phone')
  expect((await owntracks('lost-phone', password, location())).status).toBe(200)
  await sql`update credentials set revoked_at = 1 where sender_id = 'lost-phone'`.execute(app.database.db)
  clock.move(1001)
  expect((await owntracks('lost-phone', password, location())).status).toBe(401)
})

test('of senders that report at the same moment each is identified by its own password', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => given.person()))
  const passwords = await Promise.all(people.map(({ accountId }) => given.credential(accountId, 'phone')))
  const answers = await Promise.all([...passwords, 'wrong'].map((password) => owntracks('phone', password, location())))
  expect(answers.map(({ status }) => status)).toEqual([...people.map(() => 200), 401])
  for (const { token } of people) {
    const { body } = await call('GET', '/v3/app/trackers', { token })
    expect(body.trackers).toHaveLength(1)
  }
})

test('a credential for one protocol is refused on another', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'only-osmand', { kind: 'osmand' })
  expect((await owntracks('only-osmand', password, location())).body.code).toBe(403001)
  expect((await call('GET', `/gateway/osmand/${password}?id=x&lat=1&lon=1`)).status).toBe(200)
})

test.each([
  ['no JSON', '{broken', 400, 0],
  ['off the globe', JSON.stringify({ _type: 'location', lat: 95, lon: 3, tst: 1_795_271_830 }), 200, 1],
  ['a text for a place', JSON.stringify({ _type: 'location', lat: 'here', lon: 3, tst: 1_795_271_830 }), 200, 1],
  ['without a time', JSON.stringify({ _type: 'location', lat: 5, lon: 3 }), 200, 1],
  ['of an unknown type', JSON.stringify({ _type: 'dance' }), 200, 1],
])('an OwnTracks message %s places nobody and harms no later one', async (_what, body, status, heard) => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'phone')
  expect((await owntracks('phone', password, body)).status).toBe(status)
  const places = () =>
    sql`select from location_logs where account_id = ${person.accountId} and gps_latitude is not null`
  expect(await storedRows(person.accountId)).toBe(heard)
  expect((await places().execute(app.database.db)).rows).toEqual([])
  expect((await owntracks('phone', password, location())).status).toBe(200)
  expect(await storedRows(person.accountId)).toBe(heard + 1)
})

test('invalid UTF-8 and a body of ten megabytes are refused, and the next message of the sender is stored', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'phone')
  const send = (body: Buffer) =>
    fetch(`${app.origin}/gateway/owntracks`, {
      method: 'POST',
      headers: basic('phone', password),
      body: new Uint8Array(body),
    })
  expect((await send(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400)
  const large = await send(Buffer.alloc(10_000_000, 0x20))
  expect(await large.json()).toMatchObject({ result: false, code: 400001 })
  expect((await owntracks('phone', password, location())).status).toBe(200)
})

test.each([
  ['a missing sequence', { seq: undefined }],
  ['a sequence in text', { seq: '1' }],
  ['a time that is none', { scanned_at_ms: 'now' }],
  ['both a station and a phone', { t4_id: 'T4-000000000000' }],
  ['a NUL in a device id', { scans: [{ device_id: 'a\u0000b', rssi: -1 }] }],
  ['a signal in text', { scans: [{ device_id: 'a', rssi: 'strong' }] }],
  ['1,001 scans', { scans: Array.from({ length: 1001 }, () => ({ device_id: 'a', rssi: -1 })) }],
])('a native report with %s is refused with 400001', async (_what, change) => {
  const person = await given.person()
  const key = await given.credential(person.accountId, 'phone')
  const body = { phone_id: 'phone', key, seq: 1, scanned_at_ms: clock.now(), scans: [], ...change }
  expect(await report(body)).toMatchObject({ status: 400, body: { code: 400001 } })
  expect(await storedRows(person.accountId)).toBe(0)
  expect(await countsOf(person.accountId)).toEqual({ invalidInput: 1 })
})

test('a native report is taken without its optional fields that cannot be read, and its sender’s card names them', async () => {
  const person = await given.person()
  const device_id = await given.tracker(person.accountId)
  const { t4Id, password: key } = await given.station(person.accountId, { gps: [35, 139] })
  const phoneKey = await given.credential(person.accountId, 'phone')
  const phone = { phone_id: 'phone', key: phoneKey, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  const bad = { gps_latitude: 91, gps_longitude: 139, battery: 300, heading: 'north', platform: 'dos', firmware: 5 }
  expect(await report({ ...phone, ...bad, moving: '1' })).toMatchObject({ status: 200, body: { stored: 1 } })
  const scan = `{"device_id":"${device_id}","rssi":-60,"battery":nan,"temperature":Infinity,"steps":-1,"moving":true}`
  const text = `{"t4_id":"${t4Id}","key":"${key}","seq":1,"scanned_at_ms":${clock.now()},"gps_accuracy":-inf,"scans":[${scan}]}`
  expect(await call('POST', '/v3/device/report', { body: text })).toMatchObject({ status: 200, body: { stored: 1 } })
  const { rows } = await sql`select device_id, battery, moving, gps_latitude, rssi from location_logs
    where account_id = ${person.accountId} order by rssi nulls first`.execute(app.database.db)
  expect(rows).toEqual([
    { device_id: 'phone', battery: null, moving: true, gps_latitude: null, rssi: null },
    { device_id, battery: null, moving: true, gps_latitude: null, rssi: -60 },
  ])
  const names = ['gps_latitude', 'battery', 'heading', 'platform', 'firmware', 'gps_accuracy']
  const ofScan = ['battery', 'temperature', 'steps'].map((name) => `scans.${name}`)
  expect(await countsOf(person.accountId)).toEqual(
    Object.fromEntries([...names, ...ofScan].map((name) => [`bad_value ${name}`, 1])),
  )
})

test.each([
  ['without a strength', { device_id: 'G3-9' }, 'scans.rssi'],
  ['with a word as its strength', { device_id: 'G3-9', rssi: 'weak' }, 'scans.rssi'],
  ['without a device', { rssi: -60 }, 'scans.device_id'],
  ['that is no object', 'G3-9', 'scans'],
])('a scan %s costs the other scans of its report nothing, and alone refuses it', async (_, bad, field) => {
  const person = await given.person()
  const device_id = await given.tracker(person.accountId)
  const { t4Id: t4_id, password: key } = await given.station(person.accountId, { gps: [35, 139] })
  const from = (seq: number, scans: unknown[]) => report({ t4_id, key, seq, scanned_at_ms: clock.now(), scans })
  expect(await from(1, [bad])).toMatchObject({ status: 400, body: { code: 400001 } })
  expect(await from(2, [bad, { device_id, rssi: -60 }, bad])).toMatchObject({ status: 200, body: { stored: 1 } })
  expect(await countsOf(person.accountId)).toEqual({ invalidInput: 1, [`bad_value ${field}`]: 1 })
})

test('a native report accepts Basic auth and unknown keys', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'phone')
  const body = {
    phone_id: 'phone',
    seq: 1,
    scanned_at_ms: clock.now(),
    gps_latitude: 1,
    gps_longitude: 2,
    firmware_of_tomorrow: 9,
    scans: [],
  }
  expect((await call('POST', '/v3/device/report', { headers: basic('phone', password), body })).body).toMatchObject({
    stored: 1,
  })
})

test('a station whose credential has a name of its own may use that name for ever, and its id as well', async () => {
  const person = await given.person()
  const id = await given.tracker(person.accountId)
  const key = await given.credential(person.accountId, 'door-1')
  const from = (t4_id: string, seq: number) =>
    report({ t4_id, key, seq, scanned_at_ms: clock.now(), scans: [{ device_id: id, rssi: -60 }] })
  expect((await from('door-1', 1)).status).toBe(200)
  const { rows } = await sql<{ t4_id: string }>`
    select t4_id from credentials where account_id = ${person.accountId}`.execute(app.database.db)
  // A sender is read again from the database after a second.
  clock.move(2000)
  expect((await from('door-1', 2)).status).toBe(200)
  expect((await from(rows[0]!.t4_id, 3)).status).toBe(200)
  expect((await from('door-2', 4)).body.code).toBe(403001)
})
