import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD, type Person } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { inviteUser } from './invite.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const NEW_PASSWORD = 'another good password'

const recover = (email: string) => call('POST', '/v3/app/users/recovery', { body: { user: { email } } })
const reset = (token: string, password = NEW_PASSWORD) =>
  call('POST', '/v3/app/users/confirm/recovery', { body: { token, user: { password } } })
const preview = (token: string) => call('POST', '/v3/app/users/confirm/preview', { body: { token } })
const signIn = (email: string, password: string) =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password },
    },
  })
const tokenTo = async (email: string) => (await latestMail(app.database.address, email)).token
const kindsTo = async (email: string) =>
  (
    await sql<{ kind: string }>`select kind from mails where email = ${email} order by created_at_ms, kind`.execute(db)
  ).rows.map(({ kind }) => kind)
const byService = ({ userId }: Person) =>
  sql`update users set provider = 'google', provider_issuer = 'https://accounts.example', provider_subject = ${userId},
    password_hash = null where user_id = ${userId}`.execute(db)

/** A user as an integrator's call makes one: without a password, and with an invitation queued. */
async function invited(integrator: Person): Promise<string> {
  const email = `invited-${randomUUID()}@example.com`
  const user = { account_id: randomUUID(), user_id: randomUUID(), email, locale: 'en-us' as const }
  await db.transaction().execute(async (transaction) => {
    await sql`insert into accounts (account_id, created_at, integrator_account_id)
      values (${user.account_id}, 0, ${integrator.accountId})`.execute(transaction)
    await sql`insert into users (account_id, user_id, email, fullname, class, b2b_user, verified, created_at)
      values (${user.account_id}, ${user.user_id}, ${email}, 'Ito Mei', 'owner', true, false, 0)`.execute(transaction)
    await inviteUser(transaction, app.running.app, user, 'Kita <Emi> & "Co"')
  })
  return email
}

test('a forgotten password is replaced by the link of a mail; every session of the account ends, with its live stream [API-POST /app/users/recovery, API-POST /app/users/confirm/recovery]', async () => {
  const person = await given.person()
  const visitor = await given.visitor(person)
  const stream = await fetch(`${app.origin}/v3/app/stream`, { headers: { authorization: `Bearer ${person.token}` } })
  expect((await recover(person.email.toUpperCase())).body).toEqual({ result: true, code: 200, mail_sent: true })
  const mail = await latestMail(app.database.address, person.email)
  expect(mail.link).toBe(`${app.origin}/reset-password#token=${mail.token}`)
  expect((await preview(mail.token)).body).toMatchObject({ purpose: 'recovery', email: person.email })
  expect((await reset(mail.token)).body).toEqual({
    result: true,
    code: 200,
    email: person.email,
    browser_mark: expect.any(String),
  })
  expect(await stream.text()).toContain('event: bye')
  for (const token of [person.token, visitor]) {
    expect((await call('GET', '/v3/app/trackers', { token })).body.code).toBe(401001)
  }
  expect((await signIn(person.email, PASSWORD)).body.code).toBe(401101)
  const { body } = await signIn(person.email, NEW_PASSWORD)
  expect(body.result).toBe(true)
  // The owner gets a notice, without a token; and it is in the security log.
  const notice = await latestMail(app.database.address, person.email)
  expect(notice).toMatchObject({ kind: 'password_changed', token: '', link: `${app.origin}/forgot-password` })
  const logs = (await call('GET', '/v3/app/activity/logs?type=security', { token: body.access_token })).body
  expect(logs.activity_logs.map(({ action }: { action: string }) => action)).toContain('reset_password')
})

test('a person without a password to recover learns why [ERR-400112]', async () => {
  expect(await recover('nobody@example.com')).toMatchObject({ status: 404, body: { code: 404104 } })
  const unverified = await given.person({ verified: false })
  expect(await recover(unverified.email)).toMatchObject({ status: 400, body: { code: 400101 } })
  const elsewhere = await given.person()
  await byService(elsewhere)
  expect(await recover(elsewhere.email)).toMatchObject({ status: 400, body: { code: 400112 } })
  for (const email of ['nobody@example.com', unverified.email, elsewhere.email])
    expect(await kindsTo(email)).toEqual([])
})

test('used, wrong, foreign, older and expired links set no password', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  await recover(person.email)
  const older = await tokenTo(person.email)
  clock.move(1000)
  await recover(person.email)
  const token = await tokenTo(person.email)
  await call('POST', '/v3/app/users/email', { token: stranger.token, body: { user: { email: 'new@example.com' } } })
  const foreign = await tokenTo('new@example.com')
  for (const wrong of [older, foreign, `${token}x`, 'nothing']) {
    expect(await reset(wrong)).toMatchObject({ status: 401, body: { code: 401102 } })
  }
  expect((await reset(token)).status).toBe(200)
  expect((await reset(token)).body.code).toBe(401102)
  expect((await preview(token)).body.code).toBe(401102)
  await recover(person.email)
  const late = await tokenTo(person.email)
  clock.move(3_600_000)
  expect((await reset(late)).body.code).toBe(401102)
  expect((await signIn(stranger.email, PASSWORD)).status).toBe(200)
})

test('one of many simultaneous uses of a link sets the password', async () => {
  const person = await given.person()
  await recover(person.email)
  const token = await tokenTo(person.email)
  const passwords = Array.from({ length: 4 }, (_, index) => `good password number ${index}`)
  const answers = await Promise.all(passwords.map((password) => reset(token, password)))
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 401102, 401102, 401102])
  const winner = passwords[answers.findIndex(({ body }) => body.result)]!
  expect((await signIn(person.email, winner)).status).toBe(200)
  clock.move(61_000)
})

