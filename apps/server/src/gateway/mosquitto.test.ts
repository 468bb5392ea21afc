/** Mosquitto and its clients, as people have them: at our port, as a bridge to it, and as a broker that we read and tell. Decision 0055. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { parser } from 'mqtt-packet'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findMosquitto } from '../../../../scripts/harness/find-mosquitto.ts'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { type Mosquitto, startMosquitto } from '../../../../scripts/harness/mosquitto.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../scripts/harness/test-certificate.ts'

const app = await testApp({ isShared: true })
const given = makeGiven(app)
const { call, clock, database } = app

const folder = mkdtempSync(join(tmpdir(), 'whereabouts-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const TLS = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
writeFileSync(TLS.TLS_CERT, TEST_CERTIFICATE)
writeFileSync(TLS.TLS_KEY, TEST_KEY)

const BEACON = 'iBeacon:e5ca1ade-f007-ba11-0000-00000000000b-1-1'
const { mosquitto_pub } = findMosquitto()!

/** Exit code of `mosquitto_pub`. */
const publishBy = (args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    execFile(mosquitto_pub, [...args], (error) => resolve(error === null ? 0 : Number(error.code)))
  })

/** A station, what it reports of the one tracker, and how much of that is stored. */
async function aStation() {
  const { accountId } = await given.person()
  const { t4Id, password } = await given.station(accountId)
  const scans = [{ device_id: await given.tracker(accountId), rssi: -60 }]
  const stored = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from location_logs where account_id = ${accountId}`.execute(database.db)
    return rows[0]!.n
  }
  return { t4Id, password, stored, report: JSON.stringify({ t4_id: t4Id, seq: 1, scanned_at_ms: clock.now(), scans }) }
}

test('a Mosquitto that bridges to our port brings in what stations publish at it', async () => {
  const { t4Id, password, report, stored } = await aStation()
  const { port, user } = await startMosquitto([
    'connection whereabouts',
    `address 127.0.0.1:${app.mqttPort}`,
    `remote_username ${t4Id}`,
    `remote_password ${password}`,
    `topic whereabouts/${t4Id}/up out 1`,
  ])
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { ...user, protocolVersion: 5 })
  onTestFinished(() => client.endAsync(true))
  await eventually(async () => {
    await client.publishAsync(`whereabouts/${t4Id}/up`, report, { qos: 1 })
    expect(await stored()).toBe(1)
  })
  // That it tells us on a topic of its own that it is there is no mistake of the station.
  await app.running.app.counts.flush()
  const { rows } = await sql`
    select reason from gateway_counts where sender_id = ${t4Id} and reason <> 'stored'`.execute(database.db)
  expect(rows).toEqual([])
})

/** What lies between us and a broker, and can fail. */
async function cable(port: number) {
  const sockets = new Set<Socket>()
  /** Messages that we acknowledged. */
  let acknowledged = 0
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const heard = parser({ protocolVersion: 5 })
    heard.on('packet', ({ cmd }: { cmd: string }) => {
      if (cmd === 'puback') acknowledged += 1
    })
    near.on('data', (chunk: Buffer) => heard.parse(chunk))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
        .pipe(other)
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const own = await listen(0)
  onTestFinished(async () => {
    if (server.listening) await cut()
  })
  return { port: own, cut, mend: () => listen(own), acknowledged: () => acknowledged }
}

const settingsOf = ({ user }: Mosquitto, port: number) => ({
  ...{ broker_name: 'House', host: '127.0.0.1', port, tls: false, ca_certificate: '', ...user },
  ...{ reads: ['espresense'], theengs_base: 'home', zigbee2mqtt_base: 'zigbee2mqtt', discovery_prefix: '' },
  paused: false,
})

async function addBroker({ token }: Person, settings: ReturnType<typeof settingsOf>): Promise<string> {
  const answer = await call('POST', '/v3/app/brokers', { token, body: settings })
  expect(answer.body.code).toBe(200)
  return answer.body.broker.broker_id
}

const stateOf = async ({ token }: Person) => (await call('GET', '/v3/app/brokers', { token })).body.brokers[0]
const becomes = (person: Person, state: object) =>
  eventually(async () => expect(await stateOf(person)).toMatchObject(state))

test('messages published at a Mosquitto during an outage arrive after it', async () => {
  const person = await given.person()
  const broker = await startMosquitto()
  const way = await cable(broker.port)
  await addBroker(person, settingsOf(broker, way.port))
  await becomes(person, { state: 'connected', mqtt_version: '5' })
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { ...broker.user })
  onTestFinished(() => client.endAsync(true))
  const hear = () =>
    client.publishAsync(`espresense/devices/${BEACON}/kitchen`, JSON.stringify({ id: BEACON, rssi: -60 }), { qos: 1 })
  await hear()
  await becomes(person, { counts: { espresense: 1 } })
  await way.cut()
  await becomes(person, { state: 'failed', fault: 'unreachable' })
  await hear()
  await hear()
  await way.mend()
  await becomes(person, { state: 'connected', counts: { espresense: 3 } })
})

test('messages of a Mosquitto are acknowledged once stored, and survive a restart of the broker', async () => {
  const person = await given.person()
  const storedOf = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from location_logs where account_id = ${person.accountId}`.execute(database.db)
    return rows[0]!.n
  }
  const broker = await startMosquitto()
  const way = await cable(broker.port)
  await addBroker(person, { ...settingsOf(broker, way.port), reads: ['owntracks'] })
  await becomes(person, { state: 'connected' })
  const tst = Math.floor(clock.now() / 1000) - 60
  const say = async (lat: number) => {
    const location = JSON.stringify({ _type: 'location', lat, lon: 139.5, acc: 12, tid: 'an', tst: tst + lat })
    const to = ['-h', '127.0.0.1', '-p', String(broker.port), '-u', broker.user.username, '-P', broker.user.password]
    expect(await publishBy([...to, '-q', '1', '-t', 'owntracks/anna/phone', '-m', location])).toBe(0)
  }
  await say(1)
  await eventually(async () => expect(await storedOf()).toBe(1))
  // The log waits for the lock: the connection and the broker end meanwhile, and the broker delivers it again.
  const locked = await database.ownerPool.connect()
  await locked.query('begin; lock table location_logs in exclusive mode')
  await say(2)
  await eventually(async () => {
    const { rows } = await locked.query('select from pg_locks where not granted')
    expect(rows).not.toEqual([])
  })
  expect(way.acknowledged()).toBe(1)
  await way.cut()
  for (const lat of [3, 4]) await say(lat)
  await broker.restart()
  await say(5)
  await locked.query('rollback')
  locked.release()
  await way.mend()
  await eventually(async () => expect(await storedOf()).toBe(5))
  await eventually(async () => expect(way.acknowledged()).toBe(5))
  // A connection that stands ends with the broker, and comes back.
  await broker.restart()
  await say(6)
  await eventually(async () => expect(await storedOf()).toBe(6))
})

