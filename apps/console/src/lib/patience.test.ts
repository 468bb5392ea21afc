import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { fetchInTime } from './patience.ts'

/** It answers nothing, late, or the head of an answer alone. */
const server = createServer(async ({ url }, response) => {
  if (url === '/head') response.writeHead(200, { 'content-length': 10 }).flushHeaders()
  if (url === '/late') {
    await wait(300)
    response.writeHead(204).end()
  }
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a question without an answer is given up', async () => {
  await expect(fetchInTime(origin, {}, 50)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('so is one whose answer breaks off', async () => {
  const response = await fetchInTime(`${origin}/head`, { method: 'GET' }, 1000)
  await expect(response.text()).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('an answer that comes in pieces may take longer, and is what the server said', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  // Given up, it breaks off as a connection does.
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>()
    const out = writable.getWriter()
    signal.addEventListener('abort', () => {
      clearInterval(timer)
      void out.abort(signal.reason)
    })
    let pieces = 0
    const timer = setInterval(() => {
      void out.write(new TextEncoder().encode('piece '))
      if (++pieces < 8) return
      clearInterval(timer)
      void out.close()
    }, 400)
    return new Response(readable, { status: 201, headers: { 'x-word': 'kept' } })
  })
  const response = await fetchInTime(origin, {}, 500)
  expect(response).toMatchObject({ status: 201, ok: true })
  expect(response.headers.get('x-word')).toBe('kept')
  const text = response.text()
  await vi.advanceTimersByTimeAsync(8 * 400)
  expect(await text).toBe('piece '.repeat(8))
})

test('the caller may give up earlier', async () => {
  const asked = new AbortController()
  const answer = fetchInTime(origin, { signal: asked.signal })
  asked.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('writing is awaited', async () => {
  await expect(fetchInTime(`${origin}/late`, {}, 50)).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(fetchInTime(`${origin}/late`, { method: 'POST', body: '{}' }, 50)).resolves.toMatchObject({
    status: 204,
  })
})
