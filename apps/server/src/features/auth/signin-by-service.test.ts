import { createHmac, randomBytes } from 'node:crypto'
import { type ErrorName, errors, statusOf } from '@whereabouts/contract/errors'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { makeSigningKey, signToken, startOpenidProvider } from '../../../../../scripts/harness/openid-provider.ts'
import { type TestApp, testApp } from '../../../../../scripts/harness/test-app.ts'
import { sweepSignUps } from '../accounts/sweep.ts'
import { sweepSignIns } from './sweep.ts'

let moved: TestApp | undefined
const now = () => moved?.clock.now() ?? Date.now()
const google = await startOpenidProvider({ provider: 'google', clientId: 'google-client', now })
const facebook = await startOpenidProvider({ provider: 'facebook', clientId: 'facebook-client', now })
afterAll(() => Promise.all([google.close(), facebook.close()]))

const providers = [google.description, facebook.description]
const env = { GOOGLE_CLIENT_ID: 'google-client', FACEBOOK_APP_ID: 'facebook-client' }
const app = await testApp({ providers, env })
moved = app
const given = makeGiven(app)
const { call, clock, database } = app
const device = { platform: 'web', useragent: 'test', push_token: '' }

/** A server of its own whose clock goes as the services' do. */
const another = async (settings: Parameters<typeof testApp>[0]) => {
  const server = await testApp({ providers, ...settings, env: { ...env, ...settings?.env } })
  server.clock.move(clock.now() - server.clock.now())
  return server
}

const refusal = (name: ErrorName) => ({
  status: statusOf(errors[name].code),
  body: { result: false, code: errors[name].code, message: errors[name].words['en-us'] },
})

const newNonce = () => randomBytes(16).toString('hex')
let count = 0
/** Somebody the services have not brought yet. */
const newcomer = (rest: object = {}) => {
  count += 1
  return {
    sub: `sub-${count}`,
    email: `by.service${count}@example.com`,
    email_verified: true,
    name: 'Ono Aki',
    ...rest,
  }
}

const signin = (user: object, at: Pick<TestApp, 'call'> = app) =>
  at.call('POST', '/v3/app/users/signin', { body: { device, user: { provider: 'google', ...user } } })
/** As the console does after the way back from Google. */
const comeFrom = (person: object, rest: object = {}, at?: Pick<TestApp, 'call'>) => {
  const nonce = newNonce()
  return signin({ id_token: google.idToken(nonce, person), nonce, ...rest }, at)
}
const profile = async (token: string) => (await call('GET', '/v3/app/users/profile', { token })).body
const countUsers = async () =>
  (await sql<{ count: number }>`select count(*) as count from users`.execute(database.db)).rows[0]?.count
const mailsTo = async (email: string) =>
  (await sql<{ count: number }>`select count(*) as count from mails where email = ${email}`.execute(database.db))
    .rows[0]?.count

test('the console is told which services there are and what to ask each for', async () => {
  const { body } = await call('GET', '/v3/app/config')
  expect(body).toMatchObject({ signup: true })
  expect(body.providers).toEqual([
    {
      provider: 'google',
      client_id: 'google-client',
      authorize_url: `${google.origin}/authorize`,
      response_type: 'id_token',
      response_mode: 'fragment',
      scope: 'openid email',
    },
    expect.objectContaining({ provider: 'facebook', client_id: 'facebook-client' }),
  ])
})

test('a service this server has no name at is not offered and not taken [ERR-501001]', async () => {
  const nonce = newNonce()
  const answer = await signin({ provider: 'apple', id_token: google.idToken(nonce), nonce })
  expect(answer).toMatchObject(refusal('notImplemented'))
})

test('the first sign-in by a service creates a consumer, and the next one finds it', async () => {
  const person = newcomer()
  const first = await comeFrom(person)
  expect(first).toMatchObject({ status: 200, body: { b2b_user: false, groups: [], name: 'Ono Aki', class: 'owner' } })
  expect(first.body.email).toBe(person.email)
  const token = first.body.access_token
  expect((await call('GET', '/v3/app/users/profile', { token })).body.code).toBe(403001)
  expect((await call('POST', '/v3/app/users/signout', { token, body: { device: { platform: 'web' } } })).status).toBe(
    200,
  )
  const users = await countUsers()
  expect((await comeFrom(person)).status).toBe(200)
  expect(await countUsers()).toBe(users)
})

