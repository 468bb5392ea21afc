/** Ruuvi Gateway, LoRaWAN network servers and Meshtastic, through the front door. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectSender } from '../../../../scripts/harness/connect-sender.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const RUUVI = '0201061BFF99040513C85714C7CC00240008041CAB76F41C3CC6A5B9E0AD06'
const RUUVI_MAC = 'C6:A5:B9:E0:AD:06'
const seconds = () => Math.floor(clock.now() / 1000)
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const bearer = (password: string) => ({ authorization: `Bearer ${password}` })

const rowsOf = async ({ accountId }: Person) => {
  const { rows } = await sql<Record<string, unknown>>`
    select device_id, sender_id, rssi, temperature, battery, gps_latitude from location_logs
    where account_id = ${accountId} order by log_order`.execute(db)
  return rows
}
const countsOf = async (accountId: string): Promise<Record<string, number>> => {
  await app.running.app.counts.flush()
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, sum(count)::bigint as n from gateway_counts where account_id = ${accountId} and reason <> 'stored' group by reason`.execute(
    db,
  )
  return Object.fromEntries(rows.map((row) => [row.reason, row.n]))
}
const inbox = async ({ token }: Person) => (await call('GET', '/v3/app/unclaimed', { token })).body.unclaimed
const claim = async ({ token }: Person, id: string, body: object) =>
  (await call('POST', `/v3/app/unclaimed/${id}/claim`, { token, body })).body
const seen = (person: Person, id: string, facts: object) =>
  eventually(async () => {
    await app.running.ingest.flush()
    const { body } = await call('GET', '/v3/app/trackers?count=1000', { token: person.token })
    expect(body.trackers.find((tracker: { device_id: string }) => tracker.device_id === id)).toMatchObject(facts)
  })

const ruuviPost = (rssi: number, timestamp: number, data = RUUVI) => ({
  data: {
    coordinates: '',
    timestamp: String(timestamp + 1),
    nonce: '1',
    gw_mac: 'C8:25:2D:8E:9C:2C',
    tags: { [RUUVI_MAC]: { rssi, timestamp: String(timestamp), data } },
  },
})

test('a Ruuvi Gateway is a station that posts, or publishes, what it hears, with temperatures; a repeat is stored once', async () => {
  const person = await given.person()
  const ruuvi = await given.tracker(person.accountId, { radioIdentity: 'c6a5b9e0ad06' })
  const password = await given.credential(person.accountId, 'ruuvi-hall', { kind: 'ruuvi' })
  const post = (body: object) => call('POST', '/gateway/ruuvi', { headers: basic('ruuvi-hall', password), body })
  const first = ruuviPost(-71, seconds() - 2)
  expect((await post(first)).status).toBe(200)
  expect((await post(first)).status).toBe(200)
  const client = await connectSender(app, 'ruuvi-hall', password)
  const record = {
    gw_mac: 'C8:25:2D:8E:9C:2C',
    rssi: -64,
    aoa: [],
    gwts: String(seconds()),
    ts: String(seconds()),
    data: RUUVI,
  }
  await client.publishAsync(`ruuvi/C8:25:2D:8E:9C:2C/${RUUVI_MAC}`, JSON.stringify(record), { qos: 1 })
  expect(await rowsOf(person)).toMatchObject([
    { device_id: ruuvi, rssi: -71, temperature: 25.32 },
    { device_id: ruuvi, rssi: -64, temperature: 25.32 },
  ])
  await seen(person, ruuvi, { status: 'connected', rssi: -64 })
  await client.publishAsync('ruuvi/C8:25:2D:8E:9C:2C/gw_status', '{"state":"offline"}', { qos: 1, retain: true })
  await eventually(async () => {
    await app.running.ingest.flush()
    const { stations } = (await call('GET', '/v3/app/stations', { token: person.token })).body
    expect(stations).toMatchObject([{ connection_status: 'disconnected' }])
  })
})

test('an unknown Ruuvi that a gateway hears waits in the inbox with its temperature, and becomes a carepad', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'ruuvi-ward', { kind: 'ruuvi' })
  await call('POST', '/gateway/ruuvi', { headers: bearer(password), body: ruuviPost(-50, seconds()) })
  const tag = await eventually(async () => {
    const [tag] = await inbox(person)
    expect(tag).toMatchObject({ radio_identity: 'c6a5b9e0ad06', make: 'Ruuvi', has_temperature: true, rssi: -50 })
    return tag
  })
  const { carepad } = await claim(person, tag.id, { as: 'carepad', name: 'Fridge' })
  await call('POST', '/gateway/ruuvi', { headers: bearer(password), body: ruuviPost(-50, seconds() + 1) })
  await eventually(async () => {
    await app.running.ingest.flush()
    const { body } = await call('GET', '/v3/app/carepads', { token: person.token })
    expect(body.carepads).toMatchObject([{ carepad_id: carepad.carepad_id, temperature: 25.32 }])
  })
})

const uplink = (devEui: string, decoded: object, count = 1, atMs = clock.now()) => ({
  end_device_ids: { device_id: 'van-7', application_ids: { application_id: 'vans' }, dev_eui: devEui },
  received_at: new Date(atMs + 30).toISOString(),
  uplink_message: {
    session_key_id: 'AXA50aHUYJBA',
    f_port: 1,
    f_cnt: count,
    decoded_payload: decoded,
    rx_metadata: [{ gateway_ids: { gateway_id: 'roof' }, rssi: -101, location: { latitude: 1, longitude: 2 } }],
    received_at: new Date(atMs).toISOString(),
  },
})

test('a LoRaWAN tracker waits in the inbox, has its dot as soon as it is claimed, and moves by its own word alone', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'ttn', { kind: 'thethings' })
  const post = (body: object) => call('POST', '/gateway/thethings', { headers: basic('ttn', password), body })
  expect((await post(uplink('0004A30B001C0530', { latitude: 24.15, longitude: 120.65, battery: 87 }))).status).toBe(200)
  const tag = await eventually(async () => {
    const [tag] = await inbox(person)
    expect(tag).toMatchObject({ radio_identity: 'lorawan:0004a30b001c0530', make: 'LoRaWAN', rssi: null, battery: 87 })
    return tag
  })
  const { tracker } = await claim(person, tag.id, { as: 'tracker', name: 'Van 7' })
  await seen(person, tracker.device_id, {
    gps_latitude: 24.15,
    gps_longitude: 120.65,
    battery: 87,
    status: 'connected',
  })
  // A plain tag would have left.
  clock.move(600_000)
  await seen(person, tracker.device_id, { status: 'connected' })
  await post(uplink('0004A30B001C0530', { battery: 86 }, 2))
  await seen(person, tracker.device_id, { gps_latitude: 24.15, battery: 86, status: 'connected' })
  await post(uplink('0004a30b001c0530', { latitude: 24.16, longitude: 120.66 }, 3, clock.now() + 20))
  await seen(person, tracker.device_id, {
    gps_latitude: 24.16,
    qualified_location_info: { sender_device_id: tracker.device_id, reason_code: 5 },
  })
  const before = (await rowsOf(person)).length
  const repeat = uplink('0004A30B001C0530', { latitude: 24.17, longitude: 120.67 }, 4)
  await post(repeat)
  await post(repeat)
  expect(await rowsOf(person)).toHaveLength(before + 1)
  // Nobody told its network server how to decode it: it is heard, and the card of the sender says why no more is.
  const bare = { session_key_id: 'AXA50aHUYJBA', f_cnt: 5, frm_payload: 'gkHe', received_at: repeat.received_at }
  expect((await post({ ...repeat, uplink_message: bare })).status).toBe(200)
  await app.running.app.counts.flush()
  const { body } = await call('GET', '/v3/app/credentials', { token: person.token })
  const { set_aside } = body.credentials[0]
  expect(set_aside).toContainEqual({ reason: 'not_decoded', count: 1, last_day: expect.any(String) })
})

/** A SenseCAP's payload: measurements by name, one of which lists events. */
const senseCap = (events: readonly object[], ...rest: readonly [type: string, value: unknown][]) => ({
  err: 0,
  valid: true,
  messages: [
    [['Event Status', events], ...rest].map(([type, measurementValue]) => ({
      measurementId: '1',
      type,
      measurementValue,
    })),
  ],
})
const AT_HOME = [
  ['Longitude', 139.42],
  ['Latitude', 35.54],
  ['Battery', 88],
] as const satisfies readonly [string, unknown][]
const SOS = { id: 7, eventName: 'SOS event.' }

