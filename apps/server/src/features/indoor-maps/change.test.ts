import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { hashTables } from '../../matrix/tables.ts'
import { bomb, dataUrl, jpeg, padded, photoWithPlace, png } from '../media/test-pictures.ts'

const app = await testApp({ limits: { pictureBytesPerAccount: 1.5 * 1024 * 1024 } })
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

type Caller = Pick<Person, 'token'>
const create = ({ token }: Caller, body: object) => call('POST', '/v3/app/indoormaps', { token, body })
const change = ({ token }: Caller, id: string, body: object) => call('PUT', `/v3/app/indoormaps/${id}`, { token, body })
const remove = ({ token }: Caller, id: string) => call('DELETE', `/v3/app/indoormaps/${id}`, { token })
const list = async ({ token }: Caller) => (await call('GET', '/v3/app/indoormaps', { token })).body.indoormaps
const plan = async (width: number, height: number) => dataUrl(await png(width, height))

/** An account with a map of 200 by 100 px. */
async function site() {
  const person = await given.person()
  const body = { map_name: '2F', map_image: await plan(200, 100), metres_per_pixel: 0.1 }
  return { person, map: (await create(person, body)).body.indoormap }
}

/** A tracker that a station on the map at 100, 50 px hears, in memory and in its hot row. */
async function heardOn(person: Person, mapId: string) {
  const station = await given.station(person.accountId, { mapId, x: 100, y: 50, gps: [24.1, 120.6] })
  const id = await given.tracker(person.accountId)
  app.running.ingest.forget(person.accountId)
  let seq = 0
  const hear = async () => {
    seq += 1
    clock.move(1000)
    const scans = [{ device_id: id, rssi: -50 }]
    const body = { t4_id: station.t4Id, key: station.password, seq, scanned_at_ms: clock.now(), scans }
    await call('POST', '/v3/device/report', { body })
  }
  const shown = async () => {
    await app.running.ingest.flush()
    return (await call('GET', '/v3/app/trackers', person)).body.trackers[0]
  }
  await hear()
  await eventually(async () => expect(await shown()).toMatchObject({ indoor_X: 100, indoor_Y: 50 }))
  return { t4Id: station.t4Id, hear, shown }
}

test('a map is uploaded, listed with all fields, and its image answered without what hid in it [API-POST /app/indoormaps, ENT-indoorMap.id, ENT-indoorMap.map_name, ENT-indoorMap.map_image, ENT-indoorMap.map_url]', async () => {
  const person = await given.person()
  const corners = [
    [120.6, 24.2],
    [120.7, 24.2],
    [120.7, 24.1],
    [120.6, 24.1],
  ]
  const rest = { map_name: '2F 護理站', building: 'Hinoki', floor: '2F', metres_per_pixel: 0.05, corners }
  const { status, body } = await create(person, { ...rest, map_image: dataUrl(await photoWithPlace(), 'image/jpeg') })
  expect(status).toBe(200)
  // The picture lay on its side.
  expect(body.indoormap).toEqual({
    ...rest,
    ...{ id: expect.any(String), width: 20, height: 40 },
    ...{ map_image: body.indoormap.map_url, map_url: `/v3/app/indoormaps/${body.indoormap.id}/image` },
  })
  expect(await list(person)).toEqual([body.indoormap])
  const response = await fetch(app.origin + body.indoormap.map_url, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).exif).toBeUndefined()
})

test('name, building, floor, scale and corners change alone, and a stranger to a field changes nothing [API-PUT /app/indoormaps/{id}]', async () => {
  const { person, map } = await site()
  const corners = Array.from({ length: 4 }, (_, index) => [120 + index, 24])
  for (const part of [{ map_name: '3F' }, { building: ' House ' }, { floor: '3F' }, { corners }, { corners: null }]) {
    const wanted = { ...map, ...part, ...('building' in part ? { building: 'House' } : {}) }
    expect((await change(person, map.id, part)).body.indoormap).toEqual(wanted)
    expect(await list(person)).toEqual([wanted])
    Object.assign(map, wanted)
  }
  expect((await change(person, map.id, { metres_per_pixel: null })).body.indoormap.metres_per_pixel).toBeNull()
  const bad = [{ width: 7 }, {}, { building: 'x'.repeat(51) }, { floor: 'turned\u202earound' }, { floor: '\ud800' }]
  for (const part of bad) expect((await change(person, map.id, part)).body.code).toBe(400001)
})

