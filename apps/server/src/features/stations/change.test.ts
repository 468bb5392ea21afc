import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { hashTables } from '../../matrix/tables.ts'
import { bomb, dataUrl, jpeg, padded, png } from '../media/test-pictures.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const change = (person: Pick<Person, 'token'>, id: string, body: object) =>
  call('PUT', `/v3/app/stations/${id}`, { token: person.token, body })
const setPhotos = (person: Pick<Person, 'token'>, id: string, photos: string[]) =>
  call('PUT', `/v3/app/stations/${id}/photos`, { token: person.token, body: { photos } })
const listed = async (person: Person) => (await call('GET', '/v3/app/stations', person)).body.stations[0]

/** An account with a map of 1000 by 500 px and a station. */
async function site() {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId, '2F 護理站')
  const { t4Id, password } = await given.station(person.accountId)
  return { person, mapId, t4Id, password }
}

test('name, position, map, network and lock change, alone or together [API-PUT /app/stations/{t4_id}]', async () => {
  const { person, mapId, t4Id } = await site()
  const all = {
    ...{ t4_name: 'Gate', gps_latitude: 90, gps_longitude: -180, map_id: mapId, indoor_X: 1000, indoor_Y: 0 },
    ...{ wifi_ssid: 'ward', lock_mancal: true },
  }
  const { body } = await change(person, t4Id, all)
  expect(body.station).toMatchObject({ ...all, map_name: '2F 護理站' })
  expect(await listed(person)).toEqual(body.station)
  for (const part of [{ t4_name: 'Gate 2' }, { indoor_X: 20.5 }, { gps_latitude: 1 }, { lock_mancal: false }]) {
    Object.assign(all, part)
    expect((await change(person, t4Id, part)).body.station).toMatchObject(all)
  }
  const off = { gps_latitude: null, gps_longitude: null }
  expect((await change(person, t4Id.toLowerCase(), off)).body.station).toMatchObject({ ...all, ...off })
})

test('a map goes by its name too; null takes the station off it, and another map forgets the pixels', async () => {
  const { person, mapId, t4Id } = await site()
  const other = await given.indoorMap(person.accountId, '3F')
  const placed = { map_id: mapId, indoor_X: 10, indoor_Y: 20 }
  const byName = { map_name: ' 2F 護理站 ', indoor_X: 10, indoor_Y: 20 }
  expect((await change(person, t4Id, byName)).body.station).toMatchObject(placed)
  expect((await change(person, t4Id, { map_id: mapId, map_name: '2F 護理站' })).body.station).toMatchObject(placed)
  const moved = { map_id: other, indoor_X: null, indoor_Y: null }
  expect((await change(person, t4Id, { map_name: '3F' })).body.station).toMatchObject(moved)
  await change(person, t4Id, placed)
  const off = { map_id: null, map_name: '', map_url: '', indoor_X: null, indoor_Y: null }
  expect((await change(person, t4Id, { map_name: null })).body.station).toMatchObject(off)
})

test('a map that is not there, or of another account, is 404102 and leaves the station as it was [ERR-404102]', async () => {
  const { person, t4Id } = await site()
  const foreign = await given.indoorMap((await given.person()).accountId, 'Elsewhere')
  const before = await hashTables(app)
  for (const [info, named] of [
    ['map_name', { map_name: 'Elsewhere' }],
    ['map_name', { map_name: '' }],
    ['map_id', { map_id: foreign }],
    ['map_id', { map_id: '00000000-0000-4000-8000-000000000000' }],
  ] as const) {
    const answer = await change(person, t4Id, { ...named, t4_name: 'Changed all the same' })
    expect(answer).toMatchObject({ status: 404, body: { code: 404102, info } })
  }
  expect(await hashTables(app)).toEqual(before)
})

const unplaced: readonly (readonly [info: string, change: object])[] = [
  ['indoor_X', { indoor_X: 1001, indoor_Y: 1 }],
  ['indoor_Y', { indoor_X: 1, indoor_Y: 501 }],
  ['indoor_X', { indoor_X: -1, indoor_Y: 1 }],
  ['indoor_X', { indoor_X: 1 }],
  ['indoor_Y', { indoor_Y: 1 }],
  ['indoor_X', { map_id: null, indoor_X: 1, indoor_Y: 1 }],
  ['map_name', { map_id: null, map_name: 'M' }],
  ['gps_latitude', { gps_latitude: null, gps_longitude: 2 }],
  ['gps_longitude', { gps_latitude: 2 }],
  ['gps_latitude', { gps_latitude: 90.1, gps_longitude: 0 }],
  ['gps_longitude', { gps_latitude: 0, gps_longitude: 'abc' }],
  ['t4_name', { t4_name: ' ' }],
]
test.each(unplaced)('a change with a bad %s is refused as a whole: %j', async (info, bad) => {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId, 'M')
  const { t4Id } = await given.station(person.accountId)
  const before = await hashTables(app)
  const { body } = await change(person, t4Id, { map_id: mapId, wifi_ssid: 'other', ...bad })
  expect(body).toMatchObject({ code: 400001, info: `body.${info}` })
  expect(await hashTables(app)).toEqual(before)
})