const callsOf = async (person: Person) => {
  await app.running.ingest.flush()
  const { alarms } = (await call('GET', '/v3/app/alarms?state=open', { token: person.token })).body
  return alarms.map(({ type, device_id }: { type: string; device_id: string }) => ({ type, device_id }))
}

test('a badge calls for help by its network, with a place and without one, and by no other event', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'ttn', { kind: 'thethings' })
  let count = 0
  const post = async (decoded: object) => {
    clock.move(1000)
    count += 1
    const body = uplink('02A0B0C0D0E0F012', decoded, count)
    expect((await call('POST', '/gateway/thethings', { headers: bearer(password), body })).status).toBe(200)
  }
  // It is listed before it says anything of use.
  await post({ err: 0 })
  const tag = await eventually(async () => {
    const [tag] = await inbox(person)
    expect(tag).toMatchObject({ radio_identity: 'lorawan:02a0b0c0d0e0f012' })
    return tag
  })
  const id = (await claim(person, tag.id, { as: 'tracker', name: 'Badge 1' })).tracker.device_id
  await post(senseCap([], ...AT_HOME))
  await seen(person, id, { gps_latitude: 35.54, battery: 88 })
  await post(
    senseCap(
      [
        { id: 1, eventName: 'Start moving event.' },
        { id: 8, eventName: 'Press once event.' },
      ],
      ['Battery', 87],
    ),
  )
  await post(senseCap([], ['SOS Mode', 1], ['Battery', 86]))
  await seen(person, id, { battery: 86 })
  expect(await callsOf(person)).toEqual([])
  const placedAtMs = clock.now()
  await post(senseCap([SOS], ['Wi-Fi Scan', [{ mac: '02:00:5E:00:53:01', rssi: '-60' }]], ['Battery', 85]))
  await seen(person, id, { gps_latitude: 35.54, battery: 85, status: 'connected' })
  await eventually(async () => expect(await callsOf(person)).toEqual([{ type: 'help', device_id: id }]))
  const { body } = await call('GET', '/v3/app/trackers', { token: person.token })
  expect(body.trackers[0].qualified_location_info.scanned_at_ms).toBeLessThanOrEqual(placedAtMs)
})