test('from the sign-up page a service makes a business account, whose profile names the service', async () => {
  const person = newcomer()
  const { body } = await comeFrom(person, { sign_up: true, stay_signed_in: true })
  expect(body).toMatchObject({ result: true, b2b_user: true })
  expect(await profile(body.access_token)).toMatchObject({
    provider: 'google',
    email: person.email,
    fullname: 'Ono Aki',
    class: 'owner',
    verified: true,
    b2b_user: true,
  })
  const { rows } = await sql`select action from activity_logs a join users u using (account_id)
    where u.email = ${person.email} order by a.created_at_ms`.execute(database.db)
  expect(rows).toEqual([{ action: 'sign_up' }, { action: 'sign_in' }])
  clock.move(13 * 3_600_000)
  const renewed = await call('POST', '/v3/app/users/token', { token: body.access_token, body: { refresh: true } })
  expect(renewed.status).toBe(200)
})

test('a consumer who comes again by the sign-up page becomes a business user', async () => {
  const person = newcomer()
  expect((await comeFrom(person)).body.b2b_user).toBe(false)
  expect((await comeFrom(person, { sign_up: true })).body.b2b_user).toBe(true)
  expect((await comeFrom(person)).body.b2b_user).toBe(true)
})

test('a new account reads the language of the browser', async () => {
  const nonce = newNonce()
  const { body } = await call('POST', '/v3/app/users/signin', {
    headers: { 'accept-language': 'ja-JP,en;q=0.5' },
    body: { device, user: { provider: 'google', id_token: google.idToken(nonce, newcomer()), nonce, sign_up: true } },
  })
  expect((await profile(body.access_token)).locale).toBe('ja-jp')
})

test('a business account waits for its address where the service does not vouch for it [ERR-400101]', async () => {
  const person = newcomer({ email_verified: false })
  expect(await comeFrom(person, { sign_up: true })).toMatchObject(refusal('emailNotActivated'))
  expect((await comeFrom(person)).body.code).toBe(400101)
  expect(await mailsTo(person.email)).toBe(1)
  clock.move(61_000)
  expect((await comeFrom(person)).body.code).toBe(400101)
  expect(await mailsTo(person.email)).toBe(2)
  const { kind, token } = await latestMail(database.address, person.email)
  expect(kind).toBe('confirm')
  expect((await call('POST', '/v3/app/users/confirm', { body: { token } })).status).toBe(200)
  expect(await comeFrom(person)).toMatchObject({ status: 200, body: { b2b_user: true } })
})

test('an address that no service vouches for is free again after a week; the person may sign up again', async () => {
  const person = newcomer({ email_verified: false })
  await comeFrom(person)
  const users = Number(await countUsers())
  clock.move(6 * 86_400_000)
  await sweepSignUps(database.db, app.running.app)
  expect(await countUsers()).toBe(users)
  clock.move(86_400_000 + 1000)
  await sweepSignUps(database.db, app.running.app)
  expect(await countUsers()).toBeLessThan(users)
  expect((await comeFrom(person)).body.b2b_user).toBe(false)
})

test('Apple vouches in words', async () => {
  expect((await comeFrom(newcomer({ email_verified: 'true' }), { sign_up: true })).status).toBe(200)
  expect((await comeFrom(newcomer({ email_verified: 'false' }), { sign_up: true })).body.code).toBe(400101)
})

