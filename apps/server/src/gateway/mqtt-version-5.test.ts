/** The gateway as clients of MQTT 5 meet it. What it does with messages is in mqtt.test.ts. */
import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import { sql } from 'kysely'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { generate, type IConnackPacket, type Packet, parser } from 'mqtt-packet'
import { afterEach, expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const clients: MqttClient[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Resolves with what CONNACK says. */
async function connect(options: IClientOptions): Promise<{ client: MqttClient; connack: IConnackPacket }> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.mqttPort}`, {
    ...{ protocolVersion: 5, reconnectPeriod: 0, connectTimeout: 15_000 },
    ...options,
  })
  clients.push(client)
  const connack = await new Promise<IConnackPacket>((resolve, reject) => {
    client.once('connect', (packet) => resolve(packet as IConnackPacket))
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  return { client, connack }
}

async function aStation() {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const device = await given.tracker(person.accountId)
  let seq = 0
  const report = () => {
    seq += 1
    const scans = [{ device_id: device, rssi: -60 }]
    return JSON.stringify({ t4_id: t4Id, seq, scanned_at_ms: clock.now(), scans })
  }
  const stored = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from location_logs where account_id = ${person.accountId}`.execute(app.database.db)
    return rows[0]!.n
  }
  return { person, t4Id, password, up: `whereabouts/${t4Id}/up`, down: `whereabouts/${t4Id}/down`, report, stored }
}

/** A connection by bytes, with the packets it is sent. */
async function raw(): Promise<{ socket: Socket; packets: Packet[]; closed: Promise<unknown> }> {
  const socket = connectSocket(app.mqttPort, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const packets: Packet[] = []
  const reader = parser({ protocolVersion: 5 })
  reader.on('packet', (packet: Packet) => packets.push(packet))
  socket.on('data', (chunk) => reader.parse(chunk))
  await once(socket, 'connect')
  return { socket, packets, closed }
}

const V5 = { protocolVersion: 5 } as const
const connectPacket = (username: string, password: string, more = {}) =>
  generate(
    {
      ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clean: true, clientId: 'raw', keepalive: 60 },
      ...{ username, password: Buffer.from(password), ...more },
    },
    V5,
  )

test('a report is acknowledged once it is stored, and commands come to who subscribed to them', async () => {
  const { person, t4Id, password, up, down, report, stored } = await aStation()
  const { client } = await connect({ username: t4Id, password })
  await client.publishAsync(up, report(), { qos: 1 })
  expect(await stored()).toBe(1)
  await client.publishAsync(up, report(), { qos: 2 })
  expect(await stored()).toBe(2)

  const told: string[] = []
  client.on('message', (topic, payload) => told.push(`${topic} ${JSON.parse(String(payload)).command}`))
  const granted = await client.subscribeAsync([down, 'espresense/settings/+/config'], { qos: 1 })
  expect(granted.map(({ qos }) => qos)).toEqual([1, 1])
  await client.unsubscribeAsync(['espresense/settings/+/config', 'espresense/rooms/x'])
  await client.publishAsync(up, report(), { qos: 1 })
  const body = { mode: 2, duration: 30 }
  await eventually(async () =>
    expect((await call('POST', `/v3/app/stations/${t4Id}/led`, { token: person.token, body })).status).toBe(200),
  )
  await eventually(async () => expect(told).toEqual([`${down} led`]))
})

test('the connection is told what it may do, and gets an id and a time between packets where it says none', async () => {
  const { t4Id, password } = await aStation()
  const { connack } = await connect({ username: t4Id, password, clientId: '', clean: true, keepalive: 0 })
  expect(connack).toMatchObject({ sessionPresent: false, reasonCode: 0 })
  expect(connack.properties).toMatchObject({
    ...{ sessionExpiryInterval: 0, receiveMaximum: 20, maximumPacketSize: 65_536, serverKeepAlive: 3600 },
    ...{ sharedSubscriptionAvailable: false, subscriptionIdentifiersAvailable: false },
    assignedClientIdentifier: expect.stringMatching(/./),
  })
  const { connack: second } = await connect({ username: t4Id, password, clientId: 'mine', keepalive: 30 })
  expect(second.properties).not.toHaveProperty('serverKeepAlive')
  expect(second.properties).not.toHaveProperty('assignedClientIdentifier')
})

