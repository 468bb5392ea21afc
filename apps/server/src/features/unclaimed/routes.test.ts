import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { connectSender } from '../../../../../scripts/harness/connect-sender.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../../scripts/harness/listen.ts'
import { meanwhile } from '../../../../../scripts/harness/meanwhile.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { insertClaimedTracker, lockClaimable } from './queries.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

// pvvx and BTHome as the vectors have them.
const PVVX = { mac: 'A4:C1:38:8D:18:B2', identity: 'a4c1388d18b2' }
const SEALED = { mac: '54:48:E6:8F:80:A5', identity: '5448e68f80a5', key: '231d39c1d7cc1ab1aee224cd096db932' }
const sealedAdvert = '0201061216d2fc41a47266c95f730011223378237214'

const inbox = async ({ token }: Person) => (await call('GET', '/v3/app/unclaimed', { token })).body.unclaimed
/** The tag once the inbox shows it as the check wants. */
const waiting = (person: Person, identity: string, check: object = {}) =>
  eventually(async () => {
    const tag = (await inbox(person)).find((each: { radio_identity: string }) => each.radio_identity === identity)
    expect(tag).toMatchObject({ radio_identity: identity, ...check })
    return tag
  })
const claim = ({ token }: Person, id: string, body: object) =>
  call('POST', `/v3/app/unclaimed/${id}/claim`, { token, body })
const ignore = ({ token }: Person, id: string) => call('DELETE', `/v3/app/unclaimed/${id}`, { token })
const restore = ({ token }: Person, id: string) => call('POST', `/v3/app/unclaimed/${id}/restore`, { token })
const ignoredOf = async ({ token }: Person) =>
  (await call('GET', '/v3/app/unclaimed?ignored=true', { token })).body.unclaimed
const beacon = (minor: number) => `iBeacon:1d4b2e16-481e-4579-8b35-ffc32e4a1758-9-${minor}`

/** A station that reports by the native protocol. */
async function station(person: Person) {
  const mapId = await given.indoorMap(person.accountId)
  const made = await given.station(person.accountId, { mapId, x: 300, y: 200 })
  let seq = 0
  return {
    ...made,
    hear: (...scans: object[]) => {
      seq += 1
      const report = { t4_id: made.t4Id, key: made.password, seq, scanned_at_ms: clock.now(), scans }
      return call('POST', '/v3/device/report', { body: report })
    },
  }
}

test('a pvvx thermometer that ESPresense and OpenMQTTGateway relay waits once, is claimed as a tracker and has its place at once; then each of them moves it', async () => {
  const person = await given.person()
  const [kitchen, hall] = [
    await connectSender(app, 'kitchen', await given.credential(person.accountId, 'kitchen', { kind: 'espresense' })),
    await connectSender(app, 'gw-hall', await given.credential(person.accountId, 'gw-hall', { kind: 'theengs' })),
  ]
  const byEspresense = (rssi: number) =>
    kitchen.publishAsync(
      `espresense/devices/miTherm:${PVVX.identity}/kitchen`,
      JSON.stringify({
        mac: PVVX.identity,
        id: `miTherm:${PVVX.identity}`,
        'rssi@1m': -65,
        rssi,
        distance: 2,
        temp: 26.5,
      }),
      { qos: 1 },
    )
  const byOpenMqttGateway = (rssi: number) =>
    hall.publishAsync(
      `home/gw-hall/BTtoMQTT/A4C1388D18B2`,
      JSON.stringify({
        id: PVVX.mac,
        rssi,
        brand: 'Xiaomi',
        model_id: 'LYWSD03MMC/MJWSD05MMC_PVVX',
        tempc: 26.49,
        batt: 31,
      }),
      { qos: 1 },
    )
  await byEspresense(-70)
  await byOpenMqttGateway(-58)
  const tag = await waiting(person, PVVX.identity, { rssi: -58, battery: 31 })
  expect(await inbox(person)).toHaveLength(1)
  expect(tag).toMatchObject({
    sender_name: 'gw-hall',
    temperature: 26.49,
    has_temperature: true,
    is_encrypted: false,
    is_ambiguous: false,
  })
  const { rows: stations } = await sql<{ t4_id: string; t4_name: string }>`
    update stations set gps_latitude = 24.1, gps_longitude = 120.6 + length(t4_name)
    where account_id = ${person.accountId} returning t4_id, t4_name`.execute(db)
  app.running.ingest.forget(person.accountId)
  const idOf = (name: string) => stations.find(({ t4_name }) => t4_name === name)!.t4_id

  const { events } = await listen(app, person.token)
  const { body } = await claim(person, tag.id, { as: 'tracker', name: 'Fridge 2' })
  expect(body.tracker).toMatchObject({ name: 'Fridge 2', device_model: 'g3', make: 'Xiaomi' })
  const { device_id } = body.tracker
  await eventually(async () =>
    expect(toldOf(events, device_id)).toMatchObject({
      name: 'Fridge 2',
      status: 'connected',
      qualified_location_info: { sender_device_id: idOf('gw-hall') },
    }),
  )
  expect(await inbox(person)).toEqual([])
  await eventually(async () => {
    await byEspresense(-40)
    expect(toldOf(events, device_id)).toMatchObject({
      rssi: -40,
      qualified_location_info: { sender_device_id: idOf('kitchen') },
    })
  })
  // A place goes by what was heard of late, so the tag is heard until it has moved.
  await eventually(async () => {
    await byOpenMqttGateway(-20)
    expect(toldOf(events, device_id)).toMatchObject({
      rssi: -20,
      battery: 31,
      qualified_location_info: { sender_device_id: idOf('gw-hall') },
    })
  })
  expect(await inbox(person)).toEqual([])
})

