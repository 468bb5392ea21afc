import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp({ limits: { readerCallsPerMinute: 20 } })
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

interface Feature {
  readonly id?: string
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null
  readonly properties: Record<string, unknown>
}
const get = (path: string, token: string) => call('GET', `/geo/${path}`, { token })
const featuresOf = async (path: string, token: string): Promise<Feature[]> => {
  const { status, headers, body } = await get(path, token)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^application\/geo\+json/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({ type: 'FeatureCollection' })
  return body.features
}

const CORNERS = [
  [139.5, 35.6],
  [139.52, 35.6],
  [139.52, 35.59],
  [139.5, 35.59],
]
/** Somebody on a floor plan, and another outdoors who is shared with a second account. */
async function site() {
  const owner = await given.person()
  const { accountId } = owner
  const reader = await given.credential(accountId, 'map desk', { kind: 'reader' })
  const mapId = await given.indoorMap(accountId, '2F')
  const inside = await given.tracker(accountId, { name: 'Sato Ren' })
  const outside = await given.tracker(accountId, { name: 'Van' })
  await given.tracker(accountId, { name: 'Never heard' })
  const state = (id: string, place: object) =>
    sql`insert into tracker_states (account_id, device_id, last_seen_ms, located_at_ms, sender_id, sender_name, reason_code, accuracy,
        map_id, "indoor_X", "indoor_Y", gps_latitude, gps_longitude, updated_at_ms)
      select ${accountId}, ${id}, ${clock.now()}, ${clock.now()}, 'T4-1', 'Gate', 1, 4, map_id, "indoor_X", "indoor_Y", gps_latitude,
        gps_longitude, ${clock.now()}
      from jsonb_to_record(${JSON.stringify(place)}::jsonb) as p (map_id uuid, "indoor_X" double precision,
        "indoor_Y" double precision, gps_latitude double precision, gps_longitude double precision)`.execute(db)
  await state(inside, { map_id: mapId, indoor_X: 500, indoor_Y: 250 })
  await state(outside, { gps_latitude: 35.7, gps_longitude: 139.7 })
  return { owner, accountId, reader, mapId, inside, outside }
}
const named = (features: readonly Feature[], name: string): Feature =>
  features.find(({ properties }) => properties.name === name)!

test('places are points, longitude first; on a plan by its corners, and without them by pixels alone', async () => {
  const { reader, mapId, accountId, inside } = await site()
  const before = await featuresOf('places.geojson', reader)
  expect(before).toHaveLength(3)
  expect(named(before, 'Sato Ren')).toMatchObject({
    ...{ id: inside, geometry: null },
    properties: {
      map_id: mapId,
      map_name: '2F',
      x: 500,
      y: 250,
      status: 'connected',
      accuracy_metres: 4,
      heard_by: 'Gate',
    },
  })
  expect(named(before, 'Van').geometry).toEqual({ type: 'Point', coordinates: [139.7, 35.7] })
  expect(named(before, 'Never heard')).toMatchObject({
    geometry: null,
    properties: { last_seen: null, located_at: null },
  })
  await sql`update indoor_maps set corners = ${JSON.stringify(CORNERS)} where account_id = ${accountId}`.execute(db)
  const after = named(await featuresOf('places.geojson', reader), 'Sato Ren')
  expect(after.geometry).toEqual({ type: 'Point', coordinates: [139.51, 35.595] })
  expect(after.properties).toMatchObject({ map_id: mapId, x: 500, y: 250 })
})

test('zones are closed polygons; one of stations and one on a plan that lies nowhere have no outline on the globe', async () => {
  const { reader, mapId, accountId } = await site()
  const add = (name: string, shape: object) =>
    sql`insert into zones (account_id, id, zone_name, zone_type, shape, map_id, created_at) values (${accountId}, gen_random_uuid(),
      ${name}, 'danger', ${JSON.stringify(shape)}, ${'map_id' in shape ? mapId : null}, 0)`.execute(db)
  // Drawn clockwise.
  await add('Garden', {
    polygon: [
      [139, 35],
      [139, 36],
      [140, 36],
    ],
  })
  await add('Stairs', {
    map_id: mapId,
    polygon: [
      [0, 0],
      [1000, 0],
      [1000, 500],
    ],
  })
  await add('Gate', { t4_ids: ['T4-1'] })
  const zones = await featuresOf('zones.geojson', reader)
  const of = (name: string) => zones.find(({ properties }) => properties.zone_name === name)
  expect(of('Garden')!.geometry).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [140, 36],
        [139, 36],
        [139, 35],
        [140, 36],
      ],
    ],
  })
  expect(of('Stairs')).toMatchObject({ geometry: null, properties: { map_id: mapId, map_name: '2F' } })
  expect(of('Gate')).toMatchObject({ geometry: null, properties: { zone_type: 'danger', t4_ids: ['T4-1'] } })
})

