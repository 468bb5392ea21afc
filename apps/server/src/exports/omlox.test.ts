import { once } from 'node:events'
import { createConnection } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const reader = (person: Person, senderId = 'hub') => given.credential(person.accountId, senderId, { kind: 'reader' })
const get = (password: string, path: string) => call('GET', `/v2${path}`, { token: password })

/** An account with a station on a map, and a cart that it heard. */
async function site() {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId, 'Ward 3')
  const station = await given.station(person.accountId, { mapId, x: 200, y: 100, gps: [24.1, 120.6] })
  const id = await given.tracker(person.accountId, { name: 'Cart' })
  let seq = 0
  const hear = (by = station, scanned_at_ms = clock.now()) => {
    seq += 1
    const scans = [{ device_id: id, rssi: -60, connected: true }]
    const body = { t4_id: by.t4Id, key: by.password, seq, scanned_at_ms, scans }
    return call('POST', '/v3/device/report', { body })
  }
  await hear()
  await eventually(async () => {
    await app.running.ingest.flush()
    const { body } = await call('GET', '/v3/app/trackers', { token: person.token })
    expect(body.trackers[0].qualified_location_info).not.toBeNull()
  })
  return { person, mapId, station, id, hear, password: await reader(person) }
}

/** The status line that a raw request gets. */
async function statusOf(request: string): Promise<string> {
  const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(app.origin).port) })
  socket.end(`${request}\r\nHost: hub\r\nConnection: Upgrade\r\n\r\n`)
  const [head] = await once(socket, 'data')
  socket.destroy()
  return String(head).split('\r\n')[0]!
}

