/**
 * Each code of the catalogue that a call can give by now, brought about as a client would: its status, its body, and its
 * words in every language. Source: specification §8; G02.
 */
import { createHash, randomBytes } from 'node:crypto'
import { LOCALES } from '@whereabouts/contract/locales'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { given as makeGiven, PASSWORD, type Person } from '../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const device = { platform: 'web', useragent: 'test', push_token: '' }

type Ask = (headers: Record<string, string>) => ReturnType<typeof call>

const signIn =
  (user: object, rest: object = {}): Ask =>
  (headers) =>
    call('POST', '/v3/app/users/signin', { headers, body: { device: { ...device, ...rest }, user } })
const post =
  (path: string, body: unknown, token?: string): Ask =>
  (headers) =>
    call('POST', `/v3/app/${path}`, { headers, body, ...(token === undefined ? {} : { token }) })
const unique = () => `${randomBytes(6).toString('hex')}@example.com`

/** Somebody who signs in by another service. */
async function personOfService(): Promise<Person> {
  const person = await given.person()
  await sql`update users set provider = 'google', password_hash = null, provider_issuer = 'https://accounts.google.com',
    provider_subject = ${person.userId} where user_id = ${person.userId}`.execute(database.db)
  return person
}

async function lineCode(): Promise<string> {
  const code = randomBytes(16).toString('base64url')
  await sql`insert into line_codes (code_hash, group_id, created_at_ms)
    values (${createHash('sha256').update(code).digest()}, ${`C${code}`}, ${clock.now()})`.execute(database.db)
  return code
}

/** How to bring each about. */
const TRIGGERS: readonly (readonly [code: number, how: string, trigger: () => Promise<Ask>])[] = [
  [
    400002,
    'a token without Bearer',
    async () => {
      const { token } = await given.person()
      return (headers) => call('GET', '/v3/app/users/profile', { headers: { ...headers, authorization: token } })
    },
  ],
  [
    400003,
    'the same press twice within a second',
    async () => {
      const { token } = await given.person()
      clock.hold()
      const press = post('notifications/push', { type: 'disengage', event_time_ms: 0 }, token)
      return async (headers) => {
        await press(headers)
        return press(headers)
      }
    },
  ],
  [
    400103,
    'signing in with a push token that is none',
    async () => {
      const { email } = await given.person()
      return signIn({ provider: 'email', email, password: PASSWORD }, { push_token: 'no token' })
    },
  ],
  [
    400101,
    'signing in before the address is verified',
    async () => {
      const { email } = await given.person({ verified: false })
      return signIn({ provider: 'email', email, password: PASSWORD })
    },
  ],
  [
    400105,
    'signing up with a known e-mail',
    async () => {
      const { email } = await given.person()
      return post('users/signup', { user: { email, password: PASSWORD, fullname: 'A', locale: 'en-us' } })
    },
  ],
  [
    400106,
    'a password of seven characters',
    async () => {
      const { token } = await given.person()
      return post('users/password', { user: { old_password: PASSWORD, new_password: '7 chars' } }, token)
    },
  ],
  [
    400107,
    'another e-mail for who signs in by a service',
    async () => post('users/email', { user: { email: unique() } }, (await personOfService()).token),
  ],
  [
    400110,
    'verifying twice',
    async () => {
      const email = unique()
      await call('POST', '/v3/app/users/signup', {
        body: { user: { email, password: PASSWORD, fullname: 'A', locale: 'en-us' } },
      })
      const { token } = await latestMail(database.address, email)
      await call('POST', '/v3/app/users/confirm', { body: { token } })
      return post('users/confirm', { token })
    },
  ],
  [400111, 'verifying by a wrong link', async () => post('users/confirm', { token: 'not one of ours' })],
  [
    400112,
    'recovery for who signs in by a service',
    async () => post('users/recovery', { user: { email: (await personOfService()).email } }),
  ],
  [
    400117,
    'two links of one name',
    async () => {
      const { token } = await given.person()
      const body = { accesslink: { name: 'Ward', role: 'guest' } }
      await call('POST', '/v3/app/accesslink', { token, body })
      return post('accesslink', body, token)
    },
  ],
  [
    400118,
    'a LINE code nobody was given',
    async () => post('accountlink/line/note', { link_code: 'wrong', note: 'Night' }, (await given.person()).token),
  ],
  [
    400119,
    'a LINE group that is linked already',
    async () => {
      const { token, accountId } = await given.person()
      const code = await lineCode()
      await sql`insert into line_groups (account_id, line_group_id, group_id, note, created_time)
        values (${accountId}, gen_random_uuid(), ${`C${code}`}, 'Day', 0)`.execute(database.db)
      return post('accountlink/line/note', { link_code: code, note: 'Night' }, token)
    },
  ],
  [401001, 'a call without a token', async () => (headers) => call('GET', '/v3/app/users/profile', { headers })],
  [
    401002,
    'a token past its half hour',
    async () => {
      const { token } = await given.person()
      clock.move(31 * 60_000)
      return (headers) => call('GET', '/v3/app/users/profile', { headers, token })
    },
  ],
  [
    401101,
    'a wrong password',
    async () => signIn({ provider: 'email', email: (await given.person()).email, password: 'a wrong one' }),
  ],
  [401102, 'a link of a mail nobody was sent', async () => post('users/confirm/email', { token: 'not one of ours' })],
  [
    403001,
    'a read-only guest who makes a link',
    async () => {
      const { token } = await given.person({ class: 'readonly' })
      return post('accesslink', { accesslink: { name: 'Ward', role: 'guest' } }, token)
    },
  ],
  [404101, 'a call there is none of', async () => (headers) => call('GET', '/v3/app/no-such', { headers })],
  [
    404102,
    'a link that expired',
    async () => post('users/signin/accesslink', { device, user: { provider: 'accesslink', access_code: 'none' } }),
  ],
  [404104, 'recovery for an unknown e-mail', async () => post('users/recovery', { user: { email: unique() } })],
  [
    405001,
    'a known path by another method',
    async () => (headers) => call('PATCH', '/v3/app/users/profile', { headers }),
  ],
  [
    409001,
    'a second support link',
    async () => {
      const { token } = await given.person()
      await call('POST', '/v3/app/accesslink', { token, body: { accesslink: { name: 'One', role: 'support' } } })
      return post('accesslink', { accesslink: { name: 'Two', role: 'support' } }, token)
    },
  ],
  [
    429101,
    'guessing a password',
    async () => {
      const user = { provider: 'email', email: unique(), password: 'a guess' }
      for (let guess = 0; guess < 5; guess += 1) await signIn(user)({})
      return signIn(user)
    },
  ],
  [501001, 'LINE without its keys', async () => post('accountlink/line/webhook', { events: [] })],
]

