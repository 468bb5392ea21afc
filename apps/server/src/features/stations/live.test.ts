import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { type Event, listen } from '../../../../../scripts/harness/listen.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { dataUrl, png } from '../media/test-pictures.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const stationsIn = (events: readonly Event[]) =>
  events.filter(({ event }) => event === 'stations').flatMap(({ data }) => data.stations)
/** What happened: heartbeats come however long a test takes. */
const news = (events: readonly Event[]) => events.filter(({ event }) => event !== 'hello' && event !== 'heartbeat')
const named = (events: readonly Event[]) => news(events).map(({ event }) => event)
const within = (check: () => void) => eventually(async () => check(), 1000)

test('open consoles see a station come, change, wait for its removal and go, each within a second; visitors see none of it', async () => {
  const owner = await given.person()
  const { token } = owner
  const mapId = await given.indoorMap(owner.accountId, '2F')
  const { events } = await listen(app, token)
  const visitor = await listen(app, await given.visitor(owner))
  const t4_id = `T4-${randomBytes(6).toString('hex').toUpperCase()}`
  await given.exchanged(token, 't4', t4_id)
  await call('POST', '/v3/app/stations', { token, body: { t4_id, t4_name: 'Gate' } })
  await within(() => expect(stationsIn(events)).toMatchObject([{ t4_id, t4_name: 'Gate', type: 't4' }]))

  const place = { map_id: mapId, indoor_X: 7, indoor_Y: 9 }
  await call('PUT', `/v3/app/stations/${t4_id}`, { token, body: place })
  await within(() => expect(stationsIn(events).at(-1)).toMatchObject({ t4_id, ...place, map_name: '2F' }))
  // What it says itself may be newer by now.
  expect(stationsIn(events).at(-1)).not.toHaveProperty('connection_status')

  const body = { photos: [dataUrl(await png(8, 8))] }
  const { photo } = (await call('PUT', `/v3/app/stations/${t4_id}/photos`, { token, body })).body
  await within(() => expect(stationsIn(events).at(-1)).toEqual({ t4_id, photo }))

  await call('DELETE', `/v3/app/stations/${t4_id}`, { token })
  await within(() => expect(stationsIn(events).at(-1)).toEqual({ t4_id, removal_pending: true }))
  const mail = await latestMail(app.database.address, owner.email)
  await call('POST', '/v3/app/stations/unassign', { body: { token: mail.token } })
  await within(() =>
    expect(events.find(({ event }) => event === 'gone')?.data).toEqual({ device_ids: [], t4_ids: [t4_id] }),
  )
  expect(JSON.stringify(visitor.events)).not.toContain(t4_id)
})

test('the light of a station is told to open consoles', async () => {
  const { accountId, token } = await given.person()
  const { t4Id, password } = await given.station(accountId)
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  await call('POST', '/v3/device/report', { body: report })
  await allHeard(app)
  const { events } = await listen(app, token)
  const body = { mode: 2, duration: 30 }
  const { blinking_until_ms } = (await call('POST', `/v3/app/stations/${t4Id}/led`, { token, body })).body
  await within(() => expect(stationsIn(events).at(-1)).toEqual({ t4_id: t4Id, blinking_until_ms }))
})

test('a map that is renamed, gets an image of another size or goes has consoles load their lists again; what else changes of maps only the maps', async () => {
  const { token } = await given.person()
  const image = async (px: number) => dataUrl(await png(px, 8))
  const { events } = await listen(app, token)
  const made = await call('POST', '/v3/app/indoormaps', { token, body: { map_name: '1F', map_image: await image(8) } })
  await within(() => expect(news(events).at(-1)).toMatchObject({ event: 'lists', data: { changed: ['indoor_maps'] } }))
  const path = `/v3/app/indoormaps/${made.body.indoormap.id}`
  await call('PUT', path, { token, body: { floor: '1F', map_image: await image(8) } })
  await within(() => expect(named(events)).toEqual(['lists', 'lists']))
  await call('PUT', path, { token, body: { map_name: '2F' } })
  await within(() => expect(named(events)).toEqual(['lists', 'lists', 'resync']))
  await call('PUT', path, { token, body: { map_image: await image(16) } })
  await call('DELETE', path, { token })
  await within(() => expect(named(events)).toEqual(['lists', 'lists', 'resync', 'resync', 'resync']))
})

test('a console that was away while a station was renamed or removed loads its lists again', async () => {
  const { accountId, token } = await given.person()
  const { t4Id } = await given.station(accountId)
  const last = String(clock.now())
  clock.move(5000)
  await call('PUT', `/v3/app/stations/${t4Id}`, { token, body: { t4_name: 'Gate' } })
  const { events } = await listen(app, token, last)
  await within(() => expect(named(events)).toEqual(['resync']))
  // So long after it every server has told its consoles.
  clock.move(11_000)
  const back = await listen(app, token, String(clock.now()))
  clock.move(1)
  await call('PUT', `/v3/app/stations/${t4Id}`, { token, body: { lock_mancal: true } })
  await within(() => expect(named(back.events)).toEqual(['stations']))
})