test('an image of another size keeps every station and tracker at its place on the plan, and the scale', async () => {
  const { person, map } = await site()
  const { t4Id, hear, shown } = await heardOn(person, map.id)
  const onOther = await given.station(person.accountId, { mapId: await given.indoorMap(person.accountId), x: 7, y: 7 })
  const { body } = await change(person, map.id, { map_image: dataUrl(await jpeg(800, 200), 'image/jpeg') })
  expect(body.indoormap).toMatchObject({
    width: 800,
    height: 200,
    metres_per_pixel: expect.closeTo(0.1 / Math.sqrt(8)),
  })
  const stations = (await call('GET', '/v3/app/stations', person)).body.stations
  const byId = Object.fromEntries(stations.map((station: { t4_id: string }) => [station.t4_id, station]))
  expect(byId[t4Id]).toMatchObject({ indoor_X: 400, indoor_Y: 100 })
  expect(byId[onOther.t4Id]).toMatchObject({ indoor_X: 7, indoor_Y: 7 })
  expect(await shown()).toMatchObject({ indoor_X: 400, indoor_Y: 100 })
  await hear()
  await eventually(async () => expect(await shown()).toMatchObject({ indoor_X: 400, indoor_Y: 100 }))
  const headers = { authorization: `Bearer ${person.token}` }
  const image = Buffer.from(await (await fetch(app.origin + map.map_url, { headers })).arrayBuffer())
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 200 })
})

test('a tracker last placed before the server started is scaled too', async () => {
  const { person, map } = await site()
  const id = await given.tracker(person.accountId)
  await sql`insert into tracker_states (account_id, device_id, last_seen_ms, sender_id, reason_code, map_id, "indoor_X",
      "indoor_Y", located_at_ms, updated_at_ms)
    values (${person.accountId}, ${id}, ${clock.now()}, 'T4-1', 2, ${map.id}, 200, 10, 1, 1)`.execute(db)
  await change(person, map.id, { map_image: await plan(100, 50), metres_per_pixel: 0.3 })
  const { indoor_X, indoor_Y } = (await call('GET', '/v3/app/trackers', person)).body.trackers[0]
  expect({ indoor_X, indoor_Y }).toEqual({ indoor_X: 100, indoor_Y: 5 })
  expect((await list(person))[0].metres_per_pixel).toBe(0.3)
})

test('deleting a map takes its stations off it, and trackers stay by their coordinates [API-DELETE /app/indoormaps/{id}]', async () => {
  const { person, map } = await site()
  const { t4Id, hear, shown } = await heardOn(person, map.id)
  expect((await remove(person, map.id)).body).toEqual({ result: true, code: 200 })
  expect(await list(person)).toEqual([])
  expect((await call('GET', map.map_url, person)).body.code).toBe(404102)
  const [station] = (await call('GET', '/v3/app/stations', person)).body.stations
  const off = { map_id: null, map_name: '', map_url: '', indoor_X: null, indoor_Y: null }
  expect(station).toMatchObject({ t4_id: t4Id, gps_latitude: 24.1, ...off })
  const heard = await shown()
  expect(heard).toMatchObject({ indoor_X: null, indoor_Y: null, gps_latitude: 24.1, gps_longitude: 120.6 })
  expect(heard.qualified_location_info.reason_data).not.toHaveProperty('indoor_map_name')
  expect(heard.qualified_location_info.reason_code % 400).toBe(3)
  await hear()
  await eventually(async () => expect(await shown()).toMatchObject({ indoor_X: null, gps_latitude: 24.1 }))
  expect((await remove(person, map.id)).body.code).toBe(404102)
})