test.each([
  [
    'of another key',
    (nonce: string) => signToken(google.claims(nonce), { ...makeSigningKey(), kid: google.keys[0]!.kid }),
  ],
  ['of a key nobody published', (nonce: string) => signToken(google.claims(nonce), makeSigningKey())],
  [
    'with a word changed after it was signed',
    (nonce: string) => {
      const [header, , signature] = google.idToken(nonce).split('.')
      return [
        header,
        Buffer.from(JSON.stringify(google.claims(nonce, { sub: 'x' }))).toString('base64url'),
        signature,
      ].join('.')
    },
  ],
  [
    'that nobody signed',
    (nonce: string) => signToken(google.claims(nonce), google.keys[0]!, { alg: 'none' }, () => Buffer.alloc(0)),
  ],
  [
    'signed with the public key as a password',
    (nonce: string) =>
      signToken(google.claims(nonce), google.keys[0]!, { alg: 'HS256' }, (input) =>
        createHmac('sha256', google.keys[0]!.publicKey.export({ type: 'spki', format: 'pem' }))
          .update(input)
          .digest(),
      ),
  ],
  [
    'with a key of its own in it',
    (nonce: string) => {
      const key = makeSigningKey('ES256')
      return signToken(google.claims(nonce), key, { jwk: key.publicKey.export({ format: 'jwk' }) })
    },
  ],
  ['of another issuer', (nonce: string) => google.idToken(nonce, { iss: 'https://accounts.example' })],
  ['of another service', (nonce: string) => facebook.idToken(nonce, { iss: google.origin, aud: 'google-client' })],
  ['for another audience', (nonce: string) => google.idToken(nonce, { aud: 'somebody-else' })],
  ['for two audiences', (nonce: string) => google.idToken(nonce, { aud: ['google-client', 'somebody-else'] })],
  ['for no audience', (nonce: string) => google.idToken(nonce, { aud: undefined })],
  ['with another nonce', () => google.idToken(newNonce())],
  ['without a nonce', (nonce: string) => google.idToken(nonce, { nonce: undefined })],
  ['that has expired', (nonce: string) => google.idToken(nonce, { exp: Math.floor(now() / 1000) - 31 })],
  ['that never expires', (nonce: string) => google.idToken(nonce, { exp: undefined })],
  ['of a quarter of an hour ago', (nonce: string) => google.idToken(nonce, { iat: Math.floor(now() / 1000) - 900 })],
  ['of a time to come', (nonce: string) => google.idToken(nonce, { iat: Math.floor(now() / 1000) + 300 })],
  ['of nobody', (nonce: string) => google.idToken(nonce, { sub: undefined })],
  ['that is no token', () => 'abc.def'],
])('a token %s is refused [ERR-401102]', async (_what, tokenFor) => {
  const users = await countUsers()
  const nonce = newNonce()
  expect(await signin({ id_token: tokenFor(nonce), nonce, sign_up: true })).toMatchObject(refusal('invalidToken'))
  expect(await countUsers()).toBe(users)
})

test('a token is good once, however its signature is written', async () => {
  clock.move(61_000)
  facebook.rotateKeys('ES256')
  const nonce = newNonce()
  const id_token = facebook.idToken(nonce, newcomer())
  const user = { provider: 'facebook', id_token, nonce }
  expect((await signin(user)).status).toBe(200)
  expect((await signin(user)).body.code).toBe(401102)
  // The last character of 64 bytes in Base64 carries four bits that mean nothing.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet[alphabet.indexOf(id_token.at(-1) ?? '') ^ 1]
  expect((await signin({ ...user, id_token: id_token.slice(0, -1) + last })).body.code).toBe(401102)
})

test('one of two simultaneous sign-ins with one token succeeds', async () => {
  const nonce = newNonce()
  const user = { id_token: google.idToken(nonce, newcomer()), nonce }
  const codes = (await Promise.all([signin(user), signin(user), signin(user)])).map(({ body }) => body.code)
  expect(codes.sort()).toEqual([200, 401102, 401102])
})

