import { type KyselyPlugin, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { meanwhile, openTransaction } from '../../../../scripts/harness/meanwhile.ts'
import { newSweep } from '../../../../scripts/harness/new-sweep.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { startFrom, testIngest } from '../../../../scripts/harness/test-ingest.ts'
import { ward } from '../../../../scripts/harness/ward.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { Clock } from '../platform/clock.ts'
import { Sweep } from './sweep.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const { newWard, told, typesHeard, typesTold, zone } = ward(app)

const SECOND_MS = 1000
const MINUTE_MS = 60_000

const eventuallyTold = (person: Person, types: string[]) =>
  eventually(async () => expect(await typesTold(person)).toEqual(types))

const around = (x: number, y: number): [number, number][] => [
  [x - 50, y - 50],
  [x + 50, y - 50],
  [x + 50, y + 50],
  [x - 50, y + 50],
]

/** A ward with a danger zone around its station, and another station far from it. */
async function wardWithZone(rest: Parameters<typeof zone>[2] = {}) {
  const { mapId, say, ...here } = await newWard()
  const zoneId = await zone(here.person.accountId, { map_id: mapId, polygon: around(500, 250) }, rest)
  const far = await given.station(here.person.accountId, { mapId, x: 900, y: 450 })
  const id = await given.tracker(here.person.accountId, { name: 'Ito Haru' })
  const start = clock.now() - 10 * MINUTE_MS
  /** Heard from that second on, by its place three times, a second apart. */
  const stay = async (second: number, place: 'in' | 'out', times = 3, heard: object = { device_id: id, rssi: -50 }) => {
    for (let time = 0; time < times; time += 1) {
      const atMs = start + (second + time) * SECOND_MS
      await (place === 'in' ? say([heard], atMs) : say([heard], atMs, far))
    }
    await here.flush()
  }
  return { ...here, mapId, say, far, id, start, stay, zoneId }
}

test('entering a danger zone notifies every console and the list once, and again after a return [NOTI-07]', async () => {
  const { person, id, stay, zoneId } = await wardWithZone()
  const colleague = await given.person({ accountId: person.accountId, class: 'readonly' })
  const consoles = await Promise.all([person, colleague].map(({ token }) => listen(app, token)))
  await stay(0, 'in', 1)
  expect(await typesTold(person)).toEqual([])
  await stay(2, 'in')
  await eventuallyTold(person, ['enter_danger_zone'])
  expect(await told(person)).toMatchObject([
    {
      ...{ device_id: id, late_since_ms: null },
      facts: { device_name: 'Ito Haru', zone_id: zoneId, zone_name: 'Stairs B', place: 'Hinoki Garden 2F East' },
    },
  ])
  for (const { events } of consoles) {
    await eventually(async () => expect(typesHeard(events)).toEqual(['enter_danger_zone']))
  }
  // Long enough that the first station is forgotten.
  await stay(60, 'out')
  await stay(120, 'in')
  await eventuallyTold(person, ['enter_danger_zone', 'enter_danger_zone'])
  const { notifications } = (await call('GET', '/v3/app/notifications', { token: colleague.token })).body
  const entered = { type: 'enter_danger_zone', metadata: { zone_id: zoneId } }
  expect(notifications).toMatchObject([entered, entered])
})

test('a signal that flickers into a zone raises nothing, and one that flickers out of it raises nothing again', async () => {
  const { person, stay } = await wardWithZone()
  for (let second = 0; second < 200; second += 40) {
    await stay(second, 'in', 1)
    await stay(second + 20, 'out', 1)
  }
  expect(await typesTold(person)).toEqual([])
  await stay(240, 'in')
  for (let second = 280; second < 400; second += 40) {
    await stay(second, 'out', 1)
    await stay(second + 20, 'in', 1)
  }
  expect(await typesTold(person)).toEqual(['enter_danger_zone'])
})

test('a person in a zone when the clock is set back has not left with the first report of a far station', async () => {
  const { person, mapId, station, say, flush } = await newWard()
  await zone(person.accountId, { t4_ids: [station.t4Id] })
  const far = await given.station(person.accountId, { mapId, x: 900, y: 450 })
  const id = await given.tracker(person.accountId)
  const near = (atMs: number) => say([{ device_id: id, rssi: -50 }], atMs)
  const startMs = clock.now() - 10 * SECOND_MS
  for (const ms of [0, 1000, 2000]) await near(startMs + ms)
  await flush()
  await eventuallyTold(person, ['enter_danger_zone'])
  clock.set(-30 * MINUTE_MS)
  onTestFinished(() => clock.set(30 * MINUTE_MS))
  const againMs = clock.now() - 5 * SECOND_MS
  for (const ms of [0, 1000]) await say([{ device_id: id, rssi: -80 }], againMs + ms, far)
  for (const ms of [1500, 2500, 3500]) await near(againMs + ms)
  await flush()
  expect(await typesTold(person)).toEqual(['enter_danger_zone'])
})

test('a person in the zone of a station has not left while only that station has not reconnected after an outage', async () => {
  const { person, mapId, station, say, flush } = await newWard()
  await zone(person.accountId, { t4_ids: [station.t4Id] })
  const far = await given.station(person.accountId, { mapId, x: 900, y: 450 })
  const id = await given.tracker(person.accountId)
  const startMs = clock.now() - 5 * MINUTE_MS
  const near = (second: number) => say([{ device_id: id, rssi: -60 }], startMs + second * SECOND_MS)
  const farAway = (second: number) => say([{ device_id: id, rssi: -80 }], startMs + second * SECOND_MS, far)
  for (const second of [0, 2]) await near(second)
  await farAway(3)
  // After the outage the far station is the first that reports.
  for (const second of [20, 22, 24, 26]) await farAway(second)
  for (const second of [27, 29]) await near(second)
  await flush()
  await eventuallyTold(person, ['enter_danger_zone'])
  // Gone: the station of the zone stays silent.
  for (let second = 46; second <= 58; second += 2) await farAway(second)
  for (const second of [60, 62]) await near(second)
  await flush()
  await eventuallyTold(person, ['enter_danger_zone', 'enter_danger_zone'])
})

test('reports that come late, or again, neither let anybody enter nor leave', async () => {
  const { person, stay, say, id, start } = await wardWithZone()
  await stay(0, 'out')
  await stay(100, 'out')
  await stay(50, 'in')
  expect(await typesTold(person)).toEqual([])
  await stay(200, 'in')
  await eventuallyTold(person, ['enter_danger_zone'])
  await stay(150, 'out')
  await stay(0, 'out')
  await stay(230, 'in')
  await say([{ device_id: id, rssi: -50 }], start + 232 * SECOND_MS)
  expect(await typesTold(person)).toEqual(['enter_danger_zone'])
})

test('a zone may be of stations, whether they are on a map or not', async () => {
  const { person, say, flush } = await newWard()
  const { accountId } = person
  const nowhere = await given.station(accountId)
  await zone(accountId, { t4_ids: [nowhere.t4Id] })
  const id = await given.tracker(accountId)
  const start = clock.now() - 5 * MINUTE_MS
  const heard = (second: number, rssi: number, by?: typeof nowhere) =>
    say([{ device_id: id, rssi }], start + second * SECOND_MS, ...(by === undefined ? [] : [by]))
  // Heard there too, but better elsewhere.
  for (let second = 0; second < 10; second += 2) {
    await heard(second, -50)
    await heard(second + 1, -80, nowhere)
  }
  await flush()
  expect(await typesTold(person)).toEqual([])
  for (let second = 30; second < 36; second += 2) await heard(second, -50, nowhere)
  await flush()
  await eventuallyTold(person, ['enter_danger_zone'])
})

test('a zone outdoors is entered by a phone that says where it is', async () => {
  const person = await given.person()
  const pond: [number, number][] = [
    [139.7, 35.6],
    [139.8, 35.6],
    [139.8, 35.7],
    [139.7, 35.7],
  ]
  await zone(person.accountId, { polygon: pond })
  const sender = `van-${person.accountId.slice(0, 8)}`
  const password = await given.credential(person.accountId, sender)
  const at = async (lat: number, lon: number, second: number, rest = '') => {
    const timestamp = Math.floor(clock.now() / 1000) - 300 + second
    const { status } = await call(
      'GET',
      `/gateway/osmand/${password}?id=${sender}&lat=${lat}&lon=${lon}&timestamp=${timestamp}${rest}`,
    )
    expect(status).toBe(200)
  }
  for (const second of [0, 10]) await at(35.5, 139.75, second)
  for (const second of [20, 30]) await at(35.65, 139.75, second)
  await eventuallyTold(person, ['enter_danger_zone'])
  await at(35.65, 139.75, 40, '&alarm=sos')
  await eventuallyTold(person, ['enter_danger_zone', 'help'])
})

test('a zone is for trackers of its classes, rings in its hours only, and an attendance zone never', async () => {
  const [residents, night, attendance] = await Promise.all([
    wardWithZone({ classes: [1] }),
    // Within an hour ten hours from now.
    wardWithZone({ times: [hourOf(clock.now() + 36_000_000)] }),
    wardWithZone({ type: 'attendance' }),
  ])
  for (const { person, stay } of [residents, night, attendance]) {
    await stay(0, 'in')
    expect(await typesTold(person)).toEqual([])
  }
  await sql`update trackers set class_index = 1 where device_id = ${residents.id}`.execute(db)
  app.running.ingest.forget(residents.person.accountId)
  await residents.stay(10, 'in')
  await eventuallyTold(residents.person, ['enter_danger_zone'])
})

/** An hour of every day that holds a moment, in the time zone of new accounts. */
function hourOf(ms: number) {
  const hour = (new Date(ms).getUTCHours() + 8) % 24
  const clockTime = (of: number) => `${String(of % 24).padStart(2, '0')}:00`
  return { days: [0, 1, 2, 3, 4, 5, 6], from: clockTime(hour), to: clockTime(hour + 1) }
}

test('a battery is low at 15 percent, once, until it was charged to 20; of trackers and of carepads', async () => {
  const { person, say, flush } = await newWard()
  const pad = `CP-${person.accountId.slice(0, 8)}`
  await addCarepad(person, pad)
  for (const device_id of [await given.tracker(person.accountId, { name: 'Infusion pump 12' }), pad]) {
    const start = clock.now() - 5 * MINUTE_MS
    const before = await typesTold(person)
    for (const [second, battery] of [16, 15, 16, 14, 19, 15, 20, 15].entries()) {
      await say([{ device_id, rssi: -50, battery }], start + second * SECOND_MS)
    }
    await flush()
    await eventuallyTold(person, [...before, 'low_battery', 'low_battery'])
  }
  expect((await told(person))[0]).toMatchObject({ facts: { device_name: 'Infusion pump 12', battery: 15 } })
})

async function addCarepad({ accountId }: Person, carepadId: string, alertType = 'instant'): Promise<void> {
  await sql`insert into carepads (account_id, carepad_id, carepad_name, threshold_high, threshold_low, alert_type, created_at)
    values (${accountId}, ${carepadId}, 'enc:1:unreadable', 8, 2, ${alertType}, 1)`.execute(db)
  app.running.ingest.forget(accountId)
}

test('a carepad rings on the first reading beyond a threshold, and says when it is back', async () => {
  const { person, say, flush } = await newWard()
  const pad = `CP-${person.accountId.slice(0, 8)}`
  await addCarepad(person, pad)
  const start = clock.now() - 10 * MINUTE_MS
  for (const [minute, temperature] of [5, 8.1, 7.9, 8.3, 5, 1.9, 2.1, 1.8, 3].entries()) {
    await say([{ device_id: pad, rssi: -50, temperature }], start + minute * MINUTE_MS)
  }
  await flush()
  await eventuallyTold(person, ['high_temperature', 'back_to_normal', 'low_temperature', 'back_to_normal'])
  expect(await told(person)).toMatchObject([
    {
      facts: { device_name: pad, temperature: 8.1, threshold: 8, temperature_unit: 'C', minutes: null },
    },
    { facts: { temperature: 5 } },
    { facts: { temperature: 1.9, threshold: 2 } },
    { facts: { temperature: 3 } },
  ])
})

test('a persistent carepad rings after 20 unbroken minutes, and is normal again only where it rang [CONST-27]', async () => {
  const { person, say, flush } = await newWard()
  const pad = `CP-${person.accountId.slice(0, 8)}`
  await addCarepad(person, pad, 'persistent')
  const start = clock.now() - 90 * MINUTE_MS
  const read = async (from: number, to: number, temperature: number) => {
    for (let minute = from; minute < to; minute += 5) {
      await say([{ device_id: pad, rssi: -50, temperature }], start + minute * MINUTE_MS)
    }
    await flush()
  }
  await read(0, 20, 9)
  await read(20, 25, 5)
  await read(25, 45, 9)
  expect(await typesTold(person)).toEqual([])
  await read(45, 60, 9)
  await eventuallyTold(person, ['high_temperature'])
  expect((await told(person))[0]).toMatchObject({ facts: { minutes: 20 }, late_since_ms: expect.any(Number) })
  await read(60, 65, 5)
  await eventuallyTold(person, ['high_temperature', 'back_to_normal'])
})

/** Sweeps that see one device alone, and write what they found only when they are told to. */
function sweepOf(deviceId: string) {
  const written = Promise.withResolvers<void>()
  let hasFound = () => {}
  const found = new Promise<void>((resolve) => {
    hasFound = resolve
  })
  const ofDevice: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const rows = result.rows.filter(({ device_id }) => device_id === undefined || device_id === deviceId)
      if (!rows.some(({ seen_ms }) => seen_ms !== undefined)) return { ...result, rows }
      hasFound()
      await written.promise
      return { ...result, rows }
    },
  }
  const { background, ingest } = app.running
  const done = new Sweep({ ...background, ingest, db: background.db.withPlugin(ofDevice) }).look()
  return {
    found: Promise.race([found, done]),
    write: () => {
      written.resolve()
      return done
    },
  }
}

