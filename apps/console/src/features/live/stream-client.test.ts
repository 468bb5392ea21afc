import type { StreamEvent } from '@whereabouts/contract/stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runStream, type StreamState } from './stream-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection whose other end the test holds. */
interface Connection {
  readonly headers: Headers
  readonly signal: AbortSignal
  say(text: string): Promise<void>
  hangUp(): void
}

/** A stream against a server that accepts everything but what `refusals` says of the nth connection. */
function given(refusals: Readonly<Record<number, number | 'unreachable'>> = {}) {
  const connections: Connection[] = []
  const events: StreamEvent[] = []
  const states: StreamState[] = []
  const waits: number[] = []
  const goOn: (() => void)[] = []
  const stop = new AbortController()
  let token = 0
  let tries = 0
  const done = runStream(
    {
      url: '/v3/app/stream',
      headers: async () => ({ authorization: `Bearer ${++token}` }),
      fetch: (async (_url: string, init: RequestInit) => {
        init.signal?.throwIfAborted()
        const refusal = refusals[tries++]
        if (refusal === 'unreachable') throw new TypeError('Failed to fetch')
        if (refusal !== undefined) return new Response('{}', { status: refusal })
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
        const writer = writable.getWriter()
        init.signal?.addEventListener('abort', () => void writer.abort(init.signal?.reason).catch(() => {}))
        connections.push({
          headers: new Headers(init.headers),
          signal: init.signal as AbortSignal,
          say: (text) => writer.write(new TextEncoder().encode(text)),
          hangUp: () => void writer.close(),
        })
        return new Response(readable)
      }) as typeof fetch,
      wait: (ms) => {
        waits.push(ms)
        return new Promise((resolve) => goOn.push(resolve))
      },
      random: () => 0.5,
      onEvent: (event) => events.push(event),
      onState: (state) => states.push(state),
    },
    stop.signal,
  )
  /** Ends the wait that runs. */
  const waitOver = async () => {
    await vi.waitUntil(() => goOn.length > 0)
    goOn.shift()?.()
  }
  const connection = async (number: number) => {
    await vi.waitUntil(() => connections.length > number)
    return connections[number] as Connection
  }
  return { connections, connection, events, states, waits, waitOver, stop: () => stop.abort(), done }
}

const HELLO = 'event: hello\nid: 1000\ndata: {"server_time_ms":1000}\n\n'
const HEARTBEAT = 'event: heartbeat\nid: 2000\ndata: {"server_time_ms":2000}\n\n'

test('a lost stream is opened again where it left off, with the token of that moment', async () => {
  const stream = given()
  const first = await stream.connection(0)
  expect(first.headers.get('last-event-id')).toBeNull()
  await first.say(HELLO)
  await vi.waitUntil(() => stream.events.length === 1)
  first.hangUp()
  await stream.waitOver()
  const second = await stream.connection(1)
  expect(second.headers.get('last-event-id')).toBe('1000')
  expect(second.headers.get('authorization')).toBe('Bearer 2')
  expect(stream.states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open'])
  stream.stop()
  await stream.done
})

test('waits double from half a second to 15 seconds at most, each shortened by chance', async () => {
  const stream = given(Object.fromEntries(Array.from({ length: 8 }, (_, at) => [at, at % 2 ? 503 : 'unreachable'])))
  for (let lost = 0; lost < 8; lost++) await stream.waitOver()
  await stream.connection(0)
  expect(stream.waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000].map((ms) => ms * 0.75))
  stream.stop()
  await stream.done
})

test('only a stream that lives until its first heartbeat makes the next wait short again', async () => {
  const stream = given({ 0: 503, 1: 503 })
  await stream.waitOver()
  await stream.waitOver()
  const short = await stream.connection(0)
  await short.say(HELLO)
  await vi.waitUntil(() => stream.events.length === 1)
  short.hangUp()
  await stream.waitOver()
  const long = await stream.connection(1)
  await long.say(HEARTBEAT)
  await vi.waitUntil(() => stream.events.length === 2)
  long.hangUp()
  await stream.waitOver()
  expect(stream.waits).toEqual([375, 750, 1500, 375])
  stream.stop()
  await stream.done
})

test('a stream that says nothing for 25 seconds is cut and opened again', async () => {
  const stream = given()
  const first = await stream.connection(0)
  await first.say(HELLO)
  await vi.waitUntil(() => stream.events.length === 1)
  await vi.advanceTimersByTimeAsync(24_900)
  expect(first.signal.aborted).toBe(false)
  await first.say(HEARTBEAT)
  await vi.waitUntil(() => stream.events.length === 2)
  await vi.advanceTimersByTimeAsync(24_900)
  expect(first.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(first.signal.aborted).toBe(true)
  await stream.waitOver()
  await stream.connection(1)
  stream.stop()
  await stream.done
})

test.each([
  ['says goodbye', {}],
  ['knows the token no more', { 0: 401 }],
] as const)('a stream ends for good when the server %s', async (_, refusals) => {
  const stream = given(refusals)
  if (!('0' in refusals)) await (await stream.connection(0)).say('event: bye\nid: 3\ndata: {"code":401001}\n\n')
  await stream.done
  expect(stream.states.at(-1)).toBe('ended')
  expect(stream.waits).toEqual([])
})

test('after a stop the stream delivers nothing more', async () => {
  const stream = given()
  const first = await stream.connection(0)
  stream.stop()
  await stream.done
  expect(first.signal.aborted).toBe(true)
  expect(stream.states).toEqual(['connecting', 'open'])
})

test('words that cannot be read break the connection, not the page', async () => {
  const stream = given()
  await (await stream.connection(0)).say('event: trackers\nid: 1\ndata: {broken\n\n')
  await stream.waitOver()
  await stream.connection(1)
  expect(stream.events).toEqual([])
  stream.stop()
  await stream.done
})
