/** What a request may be, over real sockets. Source: security rule 19. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { rawClient } from '../../../../../scripts/harness/raw-client.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, origin, clock } = app
const { tell, envelopeOf } = rawClient(Number(new URL(origin).port))

const signin = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${origin}/v3/app/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }).then(async (response) => ({ status: response.status, body: (await response.json()) as object }))

test.each([
  ['JSON too deep', '['.repeat(40), 'body is nested too deeply'],
  ['a key twice', '{"user":1,"user":2}', 'body has a key twice'],
  ['__proto__', '{"user":{"__proto__":{"class":"owner"}}}', 'body has a forbidden key'],
  ['constructor', '{"constructor":{"prototype":{}}}', 'body has a forbidden key'],
  ['half a JSON', '{"user":', 'body is no JSON'],
  ['nothing', '', 'body is empty'],
  ['more than 8 KB', `"${'x'.repeat(8191)}"`, 'body too large'],
])('a body with %s is refused', async (_what, body, info) => {
  expect(await signin(body)).toMatchObject({ status: 400, body: { result: false, code: 400001, info } })
})

test('a session brings up to 1 MB, with at most 10,000 keys in it', async () => {
  const { token } = await given.person()
  const post = (body: string) => call('POST', '/v3/app/users/extrasettings/remarks', { token, body })
  const keys = JSON.stringify(Object.fromEntries(Array(10_001).fill(0).entries()))
  expect((await post(keys)).body).toMatchObject({ code: 400001, info: 'body has too many keys' })
  const [whole, over] = [1_048_574, 1_048_575].map((length) => `"${'x'.repeat(length)}"`)
  expect((await post(whole!)).body).toMatchObject({ code: 400001, info: 'body' })
  expect((await post(over!)).body).toMatchObject({ code: 400001, info: 'body too large' })
})

test('calls of people whose paths begin like those of senders are held to the same', async () => {
  const { token } = await given.person()
  const body = '{"device_id":"a","device_id":"b","trackable":true}'
  const refused = { status: 400, body: { code: 400001, info: 'body has a key twice' } }
  expect(await call('POST', '/v3/device/trackable', { token, body })).toMatchObject(refused)
})

test.each([
  ['gzip', gzipSync('{}')],
  ['br', brotliCompressSync('{}')],
  ['deflate', Buffer.from('x')],
  ['gzip, identity', Buffer.from('{}')],
])('a body compressed by %s is refused, from people and from senders', async (encoding, bytes) => {
  const headers = { 'content-encoding': encoding }
  const refused = { status: 400, body: { code: 400001, info: 'content-encoding' } }
  expect(await signin(new Uint8Array(bytes), headers)).toMatchObject(refused)
  for (const path of ['/v3/device/report', '/gateway/owntracks', '/gateway/osmand/x']) {
    const type = { 'content-type': 'application/json' }
    expect(await call('POST', path, { body: '{}', headers: { ...headers, ...type } })).toMatchObject(refused)
  }
})

test('a body that is not compressed may say so', async () => {
  expect(await signin('{}', { 'content-encoding': 'identity' })).toMatchObject({ body: { info: 'body.device' } })
})

test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data; boundary=x'], ['text/json']])(
  'a call takes no %s',
  async (type) => {
    expect(await signin('{}', { 'content-type': type })).toMatchObject({ body: { code: 400001, info: 'content-type' } })
  },
)

test('a body without a type is refused', async () => {
  const { answer } = await tell(
    'POST /v3/app/users/signin HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
  )
  expect(envelopeOf(answer)).toMatchObject({ code: 400001, info: 'content-type' })
})

test('reports of devices are held to the size of bodies and kept from prototypes too', async () => {
  const { accountId } = await given.person()
  const { t4Id, password } = await given.station(accountId, { gps: [35, 139] })
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  expect((await call('POST', '/v3/device/report', { body: report })).status).toBe(200)
  const poisoned = JSON.stringify(report).replace('{', '{"__proto__":{"a":1},')
  expect((await call('POST', '/v3/device/report', { body: poisoned })).body.code).toBe(400001)
  const padded = { ...report, pad: 'x'.repeat(1_048_576) }
  expect((await call('POST', '/v3/device/report', { body: padded })).body.info).toBe('body too large')
})

test('a path and query have at most 8 KB, on pages, calls and gateways alike', async () => {
  const pathOf = (start: string, length: number) => start + 'x'.repeat(length - start.length)
  for (const start of ['/map?', '/v3/app/config?', '/gateway/osmand/x?', '/assets/', '/v3/nothing?']) {
    const refused = await call('GET', pathOf(start, 8193))
    expect(refused).toMatchObject({ status: 400, body: { code: 400001, info: 'url too long' } })
  }
  expect((await call('GET', pathOf('/map?', 8192))).status).toBe(200)
})

test('a request with two Authorization headers is refused, whichever of them is good', async () => {
  const { token } = await given.person()
  const ask = (...headers: string[]) =>
    tell(`GET /v3/app/users/profile HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers.join('')}\r\n`)
  const good = `Authorization: Bearer ${token}\r\n`
  expect((await ask(good)).answer).toMatch(/^HTTP\/1\.1 200 /)
  for (const headers of [
    [good, 'authorization: Bearer garbage\r\n'],
    ['AUTHORIZATION: Bearer garbage\r\n', good],
  ]) {
    expect(envelopeOf((await ask(...headers)).answer)).toMatchObject({ code: 400002, info: 'authorization' })
  }
})

test('headers have at most 16 KB together', async () => {
  const request = (bytes: number) =>
    `GET /live HTTP/1.1\r\nhost: x\r\nconnection: close\r\na: ${'x'.repeat(bytes)}\r\n\r\n`
  expect((await tell(request(15_000))).answer).toContain('HTTP/1.1 200')
  const { answer } = await tell(request(17_000))
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(envelopeOf(answer)).toMatchObject({ result: false, code: 400001, info: 'headers too large' })
  expect(answer).toContain('x-content-type-options: nosniff')
})

test.each([
  ['what is no HTTP', 'hello\r\n\r\n'],
  ['two lengths', 'POST /v3/app/users/signin HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'],
  [
    'a length and chunks, as smugglers send',
    'POST /v3/app/users/signin HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
])('%s is refused and hung up on', async (_what, text) => {
  expect((await tell(text)).answer).toMatch(/^HTTP\/1\.1 400 /)
})