test('presses for help are one alarm for each call, whichever stations heard them and whenever sweeps find and end a call', async () => {
  const { person, say, flush } = await newWard()
  const far = await given.station(person.accountId)
  const start = clock.now() - 10 * MINUTE_MS
  // Three calls: one whose presses come late and from two stations, the next, and one of which nobody knew that is older.
  const presses = [
    ...[[0], [1, far], [0, far], [30], [85], [145, far]],
    ...[[206], [-300, far], [-250], [-255, far], [-191]],
  ] as const
  const places = presses.map((_, place) => place)
  const sweeps = await Promise.all(
    places.flatMap((findAfter) =>
      places
        .filter((place) => place >= findAfter && place < findAfter + 3)
        .map(async (writeAfter) => ({ findAfter, writeAfter, id: await given.tracker(person.accountId) })),
    ),
  )
  const waiting = new Map<string, ReturnType<typeof sweepOf>>()
  for (const [place, [second, by]] of presses.entries()) {
    const scans = sweeps.map(({ id }) => ({ device_id: id, rssi: -50, help: true }))
    await say(scans, start + second * SECOND_MS, ...(by === undefined ? [] : [by]))
    await flush()
    for (const { id } of sweeps.filter(({ findAfter }) => findAfter === place)) {
      waiting.set(id, sweepOf(id))
      await waiting.get(id)!.found
    }
    for (const { id } of sweeps.filter(({ writeAfter }) => writeAfter === place)) await waiting.get(id)!.write()
  }
  await eventually(async () => {
    const calls = Map.groupBy(await told(person), ({ device_id }) => device_id)
    expect(sweeps.map((sweep) => ({ ...sweep, calls: calls.get(sweep.id)?.length }))).toEqual(
      sweeps.map((sweep) => ({ ...sweep, calls: 3 })),
    )
  })
})