test('a badge that nobody has claimed is a tracker as soon as it calls for help, unless somebody ignores it', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'chirp', { kind: 'chirpstack' })
  const up = (devEui: string, object: object) =>
    call('POST', '/gateway/chirpstack?event=up', {
      headers: bearer(password),
      body: {
        deduplicationId: crypto.randomUUID(),
        time: new Date(clock.now()).toISOString(),
        deviceInfo: { deviceName: 'Badge 7', devEui },
        object,
      },
    })
  await Promise.all(Array.from({ length: 5 }, () => up('0303030303030303', { sos: true })))
  const [{ device_id }] = await eventually(async () => {
    const calls = await callsOf(person)
    expect(calls).toHaveLength(1)
    return calls
  })
  await seen(person, device_id, { name: 'Badge 7', status: 'connected', gps_latitude: null })
  expect(await inbox(person)).toEqual([])
  await up('0404040404040404', { battery: 50 })
  const tag = await eventually(async () => {
    const [tag] = await inbox(person)
    expect(tag).toMatchObject({ radio_identity: 'lorawan:0404040404040404' })
    return tag
  })
  await call('DELETE', `/v3/app/unclaimed/${tag.id}`, { token: person.token })
  await up('0404040404040404', { sos: true })
  await up('0303030303030303', { battery: 49 })
  await seen(person, device_id, { battery: 49 })
  expect(await callsOf(person)).toHaveLength(1)
  const { body } = await call('GET', '/v3/app/trackers', { token: person.token })
  expect(body.trackers).toHaveLength(1)
})

test.each([
  ['claimed', true],
  ['not claimed', false],
])('places that a badge, %s, kept while no gateway heard it stand at their own times', async (_what, isClaimed) => {
  const person = await given.person()
  if (isClaimed) await given.tracker(person.accountId, { radioIdentity: 'lorawan:02a0b0c0d0e0f013' })
  const password = await given.credential(person.accountId, 'ttn', { kind: 'thethings' })
  const nowMs = clock.now()
  const at = (agoMs: number, latitude: number) =>
    Object.entries({ Latitude: latitude, Longitude: 139.42 }).map(([type, measurementValue]) => ({
      ...{ type, measurementValue, measurementId: '1', timestamp: nowMs - agoMs },
    }))
  const messages = [at(600_000, 35.52), at(1_200_000, 35.5), [{ type: 'Event Status', measurementValue: [SOS] }]]
  const body = uplink('02A0B0C0D0E0F013', { messages, battery: 77 }, 1, nowMs)
  for (const time of ['first', 'again'])
    expect((await call('POST', '/gateway/thethings', { headers: bearer(password), body })).status, time).toBe(200)
  const id = String((await rowsOf(person))[0]!.device_id)
  await seen(person, id, {
    ...{ status: 'connected', battery: 77, last_seen: Math.floor(nowMs / 1000), gps_latitude: 35.52 },
    qualified_location_info: { scanned_at_ms: nowMs - 600_000, reason_code: 5 },
  })
  expect(await callsOf(person)).toEqual([{ type: 'help', device_id: id }])
  expect((await rowsOf(person)).map(({ gps_latitude }) => gps_latitude)).toEqual([35.5, 35.52, null])
})

