import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectSender } from '../../../../scripts/harness/connect-sender.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const PRESS = '0c16d2fc440052016422013a01'

const sender = async (person: Person, senderId: string, kind: 'theengs' | 'shelly' | 'any' = 'any') =>
  connectSender(app, senderId, await given.credential(person.accountId, senderId, { kind }))

interface Row {
  device_id: string
  sender_id: string
  rssi: number | null
  temperature: number | null
  help: boolean | null
}
const rowsOf = async ({ accountId }: Person): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select device_id, sender_id, rssi, temperature, help from location_logs
    where account_id = ${accountId} and device_id <> sender_id order by received_at_ms, rssi`.execute(db)
  return rows
}
const countsOf = async ({ accountId }: Person): Promise<Record<string, number>> => {
  await app.running.app.counts.flush()
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, sum(count)::bigint as n from gateway_counts where account_id = ${accountId} and reason <> 'stored' group by reason`.execute(
    db,
  )
  return Object.fromEntries(rows.map((row) => [row.reason, row.n]))
}
const stationsOf = async (person: Person) => {
  await app.running.ingest.flush()
  return (await call('GET', '/v3/app/stations', { token: person.token })).body.stations
}
const hex = (digits: string) => Buffer.from(digits, 'hex').toString('base64')
const batch = (...entries: (readonly [mac: string, rssi: number, advert: string])[]) =>
  JSON.stringify({
    src: 'shellyplus1-441793a1b2c3',
    method: 'NotifyEvent',
    params: {
      ts: clock.now() / 1000,
      events: [
        {
          event: 'ble.scan_result',
          data: [2, entries.map(([mac, rssi, advert]) => [mac, rssi, hex(advert), ''])],
        },
      ],
    },
  })

test('OpenMQTTGateway and Theengs Gateway move a tag that they decoded, or forwarded undecoded, under any base topic', async () => {
  const person = await given.person()
  const ruuvi = await given.tracker(person.accountId, { radioIdentity: 'cbb8334c884f' })
  const client = await sender(person, 'OMG_hall', 'theengs')
  const decoded = { id: 'CB:B8:33:4C:88:4F', rssi: -61, brand: 'Ruuvi', model_id: 'RuuviTag_RAWv2', tempc: 24.3 }
  await client.publishAsync('home/OMG_hall/BTtoMQTT/CBB8334C884F', JSON.stringify(decoded), { qos: 1 })
  const raw = {
    ...decoded,
    tempc: undefined,
    rssi: -59,
    manufacturerdata: '99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f',
  }
  await client.publishAsync('site/north/OMG_hall/BTtoMQTT/undecoded', JSON.stringify(raw), { qos: 1 })
  const byOther = { id: decoded.id, tempc: 25 }
  await client.publishAsync('home/OMG_hall/BTtoMQTT/CBB8334C884F', JSON.stringify(byOther), { qos: 1 })
  expect(await rowsOf(person)).toMatchObject([
    { device_id: ruuvi, rssi: -61, temperature: 24.3 },
    { device_id: ruuvi, rssi: -59, temperature: 24.3 },
    { device_id: ruuvi, rssi: null, temperature: 25 },
  ])
  await eventually(async () => {
    await app.running.ingest.flush()
    const { body } = await call('GET', '/v3/app/trackers', { token: person.token })
    // What another gateway had it decode does not say how strongly it is heard.
    expect(body.trackers[0]).toMatchObject({ status: 'connected', rssi: -59 })
  })
  expect(await countsOf(person)).toEqual({})
})

test('a gateway reports its state, and that it is gone by its last will', async () => {
  const person = await given.person()
  const client = await sender(person, 'TheengsGateway', 'theengs')
  await client.publishAsync('home/TheengsGateway/LWT', 'online', { qos: 1, retain: true })
  const status = { uptime: 7472, version: '1.8.1', ip: '10.0.0.9', rssi: -42, SSID: 'ward' }
  await client.publishAsync('home/TheengsGateway/SYStoMQTT', JSON.stringify(status), { qos: 1 })
  await eventually(async () =>
    expect(await stationsOf(person)).toMatchObject([
      { connection_status: 'connected', ip: '10.0.0.9', firmware: '1.8.1' },
    ]),
  )
  clock.move(1000)
  await client.publishAsync('home/TheengsGateway/LWT', 'offline', { qos: 1, retain: true })
  await eventually(async () => expect(await stationsOf(person)).toMatchObject([{ connection_status: 'disconnected' }]))
})

