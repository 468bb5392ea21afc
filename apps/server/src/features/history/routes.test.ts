import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const { newWard, zone } = ward(app)
const MINUTE = 60_000

/** A ward with a second station, and a tracker that both can hear. */
async function walked() {
  clock.hold()
  const house = await newWard()
  const { accountId } = house.person
  const lounge = await given.station(accountId, { mapId: house.mapId, x: 100, y: 100 })
  const id = await given.tracker(accountId, { name: 'Sato Kenji' })
  await sql`update trackers set class_index = 2 where account_id = ${accountId} and device_id = ${id}`.execute(db)
  await sql`update stations set t4_name = 'Lounge' where account_id = ${accountId} and t4_id = ${lounge.t4Id}`.execute(
    db,
  )
  const scan = { device_id: id, rssi: -60, connected: true, battery: 80 }
  return {
    ...house,
    ...{ accountId, lounge, id },
    /** Is heard once a minute for so many minutes, time going on. */
    async heard(minutes: number, by: typeof lounge = house.station, more: object = {}) {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.move(MINUTE)
        await house.say([{ ...scan, ...more }], clock.now(), by)
      }
      await house.flush()
    },
    get: async (path: string, token = house.person.token) => (await call('GET', `/v3${path}`, { token })).body,
  }
}

const seconds = (ms: number) => Math.floor(ms / 1000)

test('a day of reports becomes logs of stays, the last of which goes on [ENT-trail.logs] [ENT-trail.log.device_name] [ENT-trail.log.t4_id] [ENT-trail.log.station_name] [ENT-trail.log.start_time] [ENT-trail.log.duration] [API-GET /device/trail/{device_id}]', async () => {
  const { id, station, lounge, mapId, heard, get, person } = await walked()
  const startMs = clock.now() + MINUTE
  await heard(5)
  await heard(5, lounge)
  clock.move(40 * MINUTE)
  await heard(3, lounge)
  const start = seconds(startMs)
  const token = await given.signIn(person.email)
  const body = await get(`/device/trail/${id}?start_time=${start}&end_time=${start + 86_400}`, token)
  expect(body).toMatchObject({ result: true, code: 200 })
  const told = body.trail_logs.map((log: Record<string, unknown>) => [
    ...[log.kind, log.t4_id, log.start_time, log.duration, log.rssi_avg, log.continues],
  ])
  expect(told).toEqual([
    ['station', station.t4Id, start, 240, -60, false],
    ['moving', '', start + 240, 60, -1, false],
    ['station', lounge.t4Id, start + 300, 240, -60, false],
    ['station', lounge.t4Id, start + 540 + 41 * 60, 120, -60, true],
  ])
  expect(body.trail_logs[2]).toMatchObject({
    ...{ device_name: 'Sato Kenji', station_name: 'Lounge', map_id: mapId },
    ...{ indoor_X: expect.any(Number), indoor_Y: expect.any(Number) },
  })
})

test('a moving device has a strength of -1 [ENT-trail.log.rssi_avg]', async () => {
  const { id, heard, get } = await walked()
  const start = seconds(clock.now())
  await heard(2, undefined, { moving: true })
  const { trail_logs } = await get(`/device/trail/${id}?start_time=${start}&end_time=${start + 86_400}`)
  expect(trail_logs).toMatchObject([{ kind: 'moving', rssi_avg: -1, t4_id: '', station_name: '' }])
})

test('a device keeps the name and class it had, and its past when it is removed', async () => {
  const { id, accountId, heard, get } = await walked()
  await heard(3)
  const atMs = clock.now()
  await sql`update trackers set name = 'Sato K.', class_index = 5 where account_id = ${accountId} and device_id = ${id}`.execute(
    db,
  )
  const site = async () => (await get(`/app/history/site?at_ms=${atMs}`)).trackers
  expect(await site()).toMatchObject([{ device_id: id, name: 'Sato Kenji', class_index: 2 }])
  await sql`delete from trackers where account_id = ${accountId} and device_id = ${id}`.execute(db)
  expect(await site()).toMatchObject([{ device_id: id, name: 'Sato Kenji', class_index: 2, device_model: 'g3' }])
  const start = seconds(atMs)
  expect((await get(`/device/trail/${id}?start_time=${start}&end_time=${start + 60}`)).trail_logs).toHaveLength(1)
})