test('a Ruuvi tag in raw advertisements of a native report is claimed as a carepad, whose list says what it measures [ENT-carepad.default_group]', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  const advertisement = '0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f'
  const scan = { device_id: 'CB:B8:33:4C:88:4F', rssi: -61, advertisement }
  expect((await hear(scan)).body).toMatchObject({ stored: 1, unknown: 1 })
  const tag = await waiting(person, 'cbb8334c884f', { make: 'Ruuvi', has_temperature: true, temperature: 24.3 })
  const { events } = await listen(app, person.token)
  const { body } = await claim(person, tag.id, { as: 'carepad', name: 'Bed 12' })
  expect(body.carepad).toMatchObject({ carepad_name: 'Bed 12', logger_id: null, make: 'Ruuvi', encrypted: false })
  const listed = async () => (await call('GET', '/v3/app/carepads', { token: person.token })).body.carepads
  await eventually(async () => {
    await app.running.ingest.flush()
    expect(await listed()).toMatchObject([{ carepad_id: body.carepad.carepad_id, temperature: 24.3 }])
  })
  // One hundredth of a degree is two steps of the sensor.
  await hear({ ...scan, advertisement: advertisement.replace('0512fc', '051388') })
  await eventually(async () => {
    await app.running.ingest.flush()
    expect((await listed())[0].temperature).toBe(25)
    expect(events.filter(({ event }) => event === 'lists').at(-1)?.data.changed).toContain('carepads')
  })
  expect((await call('GET', '/v3/app/trackers', { token: person.token })).body.trackers).toEqual([])
})