test('a Shelly is a station whose id is made of its address; a button that two of them hear asks for help once [ENT-station.t4_id]', async () => {
  clock.hold()
  const person = await given.person()
  const button = await given.tracker(person.accountId, { radioIdentity: 'bc026ec3aabb' })
  const [one, two] = [
    await sender(person, 'shellyplus1-441793a1b2c3', 'shelly'),
    await sender(person, 'shellyplus1-441793a1b2c4', 'shelly'),
  ]
  const heard = (rssi: number) => batch(['bc:02:6e:c3:aa:bb', rssi, PRESS])
  await one.publishAsync('shellyplus1-441793a1b2c3/events/rpc', heard(-71), { qos: 1 })
  await two.publishAsync('shellyplus1-441793a1b2c4/events/rpc', heard(-64), { qos: 1 })
  expect(await rowsOf(person)).toMatchObject([
    { device_id: button, sender_id: 'T4-441793A1B2C3', rssi: -71, help: true },
    { device_id: button, sender_id: 'T4-441793A1B2C4', rssi: -64, help: null },
  ])
  const names = (await stationsOf(person)).map(({ t4_name }: { t4_name: string }) => t4_name).sort()
  expect(names).toEqual(['shellyplus1-441793a1b2c3', 'shellyplus1-441793a1b2c4'])
  expect(await countsOf(person)).toEqual({})
})

test("a Shelly's many other topics are ignored, and the universal script's station is the one of its credential", async () => {
  const person = await given.person()
  const button = await given.tracker(person.accountId, { radioIdentity: '7cc6b6112233' })
  const client = await sender(person, 'hall-plug', 'shelly')
  await client.publishAsync('hall-plug/status/switch:0', '{"output":true}', { qos: 1 })
  await client.publishAsync('hall-plug/online', 'true', { qos: 1, retain: true })
  const data = { BTHome_version: 2, pid: 78, battery: 100, temperature: 22.3 }
  const script = { addr: '7c:c6:b6:11:22:33', rssi: -61, local_name: 'SBHT-003C', service_data: data }
  await client.publishAsync('7c:c6:b6:11:22:33', JSON.stringify(script), { qos: 1 })
  const [station] = await stationsOf(person)
  expect(await rowsOf(person)).toMatchObject([{ device_id: button, sender_id: station.t4_id, temperature: 22.3 }])
  expect(await countsOf(person)).toEqual({})
})

test('a poison message of each kind is acknowledged and counted, and the next message is stored', async () => {
  const person = await given.person()
  const id = await given.tracker(person.accountId, { radioIdentity: 'bc026ec3aabb' })
  const client = await sender(person, 'anything')
  const poison = ['nope', '', '[]', '{"id":{}}', '{"params":{"events":[{"event":"ble.scan_result","data":[2,[[]]]}]}}']
  for (const topic of [
    'home/gw/BTtoMQTT/AABBCCDDEEFF',
    'home/presence/gw',
    'home/gw/LWT',
    's/events/rpc',
    's/online',
  ]) {
    for (const payload of [...poison, Buffer.from([0xff, 0xfe])]) await client.publishAsync(topic, payload, { qos: 1 })
  }
  await client.publishAsync('s/events/rpc', batch(['bc:02:6e:c3:aa:bb', -60, PRESS]), { qos: 1 })
  const sighting = { id: 'BC:02:6E:C3:AA:BB', rssi: -50 }
  await client.publishAsync('home/gw/BTtoMQTT/BC026EC3AABB', JSON.stringify(sighting), { qos: 1 })
  expect(await rowsOf(person)).toMatchObject([
    { device_id: id, rssi: -60, help: true },
    { device_id: id, rssi: -50 },
  ])
  expect(await countsOf(person)).toMatchObject({ not_json: 9, not_utf8: 5 })
})

test('a credential of one make is refused on the topics of another', async () => {
  const person = await given.person()
  await given.tracker(person.accountId, { radioIdentity: 'bc026ec3aabb' })
  const theengs = await sender(person, 'gw', 'theengs')
  await theengs.publishAsync('s/events/rpc', batch(['bc:02:6e:c3:aa:bb', -60, PRESS]), { qos: 1 })
  const shelly = await sender(person, 'plug', 'shelly')
  const sighting = JSON.stringify({ id: 'BC:02:6E:C3:AA:BB', rssi: -50 })
  await shelly.publishAsync('home/gw/BTtoMQTT/BC026EC3AABB', sighting, { qos: 1 })
  const closed = new Promise<void>((resolve) => theengs.once('close', () => resolve()))
  theengs.publish('espresense/devices/bc026ec3aabb/gw', '{"rssi":-60}', { qos: 1 })
  await closed
  expect(await rowsOf(person)).toEqual([])
  expect(await countsOf(person)).toMatchObject({ forbidden: 1 })
})