test('a taken name is 400102 for a new map and for another one [ERR-400102]', async () => {
  const { person, map } = await site()
  const map_image = await plan(8, 8)
  expect(await create(person, { map_name: ' 2F', map_image })).toMatchObject({ status: 400, body: { code: 400102 } })
  const second = (await create(person, { map_name: '3F', map_image })).body.indoormap
  expect((await change(person, second.id, { map_name: '2F' })).body.code).toBe(400102)
  expect((await change(person, map.id, { map_name: '2F' })).body.code).toBe(200)
  expect((await create(await given.person(), { map_name: '2F', map_image })).body.code).toBe(200)
})

test.each([
  ['type', async () => dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  [
    'type',
    async () =>
      dataUrl(
        await sharp(await png(8, 8))
          .gif()
          .toBuffer(),
      ),
  ],
  [
    'type',
    async () =>
      dataUrl(
        await sharp(await png(8, 8))
          .webp()
          .toBuffer(),
        'image/jpeg',
      ),
  ],
  ['broken', async () => dataUrl((await jpeg(64, 64)).subarray(0, 200), 'image/jpeg')],
  ['broken', async () => 'data:image/png;base64,not base64'],
  ['pixels', async () => dataUrl(bomb(50_000, 20_000))],
  ['size', async () => dataUrl(padded(await png(8, 8), 10 * 1024 * 1024 + 1))],
])('an image with a bad %s is refused, for a new map and for one there is', async (fault, make) => {
  const { person, map } = await site()
  const map_image = await make()
  // What was heard in tests before may still be on its way to the hot rows.
  await allHeard(app)
  const before = await hashTables(app)
  const refused = { status: 400, body: { code: 400001, info: `map_image.${fault}` } }
  expect(await create(person, { map_name: 'New', map_image })).toMatchObject(refused)
  expect(await change(person, map.id, { map_name: 'New', map_image })).toMatchObject(refused)
  expect(await hashTables(app)).toEqual(before)
})

test('the real type of an image counts, whatever its data URL states', async () => {
  const person = await given.person()
  const { indoormap } = (await create(person, { map_name: '1F', map_image: dataUrl(await jpeg(8, 8)) })).body
  expect((await call('GET', indoormap.map_url, person)).headers.get('content-type')).toBe('image/jpeg')
})

test('maps count among the pictures of an account, which has room for so many', async () => {
  const person = await given.person()
  const noise = await sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } })
    .png()
    .toBuffer()
  expect(noise.length).toBeGreaterThan(0.8 * 1024 * 1024)
  const { indoormap } = (await create(person, { map_name: '1F', map_image: dataUrl(noise) })).body
  const refused = { code: 400001, info: 'map_image.quota' }
  expect((await create(person, { map_name: '2F', map_image: dataUrl(noise) })).body).toMatchObject(refused)
  // In the place of the first one there is room.
  expect((await change(person, indoormap.id, { map_image: dataUrl(noise) })).body.code).toBe(200)
})

test('a map of another account is 404102 as one that does not exist, and guests change none [ERR-404102]', async () => {
  const { person, map } = await site()
  const stranger = await given.person()
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  for (const id of [map.id, '00000000-0000-4000-8000-000000000000', 'no-uuid']) {
    expect(await change(stranger, id, { floor: '9F' })).toMatchObject({ status: 404, body: { code: 404102 } })
    expect(await remove(stranger, id)).toMatchObject({ status: 404, body: { code: 404102 } })
  }
  expect((await change(guest, map.id, { floor: '9F' })).body.code).toBe(403001)
  expect((await remove(guest, map.id)).body.code).toBe(403001)
  expect((await create(guest, { map_name: 'New', map_image: await plan(8, 8) })).body.code).toBe(403001)
  expect(await list(person)).toEqual([map])
})