test('ChirpStack brings uplinks and battery states, and what else it tells is acknowledged', async () => {
  const person = await given.person()
  const id = await given.tracker(person.accountId, { radioIdentity: 'lorawan:0101010101010101' })
  const password = await given.credential(person.accountId, 'chirp', { kind: 'chirpstack' })
  const post = (event: string, rest: object) =>
    call('POST', `/gateway/chirpstack?event=${event}`, {
      headers: bearer(password),
      body: {
        deduplicationId: crypto.randomUUID(),
        time: new Date(clock.now()).toISOString(),
        deviceInfo: { deviceName: 'Bed 3', devEui: '0101010101010101' },
        ...rest,
      },
    })
  expect((await post('join', {})).status).toBe(200)
  expect((await post('up', { object: { latitude: 95, longitude: 120 } })).status).toBe(200)
  expect((await post('up', { object: { latitude: 24.2, longitude: 120.7, temperature: 21 } })).status).toBe(200)
  clock.move(1000)
  expect((await post('status', { batteryLevel: 64 })).status).toBe(200)
  await seen(person, id, { gps_latitude: 24.2, battery: 64 })
})

test('nodes of a mesh wait in the inbox, other people’s too; a claimed one moves, whichever gateway brings it', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'mesh', { kind: 'meshtastic' })
  const client = await connectSender(app, 'mesh', password)
  const packet = (type: string, payload: object, id: number) =>
    JSON.stringify({
      channel: 0,
      from: 2130636288,
      id,
      payload,
      sender: '!b2a7c7a8',
      timestamp: seconds(),
      to: 4294967295,
      type,
    })
  const publish = (topic: string, message: string) => client.publishAsync(topic, message, { qos: 1 })
  const place = { latitude_i: 241500000, longitude_i: 1206500000, precision_bits: 16, time: seconds() }
  await publish('msh/EU_868/2/json/LongFast/!b2a7c7a8', packet('position', place, 1))
  await publish('msh/EU_868/2/json/LongFast/!b2a7c7a8', packet('text', { text: 'hello' }, 2))
  const tag = await eventually(async () => {
    const tags = await inbox(person)
    expect(tags).toMatchObject([{ radio_identity: 'meshtastic:7efeee00', make: 'Meshtastic', rssi: null }])
    return tags[0]
  })
  const { tracker } = await claim(person, tag.id, { as: 'tracker', name: 'Ranger' })
  await seen(person, tracker.device_id, { gps_latitude: 24.15, qualified_location_info: { accuracy: 365 } })
  await publish('msh/2/json/LongFast/!00000001', packet('telemetry', { battery_level: 77 }, 3))
  await seen(person, tracker.device_id, { battery: 77, gps_latitude: 24.15 })
  expect(await countsOf(person.accountId)).toMatchObject({ unknownDevice: 1 })
})

test.each([
  ['ruuvi', '/gateway/ruuvi'],
  ['thethings', '/gateway/thethings'],
  ['chirpstack', '/gateway/chirpstack?event=up'],
] as const)(
  '%s: nobody gets in without a password, by another name, or with a credential of another protocol',
  async (kind, path) => {
    const person = await given.person()
    const password = await given.credential(person.accountId, 'mine', { kind })
    const other = await given.credential(person.accountId, 'phone', { kind: 'owntracks' })
    const post = (headers: Record<string, string>, body: unknown = {}) => call('POST', path, { headers, body })
    expect((await post({})).status).toBe(401)
    expect((await post(basic('mine', 'wrong'))).body.code).toBe(401001)
    expect((await post(basic('yours', password))).body.code).toBe(401001)
    expect((await post(bearer(other))).body.code).toBe(403001)
    expect((await post(bearer(password), 'x'.repeat(1024 * 1024 + 1))).body.code).toBe(400001)
    expect(await rowsOf(person)).toEqual([])
  },
)

test('a relayed report about a device of another account changes nothing there', async () => {
  const [owner, stranger] = [await given.person(), await given.person()]
  const id = await given.tracker(owner.accountId, { radioIdentity: 'lorawan:0202020202020202' })
  const password = await given.credential(stranger.accountId, 'ttn', { kind: 'thethings' })
  const body = uplink('0202020202020202', { latitude: 24.15, longitude: 120.65 })
  expect((await call('POST', '/gateway/thethings', { headers: bearer(password), body })).status).toBe(200)
  await eventually(async () => expect(await inbox(stranger)).toHaveLength(1))
  expect(await rowsOf(owner)).toEqual([])
  expect(await inbox(owner)).toEqual([])
  await seen(owner, id, { gps_latitude: null })
})

test('a body that is none is counted; Ruuvi is told, network servers are thanked', async () => {
  const person = await given.person()
  const [ruuvi, ttn] = [
    await given.credential(person.accountId, 'r', { kind: 'ruuvi' }),
    await given.credential(person.accountId, 't', { kind: 'thethings' }),
  ]
  expect((await call('POST', '/gateway/ruuvi', { headers: bearer(ruuvi), body: '{' })).body.code).toBe(400001)
  expect((await call('POST', '/gateway/thethings', { headers: bearer(ttn), body: '{' })).status).toBe(200)
  expect(await countsOf(person.accountId)).toEqual({ not_json: 2 })
})