test.each([
  ['whatever the clock of its station', { behindMs: 4 * MINUTE_MS, answeredAfterMs: 0, isSecond: false }],
  [
    'also where the answer came just as its minute ended',
    { behindMs: 30 * SECOND_MS, answeredAfterMs: 30 * SECOND_MS, isSecond: false },
  ],
  [
    'also where a station whose clock is right had heard one before',
    { behindMs: 4 * MINUTE_MS, answeredAfterMs: 0, isSecond: true },
  ],
])(
  'a press after somebody answered for the first rings again, %s',
  async (_, { behindMs, answeredAfterMs, isSecond }) => {
    clock.hold()
    const { person, say, flush } = await newWard()
    const id = await given.tracker(person.accountId)
    const press = async () => {
      await say([{ device_id: id, rssi: -50, help: true }], clock.now() - behindMs)
      await flush()
    }
    const before = isSecond ? ['help'] : []
    if (isSecond) {
      await say([{ device_id: id, rssi: -50, help: true }])
      await flush()
      clock.move(2 * MINUTE_MS)
      await newSweep(app).look()
    }
    await press()
    await eventuallyTold(person, [...before, 'help'])
    // By the clock that is behind the minute of a call is over already.
    await newSweep(app).look()
    const { alarms } = (await call('GET', '/v3/app/alarms?state=open', { token: person.token })).body
    const alarm_ids = alarms.map(({ alarm_id }: { alarm_id: string }) => alarm_id)
    clock.move(answeredAfterMs)
    await call('POST', '/v3/app/alarms/acknowledge', { token: person.token, body: { alarm_ids } })
    clock.move(10 * SECOND_MS)
    await press()
    await eventuallyTold(person, [...before, 'help', 'help'])
  },
)

