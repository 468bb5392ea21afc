/** Who says nothing on many connections keeps nobody out. Source: security rules 42, 48. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import mqtt from 'mqtt'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { Tally } from '../tally.ts'
import { Connections, guardDoor } from './connections.ts'
import { connectionLimits } from './limits.ts'

const lines: unknown[] = []
const log = { ...quietLog, warn: (...line: unknown[]) => lines.push(line) } as typeof quietLog
const limits = { total: 30, unproved: 20, perAddress: 25, unprovedPerAddress: { http: 8, mqtt: 5 }, wrongTries: 3 }
const app = await testApp({ isShared: true, limits: { connections: limits }, log })
const given = makeGiven(app)
const { call, clock, mqttPort, origin } = app
// As it is by default.
const roomy = await testApp({ beside: app })
const httpPort = Number(new URL(origin).port)

/** Connections of an address of this machine that say nothing, one after the other. */
async function silentFrom(localAddress: string, count: number, port = httpPort): Promise<{ closed(): number }> {
  let closed = 0
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket.on('error', () => {}).on('close', () => (closed += 1)))
    await once(socket, 'connect')
  }
  return { closed: () => closed }
}

/** Signs in by MQTT from an address of this machine. Rejects as the server refuses. */
async function signInFrom(localAddress: string, port: number, credential: { username: string; password: string }) {
  const client = new mqtt.MqttClient(() => connect({ port, host: '127.0.0.1', localAddress }), {
    ...credential,
    reconnectPeriod: 0,
  })
  onTestFinished(() => {
    client.end(true)
  })
  await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject))
  return client
}

/** Asks over a connection of its own. */
async function ask(localAddress: string, path = '/live'): Promise<string> {
  const socket = connect({ port: httpPort, host: '127.0.0.1', localAddress })
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

test('a server takes 10,000 connections, half of them from who has proved nothing, and 512 of these from one address', () => {
  expect(connectionLimits(10_000)).toEqual({
    total: 10_000,
    unproved: 5000,
    perAddress: 5000,
    unprovedPerAddress: { http: 512, mqtt: 512 },
    wrongTries: 50,
  })
})

test('the oldest silent connection beyond the share of an address is closed, and an honest request is served', async () => {
  const silent = await silentFrom('127.0.0.2', 20)
  await eventually(async () => expect(silent.closed()).toBe(12))
  expect(await ask('127.0.0.2')).toContain('200 OK')
  expect(await ask('127.0.0.3')).toContain('200 OK')
})

test('silent connections of many addresses leave room for strangers and for who has signed in', async () => {
  const { token } = await given.person()
  const stream = await listen(app, token)
  for (let last = 10; last < 20; last += 1) await silentFrom(`127.0.0.${last}`, 6)
  expect(await ask('127.0.0.30')).toContain('200 OK')
  expect((await call('GET', '/v3/app/users/profile', { token })).status).toBe(200)
  expect(stream.ended()).toBe(false)
  expect(lines).toContainEqual([{ door: 'http', cap: 'unproved', times: 1 }, 'Refused a connection: too many are open'])
  expect(await ask('127.0.0.1', '/ready')).toMatch(/ready\nconnections \d+ of 30, refused [1-9]\d*\n$/)
})

test('a proxy that names its client is told no more than that the server is ready', async () => {
  const { body } = await call('GET', '/ready', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(body).toBe('ready\n')
})

test('silent connections to the MQTT port leave an honest sender its place, which it keeps', async () => {
  const { accountId } = await given.person()
  const station = await given.station(accountId, { gps: [35, 139] })
  await silentFrom('127.0.0.1', 8, mqttPort)
  const options = { username: station.t4Id, password: station.password, reconnectPeriod: 0 }
  const sender = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options)
  await silentFrom('127.0.0.1', 8, mqttPort)
  await sender.publishAsync('somewhere', 'x', { qos: 1 })
  expect(sender.connected).toBe(true)
  await sender.endAsync()
})

test('phones behind one address that come back at once are all let in, and keep no place from another', async () => {
  const { accountId } = await given.person()
  const names = Array.from({ length: 12 }, (_, index) => `phone-${index}`)
  const passwords = await Promise.all(names.map((name) => given.credential(accountId, name)))
  const clients = await Promise.all(
    names.map((username, index) => signInFrom('127.0.0.40', roomy.mqttPort, { username, password: passwords[index]! })),
  )
  expect(clients.every(({ connected }) => connected)).toBe(true)
})

test('after some wrong credentials of an address a minute each further one is refused late, and it has few places; others have theirs', async () => {
  const { accountId } = await given.person()
  const station = await given.station(accountId, { gps: [35, 139] })
  const tries = (password: string, localAddress: string) =>
    signInFrom(localAddress, mqttPort, { username: station.t4Id, password })
  for (let count = 0; count < limits.wrongTries; count += 1) {
    await expect(tries('wrong', '127.0.0.50')).rejects.toThrow('Bad username or password')
  }
  const startedAt = performance.now()
  await expect(tries('wrong', '127.0.0.50')).rejects.toThrow('Bad username or password')
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(900)
  // Four are fewer than an address may have that tried nothing.
  const silent = await silentFrom('127.0.0.50', 4, mqttPort)
  await eventually(async () => expect(silent.closed()).toBe(1))
  // Who has the right ones is not made to wait, even there.
  for (const address of ['127.0.0.50', '127.0.0.51']) {
    const sender = await tries(station.password, address)
    expect(sender.connected).toBe(true)
    await sender.endAsync()
  }
  clock.move(61_000)
  const later = await silentFrom('127.0.0.50', 5, mqttPort)
  expect(later.closed()).toBe(0)
})

test('a connection that the system does not hand over is logged, and the port stays open', async () => {
  const tally = new Tally(log)
  const doors = new Connections(limits, { proxies: [], tally, clock })
  const server = createServer((socket) => socket.end('hello'))
  guardDoor(server, doors.door('http', 8), false)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  lines.length = 0
  // A process cannot be brought to this from outside without taking the files of its test as well.
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  expect(lines).toEqual([[{ door: 'http', code: 'EMFILE', times: 1 }, expect.stringContaining('Failed to accept')]])
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  expect(String(await once(socket, 'data'))).toBe('hello')
})
