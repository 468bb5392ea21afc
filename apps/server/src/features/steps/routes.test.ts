import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The account's local day, in Taipei. */
const today = () => new Date(clock.now() + 8 * HOUR).toISOString().slice(0, 10)

interface Watch {
  readonly person: Person
  readonly id: string
  /** The station hears the watch with this count. */
  counts(steps: number, atMs?: number): Promise<void>
  get(range?: string): ReturnType<typeof call>
}

/** A care watch at a station, at 08:00 of a new day in Taipei. */
async function watch(): Promise<Watch> {
  clock.hold()
  clock.move(DAY - ((clock.now() + 8 * HOUR) % DAY) + 8 * HOUR)
  const person = await given.person()
  const { t4Id: t4_id, password: key } = await given.station(person.accountId, { gps: [25, 121] })
  const id = await given.tracker(person.accountId)
  let seq = 0
  return {
    person,
    id,
    async counts(steps, atMs = clock.now()) {
      seq += 1
      const body = { t4_id, key, seq, scanned_at_ms: atMs, scans: [{ device_id: id, rssi: -50, steps }] }
      expect((await call('POST', '/v3/device/report', { body })).body).toMatchObject({ stored: 1 })
    },
    async get(range = '1w') {
      await allHeard(app)
      await app.running.ingest.flush()
      return call('GET', `/v3/app/trackers/${id}/steps?range=${range}`, { token: await given.signIn(person.email) })
    },
  }
}

test('steps of a day are what the counter went on by, through a new start of the watch [ENT-step.today, ENT-step.total, ENT-step.average_daily, ENT-step.reach_goal_days, ENT-step.target]', async () => {
  const { counts, get } = await watch()
  await counts(40_000)
  clock.move(2 * HOUR)
  await counts(46_500)
  clock.move(HOUR)
  // A new battery.
  await counts(300)
  expect((await get()).body).toMatchObject({
    ...{ today: 6800, total: 6800, average_daily: 6800, reach_goal_days: 1, target: 6000 },
  })
  clock.move(DAY)
  await counts(1500)
  const { body } = await get()
  expect(body).toMatchObject({ today: 1200, total: 8000, average_daily: 4000, reach_goal_days: 1 })
  expect(body.steps).toHaveLength(7)
  expect(body.steps.slice(-2)).toEqual([
    { date: new Date(clock.now() + 8 * HOUR - DAY).toISOString().slice(0, 10), count: 6800 },
    { date: today(), count: 1200 },
  ])
})

test('a report that comes twice, and one that comes late, count nothing', async () => {
  const { counts, get, person, id } = await watch()
  await counts(100)
  clock.move(60_000)
  await counts(160)
  await app.running.ingest.flush()
  const { t4Id: t4_id, password: key } = await given.station(person.accountId, { gps: [25, 121] })
  const scans = [{ device_id: id, rssi: -60, steps: 150 }]
  const late = { t4_id, key, seq: 1, scanned_at_ms: clock.now() - 30_000, scans }
  for (let time = 0; time < 2; time += 1) await call('POST', '/v3/device/report', { body: late })
  expect((await get()).body).toMatchObject({ today: 60 })
})

test('a reading that comes late takes its steps from the day after', async () => {
  const { counts, get } = await watch()
  const midnightMs = clock.now() + 16 * HOUR
  clock.move(17 * HOUR)
  await counts(100, midnightMs - 600_000)
  await counts(150, midnightMs + 600_000)
  expect((await get()).body).toMatchObject({ today: 50, total: 50 })
  await counts(150, midnightMs - 60_000)
  const { body } = await get()
  expect(body).toMatchObject({ today: 0, total: 50 })
  expect(body.steps.slice(-2).map(({ count }: { count: number }) => count)).toEqual([50, 0])
})

test('totals follow the range: 7 days, 30 days, 12 months', async () => {
  const { counts, get } = await watch()
  await counts(0)
  clock.move(HOUR)
  await counts(1000)
  clock.move(10 * DAY)
  await counts(1500)
  clock.move(HOUR)
  await counts(3500)
  const totals = await Promise.all(['1w', '1m', '1y'].map(async (range) => (await get(range)).body))
  expect(totals.map(({ total }) => total)).toEqual([2500, 3500, 3500])
  expect(totals.map(({ steps }) => steps.length)).toEqual([7, 30, 12])
  expect(totals[2].steps.at(-1).date).toBe(today().slice(0, 7))
})

test('a goal is set by staff and counts at once; others are refused', async () => {
  const { counts, get, person, id } = await watch()
  await counts(0)
  clock.move(HOUR)
  await counts(3000)
  const path = `/v3/app/trackers/${id}/steps`
  const token = await given.signIn(person.email)
  expect((await call('PUT', path, { token, body: { target: 3000 } })).body).toMatchObject({ target: 3000 })
  expect((await get()).body).toMatchObject({ target: 3000, reach_goal_days: 1 })
  for (const target of [0, 1.5, 100_001, '6000']) {
    expect((await call('PUT', path, { token, body: { target } })).body).toMatchObject({
      ...{ code: 400001, info: 'body.target' },
    })
  }
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  expect((await call('PUT', path, { token: guest.token, body: { target: 1 } })).status).toBe(403)
  expect((await call('GET', path, { token: guest.token })).body).toMatchObject({ today: 3000 })
  const stranger = await given.person()
  expect((await call('GET', path, { token: stranger.token })).body.code).toBe(404102)
  expect((await call('GET', '/v3/app/steps', { token: stranger.token })).body.devices).toEqual([])
  expect((await call('GET', '/v3/app/steps', { token })).body.devices).toMatchObject([{ device_id: id, today: 3000 }])
})
