/** Two servers: what comes to either goes to the home of its account, and what people do at either is known there. */
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { expect, onTestFinished, test } from 'vitest'
import { cutBus } from '../../../../scripts/harness/cut-bus.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../scripts/harness/mails.ts'
import { accountIn, areShared, heldBy } from '../../../../scripts/harness/shared-homes.ts'
import { type TestApp, testApp } from '../../../../scripts/harness/test-app.ts'
import { encodeJson } from '../bus/checked-json.ts'
import { homeSubject } from '../bus/subjects.ts'
import { dataUrl, png } from '../features/media/test-pictures.ts'
import { shardOf } from './share-out.ts'

const home = await testApp({ isShared: true, renewEveryMs: 100 })
const bus = cutBus(home.bus!)
const door = await testApp({ beside: home, bus, renewEveryMs: 100 })
await areShared([home, door])
const given = makeGiven(home)
const { clock } = home
const { db } = home.database

/** An account at home in one of the servers' shards, with a station on a map that hears a tracker. */
async function site(at: TestApp) {
  const person = await given.person({ accountId: accountIn(heldBy(at)) })
  const { accountId, token } = person
  const body = { map_name: '2F', map_image: dataUrl(await png(200, 100)), metres_per_pixel: 0.1 }
  const { id: mapId } = (await door.call('POST', '/v3/app/indoormaps', { token, body })).body.indoormap
  const { t4Id, password } = await given.station(accountId, { mapId, x: 100, y: 50, gps: [35, 139] })
  const id = await given.tracker(accountId)
  let seq = 0
  const next = (battery: number) => {
    seq += 1
    const scans = [{ device_id: id, rssi: -50, battery, connected: true }]
    return { t4_id: t4Id, seq, scanned_at_ms: clock.now(), scans }
  }
  const send = (to: TestApp, report: object) =>
    to.call('POST', '/v3/device/report', { body: { ...report, key: password } })
  const trackersAt = async (server: TestApp, caller: Pick<Person, 'token'> = person) =>
    (await server.call('GET', '/v3/app/trackers', { token: caller.token })).body.trackers
  const stored = async () =>
    (await sql`select from location_logs where account_id = ${accountId}`.execute(db)).rows.length
  return { person, t4Id, password, id, mapId, next, send, trackersAt, stored }
}