/** The server after a kill, which replays the log from its beginning. */
async function nextServer(itsClock: Clock = clock): Promise<Ingest> {
  const ingest = testIngest(app, { clock: itsClock })
  await startFrom(ingest)
  return ingest
}

test('a log that is played again raises nothing again, also what began and ended and began meanwhile', async () => {
  const { person, stay, say, id, start } = await wardWithZone()
  await stay(0, 'in')
  await stay(60, 'out')
  await stay(120, 'in')
  await say([{ device_id: id, rssi: -50, help: true, battery: 9 }], start + 130 * SECOND_MS)
  await stay(140, 'in', 1)
  const once = ['enter_danger_zone', 'enter_danger_zone', 'help', 'low_battery']
  await eventuallyTold(person, once)
  // Calls for help are ended by a sweep, which looks when it looks.
  const conditions = () =>
    sql`select * from device_conditions where account_id = ${person.accountId} and kind <> 'help'
      order by kind, since_ms`.execute(db)
  const before = await conditions()
  // What kill -9 leaves at worst: the conditions, and none of the hot rows.
  await sql`delete from tracker_states where account_id = ${person.accountId}`.execute(db)
  const next = await nextServer()
  await next.close()
  expect(await typesTold(person)).toEqual(once)
  expect((await conditions()).rows).toEqual(before.rows)
})