async function connect(password: string): Promise<{ socket: WebSocket; heard: Record<string, unknown>[] }> {
  const headers = { authorization: `Bearer ${password}` }
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/v2/ws/socket`, { headers })
  const heard: Record<string, unknown>[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await once(socket, 'open')
  return { socket, heard }
}

test('an omlox client reads zones, trackables and providers, and where they are, in metres of the plan or in degrees', async () => {
  const { mapId, password } = await site()
  const [trackable] = (await get(password, '/trackables/summary')).body
  expect(trackable).toMatchObject({ type: 'virtual', name: 'Cart', location_providers: ['aa:bb:cc:00:11:22'] })
  expect((await get(password, '/trackables')).body).toEqual([trackable.id])
  expect((await get(password, `/trackables/${trackable.id}`)).body).toEqual(trackable)
  // The map has 500 pixels of 5 cm in height; its frame begins at the bottom.
  const local = { crs: 'local', source: mapId, position: { type: 'Point', coordinates: [10, 20] } }
  const { body } = await get(password, `/trackables/${trackable.id}/location`)
  expect(body).toMatchObject({ ...local, provider_type: 'ibeacon', trackables: [trackable.id] })
  expect((await get(password, `/trackables/${trackable.id}/location?crs=EPSG:4326`)).body).toMatchObject({
    crs: 'EPSG:4326',
    position: { coordinates: [120.6, 24.1] },
  })
  expect((await get(password, '/trackables/motions')).body).toMatchObject([{ name: 'Cart', location: local }])
  expect((await get(password, '/providers/AABBCC001122/location')).body).toEqual(body)
  expect((await get(password, '/providers/locations')).body).toEqual([body])
  const zones = (await get(password, '/zones/summary')).body
  expect(zones).toMatchObject([{ id: mapId, name: 'Ward 3' }, { position: { coordinates: [120.6, 24.1] } }])
  expect((await get(password, `/zones/${mapId}`)).body).toEqual(zones[0])
  expect((await get(password, '/fences')).body).toEqual([])
})

test('zones with an outline are fences: who is inside is listed, and each crossing is sent once', async () => {
  const { person, mapId, id, hear, password } = await site()
  const draw = async (zone_name: string, shape: object) => {
    // Zones are listed by the second of their making.
    clock.move(1000)
    const body = { zone_name, zone_type: 'attendance', shape }
    return (await call('POST', '/v3/app/zones', { token: person.token, body })).body.zone.id
  }
  const around = (x: number, y: number) => [
    [x - 50, y - 50],
    [x + 50, y - 50],
    [x + 50, y + 50],
    [x - 50, y + 50],
  ]
  const stairs = await draw('Stairs B', { map_id: mapId, polygon: around(200, 100) })
  const yard = await draw('Yard', { polygon: around(0, 0).map(([x, y]) => [120 + x! / 100, 24 + y! / 100]) })
  const far = await given.station(person.accountId, { mapId, x: 700, y: 400 })
  const fences = (await get(password, '/fences/summary')).body
  expect(fences).toMatchObject([
    { id: stairs, name: 'Stairs B', crs: 'local', zone_id: mapId, region: { type: 'Polygon' } },
    { id: yard, name: 'Yard', crs: 'EPSG:4326' },
  ])
  expect(fences[0].region.coordinates[0]).toHaveLength(5)
  expect(fences[0].region.coordinates[0]).toContainEqual([7.5, 22.5])
  // Without an outline a zone is not a fence.
  const [{ t4_id: t4Id }] = (await call('GET', '/v3/app/stations', { token: person.token })).body.stations
  await draw('Door', { t4_ids: [t4Id] })
  expect((await get(password, '/fences')).body).toEqual([stairs, yard])

  const { socket, heard } = await connect(password)
  socket.send(JSON.stringify({ event: 'subscribe', topic: 'fence_events' }))
  await eventually(async () => expect(heard.at(-1)).toMatchObject({ event: 'subscribed' }))
  const told = () => heard.filter(({ event }) => event === 'message')
  const [trackable] = (await get(password, '/trackables/summary')).body
  // Answers the time of the first of the two positions that it takes.
  const goTo = async (station?: typeof far) => {
    clock.move(1000)
    const atMs = clock.now()
    await hear(station, atMs)
    clock.move(1000)
    await hear(station)
    return atMs
  }
  const crossing = { fence_id: stairs, trackable_id: trackable.id }
  const entry_time = new Date(await goTo()).toISOString()
  const entry = { payload: [{ ...crossing, event_type: 'region_entry', entry_time }] }
  await eventually(async () => expect(told()).toMatchObject([entry]))
  expect((await get(password, `/fences/${stairs}/trackables`)).body).toEqual([trackable])
  expect((await get(password, `/fences/${stairs}/locations`)).body).toMatchObject([{ source: mapId }])
  expect((await get(password, `/fences/${yard}/trackables`)).body).toEqual([])
  expect((await get(password, `/trackables/${trackable.id}/fences`)).body).toEqual([fences[0]])
  const exit_time = new Date(await goTo(far)).toISOString()
  const exit = { payload: [{ ...crossing, event_type: 'region_exit', entry_time, exit_time }] }
  await eventually(async () => expect(told()).toMatchObject([entry, exit]))
  expect((await get(password, `/trackables/${trackable.id}/fences`)).body).toEqual([])
  for (const path of [`/fences/${id}`, `/fences/${stairs}/nothing`, `/fences/${id}/trackables`]) {
    expect((await get(password, path)).status, path).toBe(404)
  }
  const theirs = await reader(await given.person(), 'another')
  expect((await get(theirs, `/fences/${stairs}/trackables`)).status).toBe(404)
})

test('nothing of another account is found, an unknown path is 404, and nothing can be changed', async () => {
  const mine = await site()
  const theirs = await reader(await given.person(), 'other')
  const [id] = (await get(mine.password, '/trackables')).body
  expect((await get(theirs, '/trackables')).body).toEqual([])
  expect((await get(theirs, '/zones')).body).toEqual([])
  for (const path of [`/trackables/${id}`, `/trackables/${id}/location`, `/zones/${mine.mapId}`, '/nothing', '/']) {
    const answer = await get(theirs, path)
    expect(answer, path).toMatchObject({ status: 404, body: { code: 404, type: 'resourceNotFound' } })
  }
  expect((await get(mine.password, `/trackables/${id}/location?crs=EPSG:3857`)).body).toMatchObject({ code: 400 })
  for (const method of ['POST', 'PUT', 'DELETE']) {
    expect((await call(method, `/v2/trackables/${id}`, { token: mine.password })).body).toMatchObject({ code: 405 })
  }
})

test('only a reader’s password opens the hub', async () => {
  const { person, station } = await site()
  expect((await call('GET', '/v2/trackables')).body).toMatchObject({ code: 401, type: 'unauthorized' })
  expect((await get('x'.repeat(43), '/trackables')).body).toMatchObject({ code: 401 })
  expect((await get(person.token, '/trackables')).body).toMatchObject({ code: 401 })
  expect((await get(station.password, '/trackables')).body).toMatchObject({ code: 403 })
  for (const [password, status] of [
    ['x'.repeat(43), 401],
    [station.password, 403],
  ] as const) {
    await expect(connect(password)).rejects.toThrow(`${status}`)
  }
})

test('a socket opens at its path alone, and an offer of HTTP/2 is ignored', async () => {
  for (const path of ['//', '///x', '/v2', '*', 'http://', '/v2/ws/socket/..']) {
    expect(await statusOf(`GET ${path} HTTP/1.1\r\nUpgrade: websocket`), path).toMatch(/^HTTP\/1\.1 40[04] /)
  }
  expect(await statusOf('GET /v2/ws/socket?x=1 HTTP/1.1\r\nUpgrade: WebSocket')).toBe('HTTP/1.1 401 Unauthorized')
  expect(await statusOf('GET /live HTTP/1.1\r\nUpgrade: h2c')).toBe('HTTP/1.1 200 OK')
})

test('while carepads cannot be read, a call is refused and a socket hung up at once, and both work again afterwards', async () => {
  const { password } = await site()
  await app.database.ownerPool.query('alter table carepads rename to put_away')
  try {
    expect((await get(password, '/trackables/motions')).status).toBe(500)
    await expect(connect(password)).rejects.toThrow('503')
  } finally {
    await app.database.ownerPool.query('alter table put_away rename to carepads')
  }
  await eventually(async () => expect((await get(password, '/trackables/motions')).status).toBe(200))
  ;(await connect(password)).socket.close()
})

test('a reader holds ten sockets; an eleventh is refused, also when they come together', async () => {
  const password = await reader(await given.person(), 'many')
  const opened = await Promise.allSettled(Array.from({ length: 11 }, () => connect(password)))
  const refused = opened.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { message: expect.stringContaining('429') } }])
  for (const each of opened) if (each.status === 'fulfilled') each.value.socket.close()
})

test('over the WebSocket a client gets what it subscribed to, until it unsubscribes or is revoked', async () => {
  const { person, hear, password, mapId } = await site()
  const { socket, heard } = await connect(password)
  const say = (message: object) => socket.send(JSON.stringify(message))
  const last = () => heard.at(-1)
  say({ event: 'subscribe', topic: 'nope' })
  await eventually(async () => expect(last()).toMatchObject({ event: 'error', code: 10001 }))
  say({ event: 'hello' })
  await eventually(async () => expect(last()).toMatchObject({ event: 'error', code: 10000 }))
  say({ event: 'subscribe', topic: 'location_updates', params: { crs: 'EPSG:4326' } })
  say({ event: 'subscribe', topic: 'trackable_motions' })
  await eventually(async () =>
    expect(last()).toMatchObject({ event: 'subscribed', topic: 'trackable_motions', subscription_id: 2 }),
  )
  await hear()
  await eventually(async () => {
    expect(heard.filter(({ event }) => event === 'message')).toMatchObject([
      { topic: 'location_updates', subscription_id: 1, payload: [{ position: { coordinates: [120.6, 24.1] } }] },
      { topic: 'trackable_motions', subscription_id: 2, payload: [{ name: 'Cart', location: { source: mapId } }] },
    ])
  })
  say({ event: 'unsubscribe', subscription_id: 1 })
  await eventually(async () => expect(last()).toMatchObject({ event: 'unsubscribed', subscription_id: 1 }))
  say({ event: 'unsubscribe', subscription_id: 1 })
  await eventually(async () => expect(last()).toMatchObject({ event: 'error', code: 10003 }))
  const closed = once(socket, 'close')
  await call('DELETE', '/v3/app/credentials/hub', { token: person.token })
  await closed
})

test('a message that is too large closes its connection; an unknown address closes none', async () => {
  const { password } = await site()
  const { socket } = await connect(password)
  const closed = once(socket, 'close')
  socket.send('x'.repeat(5000))
  await closed
  const elsewhere = new WebSocket(`${app.origin.replace('http', 'ws')}/v3/app/stream`)
  await expect(once(elsewhere, 'open')).rejects.toThrow('404')
})