test('zones are those of the instant, and their changes come in order, however a zone went', async () => {
  const { person, mapId, accountId, get } = await walked()
  const token = await given.signIn(person.email)
  const polygon = [
    [0, 0],
    [90, 0],
    [90, 90],
  ]
  const body = { zone_name: 'Stairs', zone_type: 'danger', shape: { map_id: mapId, polygon } }
  const made = await call('POST', '/v3/app/zones', { token, body })
  const { id } = made.body.zone
  const t0 = clock.now() - 60 * MINUTE
  const [t1, t2] = [t0 + 10 * MINUTE, t0 + 20 * MINUTE]
  // The database keeps versions by its own clock.
  const set = (change: ReturnType<typeof sql>, holds: ReturnType<typeof sql>) =>
    sql`update zone_versions set ${change} where account_id = ${accountId} and ${holds}`.execute(db)
  await set(sql`from_ms = ${t0}`, sql`true`)
  await call('PUT', `/v3/app/zones/${id}`, { token, body: { ...body, zone_name: 'Stairwell' } })
  await set(sql`until_ms = ${t1}`, sql`until_ms is not null`)
  await set(sql`from_ms = ${t1}`, sql`until_ms is null`)
  // It goes with its map.
  await sql`delete from indoor_maps where account_id = ${accountId}`.execute(db)
  await set(sql`until_ms = ${t2}`, sql`from_ms = ${t1} and until_ms is not null`)
  const namesOf = (zones: readonly { zone_name: string }[]) => zones.map(({ zone_name }) => zone_name)
  const at = async (ms: number) => namesOf((await get(`/app/history/site?at_ms=${ms}`, token)).zones)
  expect(await Promise.all([t0 - 1, t0, t1 - 1, t1, t2].map(at))).toEqual([
    ...[[], ['Stairs'], ['Stairs'], ['Stairwell'], []],
  ])
  const { changes } = await get(`/app/history/changes?from_ms=${t0 - 1}&until_ms=${t2}`, token)
  expect(changes.map(({ at_ms, zones }: { at_ms: number; zones: [] }) => [at_ms, namesOf(zones)])).toEqual([
    ...[
      [t0, ['Stairs']],
      [t1, ['Stairwell']],
      [t2, []],
    ],
  ])
})

test('location logs are as reported, newest first, by device and by sender, page by page [ENT-locationLog.scanned_at] [ENT-locationLog.created_at] [ENT-locationLog.created_at_ttl] [ENT-locationLog.device_id] [ENT-locationLog.sender_id] [API-GET /application/locationlogretrieve]', async () => {
  const { id, station, lounge, say, person, get, heard } = await walked()
  const startMs = clock.now()
  await heard(2)
  await heard(1, lounge)
  // More of them than a page holds, each with its own time.
  const many = await given.tracker(person.accountId)
  for (let index = 0; index < 120; index += 1) {
    clock.move(1000)
    await say([{ device_id: many, rssi: -70, connected: true }])
  }
  const range = `query_start=${seconds(startMs)}&query_end=${seconds(clock.now())}`
  const logs = (query: string) => get(`/application/locationlogretrieve?${query}&${range}`)
  const own = await logs(`device_id=${id}`)
  expect(own).toMatchObject({ result: true, metadata: {} })
  const scanned_at = seconds(startMs + 3 * MINUTE)
  expect(own.location_logs[0]).toEqual({
    ...{ scanned_at, created_at: scanned_at, created_at_ttl: scanned_at + 90 * 86_400 },
    ...{ device_id: id, sender_id: lounge.t4Id, rssi: -60, battery: 80, moving: null },
    ...{ gps_latitude: null, gps_longitude: null, time_corrected: false },
  })
  expect(own.location_logs.map(({ sender_id }: { sender_id: string }) => sender_id)).toEqual([
    lounge.t4Id,
    station.t4Id,
    station.t4Id,
  ])
  for (const [of, count] of [
    [`device_id=${many}`, 120],
    [`sender_id=${station.t4Id}`, 122],
  ] as const) {
    const found: { scanned_at: number }[] = []
    let token: string | undefined
    do {
      const page = await logs(token === undefined ? of : `${of}&page_token=${token}`)
      found.push(...page.location_logs)
      token = page.metadata.next_token
    } while (token !== undefined)
    expect(found).toHaveLength(count)
    expect(found.map((log) => log.scanned_at)).toEqual(found.map((log) => log.scanned_at).toSorted((a, b) => b - a))
  }
  const { metadata } = await logs(`device_id=${many}`)
  const other = await given.person()
  const foreign = `/application/locationlogretrieve?device_id=${many}&${range}&page_token=${metadata.next_token}`
  expect(await get(foreign, other.token)).toMatchObject({ result: false, code: 400001, info: 'query.page_token' })
})

