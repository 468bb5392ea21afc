/**
 * Days whose right answers were written down first, through the front door: whichever way reports come, the days are right to the second.
 * Every sighting of these days is in the test of the pure rules; here a run of them has one each quarter of an hour at most.
 */
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { GOLDEN_CASES, type GoldenCase, type Sighting } from '../../../../../scripts/harness/attendance-golden.ts'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { newSweep } from '../../../../../scripts/harness/new-sweep.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { isLong } from '../../../../../scripts/harness/test-run.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const goTo = (ms: number) => (ms > clock.now() ? clock.move(ms - clock.now()) : clock.set(ms - clock.now()))

/** The first and the last sightings of each place, and between them one each quarter of an hour. */
function thinned(sightings: readonly Sighting[]): Sighting[] {
  const kept: Sighting[] = []
  for (const [index, one] of sightings.entries()) {
    const [before, after] = [sightings[index - 1], sightings[index + 1]]
    const isEdge = [before, after].some((near) => {
      const awayMs = near?.place === one.place ? Math.abs(near.at_ms - one.at_ms) : 0
      return awayMs < MINUTE || awayMs > 15 * MINUTE
    })
    if (isEdge || after!.at_ms - kept.at(-1)!.at_ms > 15 * MINUTE) kept.push(one)
  }
  return kept
}

/** Tells the server of one sighting. */
type Send = (sighting: Sighting) => Promise<void>

const live = async (sightings: readonly Sighting[], send: Send, look: () => Promise<void>) => {
  for (const sighting of sightings) {
    // The sweep finds a tracker offline during its silence.
    if (sighting.at_ms - clock.now() > 20 * MINUTE) {
      clock.move(17 * MINUTE)
      await look()
    }
    goTo(sighting.at_ms)
    await send(sighting)
    await allHeard(app)
  }
}

/** How reports reach the server after the day. */
const LATE: Readonly<Record<string, (sightings: readonly Sighting[]) => readonly (readonly Sighting[])[]>> = {
  'at once': (sightings) => [sightings],
  'in pieces': (sightings) => [sightings.slice(0, 2), sightings.slice(2, 20), sightings.slice(20)],
  'the newest first': (sightings) => sightings.toReversed().map((sighting) => [sighting]),
}

interface House {
  readonly person: Person
  /** A tracker, and how sightings of it are told. */
  one(): Promise<readonly [tracker: string, send: Send]>
}

async function house({ timeZone, rules }: GoldenCase): Promise<Person> {
  const person = await given.person({ groups: ['G3OfficeLog'] })
  const { token } = person
  expect((await call('PUT', '/v3/app/users/profile', { token, body: { timezone: timeZone } })).status).toBe(200)
  expect((await call('POST', '/v3/app/users/extrasettings/attendance', { token, body: rules })).status).toBe(200)
  return person
}

const addZone = async ({ token }: Person, zone_name: string, shape: object) => {
  const body = { zone_name, zone_type: 'attendance', shape }
  expect((await call('POST', '/v3/app/zones', { token, body })).status).toBe(200)
}

/** Zones made of stations, which hear a tracker. */
async function byStations(one: GoldenCase): Promise<House> {
  const person = await house(one)
  const { accountId } = person
  const places = ['A', 'A hall', 'B', 'outside'] as const
  const stations = new Map<string, Awaited<ReturnType<typeof given.station>>>()
  for (const [at, place] of places.entries())
    stations.set(place, await given.station(accountId, { gps: [35 + at / 100, 139] }))
  await addZone(person, 'Site A', { t4_ids: [stations.get('A')!.t4Id, stations.get('A hall')!.t4Id] })
  await addZone(person, 'Site B', { t4_ids: [stations.get('B')!.t4Id] })
  let seq = 0
  return {
    person,
    async one() {
      const tracker = await given.tracker(accountId)
      const send: Send = async ({ at_ms: scanned_at_ms, place }) => {
        seq += 1
        const { t4Id: t4_id, password: key } = stations.get(place)!
        const body = { t4_id, key, seq, scanned_at_ms, scans: [{ device_id: tracker, rssi: -50 }] }
        expect((await call('POST', '/v3/device/report', { body })).body).toMatchObject({ stored: 1 })
      }
      return [tracker, send]
    },
  }
}

