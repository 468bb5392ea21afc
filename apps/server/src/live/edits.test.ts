/** What people change at one server, on the consoles of another. */
import { randomUUID } from 'node:crypto'
import type { StreamEventName } from '@whereabouts/contract/stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { type Event, listen } from '../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const one = await testApp()
const other = await testApp({ beside: one })
const given = makeGiven(one)
const { db } = one.database

/** Somebody who changes things at one server, and a colleague's console at each. */
async function givenConsoles() {
  const person = await given.person()
  const id = await given.tracker(person.accountId, { name: 'Ito Haru' })
  const colleague = await given.person({ accountId: person.accountId, class: 'deputy' })
  const [here, elsewhere] = [await listen(one, colleague.token), await listen(other, colleague.token)]
  const change = async (method: 'POST' | 'PUT', path: string, body: object) =>
    expect((await one.call(method, path, { token: person.token, body })).body.code).toBe(200)
  const nameRemark = (name: string) =>
    change('POST', '/v3/app/users/extrasettings/remarks', { items: [{ index: 0, name }] })
  // The other server may hear of the new tracker late: what it tells of that comes before what it tells of this.
  await nameRemark('On leave')
  for (const { events } of [here, elsewhere]) {
    await eventually(async () => expect(listsTold(events)).toEqual(['remark_items']))
    events.length = 1
  }
  return {
    id,
    person,
    colleague,
    here,
    elsewhere,
    rename: (name: string) => change('PUT', `/v3/app/trackers/${id}`, { name }),
    nameClass: (name: string) =>
      change('POST', '/v3/app/users/extrasettings/class', {
        classes: [{ index: 0, name, color: '#0F766E', urls: [] }],
      }),
    nameRemark,
  }
}

const told = (events: readonly Event[], name: StreamEventName) => events.filter(({ event }) => event === name)
/** Loads are five seconds apart, however slow the machine is. */
const mostLoads = (sinceMs: number) => 1 + Math.floor((performance.now() - sinceMs) / 5000)
const listsTold = (events: readonly Event[]) => told(events, 'lists').flatMap(({ data }) => data.changed)

test('consoles of other servers reload a list that people changed, and no other', async () => {
  const { here, elsewhere, nameClass } = await givenConsoles()
  await nameClass('Visitors')
  await eventually(async () => expect(listsTold(elsewhere.events)).toEqual(['classes']))
  expect(listsTold(here.events)).toEqual(['classes'])
  await nameClass('Guests')
  await eventually(async () => expect(listsTold(elsewhere.events)).toEqual(['classes', 'classes']))
  for (const { events } of [here, elsewhere]) expect(told(events, 'resync')).toEqual([])
})

test('consoles of other servers reload everything where people changed devices; those of the same server get the change', async () => {
  const { here, elsewhere, rename } = await givenConsoles()
  await rename('Ito Haruko')
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
  expect(told(here.events, 'resync')).toEqual([])
})

test('no account hears of a change in another', async () => {
  const { elsewhere, rename } = await givenConsoles()
  const stranger = await givenConsoles()
  await rename('Ito Haruko')
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
  // What comes after it, to show that nothing came before.
  await stranger.nameClass('Visitors')
  await eventually(async () => expect(listsTold(stranger.elsewhere.events)).toEqual(['classes']))
  expect(told(stranger.elsewhere.events, 'resync')).toEqual([])
})

test('many changes of devices in a row cause at most two reloads in five seconds', async () => {
  const { elsewhere, nameClass, rename } = await givenConsoles()
  const sinceMs = performance.now()
  await rename('Ito Haruko')
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
  await rename('Ito Haruka')
  await nameClass('Visitors')
  // A list event shows that earlier changes have arrived there.
  await eventually(async () => expect(listsTold(elsewhere.events)).toHaveLength(1))
  expect(told(elsewhere.events, 'resync').length).toBeLessThanOrEqual(mostLoads(sinceMs))
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(2))
})

test('a phone whose first report reaches one server appears on the consoles of the others', async () => {
  const { elsewhere, person } = await givenConsoles()
  const password = await given.credential(person.accountId, 'my-phone')
  const answer = await fetch(`${one.origin}/gateway/owntracks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`my-phone:${password}`)}` },
    body: JSON.stringify({
      _type: 'location',
      lat: 35.5,
      lon: 139.5,
      tst: Math.floor(one.clock.now() / 1000),
      acc: 12,
    }),
  })
  expect(answer.status).toBe(200)
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
})

