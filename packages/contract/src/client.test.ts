import { expect, test } from 'vitest'
import { api } from './api.ts'
import { createClient } from './client.ts'
import type { Api } from './kit.ts'
import { routesOf } from './routes.ts'

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

test('a status of 200 to 299 is a success, with or without a body; any other is a failure [ERR-01]', async () => {
  await expect(calling(200, '{"result":true,"code":200,"name":"x"}')).resolves.toMatchObject({ name: 'x' })
  await expect(calling(204, '')).resolves.toEqual({})
  await expect(calling(299, '')).resolves.toEqual({})
  for (const status of [199, 300, 401, 500, 502]) {
    await expect(calling(status, '')).rejects.toMatchObject({ name: 'CallError', status, code: undefined })
  }
})

test.each([
  '{"result":false,"code":404103,"message":"gone"}',
  '{"result":true,"code":404103,"message":"gone","trail_logs":[]}',
])(
  'an answer that says it failed is a refusal of status 400 under a status of success: %s [TRAIL-05, CAL-02]',
  async (body) => {
    await expect(calling(200, body)).rejects.toMatchObject({ status: 400, code: 404103, message: 'gone' })
  },
)

test("a proxy's error page is reported by its status alone", async () => {
  await expect(calling(502, '<html>Bad gateway</html>')).rejects.toMatchObject({ status: 502, message: 'HTTP 502' })
})

test('a refusal carries the seconds to wait as the server gave them, and ignores anything that is not a number', async () => {
  const refusal = '{"result":false,"code":429101,"message":"slow down"}'
  await expect(calling(429, refusal, { 'retry-after': '60' })).rejects.toMatchObject({ retryAfterSeconds: 60 })
  for (const headers of [{}, { 'retry-after': 'Fri, 20 Nov 2026 10:00:00 GMT' }]) {
    await expect(calling(429, refusal, headers)).rejects.toMatchObject({ retryAfterSeconds: undefined })
  }
})

/** A client whose server answers each call in turn, the Idempotency-Keys that arrived, and a function that calls. */
function withKeys(...answers: (() => Promise<Response> | Response)[]) {
  let made = 0
  const keys: (string | null)[] = []
  const client = createClient<Api>(
    { links: { create: ['POST', '/links'], rename: ['PUT', '/links'], list: ['GET', '/links'] } } as never,
    {
      base: '',
      fetch: async (_url, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        return answers.shift()!()
      },
      headers: () => ({}),
      newKey: () => `key ${++made}`,
    },
  ) as unknown as { links: Record<'create' | 'rename' | 'list', (request?: object) => Promise<unknown>> }
  const create = (name: string) => client.links.create({ body: { name } }).catch((error: Error) => error.message)
  return { client, create, keys }
}
const done = () => Response.json({ result: true, code: 200 })
const refused = (code: number, info?: string) => () =>
  Response.json({ result: false, code, message: 'no', info }, { status: Math.floor(code / 1000) })
const offline = () => Promise.reject(new Error('offline'))
const cutOff = () =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new Error('cut off')) }), { status: 200 })

test('a call that creates something sends its own key; reads and calls that may simply be repeated send none', async () => {
  const { client, create, keys } = withKeys(done, done, done, done)
  await create('Ward')
  await create('Ward')
  await client.links.rename({ body: { name: 'Ward' } })
  await client.links.list()
  expect(keys).toEqual(['key 1', 'key 2', null, null])
})

test.each([
  ['the network failed', offline],
  ['the answer was cut off', cutOff],
  ['a proxy answered', () => new Response('<html>Bad gateway</html>', { status: 502 })],
  ['it was still under way', refused(409001, 'idempotency-key')],
])('tried again after %s it is the same request, and another body is another one', async (_what, failure) => {
  const { create, keys } = withKeys(failure, failure, done, done, done)
  for (const name of ['Ward', 'Door', 'Ward', 'Door', 'Ward']) await create(name)
  expect(keys).toEqual(['key 1', 'key 2', 'key 1', 'key 2', 'key 3'])
})

test('once the server has answered, the same call again is a new request', async () => {
  const { create, keys } = withKeys(offline, refused(400117), refused(500002), done)
  for (let tries = 0; tries < 4; tries += 1) await create('Ward')
  expect(keys).toEqual(['key 1', 'key 1', 'key 2', 'key 3'])
})

test('an answer that is cut off is a failure of the connection', async () => {
  const { client } = withKeys(cutOff)
  await expect(client.links.list()).rejects.toMatchObject({ name: 'CallError', status: 0, code: undefined })
})

test('every call goes to /v3 beneath a base that can be chosen [API-GENERAL-01]', async () => {
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return done()
  }
  for (const base of ['', 'https://whereabouts.example/of-the-house']) {
    const client = createClient<Api>(routesOf<Api>(api), { base, fetch: fetch as never, headers: () => ({}) })
    for (const calls of Object.values(client)) for (const call of Object.values(calls)) await call({ id: '1' } as never)
    expect(asked.length).toBeGreaterThan(40)
    for (const url of asked.splice(0)) expect(url.startsWith(`${base}/v3/`), url).toBe(true)
  }
})
