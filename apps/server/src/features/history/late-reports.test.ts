/** Arrival does not matter: reports that come together, late, in pieces or newest first leave the past that they tell of. Source: decision 0086. */
import { teltonikaLogin, teltonikaPacket, teltonikaRecord } from '@whereabouts/protocol/tracker-frames'
import { type Trail, trailGeoJson } from '@whereabouts/protocol/trail-files'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { answered, hardwareLine } from '../../../../../scripts/harness/hardware-line.ts'
import { between, oneOf, seededRandom, shuffled, whole } from '../../../../../scripts/harness/seeded.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { isLong, seedOf } from '../../../../../scripts/harness/test-run.ts'
import { unzip } from '../../../../../scripts/harness/unzip.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'
import { listVisits } from '../../state/visits.ts'

const app = await testApp({ env: { TELTONIKA_PORT: '0' } })
const given = makeGiven(app)
const { zone } = ward(app)
const { call, clock } = app
const { db } = app.database

beforeEach(() => {
  clock.hold()
  // Phones tell times in whole seconds.
  clock.move(1000 - (clock.now() % 1000))
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A phone that keeps its fixes while it is offline, and sends them when it can. */
async function phone() {
  const person = await given.person()
  const name = 'my-phone'
  const password = await given.credential(person.accountId, name)
  const headers = { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
  return {
    person,
    name,
    async send(atMs: number, lat: number) {
      const fix = { _type: 'location', lat, lon: 139.42, tst: Math.floor(atMs / 1000), tid: 'gp', acc: 10, batt: 80 }
      const body = { ...fix, created_at: fix.tst }
      expect((await call('POST', '/gateway/owntracks', { headers, body })).status).toBe(200)
    },
  }
}

/** As somebody who signs in: sessions do not outlive the time that passes here. */
const get = async ({ email }: Person, path: string) =>
  (await call('GET', `/v3${path}`, { token: await given.signIn(email) })).body

/** What the calls tell of a device's past in a range. */
async function pastOf(person: Person, device: string, fromMs: number) {
  const range = `from_ms=${fromMs}&until_ms=${clock.now()}`
  const seconds = `start_time=${Math.floor(fromMs / 1000)}&end_time=${Math.ceil(clock.now() / 1000)}`
  const { points } = await get(person, `/app/history/way/${device}?${range}`)
  const { trail_logs } = await get(person, `/device/trail/${device}?${seconds}`)
  return { points, trail_logs }
}

/** As after kill -9: what was not written is gone, and the log is replayed from the checkpoint. */
async function restart(): Promise<void> {
  const { rows } = await sql<{ shard: number; position: number }>`select shard, position from shards`.execute(db)
  const { moves } = app.running.ingest
  await moves.drop(new Set(rows.map(({ shard }) => shard)))
  await moves.take(rows)
}

const FIXES = Array.from({ length: 30 }, (_, index) => index)
const WAYS: Readonly<Record<string, readonly number[]>> = {
  'oldest first': FIXES,
  'newest first': FIXES.toReversed(),
  'the newest, then those before it': [29, ...FIXES.slice(0, 29)],
  'in pieces, the later half first': [...FIXES.slice(15), ...FIXES.slice(0, 15)],
  'every second one, then the others': [
    ...FIXES.filter((one) => one % 2 === 0),
    ...FIXES.filter((one) => one % 2 === 1),
  ],
}

test.each(Object.entries(WAYS))(
  '30 fixes that were kept make 30 points at their own times: %s',
  async (_way, order) => {
    const { person, name, send } = await phone()
    const startMs = clock.now()
    const atMs = (index: number) => startMs + index * MINUTE
    const latitude = (index: number) => 35.54 + index / 100
    clock.move(HOUR)
    for (const index of order) await send(atMs(index), latitude(index))
    const { points, trail_logs } = await pastOf(person, name, startMs - MINUTE)
    expect(points.map((point: { at_ms: number; gps_latitude: number }) => [point.at_ms, point.gps_latitude])).toEqual(
      FIXES.map((index) => [atMs(index), latitude(index)]),
    )
    expect(trail_logs).toMatchObject([{ kind: 'phone', start_time: startMs / 1000, duration: 29 * 60 }])
    // The time machine has each at its time, and nothing before the first.
    for (const index of [0, 7, 29]) {
      const { trackers } = await get(person, `/app/history/site?at_ms=${atMs(index) + 1000}`)
      expect(trackers).toMatchObject([{ device_id: name, gps_latitude: latitude(index) }])
    }
    expect((await get(person, `/app/history/site?at_ms=${startMs - 1000}`)).trackers).toEqual([])
    // The dot stays at the newest.
    expect((await get(person, '/app/trackers')).trackers).toMatchObject([{ gps_latitude: latitude(29) }])
  },
)

test('while the past of a tracker cannot be written again, what is asked is answered; it is written once it can be', async () => {
  const { person, name, send } = await phone()
  const startMs = clock.now()
  clock.move(HOUR)
  for (const minute of [0, 20]) await send(startMs + minute * MINUTE, 35 + minute / 100)
  const askedMs = startMs - MINUTE
  expect((await pastOf(person, name, askedMs)).points).toHaveLength(2)
  const { ownerPool } = app.database
  const mend = () => ownerPool.query('alter table shown_positions drop constraint if exists broken')
  onTestFinished(async () => void (await mend()))
  await ownerPool.query('alter table shown_positions add constraint broken check (false) not valid')
  await send(startMs + 10 * MINUTE, 35.1)
  expect((await pastOf(person, name, askedMs)).points).toHaveLength(2)
  await mend()
  expect((await pastOf(person, name, askedMs)).points).toHaveLength(3)
})

/** Degrees to the seven digits that trackers tell. */
const latitudeOf = ({ gps_latitude }: { readonly gps_latitude: number }): number => Number(gps_latitude.toFixed(7))
const rounded = (point: { readonly at_ms: number; readonly gps_latitude: number }) => [point.at_ms, latitudeOf(point)]

/** Points of the archive's GPX: when, and how far north. */
async function exportedWay({ email }: Person) {
  const headers = { authorization: `Bearer ${await given.signIn(email)}` }
  const archive = await (await fetch(`${app.origin}/v3/app/history/export`, { headers })).arrayBuffer()
  const points = `${unzip(Buffer.from(archive)).get('ways.gpx')}`.matchAll(/<trkpt lat="([^"]+)".*?<time>([^<]+)/gs)
  return [...points].map(([, lat, time]) => rounded({ at_ms: Date.parse(time!), gps_latitude: Number(lat) }))
}

/** The same of a trail as the console saves it as GeoJSON. */
function savedWay(deviceId: string, way: Trail['way'], stays: Trail['stays']) {
  const file = trailGeoJson({ deviceId, stays, way, plans: new Map(), madeAtMs: clock.now() })
  const { geometry, properties } = JSON.parse(file).features[0] as {
    geometry: { coordinates: [number, number][] }
    properties: { coordTimes: string[] }
  }
  return properties.coordTimes.map((time, index) =>
    rounded({ at_ms: Date.parse(time), gps_latitude: geometry.coordinates[index]![1] }),
  )
}

const PACKETS: Readonly<Record<string, (records: readonly Buffer[]) => Buffer[]>> = {
  'all in one packet': (records) => [teltonikaPacket(0x8e, records)],
  'by fives, oldest first': (records) => byFives(records),
  'by fives, newest first': (records) => byFives(records.toReversed()),
}

const byFives = (records: readonly Buffer[]): Buffer[] =>
  [0, 5, 10, 15].map((first) => teltonikaPacket(0x8e, records.slice(first, first + 5)))

let imeis = 0

test.each(Object.entries(PACKETS))(
  'records of a Teltonika are in exports, trail and time machine at their own times: %s',
  async (_way, packetsOf) => {
    const person = await given.person()
    const imei = `35630704244${1000 + imeis}`
    imeis += 1
    await given.credential(person.accountId, imei, { kind: 'teltonika' })
    const startMs = clock.now()
    const fixes = Array.from({ length: 20 }, (_, index) => ({
      ...{ atMs: startMs + index * 30_000, latitude: Number((35.54 + index / 500).toFixed(3)) },
    }))
    clock.move(HOUR)
    const line = hardwareLine(app, 'teltonika')
    line.socket.write(teltonikaLogin(imei))
    await answered(line, '01')
    for (const packet of packetsOf(fixes.map((fix) => teltonikaRecord({ ...fix, width: 2 })))) {
      line.heard = ''
      line.socket.write(packet)
      await answered(line, packet.subarray(9, 10).toString('hex').padStart(8, '0'))
    }
    const wanted = fixes.map(({ atMs, latitude }) => [atMs, latitude])
    const { points, trail_logs } = await pastOf(person, imei, startMs)
    expect(savedWay(imei, points, trail_logs)).toEqual(wanted)
    expect(await exportedWay(person)).toEqual(wanted)
    const { trackers } = await get(person, `/app/history/site?at_ms=${startMs + 7 * 30_000}`)
    expect(trackers.map(latitudeOf)).toEqual([fixes[7]!.latitude])
    expect((await get(person, '/app/trackers')).trackers.map(latitudeOf)).toEqual([fixes[19]!.latitude])
  },
)

test('the time machine tells what was so and since when that is known, and as shown what consoles showed', async () => {
  const { person, name, send } = await phone()
  const startMs = clock.now()
  const at = (minute: number) => startMs + minute * MINUTE
  await send(at(0), 35.1)
  clock.move(10 * MINUTE)
  await send(at(10), 35.3)
  await pastOf(person, name, startMs)
  const site = async (minute: number, asShown = '') => {
    const { trackers, learned_ms } = await get(person, `/app/history/site?at_ms=${at(minute)}${asShown}`)
    return [trackers[0].gps_latitude, learned_ms]
  }
  const changes = async (asShown = '') =>
    (await get(person, `/app/history/changes?from_ms=${at(0)}&until_ms=${at(11)}${asShown}`)).changes.map(
      ({ at_ms, tracker }: { at_ms: number; tracker: { gps_latitude: number } }) => [at_ms, tracker.gps_latitude],
    )
  expect(await site(6)).toEqual([35.1, null])
  clock.move(3 * MINUTE)
  await send(at(5), 35.2)
  const learnedMs = clock.now()
  expect(await site(4)).toEqual([35.1, null])
  expect(await site(6)).toEqual([35.2, learnedMs])
  expect(await site(6, '&as_shown=1')).toEqual([35.1, null])
  expect(await site(11)).toEqual([35.3, null])
  expect(await site(11, '&as_shown=1')).toEqual([35.3, null])
  expect(await changes()).toEqual([
    [at(5), 35.2],
    [at(10), 35.3],
  ])
  expect(await changes('&as_shown=1')).toEqual([[at(10), 35.3]])
})

test('what was taken for the past before late reports came is kept, with the time until which it was', async () => {
  const { person, name, send } = await phone()
  const startMs = clock.now()
  await send(startMs, 35.1)
  clock.move(10 * MINUTE)
  await send(startMs + 10 * MINUTE, 35.3)
  clock.move(MINUTE)
  await send(startMs + 11 * MINUTE, 35.3)
  await pastOf(person, name, startMs)
  clock.move(MINUTE)
  await send(startMs + 5 * MINUTE, 35.2)
  await pastOf(person, name, startMs)
  const { rows } = await sql`
    select gps_latitude, known_from_ms, known_until_ms from shown_positions
    where account_id = ${person.accountId} order by at_ms, known_from_ms`.execute(db)
  expect(rows).toEqual([
    { gps_latitude: 35.1, known_from_ms: startMs, known_until_ms: null },
    { gps_latitude: 35.2, known_from_ms: clock.now(), known_until_ms: null },
    { gps_latitude: 35.3, known_from_ms: startMs + 10 * MINUTE, known_until_ms: null },
  ])
  expect((await sql`select from late_spans where account_id = ${person.accountId}`.execute(db)).rows).toEqual([])
})

test('as shown, a place that came late stands from when it came', async () => {
  const { person, name, send } = await phone()
  const startMs = clock.now()
  clock.move(30 * MINUTE)
  await send(startMs, 35.1)
  const learnedMs = clock.now()
  clock.move(5 * MINUTE)
  const shown = async (atMs: number) =>
    (await get(person, `/app/history/site?at_ms=${atMs}&as_shown=1`)).trackers.map(latitudeOf)
  await pastOf(person, name, startMs)
  expect(await shown(learnedMs - MINUTE)).toEqual([])
  expect(await shown(learnedMs + MINUTE)).toEqual([35.1])
})

let houses = 0

/** A site with a tag, its own places, two stations and two attendance zones. */
async function house() {
  const person = await given.person()
  const { accountId } = person
  houses += 1
  // Reports of one time are in the order of their senders.
  const idOf = (station: number) => `T4-${(0xf0_00_00_00_00_00 + houses * 2 + station).toString(16).toUpperCase()}`
  const stations = [
    await given.station(accountId, { t4Id: idOf(0), gps: [35, 139] }),
    await given.station(accountId, { t4Id: idOf(1), gps: [35.01, 139] }),
  ]
  const tracker = await given.tracker(accountId)
  await zone(accountId, { t4_ids: [stations[0]!.t4Id] }, { name: 'Ward', type: 'attendance' })
  await zone(accountId, { t4_ids: [stations[1]!.t4Id] }, { name: 'Kitchen', type: 'attendance' })
  return {
    person,
    tracker,
    async send({ station, atMs, seq, rssi }: Report) {
      const { t4Id: t4_id, password: key } = stations[station]!
      const scans = [{ device_id: tracker, rssi }]
      const body = { t4_id, key, seq, scanned_at_ms: atMs, scans }
      expect((await call('POST', '/v3/device/report', { body })).body.code).toBe(200)
    },
    async past(fromMs: number) {
      const { points, trail_logs } = await pastOf(person, tracker, fromMs)
      const visits = await listVisits(db, accountId, { fromMs, untilMs: clock.now() })
      const stationOf = (id: string) => stations.findIndex(({ t4Id }) => t4Id === id)
      return {
        points,
        trail: trail_logs.map(({ t4_id, start_time, duration, kind, rssi_avg }: Record<string, string>) => [
          ...[stationOf(t4_id!), start_time, duration, kind, rssi_avg],
        ]),
        visits: visits.map(({ zone_name, from_ms, until_ms, ended, ended_ms }) => [
          ...[zone_name, from_ms, until_ms, ended, ended_ms],
        ]),
      }
    },
  }
}

test('a visit that late reports join with the one before a silence is there once it has ended', async () => {
  const { past, send } = await house()
  const startMs = clock.now()
  let seq = 0
  const report = (station: 0 | 1, minute: number) => {
    seq += 1
    return send({ station, atMs: startMs + minute * MINUTE, seq, rssi: -60 })
  }
  clock.move(41 * MINUTE)
  for (const minute of [0, 1, 40, 41]) await report(0, minute)
  expect((await past(startMs)).visits).toHaveLength(2)
  clock.move(MINUTE)
  for (const minute of [10, 20, 30]) await report(0, minute)
  expect((await past(startMs)).visits).toHaveLength(1)
  clock.move(20 * MINUTE)
  for (const minute of [50, 51, 60, 61]) await report(1, minute)
  const { visits, trail } = await past(startMs)
  expect(visits.map(([name, from, until]) => [name, (from as number) - startMs, (until as number) - startMs])).toEqual([
    ['Ward', 0, 41 * MINUTE],
    ['Kitchen', 50 * MINUTE, 61 * MINUTE],
  ])
  expect(trail.map((stay: readonly unknown[]) => stay[0])).toEqual([0, -1, 1])
})

interface Report {
  readonly station: 0 | 1
  readonly atMs: number
  readonly seq: number
  readonly rssi: number
}

const SEEDS = Array.from({ length: isLong ? 2000 : 5 }, (_, index) => seedOf(0) + index)

test.each(SEEDS)(
  'shuffled, in pieces, with pauses and kills between, reports make the past of the sorted ones: seed %i',
  async (seed) => {
    const chance = seededRandom(seed)
    const startMs = clock.now()
    const reports: Report[] = []
    let atMs = startMs
    let station: 0 | 1 = 0
    for (let seq = 1; seq <= 40; seq += 1) {
      // Sometimes both hear it at the same time.
      const isTogether = seq > 1 && chance() < 0.15
      if (!isTogether)
        atMs += Math.round(chance() < 0.15 ? between(chance, 16 * MINUTE, 3 * HOUR) : between(chance, 200, 90_000))
      if (isTogether || chance() < 0.25) station = station === 0 ? 1 : 0
      reports.push({ station, atMs, seq, rssi: -whole(chance, 50, 90) })
    }
    clock.move(atMs - startMs + MINUTE)
    const [sorted, mixed] = [await house(), await house()]
    for (const report of reports) await sorted.send(report)
    const arrivals = oneOf(chance, [shuffled(chance, reports), reports.toReversed(), pieces(chance, reports)])
    for (const report of arrivals) {
      await mixed.send(report)
      const what = chance()
      if (what < 0.1) clock.move(Math.round(between(chance, 1000, 2 * HOUR)))
      else if (what < 0.15) await mixed.past(startMs)
      else if (what < 0.2) await restart()
      // A station that had no answer sends again.
      else if (what < 0.25) await mixed.send(report)
    }
    expect(await mixed.past(startMs)).toEqual(await sorted.past(startMs))
  },
)

/** Pieces of a queue in any order, each in its own. */
function pieces(chance: () => number, reports: readonly Report[]): Report[] {
  const parts: Report[][] = []
  for (let first = 0; first < reports.length; ) {
    const length = whole(chance, 1, 12)
    parts.push(reports.slice(first, first + length))
    first += length
  }
  return shuffled(chance, parts).flat()
}