test('two tabs of a newcomer make one account', async () => {
  const person = newcomer()
  const users = Number(await countUsers())
  const answers = await Promise.all([comeFrom(person), comeFrom(person), comeFrom(person)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await countUsers()).toBe(users + 1)
})

test('used tokens are forgotten when they would be refused for their age', async () => {
  await comeFrom(newcomer())
  const left = async () =>
    (await sql<{ count: number }>`select count(*) as count from used_id_tokens`.execute(database.db)).rows[0]?.count
  await sweepSignIns(database.db, clock.now())
  expect(await left()).toBeGreaterThan(0)
  await sweepSignIns(database.db, clock.now() + 700_000)
  expect(await left()).toBe(0)
})

test('an account with a password is never entered by an id token of a service [ERR-400105]', async () => {
  const owner = await given.person()
  for (const email of [owner.email, owner.email.toUpperCase()]) {
    expect(await comeFrom(newcomer({ email }), { sign_up: true })).toMatchObject(refusal('emailExists'))
  }
  expect(await profile(owner.token)).toMatchObject({ provider: 'email', email: owner.email })
})

test('nor is an account of another service: the key is issuer and subject', async () => {
  const person = newcomer()
  await comeFrom(person)
  const nonce = newNonce()
  const asFacebook = (changed: object) =>
    signin({ provider: 'facebook', id_token: facebook.idToken(nonce, { ...person, ...changed }), nonce })
  expect((await asFacebook({})).body.code).toBe(400105)
  expect((await asFacebook({ email: 'another@example.com' })).body).toMatchObject({ email: 'another@example.com' })
})

test('a person stays the same when the service has another address or none for him', async () => {
  const person = newcomer()
  await comeFrom(person, { sign_up: true })
  for (const email of ['moved@example.com', undefined]) {
    expect((await comeFrom({ ...person, email })).body.email).toBe(person.email)
  }
})

test.each([undefined, '', 'no address', 7])(
  'a newcomer whose address is %j cannot be written to and gets no account',
  async (email) => {
    const users = await countUsers()
    const answer = await comeFrom(newcomer({ email }))
    expect(answer).toMatchObject({ status: 400, body: { code: 400001, info: 'id_token.email' } })
    expect(await countUsers()).toBe(users)
  },
)

test.each([
  [undefined, /^by\.service\d+$/],
  ['', /^by\.service\d+$/],
  ['a\u202eb', /^by\.service\d+$/],
  ['長'.repeat(60), /^長{50}$/],
])('a newcomer named %j still has a name', async (name, expected) => {
  expect((await comeFrom(newcomer({ name }))).body.name).toMatch(expected)
})

test('the keys are asked for once, and again half a minute later when a token names one that is not known', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  onTestFinished(() => void vi.useRealTimers())
  google.rotateKeys('ES256')
  expect((await comeFrom(newcomer())).status).toBe(200)
  const asked = google.keyRequests
  expect((await comeFrom(newcomer())).status).toBe(200)
  expect(google.keyRequests).toBe(asked)
  google.rotateKeys('ES256')
  // Else anybody could make this server ask as often as he likes.
  expect((await comeFrom(newcomer())).body.code).toBe(401102)
  expect(google.keyRequests).toBe(asked)
  vi.setSystemTime(Date.now() + 31_000)
  expect((await comeFrom(newcomer())).status).toBe(200)
  expect(google.keyRequests).toBe(asked + 1)
})

test.each([
  [
    'is down',
    (_request: unknown, response: { writeHead(code: number): { end(): void } }) => response.writeHead(503).end(),
  ],
  [
    'sends us elsewhere',
    (_request: unknown, response: { writeHead(code: number, headers: object): { end(): void } }) =>
      response.writeHead(302, { location: `${google.origin}/keys` }).end(),
  ],
  ['talks nonsense', (_request: unknown, response: { end(text: string): void }) => response.end('<html>')],
  [
    'never stops talking',
    (_request: unknown, response: { end(text: string): void }) => response.end(' '.repeat(1_100_000)),
  ],
  ['hangs up', (_request: unknown, response: { destroy(): void }) => response.destroy()],
])('a service that %s is not the fault of the person, who may try again [ERR-500001]', async (_what, answerKeys) => {
  const fresh = await another({})
  google.answerKeys = answerKeys as NonNullable<typeof google.answerKeys>
  onTestFinished(() => {
    google.answerKeys = undefined
  })
  const nonce = newNonce()
  const user = { id_token: google.idToken(nonce, newcomer()), nonce }
  for (let index = 0; index < 35; index += 1) {
    expect(await signin(user, fresh)).toMatchObject({
      status: 500,
      body: { ...refusal('serverError').body, info: 'provider' },
    })
  }
  google.answerKeys = undefined
  expect((await signin(user, fresh)).status).toBe(200)
})

test('guessing is slowed by address', async () => {
  clock.move(61_000)
  const codes: number[] = []
  for (let index = 0; index < 32; index += 1)
    codes.push((await signin({ id_token: 'a.b.c', nonce: newNonce() })).body.code)
  expect(codes).toEqual([...Array(30).fill(401102), 429101, 429101])
  clock.move(61_000)
})

test('where nobody may sign up, services bring nobody new, but those who are here already', async () => {
  const closed = await another({ env: { SIGN_UP: 'off' } })
  expect((await closed.call('GET', '/v3/app/config')).body.signup).toBe(false)
  for (const sign_up of [false, true]) {
    expect(await comeFrom(newcomer(), { sign_up }, closed)).toMatchObject({ status: 403, body: { code: 403001 } })
  }
  const { userId } = await makeGiven(closed).person()
  await sql`update users set provider = 'google', provider_issuer = ${google.origin}, provider_subject = 'here'
    where user_id = ${userId}`.execute(closed.database.db)
  expect((await comeFrom(newcomer({ sub: 'here' }), {}, closed)).body.b2b_user).toBe(true)
})