test('a tracker’s report on its commands to one server appears on the consoles of the others', async () => {
  const { elsewhere, id, person } = await givenConsoles()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const orders = { sync_configs: [{ device_id: id, adv_settings: { ring_volume: 1 } }] }
  const { body } = await one.call('PUT', '/v3/app/trackers/advsettings', { token: person.token, body: orders })
  expect(body.code).toBe(200)
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
  const { rows } = await sql<{ taken: number }>`
    select adv_settings_time as taken from trackers where account_id = ${person.accountId} and device_id = ${id}`.execute(
    db,
  )
  const scans = [{ device_id: id, rssi: -60, connected: true, settings_time: rows[0]!.taken }]
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: one.clock.now(), scans }
  expect((await one.call('POST', '/v3/device/report', { body: report })).body.code).toBe(200)
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(2))
})

test('a console that reconnects to another server reloads what people changed meanwhile', async () => {
  const giver = await givenConsoles()
  const { colleague, elsewhere, here, person } = await givenConsoles()
  await sql`insert into shares (account_id, share_id, device_id, email, receiver_account_id, accepted_at, created_time)
    values (${giver.person.accountId}, ${randomUUID()}, ${giver.id}, 'a@example.com', ${person.accountId}, 0, 0)`.execute(
    db,
  )
  const last = here.events.at(-1)!.id
  here.close()
  // The receiver's account has no record of what the giver did.
  await giver.rename('Ito Haruko')
  await eventually(async () => expect(told(elsewhere.events, 'resync').length).toBeGreaterThan(0))
  const back = await listen(other, colleague.token, last)
  await eventually(async () => expect(told(back.events, 'resync')).toHaveLength(1))
})

test('a console that leaves its server before a change was sent reloads it at another', async () => {
  const { colleague, elsewhere, id, person, rename } = await givenConsoles()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const hear = async (seq: number, rssi: number) => {
    const report = { t4_id: t4Id, key: password, seq, scanned_at_ms: one.clock.now(), scans: [{ device_id: id, rssi }] }
    expect((await one.call('POST', '/v3/device/report', { body: report })).body.code).toBe(200)
    await eventually(async () => expect(told(elsewhere.events, 'trackers').length).toBeGreaterThanOrEqual(seq))
  }
  await hear(1, -60)
  const sinceMs = performance.now()
  await rename('Ito Haruko')
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
  await rename('Ito Haruka')
  one.clock.move(4000)
  await hear(2, -50)
  expect(told(elsewhere.events, 'resync').length).toBeLessThanOrEqual(mostLoads(sinceMs))
  const last = told(elsewhere.events, 'trackers').at(-1)!.id
  elsewhere.close()
  const back = await listen(one, colleague.token, last)
  await eventually(async () => expect(told(back.events, 'resync')).toHaveLength(1))
})

test('a tag that somebody ignores at one server leaves the consoles of the others', async () => {
  const { elsewhere, person } = await givenConsoles()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const scans = [{ device_id: 'iBeacon:1d4b2e16-481e-4579-8b35-ffc32e4a1758-9-1', rssi: -60 }]
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: one.clock.now(), scans }
  expect((await one.call('POST', '/v3/device/report', { body: report })).body.code).toBe(200)
  const { token } = person
  const id = await eventually(async () => {
    const [tag] = (await one.call('GET', '/v3/app/unclaimed', { token })).body.unclaimed
    return tag.id
  })
  expect(listsTold(elsewhere.events)).not.toContain('unclaimed')
  expect((await one.call('DELETE', `/v3/app/unclaimed/${id}`, { token })).body.code).toBe(200)
  await eventually(async () => expect(listsTold(elsewhere.events)).toContain('unclaimed'))
})

test('each change is sent once, also while another transaction stays open', async () => {
  const { elsewhere, nameClass, nameRemark } = await givenConsoles()
  await db.transaction().execute(async (open) => {
    // From now on it may still be first to have changed something.
    await sql`select pg_current_xact_id()`.execute(open)
    await nameRemark('Diet')
    await eventually(async () => expect(listsTold(elsewhere.events)).toEqual(['remark_items']))
    // Each of these causes another poll.
    for (const name of ['Visitors', 'Guests', 'Suppliers']) {
      const before = listsTold(elsewhere.events).length
      await nameClass(name)
      await eventually(async () => expect(listsTold(elsewhere.events)).toHaveLength(before + 1))
    }
  })
  expect(listsTold(elsewhere.events)).toEqual(['remark_items', 'classes', 'classes', 'classes'])
})

test('changes that could not be sent while the database was away are sent once it is back', async () => {
  const { elsewhere, nameClass } = await givenConsoles()
  await db.transaction().execute(async (open) => {
    await sql`lock table account_changes in exclusive mode`.execute(open)
    await nameClass('Visitors')
    // Asked outside of the transaction, in which PostgreSQL would answer what it saw first.
    await eventually(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'insert into account_changes%' and wait_event_type = 'Lock'
          and datname = current_database()`.execute(db)
      expect(rows).toHaveLength(1)
    })
  })
  await eventually(async () => expect(listsTold(elsewhere.events)).toContain('classes'))
})