/** A carepad that is read by this server, or by another. */
async function readPad() {
  const { person, station, say, flush } = await newWard()
  const pad = `CP-${person.accountId.slice(0, 8)}`
  await addCarepad(person, pad)
  const read = async (temperature: number) => {
    clock.move(5 * SECOND_MS)
    await say([{ device_id: pad, rssi: -50, temperature }])
    await flush()
  }
  const readThere = async (server: Ingest, temperatureCelsius: number, receivedAtMs = clock.now()) => {
    clock.move(5 * SECOND_MS)
    const items = [{ kind: 'sighting' as const, identity: pad, rssiDbm: -50, temperatureCelsius }]
    const sender = { accountId: person.accountId, senderId: station.t4Id, t4Id: station.t4Id }
    const observation = { seq: `there${clock.now()}`, scannedAtMs: clock.now(), items }
    await server.accept(sender, 'station', observation, receivedAtMs)
    await expect.poll(() => server.oldestPendingMs()).toBe(Number.POSITIVE_INFINITY)
    await server.flush()
  }
  return { person, pad, read, readThere }
}
const FEVER = ['high_temperature', 'back_to_normal']

test('a fever that is over is not told again by a server whose clock is behind, and one that comes again is', async () => {
  const { person, read, readThere } = await readPad()
  const behind: Clock = { now: () => clock.now() - MINUTE_MS, steady: clock.steady }
  await read(9)
  await read(5)
  await eventuallyTold(person, FEVER)
  await sql`delete from tracker_states where account_id = ${person.accountId}`.execute(db)
  const next = await nextServer(behind)
  expect(await typesTold(person)).toEqual(FEVER)
  await readThere(next, 9, behind.now())
  await readThere(next, 5, behind.now())
  await next.close()
  await eventuallyTold(person, [...FEVER, ...FEVER])
})

