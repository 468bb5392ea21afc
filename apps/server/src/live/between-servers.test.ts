/** Two servers on one bus: the accounts are at home at the first, and consoles are at both. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { bytes, keptLog } from '../../../../scripts/harness/bus-promises.ts'
import { cutBus } from '../../../../scripts/harness/cut-bus.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { type Event, listen, notificationsTold, toldOf } from '../../../../scripts/harness/listen.ts'
import { accountIn, areShared, heldBy } from '../../../../scripts/harness/shared-homes.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { LocalBus } from '../bus/local-bus.ts'
import { consolesSubject, homeSubject, liveSubject } from '../bus/subjects.ts'
import { shardOf, shareOut } from '../homes/share-out.ts'
import { systemClock, systemRandom } from '../platform/clock.ts'

const { log, lines } = keptLog()
const bus = new LocalBus({ log, clock: systemClock })
const [homeBus, awayBus] = [cutBus(bus), cutBus(bus)]
const home = await testApp({ bus: homeBus, renewEveryMs: 100 })
const away = await testApp({ beside: home, bus: awayBus, renewEveryMs: 100 })
await areShared([home, away])
const given = makeGiven(home)

const told = (events: readonly Event[], name: string) => events.filter(({ event }) => event === name)
const listsTold = (events: readonly Event[]) => told(events, 'lists').flatMap(({ data }) => data.changed)
const call = async (at: typeof home, person: Person, method: string, path: string, body: object) =>
  expect((await at.call(method, path, { token: person.token, body })).body.code).toBe(200)
const rename = (at: typeof home, person: Person, id: string, name: string) =>
  call(at, person, 'PUT', `/v3/app/trackers/${id}`, { name })

/** An account with a tracker and a station, and a console of a colleague at each server; at home in one of these shards. */
async function givenConsoles(shards: readonly number[] = heldBy(home)) {
  const person = await given.person({ accountId: accountIn(shards) })
  const id = await given.tracker(person.accountId, { name: 'Ito Haru' })
  const { t4Id, password } = await given.station(person.accountId, { gps: [35, 139] })
  const colleague = await given.person({ accountId: person.accountId, class: 'deputy' })
  const [here, elsewhere] = [await listen(home, colleague.token), await listen(away, colleague.token)]
  let seq = 0
  /** The station reports to the home. */
  const hear = async (rssi: number) => {
    seq += 1
    const scans = [{ device_id: id, rssi }]
    const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: home.clock.now(), scans }
    expect((await home.call('POST', '/v3/device/report', { body })).body.code).toBe(200)
  }
  /** Both consoles get every change from here on. */
  const nameRemark = (at: typeof home, name: string) =>
    call(at, person, 'POST', '/v3/app/users/extrasettings/remarks', { items: [{ index: 0, name }] })
  await nameRemark(home, 'On leave')
  await eventually(async () => {
    for (const { events } of [here, elsewhere]) expect(listsTold(events)).toContain('remark_items')
  })
  for (const { events } of [here, elsewhere]) events.length = 0
  return { person, colleague, id, t4Id, here, elsewhere, hear, nameRemark }
}

/** The id of an account that is at home in one of these shards however it is written. */
function capitalIn(shards: readonly number[]): string {
  for (;;) {
    const id = accountIn(shards)
    if (id !== id.toUpperCase() && shards.includes(shardOf(id.toUpperCase()))) return id
  }
}

test('a report at the home shows at once on the consoles of all servers, each with the fields that changed', async () => {
  const { here, elsewhere, hear, id } = await givenConsoles()
  await hear(-60)
  await eventually(async () => {
    for (const { events } of [here, elsewhere]) {
      expect(toldOf(events, id)).toMatchObject({ connected: true, rssi: -60, gps_latitude: 35 })
    }
  })
  expect(toldOf(elsewhere.events, id)).toEqual(toldOf(here.events, id))
  expect(told(elsewhere.events, 'stations')).not.toEqual([])
  expect(told(elsewhere.events, 'resync')).toEqual([])
})

