/** Arrival does not matter: reports that come together, late, in pieces or newest first leave the past that they tell of. Source: decision 0086. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { between, oneOf, seededRandom, shuffled, whole } from '../../../../../scripts/harness/seeded.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { isLong, seedOf } from '../../../../../scripts/harness/test-run.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'
import { listVisits } from '../../state/visits.ts'

const app = await testApp()
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

/** A site with a tag, its own places, two stations and two attendance zones. */
async function house() {
  const person = await given.person()
  const { accountId } = person
  const stations = [
    await given.station(accountId, { gps: [35, 139] }),
    await given.station(accountId, { gps: [35.01, 139] }),
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
      atMs += Math.round(chance() < 0.15 ? between(chance, 16 * MINUTE, 3 * HOUR) : between(chance, 200, 90_000))
      if (chance() < 0.25) station = station === 0 ? 1 : 0
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
