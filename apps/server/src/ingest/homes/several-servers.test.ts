import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../../scripts/harness/listen.ts'
import { newSweep } from '../../../../../scripts/harness/new-sweep.ts'
import { type TestApp, testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'

const one = await testApp()
const other = await testApp({ beside: one })
const given = makeGiven(one)
const { clock } = one
const { db } = one.database
const { newWard, typesTold, zone } = ward(one)

const SECOND_MS = 1000

/** A ward with a tracker and somebody who watches it at each server. */
async function watchedWard() {
  const { person, mapId, station, say } = await newWard()
  const id = await given.tracker(person.accountId, { name: 'Ito Haru' })
  const consoles = new Map<TestApp, Awaited<ReturnType<typeof listen>>>()
  for (const app of [one, other]) {
    const colleague = await given.person({ accountId: person.accountId, class: 'deputy' })
    consoles.set(app, await listen(app, colleague.token))
  }
  /** A server's console is told of that. */
  const isTold = (app: TestApp, of: object) =>
    eventually(async () => expect(toldOf(consoles.get(app)!.events, id)).toMatchObject(of))
  return { person, mapId, station, say, id, isTold }
}

test('a report at one server reaches the consoles of all within about a second', async () => {
  const { station, say, id, isTold } = await watchedWard()
  await say([{ device_id: id, rssi: -60, battery: 42 }], clock.now() - 2 * SECOND_MS, station, other)
  await isTold(one, { battery: 42 })
  await say([{ device_id: id, rssi: -60, battery: 41 }], clock.now() - SECOND_MS, station, one)
  await isTold(other, { battery: 41 })
})

test('a row whose position precedes rows already read, and that is committed later, is still followed', async () => {
  const { person, station, say, id, isTold } = await watchedWard()
  const { rows } = await sql<{ place: number }>`select nextval('log_orders') as place`.execute(db)
  await say([{ device_id: id, rssi: -60, battery: 42 }], clock.now() - 2 * SECOND_MS, station, other)
  await isTold(one, { battery: 42 })
  await sql`
    insert into location_logs (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms, clock_ahead, rssi,
      battery, log_order)
    values (${person.accountId}, ${id}, ${clock.now() - SECOND_MS}, ${station.t4Id}, ${randomUUID()}, ${clock.now()}, false,
      -50, 41, ${rows[0]!.place})`.execute(db)
  await isTold(one, { battery: 41 })
  await isTold(other, { battery: 41 })
})

test('a device heard at different servers has one place from all of them, and is notified once', async () => {
  const { person, mapId, station, say, id, isTold } = await watchedWard()
  const far = await given.station(person.accountId, { mapId, x: 900, y: 450 })
  const danger = await zone(person.accountId, { t4_ids: [station.t4Id] })
  const sweeps = [one, other].map(newSweep)
  const startMs = clock.now() - 60 * SECOND_MS
  // Longer than what was heard counts.
  for (let second = 0; second < 24; second += 2) {
    const atMs = startMs + second * SECOND_MS
    // Each hears one of the two, the nearer much stronger.
    await say([{ device_id: id, rssi: -75 }], atMs, far, one)
    await isTold(other, { qualified_location_info: { scanned_at_ms: atMs } })
    await say([{ device_id: id, rssi: -50 }], atMs + 100, station, other)
    await isTold(one, { qualified_location_info: { scanned_at_ms: atMs + 100 } })
    for (const sweep of sweeps) await sweep.look()
  }
  expect(await typesTold(person)).toEqual(['enter_danger_zone'])
  const { rows } = await sql`select from device_conditions where account_id = ${person.accountId} and device_id = ${id}
    and subject = ${danger} and until_ms is null`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a zone that was made at one server is one at the others a moment later, and is told of once meanwhile', async () => {
  const { person, station, say, id, isTold } = await watchedWard()
  const sweeps = [one, other].map(newSweep)
  const startMs = clock.now() - 60 * SECOND_MS
  await say([{ device_id: id, rssi: -50 }], startMs, station, other)
  await isTold(one, { qualified_location_info: { scanned_at_ms: startMs } })
  const { body } = await one.call('POST', '/v3/app/zones', {
    token: person.token,
    body: { zone_name: 'Stairs B', zone_type: 'danger', shape: { t4_ids: [station.t4Id] } },
  })
  expect(body.code).toBe(200)
  for (let second = 2; second < 24; second += 2) {
    const [to, from] = second % 4 === 0 ? [one, other] : [other, one]
    const atMs = startMs + second * SECOND_MS
    await say([{ device_id: id, rssi: -50 }], atMs, station, to)
    await isTold(from, { qualified_location_info: { scanned_at_ms: atMs } })
    for (const sweep of sweeps) await sweep.look()
  }
  expect(await typesTold(person)).toEqual(['enter_danger_zone'])
})

test('a tracker that was removed at one server is forgotten at the others a moment later', async () => {
  const { person, station, say, id, isTold } = await watchedWard()
  await say([{ device_id: id, rssi: -50, battery: 42 }], clock.now() - 2 * SECOND_MS, station, other)
  await isTold(one, { battery: 42 })
  const holds = () => other.running.ingest.states.trackers.has(person.accountId, id)
  expect(holds()).toBe(true)
  await sql`delete from trackers where account_id = ${person.accountId} and device_id = ${id}`.execute(db)
  await one.running.ingest.forgetDevices(person.accountId, { trackers: [id] })
  one.running.ingest.forget(person.accountId)
  await eventually(async () => expect(holds()).toBe(false))
})

test('during an upgrade what a server of the version before says was changed is read again', async () => {
  const { person, station, say, id, isTold } = await watchedWard()
  await say([{ device_id: id, rssi: -50, battery: 42 }], clock.now() - 2 * SECOND_MS, station, other)
  await isTold(one, { battery: 42 })
  await sql`delete from tracker_states where account_id = ${person.accountId} and device_id = ${id}`.execute(db)
  await sql`delete from trackers where account_id = ${person.accountId} and device_id = ${id}`.execute(db)
  await sql`insert into account_changes (account_id, server_id, changed)
    values (${person.accountId}, ${one.running.app.serverId}, pg_current_xact_id())
    on conflict (account_id, server_id) do update set changed = excluded.changed`.execute(db)
  const holds = () => other.running.ingest.states.trackers.has(person.accountId, id)
  await eventually(async () => expect(holds()).toBe(false))
})

test('the address that a station told one server is kept while others follow what it hears', async () => {
  const { person, station, say, id, isTold } = await watchedWard()
  const { t4Id, password } = station
  const addressOf = async () => {
    const { body } = await other.call('GET', '/v3/app/stations', { token: person.token })
    return body.stations.find(({ t4_id }: { t4_id: string }) => t4_id === t4Id).ip
  }
  const status = async (seq: number, ip: string, to: TestApp) => {
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), ip, scans: [] }
    expect((await to.call('POST', '/v3/device/report', { body })).body.code).toBe(200)
  }
  await status(901, '192.0.2.1', other)
  await eventually(async () => expect(await addressOf()).toBe('192.0.2.1'))
  await say([{ device_id: id, rssi: -50 }], clock.now(), station, other)
  await isTold(one, { status: 'connected' })
  await status(902, '192.0.2.2', other)
  await say([{ device_id: id, rssi: -50, battery: 41 }], clock.now(), station, other)
  await isTold(one, { battery: 41 })
  for (const app of [other, one]) await allHeard(app)
  expect(await addressOf()).toBe('192.0.2.2')
  // It goes over to the first server, which followed all that.
  clock.move(1000)
  await say([{ device_id: id, rssi: -50, battery: 42 }], clock.now(), station, one)
  await isTold(other, { battery: 42 })
  for (const app of [one, other]) await allHeard(app)
  expect(await addressOf()).toBe('192.0.2.2')
})
