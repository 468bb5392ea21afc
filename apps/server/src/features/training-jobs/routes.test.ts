import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { doDueJobs } from '../../../../../scripts/harness/due-jobs.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { findTrainedFloor, listSurveys, scaleJobs } from './queries.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const JOBS = '/v3/app/ai/collectjobs'
/** Of the maps that `given` makes. */
const METRES_PER_PIXEL = 0.05

interface Hearer {
  readonly t4Id: string
  readonly password: string
  readonly x: number
  readonly y: number
}

/** An account with a floor of six stations, 25 x 50 m, and a tracker. */
async function floor() {
  const person = await given.person()
  const mapId = await given.indoorMap(person.accountId)
  const hearers: Hearer[] = []
  for (const [x, y] of [
    [100, 100],
    [500, 100],
    [900, 100],
    [100, 400],
    [500, 400],
    [900, 400],
  ] as const) {
    hearers.push({ ...(await given.station(person.accountId, { mapId, x, y })), x, y })
  }
  const deviceId = await given.tracker(person.accountId, { name: 'Wheelchair 05' })
  return { person, mapId, hearers, deviceId }
}
type Floor = Awaited<ReturnType<typeof floor>>

let seq = 0
/** Each station reports the tracker at a place (pixels), as strongly as the distance says; those along one side hear everything better. */
async function hear({ hearers, deviceId }: Floor, [x, y]: readonly [number, number]): Promise<void> {
  seq += 1
  for (const { t4Id, password, ...station } of hearers) {
    const metres = Math.max(1, Math.hypot(station.x - x, station.y - y) * METRES_PER_PIXEL)
    const gain = station.y < 250 ? 15 : 0
    const rssi = Math.round(-65 - 25 * Math.log10(metres) + gain + ((seq * 7 + station.x) % 5) - 2)
    const scans = [{ device_id: deviceId, rssi }]
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans }
    expect((await call('POST', '/v3/device/report', { body })).status).toBe(200)
  }
}

const jobsOf = async ({ token }: Pick<Person, 'token'>, query = '') =>
  (await call('GET', `${JOBS}${query}`, { token })).body.jobs
const start = ({ person, mapId, deviceId }: Floor, rest: object = {}) =>
  call('POST', JOBS, {
    token: person.token,
    body: {
      ...{ device_id: deviceId, map_id: mapId, indoor_X: 300, indoor_Y: 250, collection_time: 2 },
      ...rest,
    },
  })
const change = ({ person }: Floor, jobId: string, body: object) =>
  call('PUT', `${JOBS}/${jobId}`, { token: person.token, body })

const surveysOf = async ({ person, mapId }: Floor) =>
  (await findTrainedFloor(database.db, person.accountId, mapId))!.surveys

/** A job at a spot, over all of its time. */
async function collect(site: Floor, [indoor_X, indoor_Y]: readonly [number, number]): Promise<string> {
  const { body } = await start(site, { indoor_X, indoor_Y })
  for (let second = 0; second < 120; second += 40) {
    await hear(site, [indoor_X, indoor_Y])
    clock.move(40_000)
  }
  clock.move(4000)
  await doDueJobs(app)
  return body.job.job_id
}

test('a job waits until its tracker is heard, then runs, and is done when its time is over [API-POST /app/ai/collectjobs] [ENT-trainingJob.job_id] [ENT-trainingJob.tracker] [ENT-trainingJob.indoor_map] [ENT-trainingJob.collection_time] [ENT-trainingJob.note]', async () => {
  clock.hold()
  const site = await floor()
  const { body } = await start(site, { note: 'Day room, by the window', collection_time: 5 })
  expect(body.job).toMatchObject({
    ...{ device_id: site.deviceId, device_name: 'Wheelchair 05', map_id: site.mapId, indoor_X: 300, indoor_Y: 250 },
    ...{
      collection_time: 5,
      note: 'Day room, by the window',
      state: 'waiting',
      valid: true,
      readings: 0,
      result: null,
    },
  })
  clock.move(60_000)
  await hear(site, [300, 250])
  const heardAt = Math.floor(clock.now() / 1000)
  expect(await jobsOf(site.person)).toMatchObject([
    {
      job_id: body.job.job_id,
      state: 'running',
      readings: 6,
      stations: 6,
      start_time: heardAt,
      end_time: heardAt + 300,
    },
  ])
  // Its time runs from when it was heard.
  clock.move(250_000)
  await doDueJobs(app)
  expect(await jobsOf(site.person)).toMatchObject([{ state: 'running' }])
  clock.move(54_000)
  await doDueJobs(app)
  expect(await jobsOf(site.person)).toMatchObject([{ state: 'done', readings: 6, end_time: heardAt + 300 }])
})

