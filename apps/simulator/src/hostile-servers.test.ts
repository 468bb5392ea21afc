/** Servers, and what stands in front of them, that do not answer as they should: none of it ends the simulator. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readCommand, readCommands } from './commands.ts'
import { createHttpDelivery } from './http-delivery.ts'
import { createMqttDelivery } from './mqtt-delivery.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Conduct = (socket: Socket) => unknown

async function hostile(conduct: Conduct): Promise<number> {
  const server = createServer((socket) => {
    closing.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', () => conduct(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const cutAfter =
  (text: string): Conduct =>
  (socket) =>
    socket.write(text, () => socket.resetAndDestroy())
const endAfter =
  (text: string): Conduct =>
  (socket) =>
    socket.end(text)

const OK = 'HTTP/1.1 200 OK\r\n'

test.each<[string, Conduct, string]>([
  ['hangs up', (socket) => socket.end(), 'retry'],
  ['resets', (socket) => socket.resetAndDestroy(), 'retry'],
  ['resets amid the head', cutAfter('HTTP/1.1 2'), 'retry'],
  ['breaks off amid the answer', cutAfter(`${OK}content-length: 100\r\n\r\n{"comm`), 'retry'],
  ['ends amid the answer', endAfter(`${OK}content-length: 100\r\n\r\n{"comm`), 'retry'],
  ['ends amid a piece of the answer', endAfter(`${OK}transfer-encoding: chunked\r\n\r\nff\r\n{"comm`), 'retry'],
  ['names no length of a piece', endAfter(`${OK}transfer-encoding: chunked\r\n\r\nhello\r\n`), 'retry'],
  ['speaks another protocol', endAfter('SSH-2.0-server\r\n'), 'retry'],
  ['answers a page', endAfter(`${OK}content-length: 6\r\n\r\n<html>`), 'acknowledged'],
])('a server over HTTP that %s', async (_what, conduct, outcome) => {
  const http = createHttpDelivery(`http://127.0.0.1:${await hostile(conduct)}`, 2)
  closing.push(() => http.close())
  expect(await http.deliver({ path: '/', headers: {}, body: '{}' })).toBe(outcome)
  expect(await http.ask('/', {})).toBeUndefined()
})

/** MQTT 3.1.1 §3.2, §3.3. */
const CONNACK = Buffer.from([0x20, 2, 0, 0])
const published = (payload: string): Buffer =>
  Buffer.concat([Buffer.from([0x30, 3 + Buffer.byteLength(payload), 0, 1]), Buffer.from(`t${payload}`)])
const RING = { command: 'ring', parameters: {} }

test.each<[string, Conduct]>([
  ['hangs up', (socket) => socket.end()],
  ['resets', (socket) => socket.resetAndDestroy()],
  ['speaks another protocol', endAfter('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['breaks off amid its answer', (socket) => socket.write(CONNACK.subarray(0, 2), () => socket.resetAndDestroy())],
  ['says what only a client says', (socket) => socket.write(Buffer.from([0xc0, 0x00]))],
])('a broker that %s is tried again', async (_what, conduct) => {
  let tries = 0
  const port = await hostile((socket) => {
    tries += 1
    conduct(socket)
  })
  const broker = createMqttDelivery(`mqtt://127.0.0.1:${port}`, { senderId: 'a', password: 'b' })
  closing.push(() => broker.close())
  await expect.poll(() => tries).toBeGreaterThan(0)
  expect(await broker.deliver({ topic: 'a', qos: 1, body: '' })).toBe('retry')
})

test('what is no command is skipped, over MQTT and over HTTP', async () => {
  const none = ['', 'ring', '{"command', '5', 'null', '[]', '{}', '{"command":5,"parameters":{}}', '{"command":"ring"}']
  expect(none.map(readCommand)).toEqual(none.map(() => undefined))
  const heard: unknown[] = []
  const port = await hostile((socket) => {
    socket.write(Buffer.concat([CONNACK, ...[...none, JSON.stringify(RING)].map(published)]))
  })
  const broker = createMqttDelivery(`mqtt://127.0.0.1:${port}`, {
    ...{ senderId: 'a', password: 'b' },
    onCommand: (command) => heard.push(command),
  })
  closing.push(() => broker.close())
  await expect.poll(() => heard).toEqual([RING])
  for (const answer of [undefined, null, 5, [], { commands: 5 }, { commands: null }])
    expect(readCommands(answer)).toEqual([])
  expect(readCommands({ commands: [null, 5, {}, RING, { command: 'ring' }] })).toEqual([RING])
})