test('an alarm reported before a kill and not raised is raised after it', async () => {
  const { person, stay } = await wardWithZone()
  await stay(0, 'in')
  await eventuallyTold(person, ['enter_danger_zone'])
  for (const table of ['notifications', 'device_conditions', 'tracker_states']) {
    await sql`delete from ${sql.table(table)} where account_id = ${person.accountId}`.execute(db)
  }
  const next = await nextServer()
  await next.close()
  expect(await typesTold(person)).toEqual(['enter_danger_zone'])
})

test('after the clock was set back people enter and leave as before', async () => {
  const { person, stay } = await wardWithZone()
  await stay(0, 'in')
  await eventuallyTold(person, ['enter_danger_zone'])
  clock.set(-3 * 60 * MINUTE_MS)
  const back = -3 * 3600
  await stay(back + 60, 'out')
  await stay(back + 120, 'in')
  await eventuallyTold(person, ['enter_danger_zone', 'enter_danger_zone'])
  clock.set(3 * 60 * MINUTE_MS)
})

test('a call for help is raised while another account is blocked, the server stays alive, and blocked changes follow in order', async () => {
  const [held, free] = [await newWard(), await newWard()]
  const { accountId } = held.person
  const pad = `CP-${accountId.slice(0, 8)}`
  await addCarepad(held.person, pad)
  const ids = await Promise.all([given.tracker(accountId), given.tracker(free.person.accountId)])
  const gone = await given.tracker(accountId)
  await held.say([{ device_id: ids[0], rssi: -50 }])
  await held.flush()
  const serverId = app.running.app.serverId
  const lives = async () =>
    (
      await sql`select from servers where server_id = ${serverId} and seen_at > clock_timestamp() - interval '10 seconds'`.execute(
        db,
      )
    ).rows.length === 1
  /** From where the log is replayed for an account. */
  const checkpointOf = async (id: string) =>
    (
      await sql<{
        position: number
      }>`select position from shards join accounts using (shard) where account_id = ${id}`.execute(db)
    ).rows[0]!.position
  const hotRow = async () =>
    (
      await sql`select log_order from tracker_states where account_id = ${accountId} and device_id = ${ids[0]}`.execute(
        db,
      )
    ).rows
  const before = await hotRow()
  const other = await openTransaction(db)
  try {
    // Another server froze as it raised something.
    await sql`insert into alert_states (account_id) values (${accountId}) on conflict do nothing`.execute(other)
    await sql`select from alert_states where account_id = ${accountId} for update`.execute(other)
    await sql`update servers set seen_at = clock_timestamp() - interval '1 minute'
      where server_id = ${app.running.app.serverId}`.execute(db)
    for (const temperature of [9, 5, 9]) {
      clock.move(5 * SECOND_MS)
      await held.say([{ device_id: pad, rssi: -50, temperature }])
    }
    await held.say([
      { device_id: ids[0], rssi: -50, help: true },
      { device_id: gone, rssi: -50 },
    ])
    for (const times of [1, 2]) {
      await free.say([{ device_id: ids[1], rssi: -50, help: true }], clock.now() + (times - 2) * 2 * MINUTE_MS)
      await eventuallyTold(free.person, Array(times).fill('help'))
    }
    await free.flush()
    await eventually(async () => expect(await lives()).toBe(true))
    const { rows } = await sql<{ place: number }>`
      select min(log_order) as place from location_logs where account_id = ${accountId} and device_id = ${pad}`.execute(
      db,
    )
    expect(await checkpointOf(accountId)).toBeLessThanOrEqual(rows[0]!.place)
    expect(await hotRow()).toEqual(before)
    expect(await typesTold(held.person)).toEqual([])
    // Removed while what was heard of it is on its way.
    const { ingest } = app.running
    const writing = ingest.flush()
    await new Promise((next) => setImmediate(next))
    await Promise.all([writing, ingest.forgetDevices(accountId, { trackers: [gone] })])
  } finally {
    await other.rollback().execute()
  }
  await eventuallyTold(held.person, [...FEVER, FEVER[0]!, 'help'])
  await held.flush()
  expect(await hotRow()).not.toEqual(before)
  expect((await sql`select from tracker_states where device_id = ${gone}`.execute(db)).rows).toEqual([])
})