test('a wrong password is refused by its reason', async () => {
  const { t4Id } = await aStation()
  await expect(connect({ username: t4Id, password: 'wrong' })).rejects.toMatchObject({ code: 0x86 })
})

test('subscriptions to what is not the own are refused each by its reason', async () => {
  const { t4Id, password, down } = await aStation()
  const { socket, packets } = await raw()
  socket.write(connectPacket(t4Id, password))
  const subscriptions = [down, '#', `$share/group/${down}`].map((topic) => ({ topic, qos: 1 as const }))
  socket.write(generate({ cmd: 'subscribe', messageId: 7, subscriptions }, V5))
  await eventually(async () => expect(packets.at(-1)).toMatchObject({ cmd: 'suback', granted: [1, 0x87, 0x87] }))
})

test('the will of a connection that ends with it is heard, and of one that says goodbye is not', async () => {
  const { person } = await aStation()
  const password = await given.credential(person.accountId, 'hall', { kind: 'espresense' })
  const will = { topic: 'espresense/rooms/hall/status', payload: Buffer.from('offline'), qos: 0 as const, retain: true }
  const stateOf = async () => {
    await app.running.ingest.flush()
    const { body } = await call('GET', '/v3/app/stations', { token: person.token })
    return body.stations.find(({ t4_name }: { t4_name: string }) => t4_name === 'hall')?.connection_status
  }
  const { client } = await connect({ username: 'hall', password, will })
  await client.publishAsync('espresense/rooms/hall/status', 'online', { qos: 1 })
  await eventually(async () => expect(await stateOf()).toBe('connected'))
  await client.endAsync(false, { reasonCode: 4 })
  await eventually(async () => expect(await stateOf()).not.toBe('connected'))
})

test.each([
  [
    'authentication in several steps',
    { properties: { authenticationMethod: 'SCRAM-SHA-256' } },
    undefined,
    'connack',
    0x8c,
  ],
  [
    'a topic by its number',
    {},
    { cmd: 'publish', topic: 'x', payload: 'x', qos: 0, properties: { topicAlias: 1 } },
    'disconnect',
    0x94,
  ],
  ['another step of authentication', {}, { cmd: 'auth', reasonCode: 0x18 }, 'disconnect', 0x82],
] as const)('%s is refused by its reason, and ends the connection', async (_what, more, packet, cmd, reasonCode) => {
  const { t4Id, password } = await aStation()
  const { socket, packets, closed } = await raw()
  socket.write(connectPacket(t4Id, password, more))
  if (packet !== undefined) {
    await eventually(async () => expect(packets).toMatchObject([{ cmd: 'connack', reasonCode: 0 }]))
    socket.write(generate(packet as unknown as Packet, V5))
  }
  await closed
  expect(packets.at(-1)).toMatchObject({ cmd, reasonCode })
})

test('bytes that are no packet end the connection, and a CONNECT may come byte by byte', async () => {
  const { t4Id, password, up, report, stored } = await aStation()
  const { socket, packets, closed } = await raw()
  for (const byte of connectPacket(t4Id, password)) socket.write(Buffer.from([byte]))
  await eventually(async () => expect(packets).toMatchObject([{ cmd: 'connack', reasonCode: 0 }]))
  const publish = {
    cmd: 'publish',
    topic: up,
    payload: report(),
    qos: 1,
    messageId: 3,
    dup: false,
    retain: false,
  } as const
  socket.write(generate({ ...publish, properties: { contentType: 'application/json' } }, V5))
  await eventually(async () => expect(packets.at(-1)).toMatchObject({ cmd: 'puback', messageId: 3 }))
  expect(await stored()).toBe(1)
  // A publish whose properties are longer than it is.
  socket.write(Buffer.from([0x30, 0x05, 0x00, 0x01, 0x78, 0x7f, 0x01]))
  await closed
  expect(packets.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x81 })
})
