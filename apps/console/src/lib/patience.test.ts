import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchInTime } from './patience.ts'

const PIECES = 8

/** It answers nothing, late, the head of an answer alone, or an answer in pieces that come one after another. */
const server = createServer(async ({ url }, response) => {
  if (url === '/head') response.writeHead(200, { 'content-length': 10 }).flushHeaders()
  if (url === '/late') {
    await wait(300)
    response.writeHead(204).end()
  }
  if (url !== '/pieces') return
  response.writeHead(201, { 'content-type': 'text/plain', 'x-word': 'kept' })
  for (let piece = 0; piece < PIECES; piece++) {
    response.write('piece ')
    await wait(100)
  }
  response.end()
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
  const startMs = performance.now()
  const response = await fetchInTime(`${origin}/pieces`, {}, 500)
  expect(response).toMatchObject({ status: 201, ok: true })
  expect(response.headers.get('x-word')).toBe('kept')
  expect(await response.text()).toBe('piece '.repeat(PIECES))
  expect(performance.now() - startMs).toBeGreaterThan(500)
})

test('who asked may give it up before', async () => {
  const asked = new AbortController()
  const answer = fetchInTime(origin, { signal: asked.signal })
  asked.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('what is written is waited for', async () => {
  await expect(fetchInTime(`${origin}/late`, {}, 50)).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(fetchInTime(`${origin}/late`, { method: 'POST', body: '{}' }, 50)).resolves.toMatchObject({
    status: 204,
  })
})
