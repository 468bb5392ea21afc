import { randomUUID } from 'node:crypto'
import { MAX_ZONES } from '@whereabouts/domain/zones'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'
import { leaveZones } from './queries.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app
const { db } = app.database
const { newWard, typesTold } = ward(app)

const PATH = '/v3/app/zones'
const list = async (token: string) => (await call('GET', PATH, { token })).body.zones
const square = (x: number, y: number, half: number) => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
]
const pond = { zone_name: 'Pond', zone_type: 'danger', shape: { polygon: square(120.6, 24.1, 0.01) } }

test('zones are added, listed, changed and deleted, and open consoles hear of it', async () => {
  const { person, mapId, station } = await newWard()
  const { token } = person
  const { events } = await listen(app, token)
  const made = (await call('POST', PATH, { token, body: pond })).body.zone
  expect(made).toEqual({ ...pond, id: expect.any(String), class_indexes: null, active_times: null })
  await eventually(async () => expect(events.find(({ event }) => event === 'lists')?.data.changed).toContain('zones'))
  const stairs = {
    ...{ zone_name: 'Stairs B', zone_type: 'attendance', shape: { t4_ids: [station.t4Id] }, class_indexes: [1, 3] },
    active_times: [{ days: [5, 6], from: '22:00', to: '06:00' }],
  }
  const other = (await call('POST', PATH, { token, body: stairs })).body.zone
  expect(await list(token)).toEqual(expect.arrayContaining([made, other]))
  const shape = { map_id: mapId, polygon: square(500, 250, 50) }
  const change = { zone_type: 'danger', shape, class_indexes: null, active_times: null }
  const changed = await call('PUT', `${PATH}/${other.id}`, { token, body: change })
  expect(changed.body.zone).toEqual({ ...other, ...change })
  expect((await call('DELETE', `${PATH}/${made.id}`, { token })).body).toEqual({ result: true, code: 200 })
  expect(await list(token)).toEqual([{ ...other, ...change }])
  const logs = (await call('GET', '/v3/app/activity/logs', { token })).body.activity_logs
  const deeds = logs.map(({ action, target }: { action: string; target: string }) => `${action} ${target}`)
  expect(deeds.slice(0, 4)).toEqual(['remove_zone Pond', 'change_zone Stairs B', 'add_zone Stairs B', 'add_zone Pond'])
})

test.each([
  [
    'crosses itself',
    {
      polygon: [
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
      ],
    },
  ],
  [
    'crosses itself over the antimeridian',
    {
      polygon: [
        [179, 0],
        [-179, 4],
        [-179, 0],
        [179, 4],
      ],
    },
  ],
  [
    'is a line',
    {
      polygon: [
        [0, 0],
        [2, 2],
        [4, 4],
      ],
    },
  ],
])('a polygon that %s is refused', async (_, shape) => {
  const { token } = await given.person()
  const { body } = await call('POST', PATH, { token, body: { ...pond, shape } })
  expect(body).toMatchObject({ code: 400001, info: 'body.shape.polygon' })
  const { id } = (await call('POST', PATH, { token, body: pond })).body.zone
  expect((await call('PUT', `${PATH}/${id}`, { token, body: { shape } })).body.code).toBe(400001)
  expect(await list(token)).toMatchObject([pond])
})

test.each([
  { ...pond, zone_name: '' },
  { ...pond, zone_type: 'lunch' },
  {
    ...pond,
    shape: {
      polygon: [
        [0, 0],
        [1, 1],
      ],
    },
  },
  {
    ...pond,
    shape: {
      polygon: [
        [0, 0],
        [1, 1],
        [181, 0],
      ],
    },
  },
  { ...pond, shape: { t4_ids: [] } },
  { ...pond, class_indexes: [10] },
  { ...pond, class_indexes: [1, 1] },
  { ...pond, active_times: [{ days: [7], from: '22:00', to: '06:00' }] },
  { ...pond, active_times: [{ days: [1], from: '24:00', to: '06:00' }] },
])('what is no zone is refused: %j', async (body) => {
  const { token } = await given.person()
  expect((await call('POST', PATH, { token, body })).body.code).toBe(400001)
})