test('what people change at any server shows on the consoles of all, device by device and list by list', async () => {
  const { here, elsewhere, person, id, nameRemark } = await givenConsoles()
  for (const [at, name] of [
    [away, 'Ito Haruko'],
    [home, 'Ito Haruka'],
  ] as const) {
    await rename(at, person, id, name)
    await eventually(async () => {
      for (const { events } of [here, elsewhere]) expect(toldOf(events, id)).toMatchObject({ name })
    })
  }
  await nameRemark(away, 'Diet')
  const phone = await given.tracker(person.accountId, { model: 'mobile' })
  await call(away, person, 'POST', '/v3/device/trackable', { device_id: phone, trackable: false })
  await eventually(async () => {
    for (const { events } of [here, elsewhere]) {
      expect(listsTold(events)).toContain('remark_items')
      expect(told(events, 'gone').map(({ data }) => data.device_ids)).toEqual([[phone]])
      expect(told(events, 'resync')).toEqual([])
    }
  })
})

test('no console gets what is another account’s; those of a receiver get a shared tracker, wherever its account is at home', async () => {
  const { here, elsewhere, hear, id, person } = await givenConsoles()
  const stranger = await givenConsoles()
  const receiver = await givenConsoles(heldBy(away))
  await sql`insert into shares (account_id, share_id, device_id, email, receiver_account_id, accepted_at, created_time)
    values (${person.accountId}, ${randomUUID()}, ${id}, 'a@example.com', ${receiver.person.accountId}, 0, 0)`.execute(
    home.database.db,
  )
  await rename(home, person, id, 'Ito Haruko')
  await hear(-60)
  await eventually(async () => {
    for (const { events } of [here, elsewhere]) expect(toldOf(events, id)).toMatchObject({ rssi: -60 })
    for (const { events } of [receiver.here, receiver.elsewhere]) {
      expect(toldOf(events, id)).toMatchObject({ name: 'Ito Haruko', rssi: -60 })
    }
  })
  await stranger.nameRemark(away, 'Diet')
  await eventually(async () => expect(listsTold(stranger.elsewhere.events)).toContain('remark_items'))
  expect(JSON.stringify([stranger.here.events, stranger.elsewhere.events])).not.toContain(id)
})

test('while a server has no bus its consoles are told so and resume from before; alarms still reach them, and afterwards all lists', async () => {
  const { here, elsewhere, hear, person, colleague, id } = await givenConsoles()
  await hear(-60)
  await eventually(async () => expect(toldOf(elsewhere.events, id)).toMatchObject({ rssi: -60 }))
  awayBus.setConnected(false)
  onTestFinished(() => awayBus.setConnected(true))
  await eventually(async () =>
    expect(told(elsewhere.events, 'live').map(({ data }) => data)).toEqual([{ is_live: false }]),
  )
  expect(await (await fetch(`${away.origin}/ready`)).text()).toContain('NATS is away')
  // A console that comes now is told too, and loads its lists.
  const late = await listen(away, colleague.token)
  await eventually(async () => expect(told(late.events, 'live')).toHaveLength(1))
  await eventually(async () => expect(told(late.events, 'resync')).toHaveLength(1))
  await call(away, person, 'POST', '/v3/app/users/extrasettings/class', {
    classes: [{ index: 0, name: 'Visitors', color: '#0F766E', urls: [] }],
  })
  await call(home, person, 'POST', '/v3/app/notifications/push', {
    type: 'test',
    event_time_ms: home.clock.now(),
  })
  await eventually(async () => expect(notificationsTold(elsewhere.events)).toHaveLength(1))
  expect(told(elsewhere.events, 'notifications').map((event) => event.id)).toEqual([''])
  expect(told(here.events, 'live')).toEqual([])
  awayBus.setConnected(true)
  await eventually(async () => {
    expect(told(elsewhere.events, 'live').map(({ data }) => data)).toEqual([{ is_live: false }, { is_live: true }])
    expect(told(elsewhere.events, 'resync').length).toBeGreaterThan(0)
    // What was changed there meanwhile reaches the home too.
    expect(told(here.events, 'resync').length).toBeGreaterThan(0)
  })
})

