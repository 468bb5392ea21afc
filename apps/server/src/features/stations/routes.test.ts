import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

const list = (token: string, query = '') => call('GET', `/v3/app/stations${query}`, { token })

test('stations are of type T4, with place and network [API-GET /app/stations, STN-01, ENT-station.t4_id, ENT-station.t4_name, ENT-station.gps_latitude, ENT-station.gps_longitude, ENT-station.wifi_ssid, ENT-station.mac_address]', async () => {
  const { accountId, token } = await given.person()
  const { t4Id } = await given.station(accountId, { gps: [35.6, 139.7] })
  const { body } = await list(token)
  expect(body.stations).toHaveLength(1)
  expect(body.stations[0]).toMatchObject({
    t4_id: t4Id,
    type: 't4',
    gps_latitude: 35.6,
    gps_longitude: 139.7,
    wifi_ssid: 'care',
    mac_address: 'AA:BB:CC:DD:EE:FF',
    lock_mancal: false,
    connection_status: 'disconnected',
    lastseen_time: null,
  })
  expect(t4Id).toMatch(/^T4-[0-9A-F]{12}$/)
  expect(body.stations[0].t4_name).not.toBe('')
})

test('a station on a map names the map and its pixels [ENT-station.map_id, ENT-station.map_url, ENT-station.map_name, ENT-station.indoor_X, ENT-station.indoor_Y]', async () => {
  const { accountId, token } = await given.person()
  const mapId = await given.indoorMap(accountId, '2F East')
  await given.station(accountId, { mapId, x: 120, y: 80 })
  const [station] = (await list(token)).body.stations
  expect(station).toMatchObject({ map_id: mapId, map_name: '2F East', indoor_X: 120, indoor_Y: 80 })
  expect((await call('GET', station.map_url, { token })).status).toBe(200)
})

test('pages hold every station once', async () => {
  const { accountId, token } = await given.person()
  const made = [await given.station(accountId), await given.station(accountId), await given.station(accountId)]
  const first = await list(token, '?count=2')
  const second = await list(token, `?count=2&page_token=${first.body.metadata.next_token}`)
  const ids = [...first.body.stations, ...second.body.stations].map((station) => station.t4_id)
  expect(ids.toSorted()).toEqual(made.map(({ t4Id }) => t4Id).toSorted())
  expect(second.body.metadata).toEqual({})
})

test('a station is connected for 930 seconds after it was heard, and offline from the next one on [CONST-34, ENT-station.connection_status, ENT-station.lastseen_time, ENT-station.ip, ENT-station.firmware]', async () => {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId)
  const scanned_at_ms = app.clock.now()
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms, ip: '10.0.0.7', firmware: '2.1.0', scans: [] }
  expect((await call('POST', '/v3/device/report', { body: report })).body).toMatchObject({ stored: 1 })
  const heard = await eventually(async () => {
    const [station] = (await list(person.token)).body.stations
    expect(station).toMatchObject({ connection_status: 'connected', ip: '10.0.0.7', firmware: '2.1.0' })
    return station
  })
  expect(heard.lastseen_time).toBe(Math.floor(scanned_at_ms / 1000))

  const toSecond = (seconds: number) => app.clock.move((heard.lastseen_time + seconds) * 1000 + 500 - app.clock.now())
  app.clock.hold()
  toSecond(930)
  expect((await list(person.token)).body.stations[0].connection_status).toBe('connected')
  toSecond(931)
  expect((await list(person.token)).body.stations[0].connection_status).toBe('disconnected')
})

test('visitors of an access link get no stations, read-only guests do, strangers see none', async () => {
  const owner = await given.person()
  await given.station(owner.accountId)
  expect((await list(await given.visitor(owner))).body.code).toBe(403001)
  const guest = await given.person({ accountId: owner.accountId, class: 'readonly' })
  expect((await list(guest.token)).body.stations).toHaveLength(1)
  const stranger = await given.person()
  expect((await list(stranger.token)).body.stations).toEqual([])
})
