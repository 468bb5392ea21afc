import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { meanwhile } from '../../../../../scripts/harness/meanwhile.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { sweepSignUps } from './sweep.ts'

const app = await testApp({ env: { PUBLIC_URL: 'https://care.example' } })
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const HOUR = 3_600_000

let count = 0
const newcomer = (rest: object = {}) => {
  count += 1
  // An address may sign up ten times a minute; the clock moves on between sign-ups that are not counted here.
  clock.move(7_000)
  return { email: `newcomer${count}@example.com`, password: PASSWORD, fullname: 'Sato Ren', locale: 'en-us', ...rest }
}
const signUp = (user: object) => call('POST', '/v3/app/users/signup', { body: { user } })
const confirm = (token: string) => call('POST', '/v3/app/users/confirm', { body: { token } })
const resend = (email: string) => call('POST', '/v3/app/users/confirm/resend', { body: { user: { email } } })
const preview = (token: string) => call('POST', '/v3/app/users/confirm/preview', { body: { token } })
const signIn = (email: string, password = PASSWORD) =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password },
    },
  })
const mailTo = (email: string) => latestMail(app.database.address, email)
const mailsTo = async (email: string) => {
  const { rows } = await sql<{ kind: string }>`select kind from mails where email = ${email}`.execute(db)
  return rows.length
}

test('an account waits for its address to be verified by the link of a mail, then signs in as a business owner [MAIL-05, API-POST /app/users/confirm, ERR-400101, ERR-400110]', async () => {
  const user = newcomer({ fullname: '  Sato Ren ' })
  expect((await signUp(user)).body).toEqual({ result: true, code: 200, mail_sent: true })
  expect((await signIn(user.email)).body.code).toBe(400101)
  const { link, token, kind } = await mailTo(user.email)
  expect(kind).toBe('confirm')
  expect(link).toBe(`https://care.example/verify-email#token=${token}`)
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect((await preview(token)).body).toMatchObject({ purpose: 'confirm', email: user.email })
  expect((await confirm(token)).body).toEqual({ result: true, code: 200, email: user.email })
  const { body } = await signIn(user.email.toUpperCase())
  expect(body).toMatchObject({ email: user.email, name: 'Sato Ren', class: 'owner', b2b_user: true, groups: [] })
  const profile = (await call('GET', '/v3/app/users/profile', { token: body.access_token })).body
  expect(profile).toMatchObject({ verified: true, locale: 'en-us', provider: 'email', fullname: 'Sato Ren' })
  // Once more, by the next preview.
  expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 400110 } })
  expect((await preview(token)).body.code).toBe(401102)
  const { activity_logs } = (await call('GET', '/v3/app/activity/logs', { token: body.access_token })).body
  expect(activity_logs.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['sign_up', 'verify_email', 'sign_in']),
  )
})

test('an address that has an account is refused, however it is written [ERR-400105]', async () => {
  const person = await given.person()
  const again = await signUp(newcomer({ email: person.email.toUpperCase() }))
  expect(again).toMatchObject({ status: 400, body: { code: 400105 } })
})

test('one of two simultaneous sign-ups with one address succeeds', async () => {
  const user = newcomer()
  const answers = await Promise.all([signUp(user), signUp(user)])
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 400105])
  const { rows } = await sql`select from users where email = ${user.email}`.execute(db)
  expect(rows).toHaveLength(1)
  const orphans = await sql`select from accounts a where not exists (select from users u
    where u.account_id = a.account_id)`.execute(db)
  expect(orphans.rows).toEqual([])
})

test.each([
  ['seven characters', '7 chars', 400106],
  ['seven characters that look like fourteen', '🦊🦊🦊🦊🦊🦊🦊', 400106],
  ['one of the commonest', 'password123', 400001],
  ['one of the commonest in capitals', 'PASSWORD123', 400001],
  ["the product's name", 'Whereabouts', 400001],
  ['the own address', 'newcomer@example.com', 400001],
  ['129 characters', 'x'.repeat(129), 400001],
])('%s are no password [VALID-01, ERR-400106]', async (_what, password, code) => {
  const { body } = await signUp(newcomer({ email: 'Newcomer@example.com', password }))
  expect(body.code).toBe(code)
  if (code === 400001) expect(body.info).toBe('body.user.password')
  expect(await mailsTo('Newcomer@example.com')).toBe(0)
})

test.each([
  ['eight characters', 'x8 chars'],
  ['128 characters beyond the basic plane', '🦊'.repeat(128)],
  ['spaces at both ends', '  a good one  '],
])('%s are a password, of which nothing is cut [VALID-01]', async (_what, password) => {
  const user = newcomer({ password })
  expect((await signUp(user)).status).toBe(200)
  await confirm((await mailTo(user.email)).token)
  expect((await signIn(user.email, password)).status).toBe(200)
  for (const other of [password.trim(), password.slice(0, -1)].filter((text) => text !== password)) {
    expect((await signIn(user.email, other)).body.code).toBe(401101)
  }
})

test.each([
  [{ email: 'abc' }, 'body.user.email'],
  [{ email: '' }, 'body.user.email'],
  [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'body.user.email'],
  [{ email: 'a@b.example,c@d.example' }, 'body.user.email'],
  [{ email: 'a\u0000@b.example' }, 'body.user.email'],
  [{ fullname: '   ' }, 'body.user.fullname'],
  [{ fullname: 'Sato\nBcc: c@d.example' }, 'body.user.fullname'],
  [{ locale: 'fr-fr' }, 'body.user.locale'],
  [{ class: 'owner' }, 'body.user'],
  [{ b2b_user: true }, 'body.user'],
  [{ groups: ['Integrator'] }, 'body.user'],
  [{ verified: true }, 'body.user'],
])('a sign-up with %j is refused, and nothing is made [VALID-10]', async (rest, info) => {
  expect((await signUp(newcomer(rest))).body).toMatchObject({ code: 400001, info })
})