test('a change that the bus loses is noticed, by the next one or without it, and the consoles load their lists', async () => {
  const { here, elsewhere, person, id } = await givenConsoles()
  awayBus.lose(1)
  await rename(home, person, id, 'Ito Haruko')
  await eventually(async () => expect(toldOf(here.events, id)).toMatchObject({ name: 'Ito Haruko' }))
  await rename(home, person, id, 'Ito Haruka')
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
  awayBus.lose(1)
  await rename(home, person, id, 'Ito Haruki')
  await eventually(async () => expect(toldOf(here.events, id)).toMatchObject({ name: 'Ito Haruki' }))
  home.clock.move(2000)
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(2))
  expect(told(here.events, 'resync')).toEqual([])
})

test('what is too large for one message makes the consoles of other servers load their lists', async () => {
  const { here, elsewhere, person } = await givenConsoles()
  home.running.app.streams.trackerChanged(person.accountId, { device_id: 'tag', firmware: 'x'.repeat(bus.maxPayload) })
  await eventually(async () => expect(told(elsewhere.events, 'resync')).toHaveLength(1))
  await eventually(async () => expect(toldOf(here.events, 'tag')).toMatchObject({ device_id: 'tag' }))
})

test('messages of somebody else, or of a home that was, change nothing', async () => {
  const { elsewhere, here, nameRemark, person, id } = await givenConsoles()
  const subject = liveSubject(person.accountId)
  const batch = {
    ...{ isResync: true, isEdited: false, came: { device_ids: [], t4_ids: [] }, gone: { device_ids: [], t4_ids: [] } },
    ...{ trackers: [], stations: [], lists: [] },
  }
  const before = { epoch: 0, opened: 9, seq: 9 }
  for (const foreign of [
    'no JSON',
    JSON.stringify({ place: { epoch: 99, opened: 1, seq: 1 } }),
    JSON.stringify({
      place: { epoch: 99, opened: 1, seq: 1 },
      batch: { ...batch, trackers: [{ device_id: id, rssi: '-1' }] },
    }),
    JSON.stringify({ place: before, batch }),
    JSON.stringify({ place: { epoch: 2 ** 40, opened: 1, seq: 1 }, batch }),
  ]) {
    bus.publish(subject, bytes(foreign))
  }
  await nameRemark(home, 'Diet')
  await eventually(async () => expect(listsTold(elsewhere.events)).toEqual(['remark_items']))
  for (const { events } of [here, elsewhere]) expect(told(events, 'resync')).toEqual([])
  expect(JSON.stringify(lines)).not.toContain(id)
})

test('somebody else who writes an account in capitals opens no second home for it, and ends no server', async () => {
  const { accountId } = await given.person({ accountId: capitalIn(heldBy(home)) })
  const { t4Id, password } = await given.station(accountId)
  const capitals = accountId.toUpperCase()
  const shard = shardOf(capitals)
  const brought = capitalIn(heldBy(home).filter((other) => other !== shard)).toUpperCase()
  const ids = { device_ids: [], t4_ids: [] }
  const batch = { isResync: true, isEdited: true, came: ids, gone: ids, trackers: [], stations: [], lists: [] }
  const observations = [{ seq: '1', items: [{ kind: 'status', online: true }] }]
  const sender = { senderId: t4Id, t4Id }
  const handover = {
    kind: 'handover',
    sender,
    generation: 1,
    speaksAs: 'station',
    observations,
    receivedAtMs: home.clock.now(),
  }
  const epoch = home.running.shards.held().get(shard)!
  const messages: readonly (readonly [string, object])[] = [
    [homeSubject(home.running.shards.serverId), [{ epoch, accountId: capitals, question: handover }]],
    [consolesSubject(shard), { kind: 'watch', serverId: randomUUID(), accountIds: [capitals] }],
    [consolesSubject(shardOf(brought)), { kind: 'bring', accountId: brought, batch }],
  ]
  for (const [subject, payload] of messages) bus.publish(subject, bytes(JSON.stringify(payload)))
  const err = expect.objectContaining({ name: 'UnreadableMessage', message: expect.stringContaining('ccountId') })
  await eventually(async () => {
    for (const [subject] of messages) expect(lines.map(({ about }) => about)).toContainEqual({ subject, err })
  })
  const { rows } = await sql`select from location_logs where account_id = ${accountId}`.execute(home.database.db)
  expect(rows).toEqual([])
  const body = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: home.clock.now(), scans: [] }
  expect((await home.call('POST', '/v3/device/report', { body })).body).toMatchObject({ stored: 1 })
})

