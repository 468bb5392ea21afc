import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Tracker } from '@whereabouts/contract/trackers'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/harness/given.ts'
import type { Actor } from '../platform/actor.ts'
import { systemClock } from '../platform/clock.ts'
import { Streams } from './streams.ts'

const streams = new Streams(systemClock)
const server = createServer((request, response) => {
  const [, accountId, sessionId, missedBytes = '0'] = (request.url ?? '').split('/')
  response.writeHead(200)
  streams
    .add({ accountId, sessionId } as Actor, true, response)
    ?.tellMissed(`hello${'.'.repeat(Number(missedBytes))}\n`)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

/** A console on a socket of its own, after its first event. */
async function open(
  accountId: string,
  sessionId: string,
  missedBytes = 0,
): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(`GET /${accountId}/${sessionId}/${missedBytes} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await eventually(async () => expect(text).toContain('hello'))
  return { socket, text: () => text }
}

test('a console that stops reading is disconnected once its backlog is too large, and no other console is affected', async () => {
  const stalled = await open('care', 'stalled')
  const awake = await open('care', 'awake')
  stalled.socket.pause()
  const megabyte = 'x'.repeat(1 << 20)
  await eventually(async () => {
    streams.trackerChanged('care', { device_id: 'tag', firmware: megabyte })
    expect(streams.countOf('stalled')).toBe(0)
  })
  // Its session may be ended repeatedly.
  streams.endSession('stalled')
  streams.endSession('stalled')
  streams.trackerChanged('care', { device_id: 'last', firmware: 'word' })
  await eventually(async () => expect(awake.text()).toContain('"last"'))
  expect(awake.text()).not.toContain('resync')
  expect(streams.sessionIds).toEqual(['awake'])
  stalled.socket.resume()
  await once(stalled.socket, 'close')
  awake.socket.destroy()
  await eventually(async () => expect(streams.sessionIds).toEqual([]))
})

test('a console with a large replay is not disconnected while it still reads that', async () => {
  const awake = await open('ward', 'awake')
  const slow = await open('ward', 'slow', 30 << 20)
  slow.socket.pause()
  streams.trackerChanged('ward', { device_id: 'next', firmware: '1' })
  await eventually(async () => expect(awake.text()).toContain('"next"'))
  expect(streams.countOf('slow')).toBe(1)
  slow.socket.resume()
  await eventually(async () => expect(slow.text()).toContain('"next"'))
  expect(slow.text()).not.toContain('resync')
  for (const { socket } of [awake, slow]) socket.destroy()
  await eventually(async () => expect(streams.sessionIds).toEqual([]))
})

test('a console that leaves before its replay leaves nothing behind', async () => {
  const gone = createServer((_request, response) => {
    response.destroy()
    response.once('close', () => {
      expect(streams.add({ accountId: 'care', sessionId: 'gone' } as Actor, true, response)).toBeUndefined()
      gone.close()
    })
  })
  gone.listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const closed = once(gone, 'close')
  connect((gone.address() as AddressInfo).port, '127.0.0.1').end('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await closed
  expect(streams.sessionIds).toEqual([])
})

test('a report in progress does not bring a removed device back; adding it again does', async () => {
  const { socket, text } = await open('wing', 'awake')
  streams.devicesGone('wing', { device_ids: ['cart', 'chair'], t4_ids: ['T4-1'] })
  streams.trackerChanged('wing', { device_id: 'cart', battery: 41 })
  streams.stationChanged('wing', { t4_id: 'T4-1', ip: '192.0.2.1' })
  streams.trackerEdited('wing', { device_id: 'cart', battery: 43 })
  streams.stationEdited('wing', { t4_id: 'T4-1', ip: '192.0.2.1' })
  streams.trackerCame('wing', { device_id: 'chair', battery: 42 } as Tracker)
  await eventually(async () => expect(text()).toContain('"battery":42'))
  expect(text()).toContain('{"device_ids":["cart"],"t4_ids":["T4-1"]}')
  expect(text()).not.toMatch(/"battery":4[13]/)
  expect(text()).not.toContain('192.0.2.1')
  socket.destroy()
  await eventually(async () => expect(streams.sessionIds).toEqual([]))
})
