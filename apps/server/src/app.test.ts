import { errors } from '@whereabouts/contract/errors'
import { expect, test } from 'vitest'
import { testApp } from '../../../scripts/harness/test-app.ts'

const { call, origin } = await testApp()

test('an unknown path of the API is not found [ERR-404101]', async () => {
  for (const [language, locale] of [
    ['en', 'en-us'],
    ['zh-TW', 'zh-tw'],
    ['ja', 'ja-jp'],
  ] as const) {
    const answer = await call('GET', '/v3/app/nothing', { headers: { 'accept-language': language } })
    expect(answer).toMatchObject({ status: 404, body: { result: false, code: 404101 } })
    expect(answer.body.message).toBe(errors.pageNotFound.words[locale])
  }
  for (const [method, path] of [
    ['GET', '/v3/app/carewatches/x'],
    ['GET', '/live/x'],
    ['POST', '/gateway/nothing'],
    ['POST', '/somewhere'],
  ] as const) {
    expect(await call(method, path)).toMatchObject({ status: 404, body: { result: false, code: 404101 } })
  }
})

test.each([
  ['DELETE', '/v3/app/carewatches', 'GET'],
  ['GET', '/v3/app/users/signin', 'POST'],
  ['POST', '/v3/app/stream', 'GET'],
  ['DELETE', '/v3/app/media/x.png', 'GET'],
  ['PATCH', '/v3/app/users/profile', 'GET, PUT, DELETE'],
])('%s of %s is not allowed, and told what is', async (method, path, allowed) => {
  const { status, headers, body } = await call(method, path)
  expect({ status, code: body.code, allow: headers.get('allow') }).toEqual({
    status: 405,
    code: 405001,
    allow: allowed,
  })
})

test('a path that cannot be read is refused without repeating it', async () => {
  const { status, body } = await call('GET', '/gateway/osmand/secret%zz')
  expect({ status, code: body.code }).toEqual({ status: 400, code: 400001 })
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('the page may be framed by nobody, whichever of its addresses it is asked by', async () => {
  for (const path of ['/', '/map', '/index.html']) {
    expect((await call('GET', path)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('every path without a dot is a page of the console, for HEAD as for GET', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(`${origin}/map?device=a.b`, { method })
    expect({ method, status }).toEqual({ method, status: 200 })
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test.each(['/assets/gone-12345678.js', '/assets/', '/favicon.ico', '/..%2f..%2fpackage.json'])(
  'a file that is not there, as %s, is no page',
  async (path) => {
    expect((await call('GET', path)).body.code).toBe(404101)
  },
)

test('a query or body that a call does not take is refused, and so is one too large or unreadable', async () => {
  expect((await call('GET', '/v3/app/config?debug=1')).body).toMatchObject({ code: 400001, info: 'query' })
  const signin = (body: string, type = 'application/json') =>
    call('POST', '/v3/app/users/signin', { body, headers: { 'content-type': type } })
  expect((await signin('{"a":')).body).toMatchObject({ code: 400001, info: 'body is no JSON' })
  expect((await signin('a=b', 'text/plain')).body).toMatchObject({ code: 400001, info: 'content-type' })
  expect((await signin(' '.repeat(2_000_000))).body).toMatchObject({ code: 400001, info: 'body too large' })
  expect((await signin('{"user":{"__proto__":{"class":"owner"}}}')).body.code).toBe(400001)
})
