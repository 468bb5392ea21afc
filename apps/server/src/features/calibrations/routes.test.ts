import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { doDueJobs } from '../../../../../scripts/harness/due-jobs.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { listStationCalibrations } from '../../state/station-calibrations.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const METRES_PER_PIXEL = 0.05

interface Hearer {
  readonly t4Id: string
  readonly password: string
  readonly x: number
  readonly y: number
}

let seq = 0
/** One report of a station: what it hears, by id (dBm). */
async function report({ t4Id, password }: Pick<Hearer, 't4Id' | 'password'>, heard: Readonly<Record<string, number>>) {
  seq += 1
  const scans = Object.entries(heard).map(([device_id, rssi]) => ({ device_id, rssi }))
  const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans }
  expect((await call('POST', '/v3/device/report', { body })).status).toBe(200)
}

/** An account with a tracker and stations that report, on one floor. */
async function site(places: readonly (readonly [number, number])[]) {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId)
  const stations: Hearer[] = []
  for (const [x, y] of places) stations.push({ ...(await given.station(person.accountId, { mapId, x, y })), x, y })
  const deviceId = await given.tracker(person.accountId, { name: 'Wheelchair 05' })
  for (const station of stations) await report(station, {})
  await eventually(async () => {
    const all = await stationsOf(person)
    expect(all.every(({ connection_status }) => connection_status === 'connected')).toBe(true)
  })
  return { person, stations, deviceId, mapId }
}
type Site = Awaited<ReturnType<typeof site>>

const stationsOf = async ({ token }: Pick<Person, 'token'>) =>
  (await call('GET', '/v3/app/stations', { token })).body.stations as {
    readonly [field: string]: unknown
    readonly t4_id: string
    readonly connection_status: string
  }[]
const stationOf = async (person: Person, t4Id: string) =>
  (await stationsOf(person)).find(({ t4_id }) => t4_id === t4Id)!
const run = (
  { person, deviceId, stations }: Site,
  rest: {
    readonly method?: string
    readonly t4_ids?: readonly string[]
    readonly action?: string
    readonly device_id?: string
  } = {},
) => {
  const { method = 'manual', t4_ids = stations.map(({ t4Id }) => t4Id), action = 'start', device_id = deviceId } = rest
  return call('POST', `/v3/app/stations/calibration/${method}`, {
    token: person.token,
    body: { t4_ids, device_id, action },
  })
}
const now = async ({ person }: Site) =>
  (await call('GET', '/v3/app/stations/calibration', { token: person.token })).body.calibration

const THREE = [
  [100, 100],
  [300, 100],
  [300, 300],
] as const

/** The tracker is held at a station for so long (s); the others hear it across the room. */
async function hold({ stations, deviceId }: Site, at: number, seconds: number, rssi: number): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    for (const [index, station] of stations.entries()) {
      await report(station, { [deviceId]: index === at ? rssi + ((second / 2) % 3) - 1 : rssi - 18 })
    }
    clock.move(2000)
  }
}

test('a tracker held at one station after the other tells how strong it is there, the longer the more exactly [CAL-01] [API-POST /app/stations/calibration/{method}] [ENT-station.calibration.stop_time] [ENT-station.calibration.g3] [ENT-station.calibration.values]', async () => {
  clock.hold()
  const house = await site(THREE)
  const ids = house.stations.map(({ t4Id }) => t4Id)
  const started = await run(house)
  expect(started.body).toMatchObject({ result: true, code: 200, invalid_t4: [] })
  expect(started.body.calibration).toMatchObject({
    ...{ method: 'manual', device_id: house.deviceId, stopped_at_ms: null },
    stations: ids.map((t4_id) => ({ t4_id, state: 'listening', value: null })),
  })
  const { started_at_ms, ends_at_ms } = started.body.calibration
  expect(ends_at_ms - started_at_ms).toBe(135_000)
  await hold(house, 0, 4, -52)
  const [first] = (await now(house)).stations
  expect(first).toMatchObject({ state: 'measuring', value: expect.any(Number) })
  expect((await now(house)).stations[1]).toEqual({ t4_id: ids[1], state: 'far', value: null })
  await hold(house, 0, 30, -52)
  const [later] = (await now(house)).stations
  expect(later.state).toBe('enough')
  expect(later.value).toBeLessThan(first.value)
  await hold(house, 1, 30, -61)
  const stopped = (await run(house, { action: 'stop' })).body.calibration
  expect(stopped.stopped_at_ms).toBe(clock.now())
  const [one, two, three] = await Promise.all(ids.map((id) => stationOf(house.person, id)))
  const values = { [ids[0]!]: stopped.stations[0].value, [ids[1]!]: stopped.stations[1].value }
  const stop_time = Math.floor(clock.now() / 1000)
  for (const station of [one!, two!, three!]) {
    expect(station.calibration).toEqual({ stop_time, g3: house.deviceId, values })
  }
  const measured = await listStationCalibrations(database.db, house.person.accountId)
  const strengthOf = (id: string) => measured.find(({ stationId }) => stationId === id)?.rssiAt1mDbm
  // It may be on its way for a part of a slice.
  expect(Math.abs(strengthOf(ids[0]!)! + 52)).toBeLessThan(2)
  expect(Math.abs(strengthOf(ids[1]!)! + 61)).toBeLessThan(2)
  expect(strengthOf(ids[2]!)).toBeUndefined()
})

