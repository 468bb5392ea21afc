import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { LIMITS } from '../platform/http/limits.ts'

const app = await testApp({ isShared: true })
const given = makeGiven(app)
const { call, clock } = app

const open: MqttClient[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.endAsync(true)
})

async function connect(
  username: string,
  password: string,
  will?: { topic: string; payload: string },
  clientId?: string,
): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.mqttPort}`, {
    username,
    password,
    reconnectPeriod: 0,
    connectTimeout: 15_000,
    ...(clientId === undefined ? {} : { clientId }),
    ...(will === undefined
      ? {}
      : { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 0 as const, retain: true } }),
  })
  open.push(client)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}

/** The connection's end; a reset on the way is one way to end. */
const closing = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.on('error', () => {}).once('close', () => resolve())
  })

const storedRows = async (accountId: string): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from location_logs where account_id = ${accountId}`.execute(app.database.db)
  return rows[0]!.n
}

const countsOf = async (accountId: string): Promise<Record<string, number>> => {
  await app.running.app.counts.flush()
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, sum(count)::bigint as n from gateway_counts where account_id = ${accountId} and reason <> 'stored' group by reason`.execute(
    app.database.db,
  )
  return Object.fromEntries(rows.map((row) => [row.reason, row.n]))
}

const listOf = async (person: Person, path: 'trackers' | 'stations') => {
  await app.running.ingest.flush()
  return (await call('GET', `/v3/app/${path}`, { token: person.token })).body[path]
}

const sighting = (rssi: number) => JSON.stringify({ mac: '5a3f1c9d0e42', id: 'x', 'rssi@1m': -59, rssi, distance: 3.4 })

test('PUBACK of a native report comes after the report is stored', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const client = await connect(station.t4Id, station.password)
  const report = { t4_id: station.t4Id, seq: 1, scanned_at_ms: clock.now(), scans: [{ device_id: id, rssi: -60 }] }
  await client.publishAsync(`whereabouts/${station.t4Id}/up`, JSON.stringify(report), { qos: 1 })
  expect(await storedRows(person.accountId)).toBe(1)
})

test('an ESPresense station that hears a tag by its radio identity creates itself and moves the tag', async () => {
  const person = await given.person()
  const identity = 'iBeacon:1d4b2e16-481e-4579-8b35-ffc32e4a1758-100-1'
  const id = await given.tracker(person.accountId, { radioIdentity: identity })
  const password = await given.credential(person.accountId, 'kitchen')
  const client = await connect('kitchen', password)
  await client.publishAsync(`espresense/devices/${identity}/kitchen`, sighting(-60), { qos: 1 })
  const station = await eventually(async () => {
    const [found] = await listOf(person, 'stations')
    expect(found).toMatchObject({ t4_name: 'kitchen', connection_status: 'connected' })
    return found
  })
  expect(station.t4_id).toMatch(/^T4-[0-9A-F]{12}$/)
  await eventually(async () => {
    const [tracker] = await listOf(person, 'trackers')
    expect(tracker).toMatchObject({ device_id: id, status: 'connected', rssi: -60 })
    expect(tracker.qualified_location_info).toMatchObject({ sender_device_id: station.t4_id })
  })
})

test('a sender that connects while the database is away is not refused, which would end many for good, but waits', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId)
  const asked = vi.spyOn(app.running.app.senders, 'identify')
  onTestFinished(() => asked.mockRestore())
  asked.mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
  const client = await connect(station.t4Id, station.password)
  expect(client.connected).toBe(true)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a sender that leaves while it waits for the database is not registered as connected', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId)
  const { senders } = app.running.app
  const known = await senders.identify(station.password, station.t4Id)
  const [asked, registered] = [vi.spyOn(senders, 'identify'), vi.spyOn(senders, 'connected')]
  onTestFinished(() => void vi.restoreAllMocks())
  const answer = Promise.withResolvers<typeof known>()
  asked.mockReturnValueOnce(answer.promise)
  const left = mqtt.connect(`mqtt://127.0.0.1:${app.mqttPort}`, {
    ...{ username: station.t4Id, password: station.password, reconnectPeriod: 0 },
  })
  await eventually(async () => expect(asked).toHaveBeenCalledTimes(1))
  await left.endAsync(true)
  // Once another one is connected, its end has arrived.
  await connect(station.t4Id, station.password)
  answer.resolve(known)
  await new Promise((next) => setImmediate(next))
  expect(registered).toHaveBeenCalledTimes(1)
})

