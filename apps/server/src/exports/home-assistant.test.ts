import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectSender } from '../../../../scripts/harness/connect-sender.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

/** A Home Assistant of the account, and the newest message of each topic. */
async function homeAssistant(person: Person, senderId = 'ha') {
  const client = await connectSender(
    app,
    senderId,
    await given.credential(person.accountId, senderId, { kind: 'reader' }),
  )
  const told = new Map<string, string>()
  client.on('message', (topic, payload) => told.set(topic, payload.toString()))
  return { client, told }
}

test('Home Assistant learns the trackers of its account, where they are, when they move and when they are removed', async () => {
  const [person, neighbour] = [await given.person(), await given.person()]
  const station = await given.station(person.accountId, { gps: [24.1, 120.6] })
  const [id, gone] = [await given.tracker(person.accountId, { name: 'Cart' }), await given.tracker(person.accountId)]
  const theirs = await given.tracker(neighbour.accountId)
  await sql`update stations set t4_name = 'Ward 3' where t4_id = ${station.t4Id}`.execute(db)
  const hear = (seq: number, battery: number) => {
    const scans = [{ device_id: id, rssi: -60, connected: true, battery }]
    const report = { t4_id: station.t4Id, key: station.password, seq, scanned_at_ms: clock.now(), scans }
    return call('POST', '/v3/device/report', { body: report })
  }
  await hear(1, 80)
  const { client, told } = await homeAssistant(person)
  await client.subscribeAsync('homeassistant/+/+/config')
  const config = await eventually(async () => {
    const text = told.get(`homeassistant/device_tracker/whereabouts_${id}/config`)
    expect(text).toBeDefined()
    return JSON.parse(text!)
  })
  expect(config.device).toMatchObject({ name: 'Cart', model: 'G3' })
  expect([...told.keys()].some((topic) => topic.includes(theirs))).toBe(false)

  await client.subscribeAsync([config.state_topic, config.json_attributes_topic, config.availability_topic])
  await eventually(async () => {
    expect(told.get(config.availability_topic)).toBe('online')
    expect(told.get(config.state_topic)).toBe('Ward 3')
    expect(JSON.parse(told.get(config.json_attributes_topic)!)).toMatchObject({
      latitude: 24.1,
      longitude: 120.6,
      battery_level: 80,
    })
  })
  await hear(2, 55)
  await eventually(async () =>
    expect(JSON.parse(told.get(config.json_attributes_topic)!)).toMatchObject({ battery_level: 55 }),
  )
  await sql`delete from trackers where device_id = ${gone}`.execute(db)
  clock.move(3_600_000)
  await eventually(async () => {
    expect(told.get(config.state_topic)).toBe('not_home')
    expect(told.get(`homeassistant/device_tracker/whereabouts_${gone}/config`)).toBe('')
  })
})

test('a carepad that measures humidity too is two sensors of one device', async () => {
  const person = await given.person()
  await call('POST', '/v3/app/carepads', {
    token: person.token,
    body: { carepad_id: 'CP-6', carepad_name: 'Cellar', measures: 'room' },
  })
  const { t4Id, password } = await given.station(person.accountId)
  const scans = [{ device_id: 'CP-6', rssi: -60, temperature: 17.5, humidity: 61 }]
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans }
  expect((await call('POST', '/v3/device/report', { body: report })).body).toMatchObject({ stored: 1 })
  const { client, told } = await homeAssistant(person)
  await client.subscribeAsync(['homeassistant/sensor/+/config', 'whereabouts/ha/#'])
  await eventually(async () => {
    const configs = [...told].flatMap(([topic, text]) => (topic.endsWith('/config') ? [JSON.parse(text)] : []))
    const read = configs.map((config) => [config.device_class, told.get(config.state_topic), config.device.name])
    expect(read.toSorted()).toEqual([
      ['humidity', '61', 'Cellar'],
      ['temperature', '17.5', 'Cellar'],
    ])
  })
})

test('a Home Assistant that restarts gets everything again; carepads are thermometers', async () => {
  const person = await given.person()
  await call('POST', '/v3/app/carepads', { token: person.token, body: { carepad_id: 'CP-5', carepad_name: 'Bed 5' } })
  const { client, told } = await homeAssistant(person)
  await client.subscribeAsync('homeassistant/#')
  const topic = 'homeassistant/sensor/whereabouts_CP-5/config'
  await eventually(async () => expect(told.has(topic)).toBe(true))
  told.clear()
  await client.publishAsync('homeassistant/status', 'online', { qos: 1 })
  await eventually(async () => expect(JSON.parse(told.get(topic)!)).toMatchObject({ device_class: 'temperature' }))
})

test('a reader may subscribe only to its own topics, and its messages are not stored', async () => {
  const person = await given.person()
  const id = await given.tracker(person.accountId)
  const { client } = await homeAssistant(person)
  for (const topic of ['#', '+/+', 'whereabouts/other/down', 'whereabouts/#', '$SYS/#', 'espresense/#']) {
    const granted = await client.subscribeAsync(topic).then(
      ([answer]) => answer !== undefined && answer.qos !== 128,
      () => false,
    )
    expect(granted, topic).toBe(false)
  }
  await client.publishAsync(`espresense/devices/${id}/room`, '{"rssi":-50}', { qos: 1 })
  const { rows } = await sql`select from location_logs where account_id = ${person.accountId}`.execute(db)
  expect(rows).toEqual([])
})

test('a sender’s credential cannot read, and a reader’s cannot send', async () => {
  const person = await given.person()
  await given.tracker(person.accountId)
  const client = await connectSender(app, 'station', await given.credential(person.accountId, 'station'))
  await expect(client.subscribeAsync('homeassistant/#')).rejects.toThrow()
  const key = await given.credential(person.accountId, 'reads', { kind: 'reader' })
  const report = {
    phone_id: 'reads',
    key,
    seq: 1,
    scanned_at_ms: clock.now(),
    gps_latitude: 1,
    gps_longitude: 1,
    scans: [],
  }
  expect((await call('POST', '/v3/device/report', { body: report })).body.code).toBe(403001)
})