test('many simultaneous requests leave one valid link', async () => {
  const person = await given.person()
  await Promise.all(Array.from({ length: 4 }, () => recover(person.email)))
  const { rows } = await sql`select from mail_links where user_id = ${person.userId} and purpose = 'recovery'
    and used_at_ms is null and expires_at_ms > ${clock.now()}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a password that may not be chosen leaves the link as it was [VALID-01, ERR-400106]', async () => {
  const person = await given.person()
  await recover(person.email)
  const token = await tokenTo(person.email)
  expect((await reset(token, '7 chars')).body.code).toBe(400106)
  expect((await reset(token, 'iloveyou')).body).toMatchObject({ code: 400001, info: 'body.user.password' })
  expect((await reset(token, person.email)).body).toMatchObject({ code: 400001, info: 'body.user.password' })
  expect((await reset(token)).status).toBe(200)
})

test('a reset ends the other links that were asked for while the account was somebody else’s', async () => {
  const person = await given.person()
  await call('POST', '/v3/app/users/email', { token: person.token, body: { user: { email: 'taken@example.com' } } })
  const change = await tokenTo('taken@example.com')
  await recover(person.email)
  await reset(await tokenTo(person.email))
  const answer = await call('POST', '/v3/app/users/confirm/email', { body: { token: change } })
  expect(answer.body.code).toBe(401102)
})

test('recovery is throttled for one address and account, not for the account from elsewhere', async () => {
  const { call, database } = await testApp({ env: { PROXIES: '127.0.0.1' } })
  const person = await makeGiven({ ...app, call, database }).person()
  const from = (ip: string) =>
    call('POST', '/v3/app/users/recovery', {
      body: { user: { email: person.email } },
      headers: { 'x-forwarded-for': ip },
    })
  const codes: number[] = []
  for (let index = 0; index < 11; index += 1) codes.push((await from('192.0.2.1')).body.code)
  expect(codes).toEqual([...Array(10).fill(200), 429101])
  expect((await from('192.0.2.2')).status).toBe(200)
})

test('trying addresses one by one is throttled by the caller’s address', async () => {
  clock.move(61_000)
  const codes: number[] = []
  for (let index = 0; index < 31; index += 1) codes.push((await recover(`guess${index}@example.com`)).body.code)
  expect(codes).toEqual([...Array(30).fill(404104), 429101])
  clock.move(61_000)
})

test('an invited person chooses a password by the link, which verifies the address too', async () => {
  const integrator = await given.person({ groups: ['Integrator'] })
  const email = await invited(integrator)
  expect((await signIn(email, PASSWORD)).body.code).toBe(401101)
  const mail = await latestMail(app.database.address, email)
  expect(mail).toMatchObject({ kind: 'invitation', link: `${app.origin}/reset-password#token=${mail.token}` })
  expect(mail.text).toContain('Kita <Emi> & "Co"')
  expect(mail.html).toContain('Kita &lt;Emi&gt; &amp; &quot;Co&quot;')
  expect(mail.html).not.toContain('<Emi>')
  expect((await preview(mail.token)).body).toMatchObject({ purpose: 'invitation', email })
  clock.move(23 * 3_600_000)
  expect((await reset(mail.token)).status).toBe(200)
  expect((await signIn(email, NEW_PASSWORD)).body).toMatchObject({ result: true, name: 'Ito Mei' })
  // There was no password before, so none was changed.
  expect(await kindsTo(email)).toEqual(['invitation'])
})

test('a person whose invitation expired is invited again by resending', async () => {
  const integrator = await given.person({ groups: ['Integrator'] })
  const email = await invited(integrator)
  const old = await tokenTo(email)
  clock.move(25 * 3_600_000)
  expect((await reset(old)).body.code).toBe(401102)
  expect((await recover(email)).body.code).toBe(400101)
  await call('POST', '/v3/app/users/confirm/resend', { body: { user: { email } } })
  const mail = await latestMail(app.database.address, email)
  expect(mail.kind).toBe('invitation')
  expect(mail.text).toContain('Mori Yuki')
  expect((await reset(mail.token)).status).toBe(200)
})

test('links in the outbox are the only place where tokens stand', async () => {
  const person = await given.person()
  await recover(person.email)
  const token = await tokenTo(person.email)
  const { rows } = await sql<{ dump: string }>`select row_to_json(l)::text as dump from mail_links l`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { dump } of rows) expect(dump).not.toContain(token)
  expect((await preview(token)).status).toBe(200)
})

test('a stranger who asks for recovery all day keeps the person from nothing: the last link works, and so do the own mails', async () => {
  const person = await given.person()
  const ask = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      clock.move(61_000)
      expect((await recover(person.email)).status).toBe(200)
    }
  }
  await ask(20)
  const token = await tokenTo(person.email)
  await ask(5)
  expect(await tokenTo(person.email)).toBe(token)
  // Hours later, when that link would be over by itself.
  clock.move(3 * 3_600_000)
  await ask(1)
  const token_of_now = await given.signIn(person.email)
  const mine = { token: token_of_now, body: { user: { email: `other-${person.email}` } } }
  expect((await call('POST', '/v3/app/users/email', mine)).status).toBe(200)
  const removal = { token: token_of_now, body: { user: { email: person.email } } }
  expect((await call('DELETE', '/v3/app/users/profile', removal)).status).toBe(200)
  expect((await reset(token)).status).toBe(200)
  // Used and cancelled ones stay so.
  await ask(1)
  expect((await reset(token)).body.code).toBe(401102)
})
