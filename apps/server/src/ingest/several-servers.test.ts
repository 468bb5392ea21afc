import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../scripts/harness/listen.ts'
import { type TestApp, testApp } from '../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../scripts/harness/ward.ts'
import { Sweep } from '../alarms/sweep.ts'

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

test('what one server heard is on the consoles of all, within a second or so', async () => {
  const { station, say, id, isTold } = await watchedWard()
  await say([{ device_id: id, rssi: -60, battery: 42 }], clock.now() - 2 * SECOND_MS, station, other)
  await isTold(one, { battery: 42 })
  await say([{ device_id: id, rssi: -60, battery: 41 }], clock.now() - SECOND_MS, station, one)
  await isTold(other, { battery: 41 })
})

test('what was given its place before, and is committed after, what was seen already is followed all the same', async () => {
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

test('who is heard by stations of different servers is where all of them say, and is told of once', async () => {
  const { person, mapId, station, say, id, isTold } = await watchedWard()
  const far = await given.station(person.accountId, { mapId, x: 900, y: 450 })
  const danger = await zone(person.accountId, { t4_ids: [station.t4Id] })
  other.running.app.ingest.forget(person.accountId)
  const sweeps = [one, other].map(({ running }) => new Sweep(running.app))
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