test('a trail comes as GeoJSON and as GPX', async () => {
  const { reader, accountId, outside } = await site()
  const now = clock.now()
  await sql`insert into shown_positions (account_id, device_id, at_ms, connected, moving, reason_code, sender_id, gps_latitude, gps_longitude)
    select ${accountId}, ${outside}, ${now}::bigint - n * 60000, true, true, 10, 'van', 35.7 + n * 0.001, 139.7 from generate_series(1, 3) n`.execute(
    db,
  )
  const range = `start_time=${Math.floor(now / 1000) - 3600}&end_time=${Math.floor(now / 1000)}`
  const [line] = await featuresOf(`trails/${outside}.geojson?${range}`, reader)
  expect(line).toMatchObject({ geometry: { type: 'LineString' }, properties: { device_id: outside } })
  expect(line!.geometry!.coordinates).toEqual([
    [139.7, 35.703],
    [139.7, 35.702],
    [139.7, 35.701],
  ])
  const gpx = await get(`trails/${outside}.gpx?${range}`, reader)
  expect(gpx.headers.get('content-type')).toBe('application/gpx+xml')
  expect(gpx.body.match(/<trkpt /g)).toHaveLength(3)
  for (const [path, code, info] of [
    [`trails/${outside}.kml?${range}`, 404101],
    [`trails/nobody.gpx?${range}`, 404103],
    [`trails/${outside}.gpx`, 400001, 'query.start_time'],
    [`trails/${outside}.gpx?start_time=1&end_time=9999999999`, 400001, 'query.end_time'],
  ] as const)
    expect((await get(path, reader)).body).toMatchObject({ code, ...(info === undefined ? {} : { info }) })
})

test('a session and a visitor get what their lists show; a reader nothing that others share; strangers get nothing', async () => {
  const giver = await site()
  const receiver = await site()
  await sql`insert into shares (account_id, share_id, device_id, email, receiver_account_id, accepted_at, created_time)
    values (${giver.accountId}, gen_random_uuid(), ${giver.inside}, 'x@example.com', ${receiver.accountId}, 0, 0)`.execute(
    db,
  )
  const idsOf = async (token: string) => (await featuresOf('places.geojson', token)).map(({ id }) => id)
  const visitor = await given.visitor(receiver.owner, 'guest')
  const seen = await idsOf(receiver.owner.token)
  expect(seen).toContain(giver.inside)
  expect((await idsOf(visitor)).toSorted()).toEqual(seen.toSorted())
  expect(await idsOf(receiver.reader)).not.toContain(giver.inside)
  const shared = (await featuresOf('places.geojson', visitor)).find(({ id }) => id === giver.inside)
  // Floor plans are not shared along with a device.
  expect(JSON.stringify(shared)).not.toContain(giver.mapId)
  expect(shared!.properties).not.toHaveProperty('x')
  const range = 'start_time=1&end_time=2'
  const theirs = await get(`trails/${receiver.outside}.gpx?${range}`, giver.reader)
  expect(theirs.body.code).toBe(400001)
  const now = Math.floor(clock.now() / 1000)
  const stranger = await get(`trails/${receiver.outside}.gpx?start_time=${now - 60}&end_time=${now}`, giver.reader)
  expect(stranger.body.code).toBe(404103)
  expect((await call('GET', '/geo/places.geojson')).body.code).toBe(401001)
  expect((await get('places.geojson', 'a'.repeat(43))).body.code).toBe(401001)
  const sender = await given.credential(giver.accountId, 'phone')
  expect((await get('places.geojson', sender)).body.code).toBe(403001)
})

test('a reader asks for twenty files a minute here, and is told when to come again', async () => {
  const { reader } = await site()
  const statuses = []
  for (let count = 0; count < 21; count += 1) statuses.push(await get('zones.geojson', reader))
  expect(statuses.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
  expect(Number(statuses.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
})
