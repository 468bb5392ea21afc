import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { openTransaction } from '../../../../scripts/harness/meanwhile.ts'
import { newSweep } from '../../../../scripts/harness/new-sweep.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../scripts/harness/ward.ts'
import { Sweep } from './sweep.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const { newWard, typesHeard, zone, ...all } = ward(app)

/** Stations that are silent together with their trackers come back with them; that is another story. */
const told = async (person: Person) => (await all.told(person)).filter(({ type }) => type !== 'station_online')
const typesTold = async (person: Person) => (await told(person)).map(({ type }) => type)

/** A server's sweep that began long enough ago. */
async function longRunning(): Promise<Sweep> {
  const sweep = newSweep(app)
  await sweep.look()
  clock.move(30_000)
  await sweep.look()
  return sweep
}
/** Lets time pass as a server lives through it: it looks every few seconds. */
async function pass(ms: number, sweep: Sweep): Promise<void> {
  const untilMs = clock.now() + ms
  // A look takes time too.
  for (let left = ms; left > 0; left = untilMs - clock.now()) {
    clock.move(Math.min(left, 29_000))
    await sweep.look()
  }
}

let sweep: Sweep
beforeEach(async () => {
  clock.hold()
  sweep = await longRunning()
})

test('a tracker with its alert on that goes silent is told of once it is offline for 930 seconds, one without is not [NOTI-06, API-PUT /app/trackers/{id}/offline]', async () => {
  const { person, say, flush } = await newWard()
  const [id, quiet] = [
    await given.tracker(person.accountId, { name: 'Night keys' }),
    await given.tracker(person.accountId),
  ]
  const setAlert = async (alert: boolean) => {
    const token = await given.signIn(person.email)
    expect((await call('PUT', `/v3/app/trackers/${id}/offline`, { token, body: { alert } })).body.code).toBe(200)
  }
  await setAlert(true)
  const colleague = await given.person({ accountId: person.accountId, class: 'readonly' })
  const sessions = [await listen(app, colleague.token), await listen(app, await given.signIn(person.email))]
  const beforeMs = clock.now()
  await say([
    { device_id: id, rssi: -50 },
    { device_id: quiet, rssi: -50 },
  ])
  const heardMs = clock.now()
  await flush()
  await pass(heardMs + 929_000 - clock.now(), sweep)
  expect(await typesTold(person)).toEqual([])
  await pass(3000, sweep)
  expect(await told(person)).toMatchObject([
    { type: 'device_offline', device_id: id, facts: { device_name: 'Night keys', place: 'Hinoki Garden 2F East' } },
  ])
  for (const { events } of sessions) {
    await eventually(async () => expect(typesHeard(events)).toContain('device_offline'))
  }
  const [one] = await told(person)
  expect(one?.facts.last_seen_ms).toBeGreaterThanOrEqual(beforeMs)
  expect(one?.facts.last_seen_ms).toBeLessThanOrEqual(heardMs)
  await pass(600_000, sweep)
  // Heard again, and silent again: that is another time.
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  await pass(935_000, sweep)
  expect(await typesTold(person)).toEqual(['device_offline', 'device_offline'])
  await setAlert(false)
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  await pass(935_000, sweep)
  expect(await typesTold(person)).toHaveLength(2)
})

test('a phone that says itself where it is falls silent at no place with a name', async () => {
  const { person, flush } = await newWard()
  const { accountId, token } = person
  const key = await given.credential(accountId, 'round-phone')
  const place = { gps_latitude: 35.54, gps_longitude: 139.42, scanned_at_ms: clock.now(), scans: [] }
  const body = { phone_id: 'round-phone', key, seq: 1, ...place }
  expect((await call('POST', '/v3/device/report', { body })).body.code).toBe(200)
  await flush()
  const path = '/v3/app/trackers/round-phone/offline'
  expect((await call('PUT', path, { token, body: { alert: true } })).body.code).toBe(200)
  await pass(932_000, sweep)
  const facts = { device_name: 'round-phone', place: '' }
  expect(await told(person)).toMatchObject([{ type: 'device_offline', facts }])
})

test('an alert that is switched on while the tracker is offline already rings the next time', async () => {
  const { person, say, flush } = await newWard()
  const id = await given.tracker(person.accountId)
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  await pass(935_000, sweep)
  await sql`update trackers set offline_alert = true where device_id = ${id}`.execute(db)
  await pass(60_000, sweep)
  expect(await typesTold(person)).toEqual([])
})