test('the last will of an ESPresense station marks it as gone', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'hall')
  const client = await connect('hall', password, { topic: 'espresense/rooms/hall/status', payload: 'offline' })
  await client.publishAsync('espresense/rooms/hall/status', 'online', { qos: 1, retain: true })
  await eventually(async () => {
    expect((await listOf(person, 'stations'))[0]).toMatchObject({ connection_status: 'connected' })
  })
  clock.move(1000)
  client.stream.destroy()
  await eventually(async () => {
    expect((await listOf(person, 'stations'))[0]).toMatchObject({ connection_status: 'disconnected' })
  })
})

test('OwnTracks over MQTT makes the phone of the credential, whatever its topic says', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'jane-phone')
  const client = await connect('jane-phone', password)
  const location = { _type: 'location', lat: 35.1, lon: 139.1, tst: Math.floor(clock.now() / 1000), tid: 'jp' }
  await client.publishAsync('owntracks/somebody/else', JSON.stringify(location), { qos: 1 })
  await eventually(async () => {
    expect(await listOf(person, 'trackers')).toMatchObject([{ device_id: 'jane-phone', gps_latitude: 35.1 }])
  })
})

test('a poison message is acknowledged, counted and quarantined, and the next message is stored', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId, { gps: [35.5, 139.5] })
  const id = await given.tracker(person.accountId)
  const client = await connect(station.t4Id, station.password)
  const topic = `whereabouts/${station.t4Id}/up`
  for (const poison of ['{broken', '', '[]', '{"seq":"x"}', Buffer.from([0xff, 0xfe])]) {
    await client.publishAsync(topic, poison, { qos: 1 })
  }
  await client.publishAsync('espresense/devices/x/y', '{"rssi":"strong"}', { qos: 1 })
  await client.publishAsync('somewhere/else', 'x', { qos: 1 })
  const report = { t4_id: station.t4Id, seq: 1, scanned_at_ms: clock.now(), scans: [{ device_id: id, rssi: -60 }] }
  await client.publishAsync(topic, JSON.stringify(report), { qos: 1 })
  expect(await storedRows(person.accountId)).toBe(1)
  expect(await countsOf(person.accountId)).toMatchObject({ invalidInput: 5, no_rssi: 1, foreignTopic: 1 })
})

test("a report under another sender's name ends the connection and stores nothing", async () => {
  const person = await given.person()
  const neighbour = await given.person()
  const mine = await given.station(person.accountId)
  const theirs = await given.station(neighbour.accountId)
  const client = await connect(mine.t4Id, mine.password)
  const closed = closing(client)
  const report = { t4_id: theirs.t4Id, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  client.publish(`whereabouts/${mine.t4Id}/up`, JSON.stringify(report), { qos: 1 })
  await closed
  expect(await storedRows(neighbour.accountId)).toBe(0)
  expect(await countsOf(person.accountId)).toMatchObject({ forbidden: 1 })
})

test("a sender cannot subscribe to another sender's topic", async () => {
  const person = await given.person()
  const mine = await given.station(person.accountId)
  const theirs = await given.station(person.accountId)
  const client = await connect(mine.t4Id, mine.password)
  const report = { t4_id: theirs.t4Id, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  await client.publishAsync(`whereabouts/${theirs.t4Id}/up`, JSON.stringify(report), { qos: 1 })
  expect(await storedRows(person.accountId)).toBe(0)
  expect(await countsOf(person.accountId)).toMatchObject({ foreignTopic: 1 })
})

test.each([
  ['without a password', undefined, undefined],
  ['with a wrong password', 'phone', 'wrong'],
])('nobody connects %s', async (_what, username, password) => {
  await expect(connect(username ?? '', password ?? '')).rejects.toThrow(/refused|closed/i)
})

test("a user name that is not the credential's is refused", async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'honest')
  await expect(connect('liar', password)).rejects.toThrow(/refused/i)
})