test('maps and stations that are not there, or another account’s, are refused, and so is a name that is taken', async () => {
  const [{ person, mapId, station }, neighbour] = [await newWard(), await given.person()]
  const shapes = [{ map_id: mapId, polygon: square(500, 250, 50) }, { t4_ids: [station.t4Id] }]
  for (const shape of [...shapes, { map_id: randomUUID(), polygon: square(5, 5, 1) }]) {
    const { body } = await call('POST', PATH, { token: neighbour.token, body: { ...pond, shape } })
    expect(body.code).toBe(404102)
  }
  await call('POST', PATH, { token: person.token, body: pond })
  expect((await call('POST', PATH, { token: person.token, body: pond })).body.code).toBe(400102)
  const second = (await call('POST', PATH, { token: person.token, body: { ...pond, zone_name: 'Lake' } })).body.zone
  const rename = { zone_name: 'Pond' }
  expect((await call('PUT', `${PATH}/${second.id}`, { token: person.token, body: rename })).body.code).toBe(400102)
  for (const id of [second.id, randomUUID(), 'x']) {
    expect((await call('PUT', `${PATH}/${id}`, { token: neighbour.token, body: rename })).body.code).toBe(404102)
    expect((await call('DELETE', `${PATH}/${id}`, { token: neighbour.token })).body.code).toBe(404102)
  }
  expect(await list(neighbour.token)).toEqual([])
})

test(`an account has at most ${MAX_ZONES} zones`, async () => {
  const { token, accountId } = await given.person()
  await sql`insert into zones (account_id, id, zone_name, zone_type, shape, created_at)
    select ${accountId}, gen_random_uuid(), 'Zone ' || n, 'danger', ${JSON.stringify(pond.shape)}, 1
    from generate_series(1, ${MAX_ZONES - 1}::integer) n`.execute(db)
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((zone_name) => call('POST', PATH, { token, body: { ...pond, zone_name } })),
  )
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual([200, 400001, 400001])
})

test('guests see zones and change none', async () => {
  const owner = await given.person()
  const { id } = (await call('POST', PATH, { token: owner.token, body: pond })).body.zone
  const readonly = await given.person({ accountId: owner.accountId, class: 'readonly' })
  for (const token of [readonly.token, await given.visitor(owner, 'guest')]) {
    expect(await list(token)).toHaveLength(1)
    expect((await call('POST', PATH, { token, body: { ...pond, zone_name: 'Lake' } })).body.code).toBe(403001)
    expect((await call('PUT', `${PATH}/${id}`, { token, body: { zone_name: 'Lake' } })).body.code).toBe(403001)
    expect((await call('DELETE', `${PATH}/${id}`, { token })).body.code).toBe(403001)
  }
})

test('zones go along with a plan of another size, and go with their map', async () => {
  const { person, mapId } = await newWard()
  const { token } = person
  const shape = { map_id: mapId, polygon: square(500, 250, 50) }
  await call('POST', PATH, { token, body: { ...pond, shape } })
  const png = await sharp({ create: { width: 500, height: 1000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const map_image = `data:image/png;base64,${png.toString('base64')}`
  expect((await call('PUT', `/v3/app/indoormaps/${mapId}`, { token, body: { map_image } })).body.code).toBe(200)
  expect((await list(token))[0].shape.polygon).toEqual([
    [225, 400],
    [275, 400],
    [275, 600],
    [225, 600],
  ])
  await call('DELETE', `/v3/app/indoormaps/${mapId}`, { token })
  expect(await list(token)).toEqual([])
})

test('stations that leave leave their zones, and a zone goes with its last one', async () => {
  const { person, station } = await newWard()
  const { token, accountId } = person
  const second = await given.station(accountId)
  const add = (zone_name: string, t4_ids: string[]) =>
    call('POST', PATH, { token, body: { ...pond, zone_name, shape: { t4_ids } } })
  await add('Both', [station.t4Id, second.t4Id])
  await add('One', [station.t4Id])
  expect(await leaveZones(db, accountId, [station.t4Id])).toBe(true)
  expect(await list(token)).toMatchObject([{ zone_name: 'Both', shape: { t4_ids: [second.t4Id] } }])
  expect(await leaveZones(db, accountId, [station.t4Id])).toBe(false)
})

test('a zone that is made rings for who is in it, and one that is deleted rings no more', async () => {
  const { person, mapId, say, flush } = await newWard()
  const { token, accountId } = person
  const id = await given.tracker(accountId)
  const start = app.clock.now() - 60_000
  const stay = async (from: number) => {
    for (const second of [0, 1, 2]) await say([{ device_id: id, rssi: -50 }], start + (from + second) * 1000)
    await flush()
  }
  await stay(0)
  const zone = { ...pond, shape: { map_id: mapId, polygon: square(500, 250, 50) } }
  const made = (await call('POST', PATH, { token, body: zone })).body.zone
  await stay(10)
  await eventually(async () => expect(await typesTold(person)).toEqual(['enter_danger_zone']))
  await call('DELETE', `${PATH}/${made.id}`, { token })
  await stay(20)
  const open = sql`select from device_conditions where account_id = ${accountId} and until_ms is null`
  await eventually(async () => expect((await open.execute(db)).rows).toEqual([]))
  expect(await typesTold(person)).toHaveLength(1)
})
