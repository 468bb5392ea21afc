import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { meanwhile } from '../../../../../scripts/harness/meanwhile.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const MINUTE = 60_000

const profile = (token: string) => call('GET', '/v3/app/users/profile', { token })
const renew = (token: string) => call('POST', '/v3/app/users/token', { token, body: { refresh: true } })

const signin = (email: string, password: string, rest: object = {}) =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password, ...rest },
    },
    headers: { 'x-app-version': '2.3.27' },
  })

test('a business user signs in by e-mail, in any case, and gets the five fields [API-POST /app/users/signin]', async () => {
  const { email } = await given.person({ groups: ['G3OfficeLog'] })
  const { status, body } = await signin(email.toUpperCase(), PASSWORD)
  expect(status).toBe(200)
  expect(body).toMatchObject({ result: true, code: 200, email, b2b_user: true, groups: ['G3OfficeLog'] })
  expect(body.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('an unknown e-mail and a wrong password get the same answer', async () => {
  const { email } = await given.person()
  const wrong = await signin(email, 'not the password')
  const unknown = await signin('nobody@example.com', 'not the password')
  expect(wrong).toMatchObject({ status: 401, body: { result: false, code: 401101 } })
  expect(unknown.body).toEqual(wrong.body)
})

test('an unverified e-mail is reported only after the right password', async () => {
  const { email } = await given.person({ verified: false })
  expect((await signin(email, 'not the password')).body.code).toBe(401101)
  expect((await signin(email, PASSWORD)).body.code).toBe(400101)
})

test('the sixth wrong password within a minute has to wait, and a minute later the right one works', async () => {
  const { email, token } = await given.person()
  for (let index = 0; index < 5; index += 1) expect((await signin(email, 'wrong')).body.code).toBe(401101)
  const slowed = await signin(email, PASSWORD)
  expect(slowed).toMatchObject({ status: 429, body: { code: 429101 } })
  expect(slowed.headers.get('retry-after')).toBe('60')
  // An open session is not affected by somebody else's guesses.
  expect((await call('GET', '/v3/app/users/profile', { token })).status).toBe(200)
  clock.move(MINUTE + 1000)
  expect((await signin(email, PASSWORD)).status).toBe(200)
})

test.each([
  ['no device', { user: { provider: 'email', email: 'a@b.c', password: 'x' } }],
  ['another provider', { device: { platform: 'web', useragent: '', push_token: '' }, user: { provider: 'x' } }],
  [
    'a number for a password',
    {
      device: { platform: 'web', useragent: '', push_token: '' },
      user: { provider: 'email', email: 'a@b.c', password: 1 },
    },
  ],
  [
    'an unknown field',
    {
      device: { platform: 'web', useragent: '', push_token: '' },
      user: { provider: 'email', email: 'a@b.c', password: 'x', class: 'owner' },
    },
  ],
  ['nothing', {}],
])('sign-in with %s is refused as invalid input', async (_what, body) => {
  expect(await call('POST', '/v3/app/users/signin', { body })).toMatchObject({ status: 400, body: { code: 400001 } })
})

test('without a token a call answers 401001, with another scheme 400002, with an unknown token 401001 [API-GENERAL-02]', async () => {
  expect((await call('GET', '/v3/app/users/profile')).body.code).toBe(401001)
  const basic = await call('GET', '/v3/app/users/profile', { headers: { authorization: 'Basic eDp5' } })
  expect(basic.body.code).toBe(400002)
  expect((await call('GET', '/v3/app/users/profile', { token: 'x'.repeat(43) })).body.code).toBe(401001)
})

test('a bearer fault is reported before the body is read', async () => {
  expect((await call('PUT', '/v3/app/users/profile', { body: '{broken' })).body.code).toBe(401001)
})

test('the token call validates without refresh, and rotates with it', async () => {
  const { token } = await given.person()
  const same = await call('POST', '/v3/app/users/token', { token, body: {} })
  expect(same.body).toMatchObject({ result: true, access_token: token })
  const { body } = await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })
  expect(body.access_token).not.toBe(token)
  expect((await call('GET', '/v3/app/users/profile', { token: body.access_token })).status).toBe(200)
})

test('the token before a rotation serves the other tabs for 60 s; used later it ends the session', async () => {
  clock.hold()
  const { token } = await given.person()
  const next = (await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })).body.access_token
  expect((await profile(next)).status).toBe(200)
  clock.move(59_000)
  expect((await profile(token)).status).toBe(200)
  clock.move(2000)
  expect((await profile(token)).body.code).toBe(401001)
  expect((await profile(next)).body.code).toBe(401001)
})