test('a tag is offered by the name it or its station gives it; claimed as tracker and carepad it is both, and each is removed by itself', async () => {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId)
  const board = await connectSender(
    app,
    'board',
    await given.credential(person.accountId, 'board', { kind: 'espresense' }),
  )
  const hear = (rssi: number, temp: number) =>
    board.publishAsync(
      `espresense/devices/miTherm:${PVVX.identity}/hall`,
      JSON.stringify({ id: `miTherm:${PVVX.identity}`, name: ' Fridge \u202eof the ward', rssi, temp, batt: 40 }),
      { qos: 1 },
    )
  await hear(-70, 5.5)
  // A name that turns the direction of the text is none.
  const tag = await waiting(person, PVVX.identity, { name: '', make: 'Xiaomi' })
  await board.publishAsync(
    `espresense/devices/${beacon(7)}/hall`,
    JSON.stringify({ id: beacon(7), name: 'Trolley 7', rssi: -60 }),
    { qos: 1 },
  )
  await waiting(person, beacon(7), { name: 'Trolley 7' })
  const [station] = (await call('GET', '/v3/app/stations', { token: person.token })).body.stations
  const place = { map_id: mapId, indoor_X: 300, indoor_Y: 200 }
  await call('PUT', `/v3/app/stations/${station.t4_id}`, { token: person.token, body: place })

  const { status, body } = await claim(person, tag.id, { as: 'both', name: 'Fridge', measures: 'fridge' })
  expect(status).toBe(200)
  expect(body.tracker).toMatchObject({ name: 'Fridge', device_id: expect.stringMatching(/^TAG-/) })
  expect(body.carepad).toMatchObject({ carepad_name: 'Fridge', carepad_id: expect.stringMatching(/^PAD-/) })
  const now = async () => {
    await app.running.ingest.flush()
    const get = async (path: string) => (await call('GET', `/v3/app/${path}`, { token: person.token })).body
    const [{ trackers }, { carepads }] = [await get('trackers'), await get('carepads')]
    return { tracker: trackers[0], carepad: carepads[0] }
  }
  await eventually(async () => {
    await hear(-50, 6.5)
    const { tracker, carepad } = await now()
    expect(tracker).toMatchObject({ rssi: -50, qualified_location_info: { reason_data: { indoor_X: 300 } } })
    expect(carepad).toMatchObject({ temperature: 6.5, battery: 40 })
  })
  expect((await inbox(person)).map(({ name }: { name: string }) => name)).toEqual(['Trolley 7'])

  await sql`delete from trackers where account_id = ${person.accountId}`.execute(db)
  app.running.ingest.forget(person.accountId)
  await eventually(async () => {
    await hear(-52, 7.5)
    expect((await now()).carepad).toMatchObject({ temperature: 7.5 })
  })
})