test('an offline station that reports again is told of, once [NOTI-08]', async () => {
  const { person, say, flush, station } = await newWard()
  const colleague = await given.person({ accountId: person.accountId, class: 'readonly' })
  const consoles = [await listen(app, person.token), await listen(app, colleague.token)]
  await say([])
  await flush()
  await pass(300_000, sweep)
  await say([])
  await flush()
  await pass(935_000, sweep)
  expect(await all.typesTold(person)).toEqual([])
  await say([])
  await flush()
  await pass(60_000, sweep)
  expect(await all.told(person)).toMatchObject([{ type: 'station_online', device_id: station.t4Id }])
  for (const { events } of consoles) {
    await eventually(async () => expect(typesHeard(events)).toEqual(['station_online']))
  }
  expect((await sql`select from alarms where account_id = ${person.accountId}`.execute(db)).rows).toEqual([])
})

test('after a start senders have half a minute, and then what fell silent meanwhile is told of', async () => {
  const { person, say, flush } = await newWard()
  const id = await given.tracker(person.accountId)
  await sql`update trackers set offline_alert = true where device_id = ${id}`.execute(db)
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  clock.move(3_600_000)
  const restarted = newSweep(app)
  await restarted.look()
  await pass(29_000, restarted)
  expect(await typesTold(person)).toEqual([])
  await pass(2000, restarted)
  expect(await typesTold(person)).toEqual(['device_offline'])
  expect((await told(person))[0]!.late_since_ms).not.toBeNull()
})

test('a server that was frozen, or without its database, has heard nobody: senders have half a minute again', async () => {
  const { person, say, flush } = await newWard()
  const id = await given.tracker(person.accountId)
  await sql`update trackers set offline_alert = true where device_id = ${id}`.execute(db)
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  clock.move(1_000_000)
  await sweep.look()
  clock.move(20_000)
  await sweep.look()
  expect(await typesTold(person)).toEqual([])
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  await pass(60_000, sweep)
  expect(await typesTold(person)).toEqual([])
})

test('a clock that is set on makes nobody silent, and one that was silent is offline when he truly is', async () => {
  const { person, say, flush } = await newWard()
  const [id, dead] = [await given.tracker(person.accountId), await given.tracker(person.accountId)]
  await sql`update trackers set offline_alert = true where account_id = ${person.accountId}`.execute(db)
  await say([
    { device_id: id, rssi: -50 },
    { device_id: dead, rssi: -50 },
  ])
  await flush()
  await pass(400_000, sweep)
  clock.set(3_600_000)
  await sweep.look()
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  await pass(529_000, sweep)
  expect(await typesTold(person)).toEqual([])
  await pass(5000, sweep)
  expect(await told(person)).toMatchObject([{ type: 'device_offline', device_id: dead, late_since_ms: null }])
  await pass(300_000, sweep)
  expect(await typesTold(person)).toHaveLength(1)
  clock.set(-3_600_000)
})

test('a clock that is set back neither rings twice nor lets the silent go', async () => {
  const { person, say, flush } = await newWard()
  const [id, dead] = [await given.tracker(person.accountId), await given.tracker(person.accountId)]
  await sql`update trackers set offline_alert = true where account_id = ${person.accountId}`.execute(db)
  await say([
    { device_id: id, rssi: -50 },
    { device_id: dead, rssi: -50 },
  ])
  await flush()
  await pass(935_000, sweep)
  expect(await typesTold(person)).toHaveLength(2)
  clock.set(-7_200_000)
  await pass(60_000, sweep)
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  await pass(60_000, sweep)
  expect(await typesTold(person)).toHaveLength(2)
  await pass(935_000, sweep)
  const again = await told(person)
  expect(again.map(({ device_id }) => device_id).filter((one) => one === id)).toHaveLength(2)
  expect(again).toHaveLength(3)
  clock.set(7_200_000)
})

test('one of two servers that sweep at the same moment notifies', async () => {
  const { person, say, flush } = await newWard()
  const ids = await Promise.all(Array.from({ length: 20 }, () => given.tracker(person.accountId)))
  await sql`update trackers set offline_alert = true where account_id = ${person.accountId}`.execute(db)
  await say(ids.map((device_id) => ({ device_id, rssi: -50 })))
  await flush()
  const other = await longRunning()
  await pass(900_000, sweep)
  // The other one looked all the while as well.
  for (let turn = 0; turn < 3; turn += 1) {
    await other.look()
    clock.move(20_000)
    await Promise.all([sweep.look(), other.look()])
  }
  const devices = (await told(person)).map(({ device_id }) => device_id)
  expect(devices.toSorted()).toEqual(ids.toSorted())
})