test('a renewal whose answer was lost may be asked for again, also after the grace of the old token', async () => {
  const { token } = await given.person()
  const lost = (await renew(token)).body.access_token
  clock.move(61_000)
  expect((await profile(token)).body.code).toBe(401002)
  const { body } = await renew(token)
  expect(body.access_token).toBe(lost)
  expect((await profile(lost)).status).toBe(200)
  expect((await renew(token)).body.code).toBe(401001)
})

test('guesses sent all at once do not outrun the count', async () => {
  const { email } = await given.person()
  const answers = await Promise.all(Array.from({ length: 12 }, () => signin(email, 'wrong')))
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 401101)).toHaveLength(5)
  expect(codes.filter((code) => code === 429101)).toHaveLength(7)
})

test('a password that is changed while it is being checked opens no session, which the change would not end', async () => {
  const { email, userId } = await given.person()
  const { status, body } = await meanwhile(
    app.database.db,
    (db) => sql`update users set password_hash = 'another' where user_id = ${userId}`.execute(db),
    () => signin(email, PASSWORD),
  )
  expect({ status, code: body.code }).toEqual({ status: 401, code: 401101 })
})

test('two tabs that refresh at once get the same token and both go on working', async () => {
  const { token } = await given.person()
  const [first, second] = await Promise.all([renew(token), renew(token)])
  expect(first.body.access_token).toBe(second.body.access_token)
  clock.move(61_000)
  expect((await profile(first.body.access_token)).status).toBe(200)
})

test('a token of 30 minutes is good for renewal only', async () => {
  const { token } = await given.person()
  clock.move(30 * MINUTE)
  expect((await call('GET', '/v3/app/users/profile', { token })).body.code).toBe(401002)
  expect((await call('POST', '/v3/app/users/token', { token, body: {} })).body.code).toBe(401002)
  const { body } = await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })
  expect((await call('GET', '/v3/app/users/profile', { token: body.access_token })).status).toBe(200)
})

test('a session ends after 12 hours of silence; one that stays signed in after 30 days', async () => {
  const short = await given.person()
  const long = await given.person({ stay: true })
  clock.move(12 * 60 * MINUTE + 1000)
  expect((await renew(short.token)).body.code).toBe(401002)
  const { body } = await renew(long.token)
  expect(body.result).toBe(true)
  clock.move(30 * 24 * 60 * MINUTE)
  expect((await renew(body.access_token)).body.code).toBe(401002)
})

test('after sign-out the token stops working [API-POST /app/users/signout]', async () => {
  const { token } = await given.person()
  expect((await call('POST', '/v3/app/users/signout', { token, body: { device: { platform: 'web' } } })).status).toBe(
    200,
  )
  expect((await call('GET', '/v3/app/users/profile', { token })).body.code).toBe(401001)
})

test('the profile carries the nine fields and says who it is [API-GET /app/users/profile, ENT-user.username, ENT-user.class, ENT-user.email, ENT-user.fullname, ENT-user.b2b_user]', async () => {
  const person = await given.person()
  const { body } = await call('GET', '/v3/app/users/profile', { token: person.token })
  expect(body).toMatchObject({
    result: true,
    username: person.userId,
    class: 'owner',
    email: person.email,
    fullname: 'Mori Yuki',
    locale: 'en-us',
    unread_count: 0,
    about_image: '',
    about_content: '',
    b2b_user: true,
  })
  expect(JSON.stringify(body)).not.toContain('argon2')
  const renamed = await call('PUT', '/v3/app/users/profile', {
    token: person.token,
    body: { user: { fullname: 'Kita Emi' } },
  })
  expect(renamed.body.fullname).toBe('Kita Emi')
  expect((await profile(person.token)).body.fullname).toBe('Kita Emi')
})

