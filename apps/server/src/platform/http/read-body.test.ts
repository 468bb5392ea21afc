/** How much memory bodies under way may take, and whose keep nobody out. Source: security rules 19, 48. */
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { rawClient } from '../../../../../scripts/harness/raw-client.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { LIMITS } from './limits.ts'

const KB = 1024
const app = await testApp({
  isShared: true,
  env: { PROXIES: '127.0.0.1' },
  limits: {
    bodyStallsMs: 600_000,
    bodies: {
      public: { total: 30 * KB, perCaller: 10 * KB },
      sender: { total: 64 * KB, perCaller: 64 * KB },
      session: { total: 64 * KB, perCaller: 64 * KB },
      picture: { total: 8 * KB, perCaller: 5 * KB },
    },
  },
})
const given = makeGiven(app)
const { call, origin } = app

const SIGNIN = '/v3/app/users/signin'
const PROFILE = '/v3/app/users/profile'

/** Sends the start of a request and no more. */
function begin(path: string, headers: Record<string, string | number>, start = ''): Socket {
  const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers })
  const method = path === PROFILE ? 'PUT' : 'POST'
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(head + start))
  return socket.on('error', () => {})
}

const signinFrom = (address: string) =>
  call('POST', SIGNIN, { body: {}, headers: { 'x-forwarded-for': address } }).then(({ body }) => body)

test('bodies take a few dozen MB at most, and one that stalls is cut after five seconds', () => {
  const most = Object.values(LIMITS.bodies).reduce((sum, { total }) => sum + total, 0)
  expect(most).toBeLessThanOrEqual(72 * KB * KB)
  expect(LIMITS.bodyStallsMs).toBe(5000)
})

test('strangers whose bodies fall silent use up the memory of their own address, and nobody else waits', async () => {
  const { token } = await given.person()
  const silent = [1, 2].map(() =>
    begin(SIGNIN, { 'content-length': 5000, 'x-forwarded-for': '192.0.2.1' }, ' '.repeat(4999)),
  )
  const refused = await eventually(async () => {
    const answer = await call('POST', SIGNIN, {
      body: `"${' '.repeat(2000)}"`,
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect(answer.status).toBe(429)
    return answer
  })
  expect(refused.body).toMatchObject({ code: 429101, info: 'bodies under way' })
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await signinFrom('192.0.2.2')).toMatchObject({ code: 400001, info: 'body.device' })
  expect((await call('PUT', PROFILE, { token, body: { user: { locale: 'ja-jp' } } })).status).toBe(200)
  for (const socket of silent) socket.destroy()
  await eventually(async () => expect(await signinFrom('192.0.2.1')).toMatchObject({ info: 'body.device' }))
})

test('strangers of many addresses together have a limit too, and sessions have memory of their own', async () => {
  const { token } = await given.person()
  const silent = [11, 12, 13, 14, 15, 16].map((last) =>
    begin(SIGNIN, { 'content-length': 5000, 'x-forwarded-for': `192.0.2.${last}` }, ' '.repeat(4999)),
  )
  await eventually(async () => {
    const body = `"${' '.repeat(2000)}"`
    const answer = await call('POST', SIGNIN, { body, headers: { 'x-forwarded-for': '192.0.2.20' } })
    expect(answer.body).toMatchObject({ code: 500002, info: 'bodies under way' })
  })
  expect((await call('PUT', PROFILE, { token, body: { user: { locale: 'ja-jp' } } })).status).toBe(200)
  for (const socket of silent) socket.destroy()
})

test('a session has few pictures under way, which are counted before they are read', async () => {
  const [one, other, third] = await Promise.all([given.person(), given.person(), given.person()])
  const upload = (token: string) => {
    const body = { user: { headshot: 'x'.repeat(3000) } }
    return call('PUT', PROFILE, { token, body }).then((answer) => answer.body)
  }
  const held = [one, other].map(({ token }) =>
    begin(PROFILE, { authorization: `Bearer ${token}`, 'content-length': 3500 }),
  )
  await eventually(async () => expect(await upload(one.token)).toMatchObject({ code: 429101 }))
  await eventually(async () => expect(await upload(third.token)).toMatchObject({ code: 500002 }))
  for (const socket of held) socket.destroy()
  await eventually(async () => expect(await upload(one.token)).toMatchObject({ code: 400001 }))
})

test('a caller without the right to send pictures has the body limit of other calls', async () => {
  const owner = await given.person()
  const guest = await given.visitor(owner, 'guest')
  const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-length': 2 * KB * KB })
  const { tell, envelopeOf } = rawClient(Number(new URL(origin).port))
  const head = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers(guest) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const { answer } = await tell(`PUT ${PROFILE} HTTP/1.1\r\n${head}\r\n`)
  expect(envelopeOf(answer)).toMatchObject({ code: 400001, info: 'body too large' })
  const picture = { user: { headshot: '' } }
  expect((await call('PUT', PROFILE, { token: guest, body: picture })).body.code).toBe(403001)
  expect((await call('PUT', PROFILE, { token: owner.token, body: picture })).status).toBe(200)
})

test('a body of which nothing more comes is cut, with an answer', async () => {
  const impatient = await testApp({ beside: app, limits: { bodyStallsMs: 100 } })
  const { tell, envelopeOf } = rawClient(Number(new URL(impatient.origin).port))
  const head = `POST ${SIGNIN} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`
  const { answer } = await tell(head)
  expect(envelopeOf(answer)).toMatchObject({ code: 400001, info: 'request too slow' })
})