test('a person in a zone when its active time begins raises an alarm then, and again at its next time', async () => {
  const { person, mapId, say, flush } = await newWard()
  await sql`update accounts set timezone = 'Asia/Tokyo' where account_id = ${person.accountId}`.execute(db)
  const hour = (ms: number) => `${String((new Date(ms + 9 * 3_600_000).getUTCHours() + 24) % 24).padStart(2, '0')}:00`
  const from = clock.now() + 2 * 3_600_000
  const times = [0, 3].map((later) => ({
    days: [0, 1, 2, 3, 4, 5, 6],
    from: hour(from + later * 3_600_000),
    to: hour(from + (later + 1) * 3_600_000),
  }))
  const zone_id = await zone(person.accountId, { map_id: mapId, polygon: around }, { times })
  const id = await given.tracker(person.accountId, { name: 'Ito Haru' })
  const stay = async (ms: number) => {
    for (let left = ms; left > 0; left -= 600_000) {
      await say([{ device_id: id, rssi: -50 }])
      clock.move(1000)
      await say([{ device_id: id, rssi: -50 }])
      await flush()
      clock.move(Math.min(left, 600_000))
      await sweep.look()
      clock.move(29_000)
      await sweep.look()
      clock.move(2000)
      await sweep.look()
    }
  }
  await say([{ device_id: id, rssi: -50 }])
  expect(await typesTold(person)).toEqual([])
  const untilMs = Math.floor(from / 3_600_000) * 3_600_000 - clock.now()
  await stay(untilMs - 700_000)
  expect(await typesTold(person)).toEqual([])
  await stay(1_400_000)
  expect(await told(person)).toMatchObject([
    {
      type: 'enter_danger_zone',
      facts: { device_name: 'Ito Haru', zone_id, zone_name: 'Stairs B' },
      late_since_ms: null,
    },
  ])
  await stay(3 * 3_600_000)
  expect(await typesTold(person)).toEqual(['enter_danger_zone', 'enter_danger_zone'])
})

test('servers whose clocks differ tell once of who is in a zone as its time begins', async () => {
  const { person, mapId, say, flush } = await newWard()
  await sql`update accounts set timezone = 'UTC' where account_id = ${person.accountId}`.execute(db)
  const beginsMs = Math.ceil(clock.now() / 60_000) * 60_000 + 300_000
  const clockTime = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  const times = [{ days: [0, 1, 2, 3, 4, 5, 6], from: clockTime(beginsMs), to: clockTime(beginsMs + 3_600_000) }]
  await zone(person.accountId, { map_id: mapId, polygon: around }, { times })
  const id = await given.tracker(person.accountId)
  await say([{ device_id: id, rssi: -50 }])
  clock.move(1000)
  await say([{ device_id: id, rssi: -50 }])
  await flush()
  const behind = { now: () => clock.now() - 120_000, steady: clock.steady }
  const other = new Sweep({ ...app.running.background, ingest: app.running.ingest, clock: behind })
  await other.look()
  const looks = async (ms: number) => {
    for (let left = ms; left > 0; left -= 15_000) {
      clock.move(Math.min(left, 15_000))
      for (const one of [sweep, other, sweep]) await one.look()
    }
  }
  await looks(beginsMs - clock.now() - 15_000)
  expect(await typesTold(person)).toEqual([])
  await looks(300_000)
  expect(await typesTold(person)).toEqual(['enter_danger_zone'])
})

test('who is in a zone that is not for his class any more, and then is again, is told of again', async () => {
  const { person, mapId, say, flush } = await newWard()
  const id = await given.tracker(person.accountId)
  const zoneId = await zone(person.accountId, { map_id: mapId, polygon: around })
  const stay = async () => {
    for (let time = 0; time < 3; time += 1) {
      clock.move(1000)
      await say([{ device_id: id, rssi: -50 }])
    }
    await flush()
  }
  const isFor = async (classes: number[] | null) => {
    await sql`update zones set class_indexes = ${classes} where id = ${zoneId}`.execute(db)
    app.running.ingest.forget(person.accountId)
  }
  await stay()
  await eventually(async () => expect(await typesTold(person)).toEqual(['enter_danger_zone']))
  await isFor([7])
  await sweep.look()
  await isFor(null)
  await stay()
  await eventually(async () => expect(await typesTold(person)).toEqual(['enter_danger_zone', 'enter_danger_zone']))
})

const around: [number, number][] = [
  [400, 200],
  [600, 200],
  [600, 300],
  [400, 300],
]