test('a tracker that nobody hears ends its job without readings, and teaches nothing', async () => {
  clock.hold()
  const site = await floor()
  await start(site)
  clock.move(124_000)
  await doDueJobs(app)
  expect(await jobsOf(site.person)).toMatchObject([{ state: 'done', readings: 0, stations: 0, result: null }])
  expect(await surveysOf(site)).toEqual([])
})

test("signals heard during the job are stored with the stations' positions, however long after its end they are collected", async () => {
  clock.hold()
  const site = await floor()
  await hear(site, [900, 100])
  clock.move(1000)
  const { body } = await start(site)
  for (let count = 0; count < 3; count += 1) {
    await hear(site, [300, 250])
    clock.move(2000)
  }
  clock.move(117_000)
  await hear(site, [900, 100])
  // The server was away meanwhile.
  clock.move(1_200_000)
  await doDueJobs(app)
  expect(await jobsOf(site.person)).toMatchObject([{ job_id: body.job.job_id, readings: 18 }])
  const [survey] = await surveysOf(site)
  expect(survey).toMatchObject({ jobId: body.job.job_id, mapId: site.mapId, way: [{ x: 300, y: 250 }], spotName: '' })
  expect(survey?.stations).toHaveLength(6)
  for (const { place, rssiDbm, atMs } of survey?.stations ?? []) {
    expect(place).not.toBeNull()
    expect([rssiDbm.length, atMs.length]).toEqual([3, 3])
  }
})

test.each([
  ['no minutes of the list', { collection_time: 3 }, 400001, 'body.collection_time'],
  ['a spot right of the plan', { indoor_X: 1001 }, 400001, 'body.indoor_X'],
  ['a spot below the plan', { indoor_Y: 501 }, 400001, 'body.indoor_X'],
  ['a spot left of the plan', { indoor_X: -1 }, 400001, 'body.indoor_X'],
  ['a tracker nobody has', { device_id: 'G3-00000000' }, 404103, undefined],
  ['a map nobody has', { map_id: '00000000-0000-4000-8000-000000000000' }, 404102, 'map_id'],
])('%s is refused', async (_what, rest, code, info) => {
  const { body } = await start(await floor(), rest)
  expect(body).toMatchObject({ result: false, code, ...(info !== undefined && { info }) })
})

test('durations are 2, 5, 10, 15 and 30 minutes, and no others [CONST-30]', async () => {
  const site = await floor()
  for (const collection_time of [0, 1, 2, 3, 4, 5, 6, 10, 14, 15, 20, 30, 31, 60]) {
    const { status, body } = await start(site, { collection_time })
    expect([collection_time, status]).toEqual([
      collection_time,
      [2, 5, 10, 15, 30].includes(collection_time) ? 200 : 400,
    ])
    if (status === 200) await change(site, body.job.job_id, { finish: true })
  }
})

test('a map without a scale takes no job', async () => {
  const site = await floor()
  await sql`update indoor_maps set metres_per_pixel = null where id = ${site.mapId}`.execute(database.db)
  expect((await start(site)).body).toMatchObject({ code: 400001, info: 'body.map_id' })
})

test('a tracker has one job at a time', async () => {
  const site = await floor()
  const first = await start(site)
  expect((await start(site)).body).toMatchObject({ code: 409001 })
  const other = await given.tracker(site.person.accountId)
  expect((await start(site, { device_id: other })).status).toBe(200)
  expect((await change(site, first.body.job.job_id, { finish: true })).body.job.state).toBe('done')
  expect((await start(site)).status).toBe(200)
})