test('a wrong, a foreign and an old token verify nothing [ERR-400111]', async () => {
  const user = newcomer()
  await signUp(user)
  const { token } = await mailTo(user.email)
  const person = await given.person()
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: person.email } } })
  const foreign = (await mailTo(person.email)).token
  for (const wrong of ['x', token.slice(1), `${token}A`, foreign]) {
    expect(await confirm(wrong)).toMatchObject({ status: 400, body: { code: 400111 } })
  }
  clock.move(24 * HOUR)
  expect((await confirm(token)).body.code).toBe(400111)
  expect((await preview(token)).body.code).toBe(401102)
  expect((await signIn(user.email)).body.code).toBe(400101)
})

test('one of two simultaneous uses of a link verifies', async () => {
  const user = newcomer()
  await signUp(user)
  const { token } = await mailTo(user.email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 400110, 400110, 400110, 400110])
})

test('the verification mail is sent again once a minute, and only the newest link works [MAIL-06, API-POST /app/users/confirm/resend]', async () => {
  const user = newcomer()
  await signUp(user)
  const first = (await mailTo(user.email)).token
  expect((await resend(user.email)).body).toEqual({ result: true, code: 200, mail_sent: true })
  const slowed = await resend(user.email.toUpperCase())
  expect(slowed).toMatchObject({ status: 429, body: { code: 429101 } })
  expect(slowed.headers.get('retry-after')).toBe('60')
  clock.move(60_001)
  await resend(user.email)
  expect(await mailsTo(user.email)).toBe(3)
  expect((await confirm(first)).body.code).toBe(400111)
  expect((await confirm((await mailTo(user.email)).token)).status).toBe(200)
  // A cancelled link is answered like a used one.
  expect((await confirm(first)).body.code).toBe(400110)
})

test('resending answers the same for an unknown address and a verified one, and sends nothing', async () => {
  const person = await given.person()
  for (const email of ['nobody@example.com', person.email]) {
    expect((await resend(email)).body).toEqual({ result: true, code: 200, mail_sent: true })
    expect((await resend(email)).body.code).toBe(429101)
    expect(await mailsTo(email)).toBe(0)
  }
})

test('an address gets at most twenty mails a day of those others ask for, and resending does not tell', async () => {
  const user = newcomer()
  await signUp(user)
  for (let index = 0; index < 21; index += 1) {
    clock.move(61_000)
    expect((await resend(user.email)).status).toBe(200)
  }
  expect(await mailsTo(user.email)).toBe(20)
  const { token } = await mailTo(user.email)
  expect((await confirm(token)).status).toBe(200)
  expect((await call('POST', '/v3/app/users/recovery', { body: { user: { email: user.email } } })).status).toBe(200)
  expect(await mailsTo(user.email)).toBe(21)
})

test('one address makes at most ten accounts a minute, and guesses at most thirty links', async () => {
  clock.move(61_000)
  const users = Array.from({ length: 11 }, (_, index) => ({ ...newcomer(), email: `many${index}@example.com` }))
  clock.move(61_000)
  const codes: number[] = []
  for (const user of users) codes.push((await signUp({ ...user, password: 'short' })).body.code)
  expect(codes).toEqual([...Array(10).fill(400106), 429101])
  clock.move(61_000)
  const guesses: number[] = []
  for (let index = 0; index < 31; index += 1) guesses.push((await preview(`guess-${index}`)).body.code)
  expect(guesses).toEqual([...Array(30).fill(401102), 429101])
  clock.move(61_000)
})

test('a sign-up that nobody confirmed for a week is deleted, but not one that is being confirmed', async () => {
  const [late, later] = [newcomer(), newcomer()]
  for (const user of [late, later]) await signUp(user)
  clock.move(7 * 24 * HOUR + 1000)
  await meanwhile(
    db,
    (transaction) => sql`update users set verified = true where email = ${late.email}`.execute(transaction),
    () => sweepSignUps(db, app.running.app),
  )
  expect((await signIn(late.email)).status).toBe(200)
  expect((await signIn(later.email)).body.code).toBe(401101)
})

test('trying many addresses writes no more than thirty rows a minute', async () => {
  const counts = async () =>
    (await sql<{ kinds: number }>`select count(*)::integer as kinds from signin_failures`.execute(db)).rows[0]!.kinds
  for (const path of ['recovery', 'confirm/resend']) {
    clock.move(61_000)
    const before = await counts()
    const codes: number[] = []
    for (let index = 0; index < 35; index += 1) {
      const user = { email: `${path.length}-${index}@example.com` }
      codes.push((await call('POST', `/v3/app/users/${path}`, { body: { user } })).body.code)
    }
    expect(codes.slice(30)).toEqual(Array(5).fill(429101))
    // And one of the address itself.
    expect((await counts()) - before).toBeLessThanOrEqual(31)
  }
  clock.move(61_000)
})

test('links in mails never use the host that a request names', async () => {
  const user = newcomer()
  await call('POST', '/v3/app/users/signup', {
    body: { user },
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  })
  expect((await mailTo(user.email)).link).toMatch(/^https:\/\/care\.example\/verify-email#token=/)
})