test('Home Assistant at a Mosquitto is told of trackers and that we are away, is rid of those that are gone, and of all with the broker', async () => {
  const person = await given.person()
  await given.tracker(person.accountId, { name: 'Cart' })
  const broker = await startMosquitto()
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { ...broker.user })
  onTestFinished(() => client.endAsync(true))
  const kept = new Map<string, string>()
  const statuses: string[] = []
  client.on('message', (topic, payload) => {
    const text = String(payload)
    if (text === '') kept.delete(topic)
    else kept.set(topic, text)
    if (topic.endsWith('/status') && text !== '') statuses.push(text)
  })
  await client.subscribeAsync('#', { qos: 1 })
  const way = await cable(broker.port)
  const settings = { ...settingsOf(broker, way.port), discovery_prefix: 'homeassistant' }
  const id = await addBroker(person, { ...settings, paused: true })
  const makeKnown = (topic: string, base: string) =>
    client.publishAsync(topic, JSON.stringify({ availability_topic: `${base}/status` }), { retain: true, qos: 1 })
  const ofOthers = ['homeassistant/light/lamp/config', 'homeassistant/sensor/whereabouts_other/config']
  for (const topic of ofOthers) await makeKnown(topic, 'whereabouts/other')
  // Of a tracker that was removed while we were away.
  await makeKnown('homeassistant/device_tracker/whereabouts_gone/config', `whereabouts/${id.slice(0, 8)}`)
  const configs = () => [...kept.keys()].filter((topic) => topic.endsWith('/config'))

  const { body } = await call('PUT', `/v3/app/brokers/${id}`, { token: person.token, body: settings })
  expect(body.code).toBe(200)
  await eventually(async () => {
    const own = configs().filter((topic) => !ofOthers.includes(topic))
    expect(own.map((topic) => JSON.parse(kept.get(topic)!))).toEqual([
      expect.objectContaining({
        default_entity_id: expect.stringMatching(/^device_tracker\.whereabouts_/),
        device: expect.objectContaining({ name: 'Cart' }),
      }),
    ])
  })
  expect(statuses).toEqual(['online'])

  await way.cut()
  await eventually(async () => expect(statuses).toEqual(['online', 'offline']))
  await way.mend()
  await eventually(async () => expect(statuses).toEqual(['online', 'offline', 'online']))

  // Under another prefix nothing of ours is left under the first.
  const elsewhere = { ...settings, discovery_prefix: 'ha' }
  await call('PUT', `/v3/app/brokers/${id}`, { token: person.token, body: elsewhere })
  await eventually(async () => {
    const own = configs().filter((topic) => !ofOthers.includes(topic))
    expect(own).toEqual([expect.stringMatching(/^ha\/device_tracker\//)])
  })
  // A broker that is paused is left as one that is removed.
  await call('PUT', `/v3/app/brokers/${id}`, { token: person.token, body: { ...elsewhere, paused: true } })
  await eventually(async () => expect([...kept.keys()].toSorted()).toEqual(ofOthers.toSorted()))
  await call('PUT', `/v3/app/brokers/${id}`, { token: person.token, body: elsewhere })
  await eventually(async () => expect(configs()).toHaveLength(1 + ofOthers.length))

  expect((await call('DELETE', `/v3/app/brokers/${id}`, { token: person.token })).body.code).toBe(200)
  await eventually(async () => expect([...kept.keys()].toSorted()).toEqual(ofOthers.toSorted()))
})

// Last, as two servers would share the brokers of the others.
test('mosquitto_pub delivers by MQTT 3.1.1 and 5, plain and with TLS, and is told of a wrong password', async () => {
  const secured = await testApp({ beside: app, env: TLS })
  for (const [version, wrongCode] of [
    ['mqttv311', 4],
    ['mqttv5', 134],
  ] as const) {
    for (const [port, more] of [
      [app.mqttPort, []],
      [secured.mqttPort, ['--cafile', TLS.TLS_CERT]],
    ] as const) {
      const { t4Id, password, report, stored } = await aStation()
      const args = (key: string) => [
        ...['-V', version, '-h', 'localhost', '-p', String(port), '-u', t4Id, '-P', key, '-q', '1', ...more],
        ...['-t', `whereabouts/${t4Id}/up`, '-m', report],
      ]
      expect(await publishBy(args(password)), version).toBe(0)
      // It ends with 0 once it was acknowledged, which is after COMMIT.
      expect(await stored()).toBe(1)
      expect(await publishBy(args('wrong')), version).toBe(wrongCode)
    }
  }
})