test('a report with raw advertisements stores each tag once, own devices by id, and drops what it cannot read', async () => {
  const person = await given.person()
  const button = await given.tracker(person.accountId, { radioIdentity: 'bc026ec3aabb' })
  const own = await given.tracker(person.accountId)
  const { t4Id, password } = await given.station(person.accountId)
  const tag = { device_id: 'bc:02:6e:c3:aa:bb', advertisement: PRESS }
  const scans = [
    { ...tag, rssi: -75 },
    { ...tag, rssi: -70, address_type: 'public' },
    { device_id: own, rssi: -60 },
    { device_id: 'ios-hides-addresses', rssi: -50, advertisement: 'no hex' },
    { device_id: 'ios-hides-addresses', rssi: -50, advertisement: '02', scan_response: 'ff' },
  ]
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans }
  expect((await call('POST', '/v3/device/report', { body: report })).body).toMatchObject({ stored: 2, unknown: 2 })
  expect(await rowsOf(person)).toMatchObject([
    { device_id: button, rssi: -70, help: true },
    { device_id: own, rssi: -60 },
  ])
  const tooLong = { ...report, seq: 2, scans: [{ ...tag, rssi: -60, advertisement: '00'.repeat(256) }] }
  expect((await call('POST', '/v3/device/report', { body: tooLong })).body).toMatchObject({ result: true, unknown: 1 })
})

/** A tag as an ESPresense station of a room hears it. */
const BEACON = 'iBeacon:5d0c7f3a-9b1e-4c52-8a67-2f4e6b8d1c90-12-34'
const near = (person: Person, id: string, station: string | undefined, gps_latitude: number | null) =>
  eventually(async () => {
    await app.running.ingest.flush()
    const { trackers } = (await call('GET', '/v3/app/trackers', { token: person.token })).body
    const tracker = trackers.find((one: { device_id: string }) => one.device_id === id)
    expect(tracker).toMatchObject({
      gps_latitude,
      indoor_X: null,
      qualified_location_info: { reason_data: { station_name: station } },
    })
  })

test.each([
  ['nobody has placed', null],
  ['one of which is placed', 35.5],
])('a tag is near the station that hears it now, of two stations, %s', async (_what, latitude) => {
  clock.hold()
  const person = await given.person()
  const id = await given.tracker(person.accountId, { radioIdentity: BEACON })
  const rooms = {
    kitchen: await sender(person, 'kitchen'),
    store: await sender(person, 'store'),
  }
  const say = async (room: keyof typeof rooms, rssi: number) => {
    clock.move(500)
    const payload = `{"id":"${BEACON}","rssi@1m":-59,"rssi":${rssi},"distance":nan,"int":500}`
    await rooms[room].publishAsync(`espresense/devices/${BEACON}/${room}`, payload, { qos: 1 })
  }
  await say('kitchen', -55)
  if (latitude !== null) {
    await db.transaction().execute((transaction) =>
      sql`update stations set gps_latitude = ${latitude}, gps_longitude = 139.5
        where account_id = ${person.accountId} and t4_name = 'kitchen'`.execute(transaction),
    )
    app.running.ingest.forget(person.accountId)
  }
  for (let second = 0; second < 5; second += 1) await say('kitchen', -55)
  await near(person, id, 'kitchen', latitude)
  for (let second = 0; second < 8; second += 1) {
    await say('kitchen', -80)
    await say('store', -52)
  }
  await near(person, id, 'store', null)
  for (let second = 0; second < 3; second += 1) await say('store', -54)
  await near(person, id, 'store', null)
  for (let second = 0; second < 8; second += 1) {
    await say('store', -80)
    await say('kitchen', -52)
  }
  await near(person, id, 'kitchen', latitude)
})

test('devices without a measured strength do not affect the others of a report', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const ids = [
    await given.tracker(person.accountId),
    await given.tracker(person.accountId),
    await given.tracker(person.accountId),
  ]
  const scans = [-61, 127, 0].map((rssi, index) => ({ device_id: ids[index], rssi, battery: 50 + index }))
  const body = { t4_id: station.t4Id, key: station.password, seq: 1, scanned_at_ms: clock.now(), scans }
  expect((await call('POST', '/v3/device/report', { body })).status).toBe(200)
  const rows = await rowsOf(person)
  expect(ids.map((id) => rows.find(({ device_id }) => device_id === id)?.rssi)).toEqual([-61, null, null])
})