test('the site at an instant is as it was: where devices were, who was silent, in which zone, and open alarms', async () => {
  const { id, accountId, mapId, lounge, heard, get, person } = await walked()
  const zoneId = await zone(accountId, { t4_ids: [lounge.t4Id] }, { type: 'attendance', name: 'Lounge' })
  const startMs = clock.now()
  await heard(4)
  const inHall = clock.now()
  await heard(4, lounge)
  const inLounge = clock.now()
  const [alarmId] = await raised(app, accountId, helpOf(id, 'Sato Kenji', clock.now()))
  clock.move(MINUTE)
  const ringing = clock.now()
  clock.move(1000)
  await call('POST', '/v3/app/alarms/acknowledge', { token: person.token, body: { alarm_ids: [alarmId] } })
  clock.move(20 * MINUTE)
  const later = clock.now()
  const site = (atMs: number) => get(`/app/history/site?at_ms=${atMs}`)

  expect(await site(startMs)).toMatchObject({ trackers: [], visits: [], notifications: [] })
  const first = await site(inHall)
  expect(first.trackers).toMatchObject([
    { device_id: id, status: 'connected', name: 'Sato Kenji', class_index: 2, battery: 80, last_seen: seconds(inHall) },
  ])
  expect(first.trackers[0].qualified_location_info).toMatchObject({
    reason_code: expect.any(Number),
    reason_data: { indoor_map_id: mapId, station_name: expect.stringContaining('Station') },
  })
  expect(first).toMatchObject({ visits: [], notifications: [], stations: [{}, {}] })
  const second = await site(inLounge)
  expect(second.trackers[0].qualified_location_info).toMatchObject({
    sender_device_id: lounge.t4Id,
    reason_data: { station_name: 'Lounge' },
  })
  await eventually(async () =>
    expect((await site(inLounge)).visits).toMatchObject([{ zone_id: zoneId, device_id: id, until_ms: null }]),
  )
  expect((await site(ringing)).notifications).toMatchObject([
    { id: alarmId, device_id: id, alarm: { acknowledged_by: null } },
  ])
  const last = await site(later)
  expect(last.notifications).toEqual([])
  expect(last.trackers).toMatchObject([{ device_id: id, status: 'offline', last_seen: seconds(inLounge) }])
})

test('play tells in order what the site at its end shows, and the next alarm is found from any instant', async () => {
  // One place a step is told, by steps of the clock: all that follows is within one hour.
  clock.move(60 * MINUTE - (clock.now() % (60 * MINUTE)))
  const { id, accountId, lounge, heard, get, person } = await walked()
  await zone(accountId, { t4_ids: [lounge.t4Id] }, { type: 'attendance', name: 'Lounge' })
  const startMs = clock.now()
  await heard(3)
  await heard(4, lounge)
  const [alarmId] = await raised(app, accountId, helpOf(id, 'Sato Kenji', clock.now()))
  const raisedMs = clock.now()
  clock.move(1000)
  await call('POST', '/v3/app/alarms/acknowledge', { token: person.token, body: { alarm_ids: [alarmId] } })
  clock.move(MINUTE)
  const range = `from_ms=${startMs}&until_ms=${clock.now()}`
  const { changes, until_ms } = await eventually(async () => {
    const body = await get(`/app/history/changes?${range}`)
    expect(body.changes.some(({ visit }: { visit?: object }) => visit !== undefined)).toBe(true)
    return body
  })
  expect(until_ms).toBe(clock.now())
  const times = changes.map(({ at_ms }: { at_ms: number }) => at_ms)
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
  const senders = changes.flatMap(
    (change: { tracker?: { qualified_location_info: { sender_device_id: string } } }) =>
      change.tracker?.qualified_location_info.sender_device_id ?? [],
  )
  expect(senders.at(-1)).toBe(lounge.t4Id)
  const answers = changes.flatMap((change: { notification?: { alarm: { acknowledged_by: string | null } } }) =>
    change.notification === undefined ? [] : [change.notification.alarm.acknowledged_by],
  )
  expect(answers).toEqual([null, 'Mori Yuki'])
  const coarse = await get(`/app/history/changes?${range}&step_ms=3600000`)
  expect(coarse.changes.filter(({ tracker }: { tracker?: object }) => tracker !== undefined).length).toBeLessThan(
    senders.length,
  )
  const { moves, alarms } = await get(`/app/history/density?${range}&buckets=2`)
  expect(moves.reduce((sum: number, count: number) => sum + count, 0)).toBe(senders.length)
  expect(alarms).toEqual([0, 1])
  const alarmOf = async (atMs: number, direction: string) =>
    (await get(`/app/history/alarm?at_ms=${atMs}&direction=${direction}`)).notification?.id ?? null
  expect(await alarmOf(startMs, 'next')).toBe(alarmId)
  expect(await alarmOf(clock.now(), 'previous')).toBe(alarmId)
  expect(await alarmOf(raisedMs, 'next')).toBeNull()
  expect(await alarmOf(startMs, 'previous')).toBeNull()
})

test('visitors play the past without stations, and read-only people not at all; everybody sees trails', async () => {
  const { id, person, accountId, heard, get } = await walked()
  await heard(2)
  const atMs = clock.now()
  const visitor = await given.visitor(person)
  expect(await get(`/app/history/site?at_ms=${atMs}`, visitor)).toMatchObject({ stations: [], trackers: [{}] })
  const reader = await given.person({ accountId, class: 'readonly' })
  expect((await get(`/app/history/site?at_ms=${atMs}`, reader.token)).code).toBe(403001)
  const range = `from_ms=${atMs - 5 * MINUTE}&until_ms=${atMs}`
  expect((await get(`/app/history/contacts/${id}?${range}`, reader.token)).code).toBe(403001)
  expect((await get(`/app/history/way/${id}?${range}`, reader.token)).points.length).toBeGreaterThan(0)
  const stranger = await given.person()
  expect(await get(`/app/history/site?at_ms=${atMs}`, stranger.token)).toMatchObject({ trackers: [], stations: [] })
})