test('the list has the jobs of a range, newest first, page by page [API-GET /app/ai/collectjobs] [ENT-trainingJob.query_range]', async () => {
  clock.hold()
  const site = await floor()
  const { accountId, token } = site.person
  const day = 86_400
  const now = Math.floor(clock.now() / 1000)
  await sql`insert into training_jobs (account_id, job_id, device_id, device_name, map_id, "indoor_X", "indoor_Y", collection_time,
      note, created_at_ms, started_at_ms, ended_at_ms)
    select ${accountId}, gen_random_uuid(), ${site.deviceId}, 'Chair', ${site.mapId}, 0, 0, 5, n::text, at, at, at
    from generate_series(1, 52) n cross join lateral (select ${clock.now()}::bigint - n * 1000 as at) t`.execute(
    database.db,
  )
  const today = `?query_start=${now - day}&query_end=${now + day}`
  const first = (await call('GET', `${JOBS}${today}`, { token })).body
  expect([first.query_start, first.query_end]).toEqual([now - day, now + day])
  expect(first.jobs.map(({ note }: { note: string }) => note).slice(0, 3)).toEqual(['1', '2', '3'])
  expect(first.jobs).toHaveLength(50)
  const second = (await call('GET', `${JOBS}${today}&page_token=${first.metadata.next_token}`, { token })).body
  expect(second.jobs.map(({ note }: { note: string }) => note)).toEqual(['51', '52'])
  expect(second.metadata.next_token).toBeUndefined()
  expect(await jobsOf(site.person, `?query_start=${now - 2 * day}&query_end=${now - day}`)).toEqual([])
  expect(await jobsOf(await given.person())).toEqual([])
})

test('a job that is marked incorrect teaches nothing until it is marked valid again [API-PUT /app/ai/collectjobs/{jobID}] [ENT-trainingJob.valid_state] [TRAIN-04]', async () => {
  clock.hold()
  const site = await floor()
  const jobId = await collect(site, [300, 250])
  const surveys = () => surveysOf(site)
  expect(await surveys()).toHaveLength(1)
  expect((await change(site, jobId, { valid: false })).body.job.valid).toBe(false)
  expect(await jobsOf(site.person)).toMatchObject([{ job_id: jobId, valid: false, state: 'done' }])
  expect(await surveys()).toEqual([])
  expect((await change(site, jobId, { valid: true })).body.job.valid).toBe(true)
  expect(await surveys()).toHaveLength(1)
  const logs = (await call('GET', '/v3/app/activity/logs', { token: site.person.token })).body.activity_logs
  const deeds = logs.map(({ action }: { action: string }) => action).filter((action: string) => action !== 'sign_in')
  expect(deeds.sort()).toEqual(['change_training', 'change_training', 'start_training'])
})

/** A job that walks along the floor in 40 s. */
async function walk(site: Floor, y: number): Promise<string> {
  const { body } = await start(site, { walked: true, indoor_X: 100, indoor_Y: y })
  const [corner] = body.job.path
  for (let second = 0; second < 40; second += 4) {
    await hear(site, [100 + second * 20, y])
    clock.move(4000)
  }
  const path = [corner, { indoor_X: 900, indoor_Y: y, at_ms: corner.at_ms + 40_000 }]
  await change(site, body.job.job_id, { path, finish: true })
  return body.job.job_id
}

test('jobs over the floor bring positions nearer to the truth, and their figures tell by how much', async () => {
  clock.hold()
  const site = await floor()
  const { token } = site.person
  const radioMap = async () => (await call('GET', `/v3/app/ai/radiomaps/${site.mapId}`, { token })).body.radio_map
  expect(await radioMap()).toMatchObject({ coverage: 'none', jobs: [], cells: [], stations: [] })
  const walks = [await walk(site, 190), await walk(site, 250), await walk(site, 310)]
  const learnt = await eventually(async () => {
    const map = await radioMap()
    expect(map).toMatchObject({ coverage: 'good', jobs: walks.map((job_id) => ({ job_id })) })
    expect((await jobsOf(site.person)).every(({ result }: { result: unknown }) => result !== null)).toBe(true)
    return map
  })
  expect(learnt.stations.map(({ t4_id }: { t4_id: string }) => t4_id).sort()).toEqual(
    site.hearers.map(({ t4Id }) => t4Id).sort(),
  )
  for (const { rssi } of learnt.stations) expect(rssi).toHaveLength(learnt.cells.length)
  expect(learnt.after_metres).toBeLessThan(learnt.before_metres)
  expect(await listSurveys(database.db, site.person.accountId)).toHaveLength(3)
  // The first by which the floor is covered.
  const [, second] = await jobsOf(site.person)
  expect(second.job_id).toBe(walks[1])
  expect(second.result.after_metres).toBeLessThan(second.result.before_metres)

  // A station that hangs elsewhere now is left out.
  const [moved] = site.hearers
  await call('PUT', `/v3/app/stations/${moved!.t4Id}`, { token, body: { indoor_X: 400, indoor_Y: 300 } })
  await doDueJobs(app)
  expect((await radioMap()).stations).toHaveLength(site.hearers.length - 1)
})