test('an encrypted tag is claimed with its key only; then it says what it measures, and who speaks in the clear for it is not believed', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  const scan = { device_id: SEALED.mac, rssi: -61, advertisement: sealedAdvert }
  await hear(scan)
  const { id } = await waiting(person, SEALED.identity, { is_encrypted: true, has_temperature: false })
  for (const key of [undefined, '0'.repeat(32)]) {
    const refused = await claim(person, id, { as: 'carepad', name: 'Attic', ...(key && { key }) })
    expect(refused.body).toMatchObject({ code: 400001, info: 'body.key' })
  }
  expect((await claim(person, id, { as: 'carepad', name: 'Attic', key: 'short' })).body.code).toBe(400001)
  const made = await claim(person, id, { as: 'carepad', name: 'Attic', key: SEALED.key.toUpperCase() })
  expect(made.body.code).toBe(200)
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(k)::text as row from radio_keys k where account_id = ${person.accountId}`.execute(db)
  expect(rows[0]!.row).not.toContain(SEALED.key)
  const temperature = async () => {
    await app.running.ingest.flush()
    return (await call('GET', '/v3/app/carepads', { token: person.token })).body.carepads[0].temperature
  }
  await hear(scan)
  await eventually(async () => expect(await temperature()).toBe(25.06))
  clock.move(5000)
  expect((await hear({ ...scan, advertisement: '0201060716d2fc40020000' })).body).toMatchObject({
    stored: 1,
    unknown: 0,
  })
  await hear({ ...scan, rssi: -70 })
  expect(await temperature()).toBe(25.06)
})

test('a key that cannot be opened costs its own tag what it says, and no other tag of the account', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  const sealed = { device_id: SEALED.mac, rssi: -61, advertisement: sealedAdvert }
  await hear(sealed)
  const { id } = await waiting(person, SEALED.identity, { is_encrypted: true, has_temperature: false })
  expect((await claim(person, id, { as: 'carepad', name: 'Attic', key: SEALED.key })).body.code).toBe(200)
  await sql`update radio_keys set key_sealed = ${Buffer.alloc(40)} where account_id = ${person.accountId}`.execute(db)
  const tag = await given.tracker(person.accountId, { radioIdentity: 'c0ffee000001' })
  await app.running.app.radioKeys.look()
  const { status, body } = await hear(sealed, { device_id: tag, rssi: -60 })
  // Where the tag is can be told without its key.
  expect([status, body.stored]).toEqual([200, 2])
  await allHeard(app)
  const { carepads } = (await call('GET', '/v3/app/carepads', { token: person.token })).body
  expect(carepads[0].temperature).toBeNull()
})

test('a claim refuses a taken name, a claimed tag, a carepad without a measurement, and a key for a tag without encryption', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  await hear({ device_id: beacon(1), rssi: -60 }, { device_id: beacon(2), rssi: -61 })
  const [one, two] = [await waiting(person, beacon(1)), await waiting(person, beacon(2))]
  expect((await claim(person, one.id, { as: 'carepad', name: 'Bed' })).body).toMatchObject({
    code: 400001,
    info: 'body.as',
  })
  const key = '0'.repeat(32)
  expect((await claim(person, one.id, { as: 'tracker', name: 'Cart', key })).body).toMatchObject({
    code: 400001,
    info: 'body.key',
  })
  const both = await Promise.all([1, 2].map((n) => claim(person, one.id, { as: 'tracker', name: `Cart ${n}` })))
  expect(both.map(({ body }) => body.code).sort()).toEqual([200, 409001])
  const name = both.find(({ body }) => body.code === 200)!.body.tracker.name
  expect((await claim(person, two.id, { as: 'tracker', name })).body.code).toBe(400102)
  expect((await claim(person, one.id, { as: 'tracker', name: 'Again' })).body.code).toBe(409001)
  expect((await inbox(person)).map((tag: { id: string }) => tag.id)).toEqual([two.id])
  const { body } = await call('GET', '/v3/app/activity/logs', { token: person.token })
  expect(body.activity_logs).toContainEqual(expect.objectContaining({ action: 'claim_tag', target: name }))
})

test('a tag that two claim at once, one as a tracker and one as a carepad, is only one of them', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  const advertisement = '0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f'
  await hear({ device_id: 'CB:B8:33:4C:88:4F', rssi: -61, advertisement })
  const identity = 'cbb8334c884f'
  const { id } = await waiting(person, identity, { has_temperature: true })
  const { body } = await meanwhile(
    db,
    async (transaction) => {
      await lockClaimable(transaction, person.accountId, id)
      const tracker = { device_id: 'TAG-1', name: 'Tag', make: '', radio_identity: identity, created_at: 1 }
      await insertClaimedTracker(transaction, person.accountId, tracker)
    },
    () => claim(person, id, { as: 'carepad', name: 'Pad' }),
  )
  expect(body.code).toBe(409001)
})

test('an ignored tag stays away however long it is heard, and nobody else hides it', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  const [here, there] = [await station(person), await station(neighbour)]
  await here.hear({ device_id: beacon(3), rssi: -60 })
  await there.hear({ device_id: beacon(3), rssi: -60 })
  const [mine, theirs] = [await waiting(person, beacon(3)), await waiting(neighbour, beacon(3))]
  for (const id of [theirs.id, 'no-uuid', '00000000-0000-4000-8000-000000000000']) {
    expect((await ignore(person, id)).body.code, id).toBe(404102)
    expect((await claim(person, id, { as: 'tracker', name: 'Mine' })).body.code, id).toBe(404102)
  }
  expect((await ignore(person, mine.id)).body.code).toBe(200)
  expect((await ignore(person, mine.id)).body.code).toBe(404102)
  clock.move(60_000)
  await here.hear({ device_id: beacon(3), rssi: -50 })
  await there.hear({ device_id: beacon(3), rssi: -40 })
  await waiting(neighbour, beacon(3), { rssi: -40 })
  expect(await inbox(person)).toEqual([])
})

test('an ignored tag is listed apart and can be brought back, by people of the account alone', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  const { hear } = await station(person)
  await hear({ device_id: beacon(5), rssi: -60 }, { device_id: beacon(6), rssi: -60 })
  const { id } = await waiting(person, beacon(5))
  expect((await restore(person, id)).body.code).toBe(404102)
  await ignore(person, id)
  expect(await ignoredOf(person)).toMatchObject([{ id, radio_identity: beacon(5) }])
  expect(await ignoredOf(neighbour)).toEqual([])
  for (const wrong of ['no-uuid', '00000000-0000-4000-8000-000000000000']) {
    expect((await restore(person, wrong)).body.code, wrong).toBe(404102)
  }
  expect((await restore(neighbour, id)).body.code).toBe(404102)

  const { events } = await listen(app, person.token)
  expect((await restore(person, id)).body).toEqual({ result: true, code: 200 })
  await eventually(async () => expect(events.some(({ event }) => event === 'lists')).toBe(true))
  expect(await ignoredOf(person)).toEqual([])
  expect((await inbox(person)).map((tag: { id: string }) => tag.id)).toContain(id)
  const { body } = await call('GET', '/v3/app/activity/logs', { token: person.token })
  expect(body.activity_logs[0]).toMatchObject({ action: 'restore_tag', target: beacon(5) })
  expect((await claim(person, id, { as: 'tracker', name: 'Cart' })).body.code).toBe(200)
})

test('a tag that was ignored for days is offered once it is heard again, and is in the list of ignored ones until then', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  await hear({ device_id: beacon(7), rssi: -60 })
  const { id } = await waiting(person, beacon(7))
  await ignore(person, id)
  clock.move(3 * 86_400_000)
  const later = await given.person({ accountId: person.accountId })
  expect(await ignoredOf(later)).toMatchObject([{ id }])
  await restore(later, id)
  expect(await inbox(later)).toEqual([])
  await hear({ device_id: beacon(7), rssi: -50 })
  await waiting(later, beacon(7), { id, rssi: -50 })
})

test('ids of our own devices are bound, not claimed, so the inbox does not offer them', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  const id = await given.tracker(neighbour.accountId)
  const { hear } = await station(person)
  expect((await hear({ device_id: id, rssi: -50 }, { device_id: beacon(4), rssi: -60 })).body.unknown).toBe(2)
  await waiting(person, beacon(4))
  expect(await inbox(person)).toHaveLength(1)
})

test('the inbox goes by pages, last heard first, and forgets who is not heard for a day', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  const all = Array.from({ length: 60 }, (_, index) => beacon(100 + index))
  await hear(...all.slice(0, 30).map((device_id) => ({ device_id, rssi: -60 })))
  await eventually(async () => expect(await inbox(person)).toHaveLength(30))
  clock.move(2000)
  await hear(...all.slice(30).map((device_id) => ({ device_id, rssi: -60 })))
  await eventually(async () => expect(await inbox(person)).toHaveLength(50))
  const first = await call('GET', '/v3/app/unclaimed', { token: person.token })
  const token = encodeURIComponent(first.body.metadata.next_token)
  const second = await call('GET', `/v3/app/unclaimed?page_token=${token}`, { token: person.token })
  const identities = [...first.body.unclaimed, ...second.body.unclaimed].map((tag) => tag.radio_identity)
  expect(new Set(identities)).toEqual(new Set(all))
  expect(new Set(identities.slice(0, 30))).toEqual(new Set(all.slice(30)))
  clock.move(86_400_000)
  expect(await inbox(await given.person({ accountId: person.accountId }))).toEqual([])
})

test('beyond a thousand tags the ambiguous ones are dropped first, then the oldest', async () => {
  const person = await given.person()
  const { hear } = await station(person)
  await sql`insert into unclaimed_tags (account_id, id, radio_identity, is_ambiguous, sender_id, rssi, first_seen, last_seen, ignored)
    select ${person.accountId}, gen_random_uuid(), 'x' || n, n <= 10, 'x', -60, 0, ${Math.floor(clock.now() / 1000)} - 2000 + n, n = 11
    from generate_series(1, 1001) n`.execute(db)
  await hear(...[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((minor) => ({ device_id: beacon(minor), rssi: -60 })))
  await eventually(async () => {
    const { rows } = await sql<{ radio_identity: string }>`
      select radio_identity from unclaimed_tags where account_id = ${person.accountId} and left(radio_identity, 1) = 'x'
      order by last_seen limit 2`.execute(db)
    // Ten that cannot be trusted went, then the two oldest; what is ignored stays.
    expect(rows.map((row) => row.radio_identity)).toEqual(['x11', 'x14'])
  })
})

test('guests may not see the inbox', async () => {
  const owner = await given.person()
  const guest = await given.person({ accountId: owner.accountId, class: 'readonly' })
  expect((await call('GET', '/v3/app/unclaimed', { token: guest.token })).body.code).toBe(403001)
  expect((await claim(guest, 'x', { as: 'tracker', name: 'Mine' })).body.code).toBe(403001)
  expect((await ignore(guest, 'x')).body.code).toBe(403001)
  expect((await restore(guest, 'x')).body.code).toBe(403001)
})
