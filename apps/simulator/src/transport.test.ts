import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { demoSite } from '@whereabouts/fixtures/site'
import { Aedes } from 'aedes'
import { afterEach, expect, test } from 'vitest'
import { createHttpDelivery } from './http-delivery.ts'
import { createMqttDelivery } from './mqtt-delivery.ts'
import { createScenario } from './scenario.ts'
import { createTransport } from './transport.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server that keeps what it gets and answers with these statuses in turn, then 200. */
async function httpSink(statuses: number[] = []) {
  const requests: { url: string; headers: IncomingMessage['headers']; body: string; port: number }[] = []
  const server = createHttpServer(async (request, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      port: request.socket.remotePort ?? 0,
    })
    answer.statusCode = statuses.shift() ?? 200
    answer.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const passwords = new Map(demoSite.credentials.map(({ sender_id, password }) => [sender_id, password]))

/** A broker that lets in who knows his password, and keeps what is published. */
async function mqttSink(isPassword = (user: string, password: string) => passwords.get(user) === password) {
  const published: { user: string; topic: string; body: string }[] = []
  const users = new Map<string, string>()
  const broker = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      users.set(client.id, username ?? '')
      done(null, isPassword(username ?? '', password?.toString() ?? ''))
    },
    authorizePublish(client, packet, done) {
      published.push({
        user: users.get(client?.id ?? '') ?? '',
        topic: packet.topic,
        body: packet.payload.toString(),
      })
      done(null)
    },
  })
  const server = createServer(broker.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(
    () => new Promise<void>((resolve) => broker.close(() => resolve())),
    () => server.close(),
  )
  const tell = (topic: string, body: string) =>
    broker.publish({ cmd: 'publish', topic, payload: body, qos: 1, retain: false, dup: false }, () => {})
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, published, tell }
}

test('twenty seconds of the demo arrive whole over HTTP and MQTT, each sender with its own credential', async () => {
  const http = await httpSink()
  const mqtt = await mqttSink()
  const startMs = Date.UTC(2026, 2, 6, 1)
  const messages = createScenario({ name: 'day', seed: 1, startMs }).step(startMs + 20_000)
  const transport = createTransport({ url: http.url, mqttUrl: mqtt.url, passwords })
  closing.push(() => transport.close())
  for (const message of messages) transport.send(message)
  await expect.poll(() => transport.counts.acknowledged, { timeout: 15_000 }).toBe(messages.length)
  expect(transport.counts).toMatchObject({ refused: 0, dropped: 0 })
  expect(http.requests.map(({ body }) => body).toSorted()).toEqual(
    messages.flatMap((message) => (message.via === 'http' ? message.body : [])).toSorted(),
  )
  // Those of QoS 0 count once they are written, not once the broker has them.
  await expect.poll(() => mqtt.published.length).toBe(messages.filter(({ via }) => via === 'mqtt').length)
  expect(mqtt.published.map(({ user, topic, body }) => `${user} ${topic} ${body}`).toSorted()).toEqual(
    messages
      .flatMap((message) => (message.via === 'mqtt' ? `${message.senderId} ${message.topic} ${message.body}` : []))
      .toSorted(),
  )
})

test('each sender keeps the order of its messages', async () => {
  const http = await httpSink()
  const transport = createTransport({ url: http.url, mqttUrl: 'mqtt://127.0.0.1:1', passwords })
  closing.push(() => transport.close())
  const bodies = Array.from({ length: 50 }, (_, index) => String(index))
  for (const body of bodies) {
    transport.send({ via: 'http', senderId: 'a', atMs: 0, path: '/v3/device/report', headers: {}, body })
  }
  await expect.poll(() => transport.counts.acknowledged).toBe(50)
  expect(http.requests.map(({ body }) => body)).toEqual(bodies)
})

