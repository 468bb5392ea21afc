import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { saveStationCalibrations } from '../calibrations/queries.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app

const PLACES = [
  [100, 100],
  [300, 100],
  [300, 300],
  [100, 300],
] as const

interface Door {
  readonly t4Id: string
  readonly password: string
}

/** What a station hears of a neighbour it is as far from as from the others (dBm). */
const USUAL_DBM = -62

/** A floor of four stations that heard each other alike when they were calibrated. */
async function site(scale: number | null = 0.05, places: readonly (readonly [number, number])[] = PLACES) {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId)
  await sql`update indoor_maps set metres_per_pixel = ${scale} where id = ${mapId}`.execute(database.db)
  const stations: Door[] = []
  for (const [x, y] of places) stations.push(await given.station(person.accountId, { mapId, x, y }))
  const ids = stations.map(({ t4Id }) => t4Id)
  const signalsOf = (t4Id: string) =>
    Object.fromEntries(ids.filter((id) => id !== t4Id).map((id) => [id, USUAL_DBM] as const))
  const calibrated = ids.map((t4_id) => ({
    ...{ t4_id, method: 'auto' as const, device_id: 'G3-1', stopped_at_ms: clock.now() - 86_400_000, values: {} },
    ...{ rssi_at_1m: null, exponent: null, signals: signalsOf(t4_id) },
  }))
  await saveStationCalibrations(database.db, person.accountId, calibrated)
  const health = async () =>
    (await call('GET', `/v3/app/indoormaps/${mapId}/health`, { token: person.token })).body.health
  return { person, mapId, stations, ids, health }
}

let seq = 0
/** All stations hear each other; `more` says by how much more strongly than then (dB). */
async function hearEachOther(
  stations: readonly Door[],
  more: (listener: number, heard: number) => number,
): Promise<void> {
  for (const [listener, { t4Id, password }] of stations.entries()) {
    seq += 1
    const scans = stations.flatMap((one, heard) =>
      heard === listener ? [] : [{ device_id: one.t4Id, rssi: USUAL_DBM + more(listener, heard) }],
    )
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans }
    expect((await call('POST', '/v3/device/report', { body })).status).toBe(200)
  }
}

test('a floor tells how far from the truth places of it are expected to be, and where one more station would help', async () => {
  const { mapId, health } = await site()
  const told = await health()
  expect(told).toMatchObject({ map_id: mapId, state: 'good' })
  expect(told.cells.length).toBeGreaterThan(100)
  expect(told.typical_metres).toBeGreaterThan(1)
  expect(told.worst_metres).toBeGreaterThanOrEqual(told.typical_metres)
  expect(told.new_station.after_metres).toBeLessThan(told.new_station.before_metres)
})

test('a station that was moved since its calibration is named, and its neighbours are not', async () => {
  const { stations, ids, health } = await site()
  // Nearer to the second, farther from the others.
  const ofFirst = (other: number) => (other === 1 ? 12 : -10)
  await hearEachOther(stations, (listener, heard) =>
    listener === 0 ? ofFirst(heard) : heard === 0 ? ofFirst(listener) : 1,
  )
  const told = await health()
  const changes = Object.fromEntries(
    told.stations.map(({ t4_id, change }: { t4_id: string; change: string }) => [t4_id, change]),
  )
  expect(changes).toEqual({ [ids[0]!]: 'moved', [ids[1]!]: 'same', [ids[2]!]: 'same', [ids[3]!]: 'same' })
})

test('a station that no neighbour hears any more is silent, and what was heard long ago does not count', async () => {
  const { stations, health } = await site()
  await hearEachOther(stations, () => 0)
  expect((await health()).stations.map(({ change }: { change: string }) => change)).toEqual(Array(4).fill('same'))
  clock.move(660_000)
  expect((await health()).stations.map(({ change }: { change: string }) => change)).toEqual(Array(4).fill('silent'))
})

test('nothing is expected of a floor without a scale, or with too few stations', async () => {
  const none = { typical_metres: null, worst_metres: null, cells: [], new_station: null }
  expect(await (await site(null)).health()).toMatchObject({ state: 'noScale', ...none })
  expect(await (await site(0.05, PLACES.slice(0, 2))).health()).toMatchObject({ state: 'fewStations', ...none })
})

test.each([randomUUID(), 'plan'])('a floor that the account does not have (%s) has no health', async (id) => {
  const { token } = await given.person()
  const { body } = await call('GET', `/v3/app/indoormaps/${id}/health`, { token })
  expect(body).toMatchObject({ result: false, code: 404102 })
})