test('stations that hear each other tell which of them hears everything weaker', async () => {
  clock.hold()
  const house = await site([...THREE, [100, 300]])
  const [covered] = house.stations
  await run(house, { method: 'auto' })
  for (let round = 0; round < 12; round += 1) {
    for (const station of house.stations) {
      const others = house.stations.filter(({ t4Id }) => t4Id !== station.t4Id)
      const heard = others.map((other) => {
        const metres = Math.hypot(other.x - station.x, other.y - station.y) * METRES_PER_PIXEL
        const weaker = [station, other].includes(covered!) ? 9 : 0
        return [other.t4Id, Math.round(-58 - 22 * Math.log10(metres) - weaker)] as const
      })
      await report(station, Object.fromEntries(heard))
    }
    clock.move(8000)
  }
  expect((await now(house)).stations.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('enough'))
  // Its time is over.
  clock.move(30_000)
  await doDueJobs(app)
  expect((await now(house)).stopped_at_ms).toBe((await now(house)).ends_at_ms)
  for (const { t4Id } of house.stations) {
    const { i_see_you } = await stationOf(house.person, t4Id)
    const others = house.stations.filter((other) => other.t4Id !== t4Id).map((other) => other.t4Id)
    expect(i_see_you).toMatchObject({
      ...{ method: 'auto', locked: false, event_time: Math.floor((await now(house)).ends_at_ms / 1000) },
    })
    expect(Object.keys((i_see_you as { signals: object }).signals).sort()).toEqual(others.sort())
  }
  const measured = await listStationCalibrations(database.db, house.person.accountId)
  const strengths = house.stations.map(({ t4Id }) => measured.find(({ stationId }) => stationId === t4Id)!.rssiAt1mDbm)
  for (const strength of strengths.slice(1)) expect(strength - strengths[0]!).toBeGreaterThan(4)
  // Stations that are heard are no trackers, and nobody is told of them.
  const { rows } = await sql`select from tracker_states where account_id = ${house.person.accountId}`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})

test('locked, offline and foreign stations are left out and named; the others are calibrated [VALID-32] [VALID-33] [ERR-409002] [ENT-station.lock_mancal]', async () => {
  const house = await site(THREE)
  const { token, accountId } = house.person
  const ids = house.stations.map(({ t4Id }) => t4Id)
  const locked = await call('PUT', `/v3/app/stations/${ids[1]}`, { token, body: { lock_mancal: true } })
  expect(locked.body.station.lock_mancal).toBe(true)
  const offline = (await given.station(accountId)).t4Id
  const foreign = (await given.station((await given.person()).accountId)).t4Id
  const all = [...ids, offline, foreign]
  const { status, body } = await run(house, { t4_ids: all })
  expect([status, body.code, body.result]).toEqual([409, 409002, false])
  expect(body.invalid_t4).toEqual([ids[1], offline, foreign])
  expect(body.failed_list).toEqual([
    { id: ids[1], code: 412001 },
    { id: offline, code: 405001 },
    { id: foreign, code: 404103 },
  ])
  expect((await now(house)).stations.map(({ t4_id }: { t4_id: string }) => t4_id)).toEqual([ids[0], ids[2]])
  await run(house, { action: 'stop' })
  const before = await now(house)
  const none = await run(house, { t4_ids: [ids[1]!] })
  expect(none.body).toMatchObject({ code: 409002, invalid_t4: [ids[1]] })
  expect(await now(house)).toEqual(before)
})

test('without a station or without a tracker nothing starts [VALID-31]', async () => {
  const house = await site(THREE.slice(0, 1))
  expect((await run(house, { t4_ids: [] })).body).toMatchObject({ code: 400001, info: 'body.t4_ids' })
  const { token } = house.person
  const body = { t4_ids: [house.stations[0]!.t4Id], action: 'start' }
  const answer = await call('POST', '/v3/app/stations/calibration/auto', { token, body })
  expect(answer.body).toMatchObject({ code: 400001, info: 'body.device_id' })
  expect((await run(house, { device_id: 'G3-00000000' })).body).toMatchObject({ code: 404103 })
  expect((await run(house, { method: 'other' })).body).toMatchObject({ code: 404102 })
  expect(await now(house)).toBeNull()
})

test('one calibration goes on at a time, and stopping none does nothing', async () => {
  const house = await site(THREE)
  expect((await run(house, { action: 'stop' })).body).toMatchObject({ code: 200, calibration: null })
  expect((await run(house)).status).toBe(200)
  expect((await run(house)).body).toMatchObject({ code: 409001 })
  expect((await run(house, { action: 'stop' })).status).toBe(200)
  expect((await run(house, { method: 'auto' })).status).toBe(200)
})

test('read-only people and visitors calibrate nothing', async () => {
  const house = await site(THREE.slice(0, 1))
  const guest = await given.person({ accountId: house.person.accountId, class: 'readonly' })
  const visitor = await given.visitor(house.person)
  for (const token of [guest.token, visitor]) {
    expect((await run({ ...house, person: { ...guest, token } })).body).toMatchObject({ code: 403001 })
  }
})