test('ids that no query can hold are refused where a message is read, and are no bug', async () => {
  const { accountId } = await given.person({ accountId: accountIn(heldBy(home)) })
  const shard = shardOf(accountId)
  const about = { epoch: home.running.shards.held().get(shard)!, accountId }
  for (const id of ['a\0b', '\ud800']) {
    const ids = { device_ids: [id], t4_ids: [] }
    const batch = { isResync: false, isEdited: true, came: ids, gone: ids, trackers: [], stations: [], lists: [] }
    const subject = homeSubject(home.running.shards.serverId)
    const messages: readonly (readonly [string, object])[] = [
      [subject, [{ ...about, question: { kind: 'gone', trackers: [id], endsStays: true } }]],
      [subject, [{ ...about, question: { kind: 'believedOf', deviceId: id } }]],
      [consolesSubject(shard), { kind: 'bring', accountId, batch }],
    ]
    for (const [to, message] of messages) {
      const asked = bus.request(to, bytes(JSON.stringify(message)), 200)
      await expect(asked, JSON.stringify(message)).rejects.toThrow('Nobody answered')
    }
  }
  expect(JSON.stringify(lines)).not.toContain('bug:')
})

test('a console that reconnects to another server loads its lists where people changed something meanwhile', async () => {
  const { colleague, here, elsewhere, hear, person, id } = await givenConsoles()
  await hear(-60)
  await eventually(async () => expect(toldOf(here.events, id)).toMatchObject({ rssi: -60 }))
  const last = here.events.at(-1)!.id
  here.close()
  elsewhere.close()
  await rename(home, person, id, 'Ito Haruko')
  const back = await listen(away, colleague.token, last)
  await eventually(async () => expect(told(back.events, 'resync')).toHaveLength(1))
})

test('an account that moves to another home: consoles of both servers load their lists, and what follows shows on them', async () => {
  const thirdId = randomUUID()
  const ids = [home, away].map(({ running }) => running.shards.serverId)
  const [now, then] = [shareOut(ids), shareOut([...ids, thirdId])]
  const moving = heldBy(home).filter((shard) => now.get(shard) === ids[0] && then.get(shard) === thirdId)
  const { here, elsewhere, person, id } = await givenConsoles(moving)
  let isFirst = true
  const uuid = () => {
    const first = isFirst
    isFirst = false
    return first ? thirdId : systemRandom.uuid()
  }
  const third = await testApp({ beside: home, bus: cutBus(bus), renewEveryMs: 100, random: { ...systemRandom, uuid } })
  await areShared([home, away, third])
  await eventually(async () => {
    for (const { events } of [here, elsewhere]) expect(told(events, 'resync')).not.toEqual([])
  })
  for (const [at, name] of [
    [home, 'Ito Haruko'],
    [away, 'Ito Haruka'],
  ] as const) {
    await rename(at, person, id, name)
    await eventually(async () => {
      for (const { events } of [here, elsewhere]) expect(toldOf(events, id)).toMatchObject({ name })
    })
  }
})
