/** Reading a broker that an account has already. Decision 0055. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { type TestBroker, testBroker } from '../../../../scripts/harness/test-broker.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

const BEACON = 'iBeacon:e5ca1ade-f007-ba11-0000-00000000000a-7-8'
const settingsOf = ({ port }: Pick<TestBroker, 'port'>) => ({
  broker_name: 'Home',
  host: '127.0.0.1',
  port,
  tls: false,
  ca_certificate: '',
  username: '',
  reads: ['espresense', 'theengs', 'owntracks', 'shelly', 'zigbee2mqtt', 'native'],
  theengs_base: 'home',
  zigbee2mqtt_base: 'zigbee2mqtt',
  discovery_prefix: '',
  paused: false,
})
const add = async ({ token }: Person, broker: Pick<TestBroker, 'port'>, rest: object = {}): Promise<string> => {
  const { body } = await call('POST', '/v3/app/brokers', { token, body: { ...settingsOf(broker), ...rest } })
  expect(body.code).toBe(200)
  return body.broker.broker_id
}
const stateOf = async ({ token }: Person) => {
  // The state is written with the look that is due within a second.
  app.running.app.brokers.wake()
  return (await call('GET', '/v3/app/brokers', { token })).body.brokers[0]
}
const connected = (person: Person) =>
  eventually(async () => expect(await stateOf(person)).toMatchObject({ state: 'connected', fault: '' }))
const stationsOf = async ({ token }: Person): Promise<{ t4_name: string; t4_id: string }[]> =>
  (await call('GET', '/v3/app/stations', { token })).body.stations
const hear = (rssi: number) => ({ id: BEACON, rssi, 'rssi@1m': -59 })

test('a room, a gateway, a phone and a network on a broker become stations and a phone, and place what they hear', async () => {
  const person = await given.person()
  const broker = await testBroker()
  const tracker = await given.tracker(person.accountId, { radioIdentity: BEACON })
  const id = await add(person, broker)
  await connected(person)
  await broker.publish(`espresense/devices/${BEACON}/kitchen`, hear(-60))
  await broker.publish('home/OMG_hall/BTtoMQTT/AABBCCDDEEFF', { id: 'AA:BB:CC:DD:EE:FF', rssi: -70, tempc: 21.5 })
  await broker.publish('owntracks/anna/pixel', {
    ...{ _type: 'location', lat: 35.5, lon: 139.5, acc: 12, batt: 80, tid: 'an' },
    tst: Math.floor(app.clock.now() / 1000),
  })
  await broker.publish('zigbee2mqtt/Cellar', { temperature: 17.5, humidity: 60, linkquality: 120 })
  await broker.publish('zigbee2mqtt/Lamp', { state: 'ON', brightness: 9 })
  await broker.publish('somebody/else/entirely', 'nothing of ours')
  await eventually(async () => {
    const names = (await stationsOf(person)).map(({ t4_name }) => t4_name)
    expect(names.toSorted()).toEqual(['OMG_hall', 'kitchen', 'zigbee2mqtt'])
    const { body } = await call('GET', '/v3/app/trackers', { token: person.token })
    const phone = body.trackers.find(({ device_model }: { device_model: string }) => device_model === 'mobile')
    expect(phone).toMatchObject({ name: 'anna/pixel', gps_latitude: 35.5, battery: 80 })
    const heard = body.trackers.find(({ device_id }: { device_id: string }) => device_id === tracker)
    expect(heard.qualified_location_info.reason_data.station_name).toBe('kitchen')
    expect(await stateOf(person)).toMatchObject({
      senders: 4,
      servers: 1,
      mqtt_version: '3.1.1',
      counts: { espresense: 1, theengs: 1, owntracks: 1, zigbee2mqtt: 2 },
    })
  })
  const sendersOf = async (token: string) =>
    (await call('GET', `/v3/app/brokers/${id}/senders`, { token })).body as { code: number; senders: object[] }
  await eventually(async () => {
    const { senders } = await sendersOf(person.token)
    const heard = { last_used: expect.any(Number) }
    expect(senders).toHaveLength(4)
    expect(senders).toEqual(
      expect.arrayContaining([
        { sender_id: 'kitchen', kind: 'espresense', label: 'kitchen', t4_id: expect.stringMatching(/^T4-/), ...heard },
        { sender_id: 'anna-pixel', kind: 'owntracks', label: 'anna/pixel', t4_id: null, ...heard },
      ]),
    )
  })
  expect(await sendersOf((await given.person()).token)).toMatchObject({ code: 404102 })
  const guest = await given.person({ accountId: person.accountId, class: 'readonly' })
  expect(await sendersOf(guest.token)).toMatchObject({ code: 403001 })
  const waiting = async () => JSON.stringify((await call('GET', '/v3/app/unclaimed', { token: person.token })).body)
  await eventually(async () => expect(await waiting()).toContain('zigbee:Cellar'))
  expect(await waiting()).not.toContain('Lamp')
  // Nothing is published on somebody's broker that he did not ask for.
  expect(broker.published).toEqual([])
  // Names of a broker need no credential, and stand in no list of them.
  const { body } = await call('GET', '/v3/app/credentials', { token: person.token })
  expect(body.credentials).toEqual([])
})

test('of the devices of Zigbee2MQTT only thermometers, buttons and arrival sensors wait to be claimed', async () => {
  const file = new URL('../../../../packages/protocol/vectors/zigbee2mqtt.json', import.meta.url)
  const { vectors } = JSON.parse(readFileSync(file, 'utf8'))
  const person = await given.person()
  const broker = await testBroker()
  const say = async (isRetained: boolean) => {
    for (const { input } of vectors as { input: { topic: string; payload: string; retained: boolean } }[])
      if (input.retained === isRetained) await broker.publish(input.topic, input.payload, { retain: isRetained })
  }
  await say(true)
  await add(person, broker, { reads: ['zigbee2mqtt'] })
  await connected(person)
  await say(false)
  // One without a link quality is not known to be near, so it cannot be claimed.
  const wanted = vectors
    .filter(({ expect: { kind } }: { expect: { kind: string } }) => kind === 'sighting')
    .map(({ expect: { device, temperature_c, battery_pct, rssi_dbm } }: { expect: Record<string, unknown> }) =>
      expect.objectContaining({
        radio_identity: `zigbee:${device}`,
        make: 'Zigbee',
        sender_name: 'zigbee2mqtt',
        ...{ temperature: temperature_c, battery: battery_pct, rssi: rssi_dbm },
      }),
    )
  await eventually(async () => {
    const { body } = await call('GET', '/v3/app/unclaimed', { token: person.token })
    expect(body.unclaimed).toHaveLength(wanted.length)
    expect(body.unclaimed).toEqual(expect.arrayContaining(wanted))
  })
})

test('retained messages of a removed station neither create it nor count as hearing it', async () => {
  const person = await given.person()
  const broker = await testBroker()
  await broker.publish('espresense/rooms/attic/status', 'offline', { retain: true, qos: 1 })
  await broker.publish(`espresense/devices/${BEACON}/attic`, hear(-50), { retain: true, qos: 1 })
  await broker.publish('espresense/rooms/cellar/telemetry', { ip: '10.0.0.2', ver: '4.0' }, { retain: true, qos: 1 })
  await add(person, broker)
  await eventually(async () => expect((await stateOf(person)).counts).toEqual({ espresense: 3 }))
  expect(await stationsOf(person)).toEqual([])
})

test('a message is acknowledged once it is stored, and what came while no server was there comes afterwards', async () => {
  const person = await given.person()
  const storedOf = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from location_logs where account_id = ${person.accountId}`.execute(app.database.db)
    return rows[0]!.n
  }
  const storedAtAcks: number[] = []
  const broker = await testBroker({ onAck: async () => void storedAtAcks.push(await storedOf()) })
  await add(person, broker)
  await connected(person)
  const tst = Math.floor(app.clock.now() / 1000)
  const location = { _type: 'location', lat: 35.5, lon: 139.5, acc: 12, tid: 'an' }
  // Entering a phone waits for the lock, and with it all else of the message.
  const locked = await app.database.ownerPool.connect()
  await locked.query('begin; lock table trackers in exclusive mode')
  await broker.publish('owntracks/ben/phone', { ...location, tst: tst - 60 }, { qos: 1 })
  await eventually(async () => {
    const { rows } = await locked.query('select from pg_locks where not granted')
    expect(rows).not.toEqual([])
  })
  await locked.query('rollback')
  locked.release()
  await eventually(async () => expect(storedAtAcks).toEqual([1]))

  await broker.shut()
  await eventually(async () => expect(await stateOf(person)).toMatchObject({ state: 'failed', fault: 'unreachable' }))
  await broker.publish('owntracks/ben/phone', { ...location, lat: 36.5, tst }, { qos: 1 })
  await broker.open()
  await eventually(async () => expect(storedAtAcks).toEqual([1, 2]))
  await eventually(async () =>
    expect(await stateOf(person)).toMatchObject({ state: 'connected', counts: { owntracks: 2 } }),
  )
})

test('a wrong password, a host that is not there and one that is no broker are told apart', async () => {
  const person = await given.person()
  const broker = await testBroker({ password: 'right' })
  const tried = async (rest: object) => {
    const { broker_name, discovery_prefix, paused, ...address } = settingsOf(broker)
    const body = { ...address, username: 'home', ...rest }
    return (await call('POST', '/v3/app/brokers/try', { token: person.token, body })).body.tried
  }
  expect(await tried({ password: 'wrong' })).toEqual({ fault: 'bad_credentials', mqtt_version: '', counts: {} })
  expect(await tried({ port: 1 })).toMatchObject({ fault: 'unreachable' })
  expect(await tried({ host: '169.254.169.254' })).toMatchObject({ fault: 'not_allowed' })
  expect(await tried({ port: Number(new URL(app.origin).port) })).toMatchObject({ fault: 'not_mqtt' })
  expect(await tried({ tls: true })).toMatchObject({ fault: 'not_secure' })
  await broker.publish('espresense/rooms/hall/status', 'online', { retain: true, qos: 1 })
  expect(await tried({ password: 'right' })).toEqual({ fault: '', mqtt_version: '3.1.1', counts: { espresense: 1 } })
})

test('accounts of an integrator reach the same networks as the integrator; strangers reach no private network', async () => {
  const broker = await testBroker({ password: 'right' })
  const reaches = async (signedUp: boolean) => {
    const [integrator, between, customer] = [await given.person(), await given.person(), await given.person()]
    await sql`update accounts set signed_up = ${signedUp} where account_id = ${integrator.accountId}`.execute(
      app.database.db,
    )
    for (const [made, maker] of [[between, integrator] as const, [customer, between] as const]) {
      await sql`update accounts set integrator_account_id = ${maker.accountId} where account_id = ${made.accountId}`.execute(
        app.database.db,
      )
    }
    const { broker_name, discovery_prefix, paused, ...address } = settingsOf(broker)
    const body = { ...address, username: 'home', password: 'right' }
    const { fault } = (await call('POST', '/v3/app/brokers/try', { token: customer.token, body })).body.tried
    await add(customer, broker, { username: 'home', password: 'right' })
    await eventually(async () => expect((await stateOf(customer)).state).toMatch(/^(connected|failed)$/))
    return [fault, (await stateOf(customer)).fault]
  }
  expect(await reaches(true)).toEqual(['not_allowed', 'not_allowed'])
  expect(await reaches(false)).toEqual(['', ''])
})

test('a station that was removed stays away, and a broker that is removed is left with nothing of ours', async () => {
  const person = await given.person()
  const broker = await testBroker()
  const id = await add(person, broker, { reads: ['espresense'] })
  await connected(person)
  expect([...broker.filters].toSorted()).toEqual([
    'espresense/devices/+/+',
    'espresense/rooms/+/status',
    'espresense/rooms/+/telemetry',
  ])
  await broker.publish(`espresense/devices/${BEACON}/kitchen`, hear(-60))
  await eventually(async () => expect(await stationsOf(person)).toHaveLength(1))
  const [station] = await stationsOf(person)
  await sql`update credentials set revoked_at = 1 where account_id = ${person.accountId}`.execute(app.database.db)
  await sql`delete from stations where account_id = ${person.accountId} and t4_id = ${station!.t4_id}`.execute(
    app.database.db,
  )
  await eventually(async () => {
    await broker.publish(`espresense/devices/${BEACON}/kitchen`, hear(-60))
    expect((await stateOf(person)).counts.other).toBeGreaterThan(0)
  })
  expect((await call('DELETE', `/v3/app/brokers/${id}`, { token: person.token })).body.code).toBe(200)
  await eventually(async () => {
    expect(broker.clients()).toEqual([])
    expect([...broker.filters]).toEqual([])
  })
})