const SQUARE = (longitude: number) => ({
  polygon: [
    [longitude - 0.01, 35.69],
    [longitude + 0.01, 35.69],
    [longitude + 0.01, 35.71],
    [longitude - 0.01, 35.71],
  ],
})
const OF_PLACE = {
  A: { lat: 35.7, lon: 139.7 },
  'A hall': { lat: 35.702, lon: 139.7 },
  B: { lat: 35.7, lon: 139.8 },
  outside: { lat: 35.75, lon: 139.7 },
} as const

/** Zones on the map of the world, in which a phone reports its place. */
async function byPhone(one: GoldenCase): Promise<House> {
  const person = await house(one)
  await addZone(person, 'Site A', SQUARE(139.7))
  await addZone(person, 'Site B', SQUARE(139.8))
  let count = 0
  return {
    person,
    async one() {
      count += 1
      const id = `phone-${count}-${person.accountId.slice(0, 8)}`
      const password = await given.credential(person.accountId, id)
      const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`
      const send: Send = async ({ at_ms, place }) => {
        const tst = at_ms / 1000
        const body = {
          _type: 'location',
          tid: 'ph',
          tst,
          ...OF_PLACE[place],
        }
        expect((await call('POST', '/gateway/owntracks', { headers: { authorization }, body })).status).toBe(200)
      }
      return [id, send]
    },
  }
}

/** What the call tells of each tracker, in the order of its days. */
async function daysOf({ email }: Person, one: GoldenCase) {
  const times = [...one.sightings, ...one.afterwards].map(({ at_ms }) => at_ms)
  const token = await given.signIn(email)
  const [begin, end] = [Math.min(...times) / 1000 - 86_400, Math.max(...times) / 1000 + 86_400]
  const { body } = await call('GET', `/v3/application/officelog?query_begin=${begin}&query_end=${end}`, { token })
  const seen = body.officelogs.filter(({ event }: { event: string }) => event !== 'absent')
  return Map.groupBy(seen.toReversed() as { device_id: string }[], ({ device_id }) => device_id)
}

const rightOf = ({ right }: GoldenCase) =>
  right.map(({ sign_in, sign_out, lost_at, ...day }) => ({
    ...{ ...day, sign_in: Date.parse(sign_in) / 1000, sign_out: sign_out && Date.parse(sign_out) / 1000 },
    ...{ lost_at: lost_at === undefined ? null : Date.parse(lost_at) / 1000, last_seen: null },
    ...{ provisional: false, aberrant: day.event === 'no_sign_out' },
  }))

/** For a change each case comes in one way by stations and in another by a phone; the long run tries all ways. */
const waysOf = (turn: number): readonly string[] => {
  const all = ['live', ...Object.keys(LATE)]
  return isLong ? all : [all[turn % all.length]!]
}

test.each(
  GOLDEN_CASES.flatMap((one, turn) => [
    { ...one, by: 'stations', from: byStations, wanted: waysOf(turn) },
    { ...one, by: 'a phone', from: byPhone, wanted: waysOf(turn + 2) },
  ]),
)('case $id by $by: $title', async ({ from, wanted, ...one }) => {
  clock.hold()
  goTo(one.sightings[0]!.at_ms - HOUR)
  const { person, one: add } = await from(one)
  const sweep = newSweep(app)
  const look = async () => {
    await allHeard(app)
    await sweep.look()
  }
  const [sightings, afterwards] = [thinned(one.sightings), thinned(one.afterwards)]
  const endMs = HOUR + Math.max(...[...sightings, ...afterwards].map(({ at_ms }) => at_ms))
  const ways = new Map<string, string>()
  for (const way of wanted) {
    const [tracker, send] = await add()
    ways.set(way, tracker)
    if (way === 'live') await live(sightings, send, look)
    if (way === wanted[0]) goTo(endMs)
    for (const piece of [...(LATE[way]?.(sightings) ?? []), afterwards]) {
      for (const sighting of piece) await send(sighting)
      if (way !== 'in pieces') continue
      clock.move(2 * MINUTE)
      await look()
    }
  }
  await allHeard(app)
  clock.move(36 * HOUR)
  const days = await daysOf(person, one)
  const right = rightOf(one)
  for (const [way, tracker] of ways) expect({ way, days: days.get(tracker) }).toMatchObject({ way, days: right })
})