test('a name of another station is 400102 [ERR-400102]', async () => {
  const { person, t4Id } = await site()
  const { t4Id: second } = await given.station(person.accountId)
  await change(person, t4Id, { t4_name: 'Gate' })
  expect(await change(person, second, { t4_name: 'Gate' })).toMatchObject({ status: 400, body: { code: 400102 } })
  expect((await change(person, t4Id, { t4_name: 'Gate' })).body.code).toBe(200)
})

test('only people of the account may change a station, but no guest or visitor [ERR-404103]', async () => {
  const { person, t4Id } = await site()
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  const before = await hashTables(app)
  const stranger = await given.person()
  const photo = dataUrl(await png(8, 8))
  const { activity_logs: _log, sessions: _sessions, users: _users, accounts: _accounts, ...rest } = before
  for (const id of [t4Id, 'T4-000000000000', 'nothing']) {
    expect(await change(stranger, id, { t4_name: 'Mine' })).toMatchObject({ status: 404, body: { code: 404103 } })
    expect((await setPhotos(stranger, id, [photo])).body.code).toBe(404103)
  }
  expect((await change(guest, t4Id, { t4_name: 'Mine' })).body.code).toBe(403001)
  expect((await setPhotos(guest, t4Id, [])).body.code).toBe(403001)
  const token = await given.visitor(person)
  expect((await change({ token }, t4Id, { t4_name: 'Mine' })).body.code).toBe(403001)
  const { access_links: _links, ...unchanged } = rest
  expect(await hashTables(app)).toMatchObject(unchanged)
})

test('the next report of a moved station places devices at its new place', async () => {
  const { person, mapId, t4Id, password } = await site()
  const tracker = await given.tracker(person.accountId)
  let seq = 0
  const place = async () => {
    seq += 1
    clock.move(1000)
    const scans = [{ device_id: tracker, rssi: -50 }]
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans }
    expect((await call('POST', '/v3/device/report', { body })).status).toBe(200)
    await app.running.ingest.flush()
    return (await call('GET', '/v3/app/trackers', person)).body.trackers[0]
  }
  await eventually(async () => expect((await place()).qualified_location_info).not.toBeNull())
  const onMap = { map_id: mapId, indoor_X: 100, indoor_Y: 200 }
  await change(person, t4Id, onMap)
  await eventually(async () => expect(await place()).toMatchObject({ indoor_X: 100, indoor_Y: 200 }))
  await change(person, t4Id, { indoor_X: 900, indoor_Y: 400 })
  await eventually(async () => expect((await place()).indoor_X).toBeGreaterThan(800))
  await change(person, t4Id, { map_id: null, gps_latitude: 24.1, gps_longitude: 120.6 })
  await eventually(async () =>
    expect(await place()).toMatchObject({ indoor_X: null, gps_latitude: 24.1, gps_longitude: 120.6 }),
  )
})

test('a photo is set and taken away again [API-PUT /app/stations/{id}/photos, ENT-station.photo]', async () => {
  const { person, t4Id } = await site()
  const { photo } = (await setPhotos(person, t4Id, [dataUrl(await jpeg(600, 600), 'image/jpeg')])).body
  expect(photo).toMatch(/^\/v3\/app\/media\/[\w-]{43}\.jpg$/)
  expect((await listed(person)).photo).toBe(photo)
  expect((await call('GET', photo, person)).headers.get('content-type')).toBe('image/jpeg')
  expect((await setPhotos(person, t4Id, [])).body.photo).toBe('')
  expect((await listed(person)).photo).toBe('')
  expect((await call('GET', photo, person)).body.code).toBe(404102)
})

test.each([
  ['type', async () => dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['broken', async () => dataUrl((await png(64, 64)).subarray(0, -20))],
  ['pixels', async () => dataUrl(bomb(20_000, 20_000))],
  ['size', async () => dataUrl(padded(await png(8, 8), 2 * 1024 * 1024 + 1))],
])('a photo with a bad %s is refused and keeps the old one', async (fault, make) => {
  const { person, t4Id } = await site()
  const { photo } = (await setPhotos(person, t4Id, [dataUrl(await png(8, 8))])).body
  expect((await setPhotos(person, t4Id, [await make()])).body).toMatchObject({ code: 400001, info: `photos.${fault}` })
  expect((await listed(person)).photo).toBe(photo)
})

test('every change stands in the activity log by the name of the station', async () => {
  const { person, t4Id } = await site()
  await change(person, t4Id, { t4_name: 'Gate' })
  await setPhotos(person, t4Id, [])
  const { rows } = await sql`select action, target from activity_logs
    where account_id = ${person.accountId} and action = 'change_station'`.execute(db)
  expect(rows).toEqual([
    { action: 'change_station', target: 'Gate' },
    { action: 'change_station', target: 'Gate' },
  ])
})