test('a sender may subscribe to its own commands and to nothing else', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'curious')
  const client = await connect('curious', password)
  const granted = async (topic: string): Promise<boolean> => {
    try {
      const [answer] = await client.subscribeAsync(topic, { qos: 1 })
      return answer !== undefined && answer.qos !== 128
    } catch {
      return false
    }
  }
  expect(await granted('whereabouts/curious/down')).toBe(true)
  for (const topic of [
    '#',
    '+/+/+',
    'whereabouts/other/down',
    'whereabouts/+/up',
    '$SYS/#',
    '$share/g/whereabouts/curious/down',
    'espresense/#',
    'owntracks/+/+',
  ]) {
    expect(await granted(topic), topic).toBe(false)
  }
})

test('a sender that subscribes to less than before still gets its commands', async () => {
  const person = await given.person()
  const { t4Id, password } = await given.station(person.accountId)
  const client = await connect(t4Id, password)
  const told: string[] = []
  client.on('message', (_topic, payload) => told.push(JSON.parse(String(payload)).command))
  await client.subscribeAsync([`whereabouts/${t4Id}/down`, 'espresense/settings/+/config'], { qos: 1 })
  await client.unsubscribeAsync('espresense/settings/+/config')
  const report = JSON.stringify({ t4_id: t4Id, seq: 1, scanned_at_ms: clock.now(), scans: [] })
  await client.publishAsync(`whereabouts/${t4Id}/up`, report, { qos: 1 })
  await eventually(async () =>
    expect(await listOf(person, 'stations')).toMatchObject([{ connection_status: 'connected' }]),
  )
  const body = { mode: 2, duration: 30 }
  expect((await call('POST', `/v3/app/stations/${t4Id}/led`, { token: person.token, body })).status).toBe(200)
  await eventually(async () => expect(told).toEqual(['led']))
})

test('a message is never forwarded to another device', async () => {
  const person = await given.person()
  const [one, two] = [await given.station(person.accountId), await given.station(person.accountId)]
  const listener = await connect(two.t4Id, two.password)
  await listener.subscribeAsync(`whereabouts/${two.t4Id}/down`)
  const heard: string[] = []
  listener.on('message', (topic) => heard.push(topic))
  const sender = await connect(one.t4Id, one.password)
  await sender.publishAsync(`whereabouts/${two.t4Id}/down`, 'x', { qos: 1 })
  await listener.publishAsync(`whereabouts/${two.t4Id}/up`, 'x', { qos: 1 })
  expect(heard).toEqual([])
})

test('a packet that announces too large a size ends its connection before it arrives, and no other', async () => {
  const person = await given.person()
  const station = await given.station(person.accountId)
  const client = await connect(station.t4Id, station.password)
  const client2 = await connect(station.t4Id, station.password)
  const closed = closing(client)
  client.publish(`whereabouts/${station.t4Id}/up`, Buffer.alloc(70_000, 0x20), { qos: 0 })
  await closed
  await client2.publishAsync('somewhere', 'x', { qos: 1 })
  expect(client2.connected).toBe(true)
})

test('before CONNECT a connection gets 4 kB', async () => {
  const large = connectSocket(app.mqttPort, '127.0.0.1')
  await once(large, 'connect')
  large.on('error', () => {})
  large.write(Buffer.from([0x10, 0xff, 0x7f]))
  await once(large, 'close')
})