test('HTTP keeps its connection open, repeats what the server cannot take now and gives up what it refuses', async () => {
  const http = await httpSink([503, 429, 408, 400, 401, 204])
  const delivery = createHttpDelivery(http.url, 1)
  closing.push(() => delivery.close())
  const outcomes: string[] = []
  for (let index = 0; index < 6; index++) {
    outcomes.push(await delivery.deliver({ path: '/x', headers: { 'x-limit-u': 'me' }, body: 'é' }))
  }
  expect(outcomes).toEqual(['retry', 'retry', 'retry', 'refused', 'refused', 'acknowledged'])
  expect(new Set(http.requests.map(({ port }) => port)).size).toBe(1)
  expect(http.requests[0]).toMatchObject({ url: '/x', body: 'é' })
  expect(http.requests[0]?.headers['x-limit-u']).toBe('me')
})

test('a server that is not there is a reason to try again, not an error', async () => {
  const delivery = createHttpDelivery('http://127.0.0.1:1', 1)
  closing.push(() => delivery.close())
  expect(await delivery.deliver({ path: '/', headers: {}, body: '' })).toBe('retry')
  const broker = createMqttDelivery('mqtt://127.0.0.1:1', { senderId: 'a', password: 'b' })
  closing.push(() => broker.close())
  expect(await broker.deliver({ topic: 'a', qos: 1, body: '' })).toBe('retry')
})

test('a broker that knows no such password is tried again and never crashes the sender', async () => {
  let asked = 0
  const mqtt = await mqttSink(() => {
    asked += 1
    return false
  })
  const broker = createMqttDelivery(mqtt.url, { senderId: 'kita_lounge', password: 'wrong' })
  closing.push(() => broker.close())
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(await broker.deliver({ topic: 'a', qos: 1, body: '' })).toBe('retry')
  expect(mqtt.published).toEqual([])
})

test('close ends at once although messages wait for a server that is away', async () => {
  const transport = createTransport({ url: 'http://127.0.0.1:1', mqttUrl: 'mqtt://127.0.0.1:1', passwords })
  for (let index = 0; index < 20; index++) {
    transport.send({ via: 'http', senderId: 'a', atMs: 0, path: '/', headers: {}, body: '' })
    transport.send({ via: 'mqtt', senderId: 'b', atMs: 0, topic: 't', qos: 1, body: '' })
  }
  await transport.close()
  expect(transport.counts.acknowledged).toBe(0)
})

test('a sender over MQTT hears what it is told on its own topic', async () => {
  const mqtt = await mqttSink()
  const heard: unknown[] = []
  const [{ sender_id: senderId, password } = { sender_id: '', password: '' }] = demoSite.credentials
  const broker = createMqttDelivery(mqtt.url, { senderId, password, onCommand: (command) => heard.push(command) })
  closing.push(() => broker.close())
  await expect.poll(() => broker.deliver({ topic: 'a', qos: 1, body: '' })).toBe('acknowledged')
  await expect
    .poll(() => {
      mqtt.tell(`whereabouts/${senderId}/down`, '{"command":"ring","parameters":{}}')
      return heard.at(-1)
    })
    .toEqual({ command: 'ring', parameters: {} })
})

test('a sender over HTTP asks what it shall do, and asks again where it was not answered', async () => {
  const http = await httpSink([200, 503])
  const delivery = createHttpDelivery(http.url, 1)
  closing.push(() => delivery.close())
  const ask = () => delivery.ask('/v3/device/commands', { authorization: 'Basic YTpi' })
  expect(await ask()).toEqual({})
  expect(await ask()).toBeUndefined()
  expect(http.requests[0]).toMatchObject({ url: '/v3/device/commands', body: '' })
  expect(http.requests[0]?.headers.authorization).toBe('Basic YTpi')
  const nobody = createHttpDelivery('http://127.0.0.1:1', 1)
  closing.push(() => nobody.close())
  expect(await nobody.ask('/', {})).toBeUndefined()
})