test('groups are a list, and the repeat switch is off in a new account [ENT-user.groups, ENT-user.notification_ring_repeat]', async () => {
  const { token } = await given.person({ groups: ['G3OfficeLog'] })
  const before = await call('GET', '/v3/app/users/profile', { token })
  expect(before.body).toMatchObject({ groups: ['G3OfficeLog'], notification_ring_repeat: false })
  await call('PUT', '/v3/app/users/profile', { token, body: { user: { notification_ring_repeat: true } } })
  const after = await call('GET', '/v3/app/users/profile', { token })
  expect(after.body.notification_ring_repeat).toBe(true)
})

test('a saved language is what the next profile answers, nested or flat [LANG-05, ENT-user.locale]', async () => {
  const { token } = await given.person()
  await call('PUT', '/v3/app/users/profile', { token, body: { user: { locale: 'ja-jp' } } })
  expect((await call('GET', '/v3/app/users/profile', { token })).body.locale).toBe('ja-jp')
  const { body } = await call('PUT', '/v3/app/users/profile', { token, body: { locale: 'zh-tw' } })
  expect(body.locale).toBe('zh-tw')
})

test.each([
  { user: { class: 'owner' } },
  { user: { groups: ['Integrator'] } },
  { user: { unread_count: 3 } },
  { user: { locale: 'fr-fr' } },
  { account_id: 'x' },
])('a profile body with %j is refused and changes nothing', async (body) => {
  const { token } = await given.person({ class: 'deputy' })
  const before = await call('GET', '/v3/app/users/profile', { token })
  expect((await call('PUT', '/v3/app/users/profile', { token, body })).body.code).toBe(400001)
  expect((await call('GET', '/v3/app/users/profile', { token })).body).toEqual(before.body)
})

test('a read-only guest may change his language, and neither the repeat switch nor the name', async () => {
  const { accountId } = await given.person()
  const { token } = await given.person({ accountId, class: 'readonly' })
  const put = (user: object) => call('PUT', '/v3/app/users/profile', { token, body: { user } })
  expect((await put({ locale: 'ja-jp' })).status).toBe(200)
  expect(await put({ notification_ring_repeat: true })).toMatchObject({ status: 403, body: { code: 403001 } })
  expect((await put({ fullname: 'Somebody Else' })).body.code).toBe(403001)
  expect((await call('GET', '/v3/app/users/profile', { token })).body.notification_ring_repeat).toBe(false)
})

test.each(['a\u202eb', 'a\u0000b', '  ', 'x'.repeat(51)])('%j is no name to go by', async (fullname) => {
  const { token } = await given.person()
  const answer = await call('PUT', '/v3/app/users/profile', { token, body: { user: { fullname } } })
  expect(answer).toMatchObject({ status: 400, body: { code: 400001 } })
  expect((await profile(token)).body.fullname).toBe('Mori Yuki')
})

test('a consumer gets a token that is good for signing out alone [ROLE-12]', async () => {
  const { token, email } = await given.person({ b2b: false })
  expect((await signin(email, PASSWORD)).body).toMatchObject({ b2b_user: false, groups: [] })
  for (const path of ['users/profile', 'trackers', 'stations', 'indoormaps', 'activity/devices', 'stream']) {
    expect((await call('GET', `/v3/app/${path}`, { token })).body.code).toBe(403001)
  }
  expect((await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })).body.code).toBe(403001)
  expect((await call('POST', '/v3/app/users/signout', { token, body: { device: { platform: 'web' } } })).status).toBe(
    200,
  )
})

test('an integrator enters though he is no business user', async () => {
  const { token } = await given.person({ b2b: false, groups: ['Integrator'] })
  expect((await call('GET', '/v3/app/users/profile', { token })).status).toBe(200)
})

test('neither tokens nor passwords stand in the database', async () => {
  const { token } = await given.person()
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(s::text, ' ') from sessions s) || (select string_agg(u::text, ' ') from users u) as text`.execute(
    app.database.db,
  )
  expect(rows[0]?.text).not.toContain(token)
  expect(rows[0]?.text).not.toContain(PASSWORD)
})

test('refusals speak the language of the caller', async () => {
  const { body } = await call('GET', '/v3/app/users/profile', { headers: { cookie: 'a=b; lang=ja-jp' } })
  expect(body.message).toBe('サインインしてください。')
  const chinese = await call('GET', '/v3/app/users/profile', { headers: { 'accept-language': 'zh-TW,en;q=0.5' } })
  expect(chinese.body.message).toBe('請先登入。')
})