async function senderAt(app: TestApp, { t4Id, password }: { t4Id: string; password: string }) {
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.mqttPort}`, { username: t4Id, password, reconnectPeriod: 0 })
  onTestFinished(() => client.endAsync(true))
  await new Promise((resolve) => client.once('connect', resolve))
  return (report: object) => client.publishAsync(`whereabouts/${t4Id}/up`, JSON.stringify(report), { qos: 1 })
}

const ofEither: readonly [string, TestApp][] = [
  ['the server at which it is at home', home],
  ['another one', door],
]

test.each(ofEither)('a report over HTTP and MQTT at %s is stored once, and shown at both', async (_which, at) => {
  const { send, next, trackersAt, stored, ...station } = await site(home)
  const report = next(80)
  expect((await send(at, report)).body).toMatchObject({ code: 200, stored: 1 })
  for (const app of [home, door]) {
    expect((await send(app, report)).body).toMatchObject({ code: 200, stored: 0, repeated: 1 })
    await eventually(async () => expect(await trackersAt(app)).toMatchObject([{ battery: 80 }]))
  }
  const publish = await senderAt(at, station)
  const second = next(79)
  await publish(second)
  expect(await stored()).toBe(2)
  expect((await send(door, second)).body).toMatchObject({ repeated: 1 })
  for (const app of [home, door])
    await eventually(async () => expect(await trackersAt(app)).toMatchObject([{ battery: 79 }]))
})

test.each(ofEither)('what people do at %s governs the next report at the other', async (_which, at) => {
  clock.hold()
  const { person, send, next, trackersAt, id, mapId } = await site(home)
  const { token } = person
  const elsewhere = at === home ? door : home
  await send(elsewhere, next(80))
  const seen = { indoor_X: 100, indoor_Y: 50, battery: 80 }
  await eventually(async () => expect(await trackersAt(at)).toMatchObject([seen]))
  const body = { map_image: dataUrl(await png(400, 50)) }
  expect((await at.call('PUT', `/v3/app/indoormaps/${mapId}`, { token, body })).body.code).toBe(200)
  for (const app of [home, door]) {
    expect(await trackersAt(app)).toMatchObject([{ indoor_X: 200, indoor_Y: 25 }])
    const { belief } = (await app.call('GET', `/v3/app/trackers/${id}/belief`, { token })).body
    expect(belief).toBeNull()
    expect((await app.call('GET', '/v3/app/trackers/G3-NOBODY/belief', { token })).body.code).toBe(404103)
  }
  expect((await at.call('DELETE', `/v3/app/trackers/${id}`, { token })).body.code).toBe(200)
  const { token: link } = await latestMail(home.database.address, person.email)
  expect((await at.call('POST', '/v3/app/trackers/unassign', { body: { token: link } })).body.code).toBe(200)
  expect((await send(elsewhere, next(79))).body).toMatchObject({ code: 200, unknown: 1 })
  for (const app of [home, door]) expect(await trackersAt(app)).toEqual([])
})

test.each(ofEither)('a sender that is revoked at %s is refused at the other at once', async (_which, at) => {
  clock.hold()
  const { accountId, token } = await given.person({ accountId: accountIn(heldBy(home)) })
  const elsewhere = at === home ? door : home
  const password = await given.credential(accountId, 'phone')
  const report = () => {
    const authorization = `Basic ${Buffer.from(`phone:${password}`).toString('base64')}`
    const body = { _type: 'location', lat: 35, lon: 139, tst: Math.floor(clock.now() / 1000) }
    return elsewhere.call('POST', '/gateway/owntracks', { headers: { authorization }, body })
  }
  expect((await report()).status).toBe(200)
  expect((await at.call('DELETE', '/v3/app/credentials/phone', { token })).body.code).toBe(200)
  // The other one believes for up to a second what it knew.
  expect((await report()).status).toBe(401)
})

test.each(ofEither)(
  'a badge that calls for help at %s becomes a tracker with the place it kept',
  async (_which, at) => {
    const { accountId } = await given.person({ accountId: accountIn(heldBy(home)) })
    const password = await given.credential(accountId, 'ttn', { kind: 'thethings' })
    const timestamp = clock.now() - 600_000
    const place = Object.entries({ Latitude: 35.5, Longitude: 139.4 }).map(([type, measurementValue]) => ({
      ...{ type, measurementValue, measurementId: '1', timestamp },
    }))
    const call = { type: 'Event Status', measurementValue: [{ id: 7, eventName: 'SOS event.' }] }
    const body = {
      end_device_ids: { dev_eui: '02A0B0C0D0E0F013' },
      uplink_message: { f_port: 1, f_cnt: 1, decoded_payload: { messages: [place, [call]] } },
    }
    const headers = { authorization: `Bearer ${password}` }
    expect((await at.call('POST', '/gateway/thethings', { headers, body })).status).toBe(200)
    const { rows } =
      await sql`select gps_latitude from location_logs where account_id = ${accountId} order by scanned_at_ms`.execute(
        db,
      )
    expect(rows).toEqual([{ gps_latitude: 35.5 }, { gps_latitude: null }])
  },
)

test('who got a tracker from an account at home elsewhere sees at each server what it reports', async () => {
  const { person, send, next, trackersAt, id } = await site(home)
  const receiver = await given.person({ accountId: accountIn(heldBy(door)) })
  const offer = { device_id: id, email: receiver.email }
  expect((await door.call('POST', '/v3/app/sharing', { token: person.token, body: offer })).body.code).toBe(200)
  const { token } = await latestMail(home.database.address, receiver.email)
  expect((await door.call('POST', '/v3/app/sharing/accept', { body: { token } })).body.code).toBe(200)
  for (const [battery, app] of [
    [70, home],
    [69, door],
  ] as const) {
    await send(app, next(battery))
    for (const where of [home, door]) {
      await eventually(async () => expect(await trackersAt(where, receiver)).toMatchObject([{ battery }]))
    }
  }
})

test('a message with impossible times, from any writer, stops no report from being stored', async () => {
  const { person, t4Id, next, send } = await site(home)
  const { accountId } = person
  const epoch = home.running.shards.held().get(shardOf(accountId))!
  const credentials = await sql<{
    generation: number
  }>`select generation from credentials where account_id = ${accountId}`.execute(db)
  const { generation } = credentials.rows[0]!
  const sender = { senderId: t4Id, t4Id }
  const heard = { senderId: t4Id, rssiDbm: -60, position: null, accuracy: null, battery: null, temperature: null }
  // The largest that a date can be, and what no date can be.
  for (const [at, time] of [8.64e15, 9e15, 1e300, -1e300, 0, 0.5].entries()) {
    const deviceId = await given.tracker(accountId)
    const items = [{ kind: 'sighting', identity: deviceId, rssiDbm: -60 }]
    const observations = [{ seq: `${at}`, items }]
    const handover = { kind: 'handover', sender, generation, speaksAs: 'station', observations, receivedAtMs: time }
    const question = { kind: 'adopt', deviceId, heard: { ...heard, atMs: time } }
    const asked = [handover, question].map((question) => ({ epoch, accountId, question }))
    home.bus!.publish(homeSubject(home.running.shards.serverId), encodeJson(asked))
  }
  await eventually(async () => {
    const { rows } = await sql<{
      handed: string
      adopted: string
    }>`select count(*) filter (where seq <> 'claim') as handed,
      count(*) filter (where seq = 'claim') as adopted from location_logs where account_id = ${accountId}`.execute(db)
    expect(rows).toEqual([{ handed: 6, adopted: 6 }])
  })
  expect((await send(door, next(80))).body).toMatchObject({ code: 200, stored: 1 })
})

test('while servers cannot reach each other, reports go on where their account is at home; elsewhere they are refused and wait', async () => {
  const [away, here] = [await site(home), await site(door)]
  const publish = await senderAt(door, away)
  await publish(away.next(80))
  bus.setConnected(false)
  onTestFinished(() => bus.setConnected(true))
  const report = away.next(79)
  const refused = await away.send(door, report)
  expect(refused.status).toBe(503)
  expect(refused.body.code).toBe(500002)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect((await away.send(home, away.next(78))).body).toMatchObject({ stored: 1 })
  expect((await here.send(door, here.next(60))).body).toMatchObject({ stored: 1 })
  let isAcknowledged = false
  const waiting = publish(report).then(() => {
    isAcknowledged = true
  })
  expect(await away.trackersAt(door)).toHaveLength(1)
  expect((await here.send(door, here.next(59))).body).toMatchObject({ stored: 1 })
  expect(isAcknowledged).toBe(false)
  expect(await away.stored()).toBe(2)
  bus.setConnected(true)
  await waiting
  expect(await away.stored()).toBe(3)
  expect((await away.send(door, report)).body).toMatchObject({ repeated: 1 })
})

test('while accounts move, a sender that is revoked and an account that is deleted report nothing more', async () => {
  let isOver = false
  /** What became of reports after the one and the other. */
  const goAway = async (to: TestApp, at: TestApp) => {
    const answers: number[] = []
    while (!isOver || answers.length === 0) {
      const { accountId, token, email } = await given.person()
      const [phone, other] = [await given.credential(accountId, 'phone'), await given.credential(accountId, 'other')]
      const report = async (name: string, key: string) => {
        const body = { phone_id: name, key, seq: 1, scanned_at_ms: clock.now(), scans: [] }
        return (await to.call('POST', '/v3/device/report', { body })).status
      }
      await report('phone', phone)
      expect((await at.call('DELETE', '/v3/app/credentials/phone', { token })).body.code).toBe(200)
      answers.push(await report('phone', phone))
      await at.call('DELETE', '/v3/app/users/profile', { token, body: { user: { email } } })
      const { token: link } = await latestMail(home.database.address, email)
      expect((await at.call('POST', '/v3/app/users/confirm/remove', { body: { token: link } })).body.code).toBe(200)
      answers.push(await report('other', other))
    }
    return [...new Set(answers)]
  }
  const goings = [goAway(home, door), goAway(door, home)]
  const third = await testApp({ beside: home, renewEveryMs: 100 })
  await areShared([home, door, third])
  await third.running.close()
  await areShared([home, door])
  isOver = true
  // On a busy machine a report may have to come again, as 503 says.
  for (const answers of await Promise.all(goings)) expect(answers.filter((status) => status !== 503)).toEqual([401])
})

test('while a server comes and goes, and accounts move with it, no report is refused, and each is stored once', async () => {
  let isOver = false
  const talk = async (at: TestApp) => {
    const { accountId } = await given.person({ accountId: accountIn(heldBy(at)) })
    const { t4Id, password } = await given.station(accountId)
    const statuses: number[] = []
    for (let seq = 0; !isOver; seq += 1) {
      const body = { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans: [] }
      statuses.push((await (seq % 2 === 0 ? home : door).call('POST', '/v3/device/report', { body })).status)
    }
    const { rows } = await sql`select from location_logs where account_id = ${accountId}`.execute(db)
    return { statuses: [...new Set(statuses)], isEachStored: rows.length === statuses.length }
  }
  const talks = [home, door, home, door].map(talk)
  const third = await testApp({ beside: home, renewEveryMs: 100 })
  await areShared([home, door, third])
  await third.running.close()
  await areShared([home, door])
  isOver = true
  expect(await Promise.all(talks)).toEqual(talks.map(() => ({ statuses: [200], isEachStored: true })))
})
