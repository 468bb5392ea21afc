import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import type { Api } from './kit.ts'

/** A client whose server always answers this. */
const calling = (status: number, body: string, headers: Record<string, string> = {}) => {
  const client = createClient<Api>({ word: { call: ['get', '/word'] } } as never, {
    base: '',
    // A browser never shows the statuses below 200, so no Response can be made of them.
    fetch: async () => ({ status, headers: new Headers(headers), text: async () => body }) as Response,
    headers: () => ({}),
  }) as unknown as { word: { call: () => Promise<unknown> } }
  return client.word.call()
}

test('a status of 200 to 299 is a success, with or without a body; any other is none [ERR-01]', async () => {
  await expect(calling(200, '{"result":true,"code":200,"name":"x"}')).resolves.toMatchObject({ name: 'x' })
  await expect(calling(204, '')).resolves.toEqual({})
  await expect(calling(299, '')).resolves.toEqual({})
  for (const status of [199, 300, 401, 500, 502]) {
    await expect(calling(status, '')).rejects.toMatchObject({ name: 'CallError', status, code: undefined })
  }
})

test('an answer that says it is no result is a refusal, whatever its status', async () => {
  await expect(calling(200, '{"result":false,"code":404103,"message":"gone"}')).rejects.toMatchObject({
    status: 200,
    code: 404103,
    message: 'gone',
  })
})

test("a proxy's error page is told by its status alone", async () => {
  await expect(calling(502, '<html>Bad gateway</html>')).rejects.toMatchObject({ status: 502, message: 'HTTP 502' })
})

test('a refusal says when to try again as the server did, and leaves out what is no number of seconds', async () => {
  const refusal = '{"result":false,"code":429101,"message":"slow down"}'
  await expect(calling(429, refusal, { 'retry-after': '60' })).rejects.toMatchObject({ retryAfterSeconds: 60 })
  for (const headers of [{}, { 'retry-after': 'Fri, 20 Nov 2026 10:00:00 GMT' }]) {
    await expect(calling(429, refusal, headers)).rejects.toMatchObject({ retryAfterSeconds: undefined })
  }
})