test('where strangers are consumers, the sign-up page makes consumers', async () => {
  const consumers = await another({ env: { SIGN_UP: 'consumer' } })
  expect((await comeFrom(newcomer(), { sign_up: true }, consumers)).body.b2b_user).toBe(false)
})

test.each([
  { provider: 'google' },
  { provider: 'google', id_token: 'a.b.c' },
  { provider: 'google', id_token: 'a.b.c', nonce: 'short' },
  { provider: 'google', id_token: 'x'.repeat(16_385), nonce: 'n'.repeat(32) },
  { provider: 'google', id_token: 'a.b.c', nonce: 'n'.repeat(32), email: 'me@example.com' },
  { provider: 'google', id_token: 'a.b.c', nonce: 'n'.repeat(32), b2b_user: true },
  { provider: 'github', id_token: 'a.b.c', nonce: 'n'.repeat(32) },
])('a sign-in like %j is invalid input', async (user) => {
  expect(await signin(user)).toMatchObject({ status: 400, body: { code: 400001 } })
})

test('nothing of a token is kept but its hash', async () => {
  const nonce = newNonce()
  const id_token = google.idToken(nonce, newcomer())
  await signin({ id_token, nonce })
  const { rows } = await sql<{ text: string }>`
    select concat((select string_agg(t::text, ' ') from used_id_tokens t), (select string_agg(u::text, ' ') from users u),
      (select string_agg(s::text, ' ') from sessions s), (select string_agg(a::text, ' ') from activity_logs a)) as text`.execute(
    database.db,
  )
  for (const part of id_token.split('.')) expect(rows[0]?.text).not.toContain(part)
  expect(rows[0]?.text).not.toContain(nonce)
})

const reauth = (token: string, user: object) => call('POST', '/v3/app/users/reauth', { token, body: { user } })
const forceSignOut = (token: string) =>
  call('POST', '/v3/app/users/forcelogout', { token, body: { session_ids: [], mobile_ids: [] } })

test('people of a service prove by the service again who they are', async () => {
  const person = newcomer()
  const { access_token: token } = (await comeFrom(person, { sign_up: true })).body
  clock.move(300_001)
  expect((await forceSignOut(token)).body).toMatchObject({ code: 412001, info: 'reauth' })
  const nonce = newNonce()
  const user = { id_token: google.idToken(nonce, person), nonce }
  const { access_token: proved } = (await reauth(token, user)).body
  expect((await forceSignOut(proved)).status).toBe(200)
  expect((await reauth(proved, user)).body.code).toBe(401102)
  expect((await reauth(proved, { password: 'any password' })).body.code).toBe(401101)
})

test('a proof as another person, with another nonce, or without a service is refused', async () => {
  const person = newcomer()
  const { access_token: token } = (await comeFrom(person, { sign_up: true })).body
  const nonce = newNonce()
  const proofs = [
    google.idToken(nonce, newcomer()),
    google.idToken(newNonce(), person),
    google.idToken(nonce, { ...person, exp: 1 }),
    facebook.idToken(nonce, person),
  ]
  const codes = []
  for (const id_token of proofs) codes.push((await reauth(token, { id_token, nonce })).body.code)
  expect(codes).toEqual([401102, 401102, 401102, 401102])
  const owner = await given.person()
  expect((await reauth(owner.token, { id_token: google.idToken(nonce, person), nonce })).body.code).toBe(401102)
  const visitor = await given.visitor(owner)
  expect((await reauth(visitor, { id_token: google.idToken(nonce, person), nonce })).body.code).toBe(403001)
  expect((await call('POST', '/v3/app/users/reauth', { body: { user: { id_token: 'a.b.c', nonce } } })).body.code).toBe(
    401001,
  )
})

test('people of a service have no password to reset [ERR-400112]', async () => {
  const person = newcomer()
  await comeFrom(person, { sign_up: true })
  const recover = await call('POST', '/v3/app/users/recovery', { body: { user: { email: person.email } } })
  expect(recover).toMatchObject(refusal('passwordCannotBeReset'))
  const guess = await signin({ provider: 'email', email: person.email, password: 'any password' })
  expect(guess.body.code).toBe(401101)
})
