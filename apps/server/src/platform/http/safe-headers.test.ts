import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { readSettings } from '../settings.ts'
import { safeHeaders } from './safe-headers.ts'

/** A console of its own, so that no build has to come before this test. */
const folder = mkdtempSync(join(tmpdir(), 'whereabouts-console-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><meta property="csp-nonce" nonce="__NONCE__">')
writeFileSync(join(folder, 'assets/main-12345678.js'), 'export {}')
writeFileSync(join(folder, 'assets/main-12345678.css'), 'body {}')
writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
afterAll(() => rmSync(folder, { recursive: true }))

const env = { PUBLIC_URL: 'https://whereabouts.example', MAP_STYLE_URL: 'https://tiles.example/styles/day.json' }
const app = await testApp({ env, consoleFolder: folder })
const given = makeGiven(app)
const { origin, call } = app

let token: string
let mediaName: string
let mapId: string
beforeAll(async () => {
  const owner = await given.person()
  token = owner.token
  mapId = await given.indoorMap(owner.accountId)
  mediaName = `${'A'.repeat(43)}.png`
  await sql`insert into media (account_id, name, image_type, image, width, height, created_at)
    values (${owner.accountId}, ${mediaName}, 'image/png', 'x', 1, 1, 0)`.execute(app.database.db)
})

/** Headers and status of an answer, whose body is left alone. */
async function ask(method: string, path: string): Promise<{ status: number; headers: Headers }> {
  const cancel = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const { status, headers: answered } = await fetch(origin + path, { method, headers, signal: cancel.signal })
  cancel.abort()
  return { status, headers: answered }
}

const PAGE =
  /^default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'nonce-[A-Za-z0-9+/]{24}'; img-src 'self' blob: data: https:\/\/tiles\.example; font-src 'self'; connect-src 'self' https:\/\/tiles\.example; manifest-src 'self'; form-action 'self'; trusted-types default; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'$/
const SCRIPT =
  /^default-src 'none'; script-src 'self'; connect-src 'self' https:\/\/tiles\.example; form-action 'none'; trusted-types 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'$/
const NOTHING = /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
const PICTURE = /^sandbox; default-src 'none'$/
const DOCS =
  /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/

test.each([
  ['the page of the console', 'GET', '/', 200, PAGE, 'no-cache'],
  ['a page of the console', 'GET', '/map?device=G3-1', 200, PAGE, 'no-cache'],
  ['the page by its file name', 'GET', '/index.html', 200, PAGE, 'no-cache'],
  ['a script', 'GET', '/assets/main-12345678.js', 200, SCRIPT, 'public, max-age=31536000, immutable'],
  ['a style sheet', 'GET', '/assets/main-12345678.css', 200, NOTHING, 'public, max-age=31536000, immutable'],
  ['an icon', 'GET', '/favicon.svg', 200, NOTHING, 'no-cache'],
  ['a file that is not there', 'GET', '/assets/gone-12345678.js', 404, NOTHING, null],
  ['an answer of the API', 'GET', '/v3/app/users/profile', 200, NOTHING, 'no-store'],
  ['a refusal of the API', 'POST', '/v3/app/accesslink', 400, NOTHING, 'no-store'],
  ['an unknown call', 'GET', '/v3/app/nothing', 404, NOTHING, 'no-store'],
  ['a call by another method', 'DELETE', '/v3/app/carewatches', 405, NOTHING, 'no-store'],
  ['the stream', 'GET', '/v3/app/stream', 200, NOTHING, 'no-store'],
  ['a picture', 'GET', '/v3/app/media/{name}', 200, PICTURE, 'private, no-store'],
  ['the image of a map', 'GET', '/v3/app/indoormaps/{id}/image', 200, PICTURE, 'private, no-store'],
  ['a picture that is not there', 'GET', '/v3/app/media/x', 404, NOTHING, 'no-store'],
  ['the gateway', 'POST', '/gateway/owntracks', 401, NOTHING, null],
  ['the gateway of another protocol', 'GET', '/gateway/osmand/x?lat=1', 401, NOTHING, null],
  ['a report', 'POST', '/v3/device/report', 400, NOTHING, 'no-store'],
  ['the description of the API', 'GET', '/v3/openapi.json', 200, NOTHING, 'no-store'],
  ['the page of the API', 'GET', '/v3/docs/', 200, DOCS, 'no-store'],
  ['a script of that page', 'GET', '/v3/docs/start.js', 200, DOCS, 'no-store'],
  ['a file of that page', 'GET', '/v3/docs/swagger-ui.css', 200, DOCS, 'public, max-age=0'],
  ['life', 'GET', '/live', 200, NOTHING, null],
  ['readiness', 'GET', '/ready', 200, NOTHING, null],
  ['a path that cannot be read', 'GET', '/%zz', 400, NOTHING, null],
] as const)('%s comes with every header', async (_what, method, path, status, policy, cache) => {
  const answer = await ask(method, path.replace('{name}', mediaName).replace('{id}', mapId))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-security-policy')).toMatch(policy)
  expect(answer.headers.get('cache-control')).toBe(cache)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie']) {
    expect(answer.headers.get(name)).toBeNull()
  }
  const abilities = answer.headers.get('permissions-policy')
  expect(abilities).toMatch(/\bautoplay=\(self\)/)
  for (const name of ['camera', 'microphone', 'geolocation', 'usb']) expect(abilities).toContain(`${name}=()`)
})

test('the nonce that allows styles is in the page and in no other answer', async () => {
  const words = await Promise.all(
    ['/', '/map', '/index.html'].map(async (path) => {
      const { headers, body } = await call('GET', path)
      const word = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
      expect(body).toContain(`nonce="${word}"`)
      expect(body).not.toContain('__NONCE__')
      return word
    }),
  )
  expect(new Set(words).size).toBe(3)
})

test('browsers are bound to https only by a server that people reach by it', () => {
  const hsts = (extra: Record<string, string>) =>
    safeHeaders(readSettings({ DATA_DIR: folder, ...extra }))['strict-transport-security']
  expect(hsts({})).toBeUndefined()
  expect(hsts({ PUBLIC_URL: 'http://whereabouts.example' })).toBeUndefined()
  expect(hsts({ PUBLIC_URL: 'https://whereabouts.example' })).toBe('max-age=31536000; includeSubDomains')
  const tls = { cert: Buffer.alloc(0), key: Buffer.alloc(0) }
  expect(safeHeaders({ ...readSettings({}), tls })['strict-transport-security']).toMatch(/^max-age=31536000/)
})

test('no other origin is allowed: no CORS', async () => {
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' }
  const answer = await call('OPTIONS', '/v3/app/users/profile', { headers })
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  const asked = await call('GET', '/v3/app/config', { headers })
  expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})