test('a press for help rings though a browser that would be woken for it is signed out at that moment', async () => {
  const { person, say } = await newWard()
  const id = await given.tracker(person.accountId)
  await listen(app, person.token)
  await eventually(async () => {
    const { rows } = await sql`select from listeners where account_id = ${person.accountId}`.execute(db)
    expect(rows).toHaveLength(1)
  })
  const leaving = await given.person({ accountId: person.accountId, class: 'deputy' })
  await sql`insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at_ms)
    select account_id, session_id, 'https://push.test/1', '', '', 0 from sessions where user_id = ${leaving.userId}`.execute(
    db,
  )
  await meanwhile(
    db,
    (on) => sql`delete from push_subscriptions where account_id = ${person.accountId}`.execute(on),
    () => say([{ device_id: id, rssi: -50, help: true }]),
  )
  await eventuallyTold(person, ['help'])
})

test('a press for help rings though what it relies on changed just then, and one that can never be written down does not hold up others', async () => {
  const { person, say, flush } = await newWard()
  const ids = [await given.tracker(person.accountId), await given.tracker(person.accountId)]
  // A sequence goes on though what asked it is undone: of the first the second try does well, of the other none.
  const { ownerPool } = app.database
  await ownerPool.query(`
    create sequence tries;
    create function collide() returns trigger language plpgsql security definer as $$ begin
      if new.device_id = '${ids[1]}' or new.device_id = '${ids[0]}' and nextval('tries') = 1 then
        raise exception 'gone just now' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end $$;
    create trigger collide before insert on alarms for each row execute function collide()`)
  onTestFinished(async () => {
    await ownerPool.query('drop trigger collide on alarms; drop function collide; drop sequence tries')
  })
  await say([{ device_id: ids[1], rssi: -50, help: true }])
  await flush()
  await say([{ device_id: ids[0], rssi: -50, help: true }])
  await flush()
  await eventuallyTold(person, ['help'])
  expect(await told(person)).toMatchObject([{ device_id: ids[0] }])
})