test('a flood from one sender does not delay the others', async () => {
  const person = await given.person()
  const loud = await given.station(person.accountId, { gps: [1, 1] })
  const calm = await given.station(person.accountId, { gps: [2, 2] })
  const id = await given.tracker(person.accountId)
  const client = await connect(calm.t4Id, calm.password)
  const flood = await connect(loud.t4Id, loud.password)
  const body = (t4_id: string, seq: number) =>
    JSON.stringify({ t4_id, seq, scanned_at_ms: clock.now(), scans: [{ device_id: id, rssi: -60 }] })
  let acknowledged = 0
  const all = Promise.all(
    Array.from({ length: 3000 }, async (_, seq) => {
      await flood.publishAsync(`whereabouts/${loud.t4Id}/up`, body(loud.t4Id, seq), { qos: 1 })
      acknowledged += 1
    }),
  )
  all.catch(() => {})
  await client.publishAsync(`whereabouts/${calm.t4Id}/up`, body(calm.t4Id, 1), { qos: 1 })
  expect(acknowledged).toBeLessThan(3000)
  await all
  expect(await storedRows(person.accountId)).toBe(3001)
})

test('a client id that another sender uses takes over nothing; the own one does', async () => {
  const [here, there] = [await given.person(), await given.person()]
  const passwords = [
    await given.credential(here.accountId, 'phone'),
    await given.credential(there.accountId, 'phone'),
    await given.credential(here.accountId, 'other'),
  ]
  const mine = await connect('phone', passwords[0]!, undefined, 'firmware')
  const taken = closing(mine)
  const foreign = await connect('phone', passwords[1]!, undefined, 'firmware')
  const neighbour = await connect('other', passwords[2]!, undefined, 'firmware')
  for (const client of [mine, foreign, neighbour]) {
    await client.publishAsync('whereabouts/nothing', '', { qos: 1 })
    expect(client.connected).toBe(true)
  }
  await connect('phone', passwords[0]!, undefined, 'firmware')
  await taken
  expect([foreign.connected, neighbour.connected]).toEqual([true, true])
})

test('the third connection of a credential closes the oldest, which may be dead', async () => {
  const person = await given.person()
  const password = await given.credential(person.accountId, 'phone')
  const [first, second] = [await connect('phone', password), await connect('phone', password)]
  const ended = closing(first)
  const third = await connect('phone', password)
  await ended
  expect([second.connected, third.connected]).toEqual([true, true])
})

const TEXT = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
/** The bytes of a CONNECT of MQTT 3.1.1. */
function connectPacket(username: string, password: string, keepAlive: number): Buffer {
  const head = Buffer.from([4, 0xc2, keepAlive >> 8, keepAlive & 0xff])
  const rest = Buffer.concat([TEXT('MQTT'), head, ...['board-7', username, password].map(TEXT)])
  return Buffer.concat([Buffer.from([0x10, rest.length]), rest])
}

test.each([0, 1, 3600, 3601, 65_535])('a keep alive of %i, which MQTT 3.1.1 allows, is accepted', async (keepAlive) => {
  const person = await given.person()
  const password = await given.credential(person.accountId, `board-${keepAlive}`)
  const socket = connectSocket(app.mqttPort, '127.0.0.1')
  socket.write(connectPacket(`board-${keepAlive}`, password, keepAlive))
  const [answer] = await once(socket, 'data')
  expect(answer.toString('hex')).toBe('20020000')
  socket.destroy()
})

test('a connection without a keep alive that says nothing more is ended by our own limit', async () => {
  const impatient = await testApp({ beside: app, limits: { mqttSilenceMs: 200 } })
  const person = await given.person()
  const password = await given.credential(person.accountId, 'board-0')
  const socket = connectSocket(impatient.mqttPort, '127.0.0.1').resume()
  socket.write(connectPacket('board-0', password, 0))
  await once(socket, 'close')
  expect(LIMITS.mqttSilenceMs).toBe(90 * 60_000)
})