test('a persistent temperature rings after 20 minutes also where the next reading is late, but not once it fell silent', async () => {
  const { person, say, flush } = await newWard()
  const pads = ['CP-A', 'CP-B'].map((name) => `${name}-${person.accountId.slice(0, 8)}`)
  for (const carepad_id of pads) {
    await sql`insert into carepads (account_id, carepad_id, carepad_name, threshold_high, threshold_low, alert_type, created_at)
      values (${person.accountId}, ${carepad_id}, ${carepad_id}, 8, 2, 'persistent', 1)`.execute(db)
  }
  app.running.ingest.forget(person.accountId)
  const read = (ids: string[], temperature: number) =>
    say(ids.map((device_id) => ({ device_id, rssi: -50, temperature })))
  await read(pads, 9.4)
  await flush()
  await pass(240_000, sweep)
  await read([pads[0]!], 9.4)
  await flush()
  await pass(600_000, sweep)
  await read([pads[0]!], 9.4)
  await flush()
  await pass(355_000, sweep)
  expect(await typesTold(person)).toEqual([])
  await pass(10_000, sweep)
  expect(await told(person)).toMatchObject([
    { type: 'high_temperature', device_id: pads[0], facts: { temperature: 9.4, threshold: 8, minutes: 20 } },
  ])
  await read(pads, 9.4)
  await flush()
  await pass(60_000, sweep)
  expect(await typesTold(person)).toHaveLength(1)
  await read([pads[0]!], 5)
  await flush()
  expect(await typesTold(person)).toEqual(['high_temperature', 'back_to_normal'])
})

test('a call for help holds for a minute, and what holds of a removed device ends', async () => {
  const { person, say, flush } = await newWard()
  const id = await given.tracker(person.accountId)
  await say([{ device_id: id, rssi: -50, help: true, battery: 9 }])
  await flush()
  await eventually(async () => expect(await typesTold(person)).toEqual(['help', 'low_battery']))
  const open = async () =>
    (
      await sql<{ kind: string }>`select kind from device_conditions where device_id = ${id} and until_ms is null
        order by kind`.execute(db)
    ).rows.map(({ kind }) => kind)
  await pass(55_000, sweep)
  expect(await open()).toEqual(['help', 'low_battery'])
  await pass(10_000, sweep)
  expect(await open()).toEqual(['low_battery'])
  await sql`delete from trackers where device_id = ${id}`.execute(db)
  await sweep.look()
  expect(await open()).toEqual([])
})

test('an account whose row is held keeps no other from being told, and is told as soon as it can be', async () => {
  const [held, free] = [await newWard(), await newWard()]
  const ids = await Promise.all([held, free].map(({ person }) => given.tracker(person.accountId)))
  for (const [place, { say, flush }] of [held, free].entries()) {
    await say([{ device_id: ids[place], rssi: -50 }])
    await flush()
  }
  await sql`update trackers set offline_alert = true where device_id = any(${ids})`.execute(db)
  await pass(860_000, sweep)
  const pressing = await given.tracker(held.person.accountId)
  await held.say([{ device_id: pressing, rssi: -50, help: true }])
  await held.flush()
  const holder = await openTransaction(db)
  onTestFinished(async () => {
    if (!holder.isRolledBack) await holder.rollback().execute()
  })
  await sql`select from alert_states where account_id = ${held.person.accountId} for update`.execute(holder)
  // That the call for help is over is looked at before the silence is.
  await pass(80_000, sweep)
  expect(await typesTold(free.person)).toEqual(['device_offline'])
  expect(await typesTold(held.person)).toEqual(['help'])
  await holder.rollback().execute()
  await pass(3000, sweep)
  expect(await typesTold(held.person)).toEqual(['help', 'device_offline'])
})

test('if very many devices fall silent at once and one cannot be notified, the others are', async () => {
  const { person, say, flush } = await newWard()
  const ids = Array.from({ length: 450 }, (_, index) => `Mass-${index}`)
  await sql`insert into trackers (account_id, device_id, name, device_model, serial_number, mac_address, created_at, offline_alert)
    select ${person.accountId}, id, id, 'g3', '8A20-1', 'AA:BB:CC:00:11:22', 1, true from unnest(${ids}::text[]) id`.execute(
    db,
  )
  app.running.ingest.forget(person.accountId)
  for (const from of [0, 225]) await say(ids.slice(from, from + 225).map((device_id) => ({ device_id, rssi: -50 })))
  await flush()
  const { ownerPool } = app.database
  await ownerPool.query(`alter table notifications add constraint broken check (device_id <> 'Mass-7') not valid`)
  await pass(940_000, sweep)
  const count = (await told(person)).length
  expect(count).toBeGreaterThanOrEqual(250)
  expect(count).toBeLessThan(450)
  await ownerPool.query('alter table notifications drop constraint broken')
  await pass(3000, sweep)
  expect(new Set((await told(person)).map(({ device_id }) => device_id))).toEqual(new Set(ids))
})