test('points in one corner of a floor are told to be too few of it', async () => {
  clock.hold()
  const site = await floor()
  for (const x of [80, 110, 140]) for (const y of [80, 110]) await collect(site, [x, y])
  const { body } = await call('GET', `/v3/app/ai/radiomaps/${site.mapId}`, { token: site.person.token })
  expect(body.radio_map).toMatchObject({ coverage: 'corner', cells: [], stations: [] })
  // Nobody is placed by them.
  expect(await surveysOf(site)).toHaveLength(6)
  expect(await listSurveys(database.db, site.person.accountId)).toEqual([])
})

test('a walked job is placed between the corners of its path by the time of each reading', async () => {
  clock.hold()
  const site = await floor()
  const from = clock.now()
  const { body } = await start(site, { walked: true, indoor_X: 100, indoor_Y: 250, collection_time: 10 })
  const corners = [{ indoor_X: 100, indoor_Y: 250, at_ms: from }]
  expect(body.job.path).toEqual(corners)
  for (let second = 0; second < 40; second += 2) {
    await hear(site, [100 + second * 20, 250])
    clock.move(2000)
  }
  const path = [...corners, { indoor_X: 900, indoor_Y: 250, at_ms: from + 40_000 }]
  expect((await change(site, body.job.job_id, { path })).body.job.path).toEqual(path)
  // What is heard after the last corner is nowhere.
  clock.move(3000)
  await hear(site, [900, 250])
  clock.move(1000)
  const done = (await change(site, body.job.job_id, { finish: true })).body.job
  expect(done).toMatchObject({ state: 'done', readings: 126 })
  const [survey] = await surveysOf(site)
  expect(survey?.way).toEqual(path.map(({ indoor_X: x, indoor_Y: y, at_ms: atMs }) => ({ x, y, atMs })))
  expect(survey?.stations.map(({ atMs }) => atMs.length)).toEqual(Array(6).fill(20))
  expect((await change(site, body.job.job_id, { path })).body).toMatchObject({ code: 405001 })
})

test('a path that nobody can have walked is refused', async () => {
  clock.hold()
  const site = await floor()
  const at = clock.now()
  const { body } = await start(site, { walked: true, indoor_X: 100, indoor_Y: 250 })
  clock.move(10_000)
  const first = { indoor_X: 100, indoor_Y: 250, at_ms: at }
  const send = async (...rest: object[]) => (await change(site, body.job.job_id, { path: [first, ...rest] })).body
  // 40 m in 5 s.
  expect(await send({ indoor_X: 900, indoor_Y: 250, at_ms: at + 5000 })).toMatchObject({
    ...{ code: 400001, info: 'body.path.tooFast' },
  })
  expect(await send({ indoor_X: 101, indoor_Y: 250, at_ms: at })).toMatchObject({ code: 400001, info: 'body.path' })
  expect(await send({ indoor_X: 101, indoor_Y: 501, at_ms: at + 5000 })).toMatchObject({ code: 400001 })
  expect(await send({ indoor_X: 101, indoor_Y: 250, at_ms: at + 60_000 })).toMatchObject({ code: 400001 })
  const spot = await start(site, { device_id: await given.tracker(site.person.accountId) })
  expect((await change(site, spot.body.job.job_id, { path: [first] })).body).toMatchObject({ code: 405001 })
})

test('another image of the map moves spots, paths and stations of then along', async () => {
  clock.hold()
  const site = await floor()
  await collect(site, [300, 250])
  const sizes = [
    { width: 1000, height: 500 },
    { width: 2000, height: 1500 },
  ] as const
  await scaleJobs(database.db, site.person.accountId, site.mapId, ...sizes)
  const [survey] = await surveysOf(site)
  expect(survey?.way).toMatchObject([{ x: 600, y: 750 }])
  expect(survey?.stations[0]?.place).toEqual({ x: expect.any(Number), y: expect.any(Number) })
  const [first] = site.hearers.toSorted((a, b) => (a.t4Id < b.t4Id ? -1 : 1))
  expect(survey?.stations[0]?.place).toEqual({ x: first!.x * 2, y: first!.y * 3 })
})