describe('codes at the front door [ERR-400002, ERR-400101, ERR-400103, ERR-400105, ERR-400106, ERR-400107, ERR-400110, ERR-400111, ERR-400112, ERR-400117, ERR-400118, ERR-400119, ERR-401001, ERR-401002, ERR-401101, ERR-401102, ERR-403001, ERR-404102, ERR-404104, ERR-405001, ERR-429101, ERR-501001]', () => {
  test.each(TRIGGERS)('%i: %s', async (code, _how, trigger) => {
    const ask = await trigger()
    const words = new Set<string>()
    for (const locale of LOCALES) {
      const { status, body } = await ask({ 'accept-language': locale })
      expect({ status, code: body.code, result: body.result }).toEqual({
        status: Math.floor(code / 1000),
        code,
        result: false,
      })
      const known = await call('GET', `/v3/app/errors?code=${code}&locale=${locale}`)
      expect(body.message).toBe(known.body.message)
      words.add(body.message)
    }
    expect(words.size).toBe(LOCALES.length)
    // Waits of one trigger are no matter of the next.
    clock.move(61_000)
  })
})

test('an exception of the server is 500001 in each language, tells nothing of itself, and the next call is answered [ERR-500001]', async () => {
  const { accountId, token } = await given.person({ groups: ['G3OfficeLog'] })
  const ask = (headers: Record<string, string> = {}) => call('GET', '/v3/application/officelog', { token, headers })
  const setZone = (name: string) =>
    sql`update accounts set timezone = ${name} where account_id = ${accountId}`.execute(database.db)
  // No call stores a time zone that does not exist; reckoning with one throws.
  await setZone('Nowhere/Never')
  const words = new Set<string>()
  for (const locale of LOCALES) {
    const { status, body } = await ask({ 'accept-language': locale })
    expect({ status, ...body }).toEqual({
      ...{ status: 500, result: false, code: 500001, message: body.message },
      // By which its line in the log is found.
      info: expect.stringMatching(/^request \S+$/),
    })
    expect(body.message).toBe((await call('GET', `/v3/app/errors?code=500001&locale=${locale}`)).body.message)
    words.add(body.message)
  }
  expect(words.size).toBe(LOCALES.length)
  await setZone('Asia/Taipei')
  expect((await ask()).body.code).toBe(200)
})
