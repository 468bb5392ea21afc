import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

/** One password, as two keyboards or systems write it. */
const FORMS: readonly (readonly [what: string, one: string, other: string])[] = [
  ['composed, then decomposed', 'Käsebrot-für-Zoë-2026', 'Ka\u0308sebrot-fu\u0308r-Zoe\u0308-2026'],
  ['decomposed, then composed', 'Ka\u0308sebrot-fu\u0308r-Zoe\u0308-2026', 'Käsebrot-für-Zoë-2026'],
  ['Hangul in syllables, then in letters', '우리집강아지이름', '우리집강아지이름'.normalize('NFD')],
  ['voiced kana in one sign, then in two', 'ガギグゲゴパピプ', 'ガギグゲゴパピプ'.normalize('NFD')],
  ['kana of full width, then of half', 'サクラ サク ハル', 'ｻｸﾗ ｻｸ ﾊﾙ'],
  ['digits and letters of full width, then of half', 'Ｎｉｇｈｔ２０２６', 'Night2026'],
  ['a ligature, then two letters', 'ofﬁce key', 'office key'],
]

const device = { platform: 'web', useragent: 'test', push_token: '' }
const signIn = async (email: string, password: string) =>
  call('POST', '/v3/app/users/signin', { body: { device, user: { provider: 'email', email, password } } })
const tokenTo = async (email: string) => (await latestMail(app.database.address, email)).token

test.each(FORMS)('a password is the same wherever it is typed: %s', async (_what, one, other) => {
  const email = `${crypto.randomUUID()}@example.com`
  app.clock.move(7_000)
  await call('POST', '/v3/app/users/signup', {
    body: { user: { email, password: one, fullname: 'Zoë Sato', locale: 'en-us' } },
  })
  await call('POST', '/v3/app/users/confirm', { body: { token: await tokenTo(email) } })
  const { body } = await signIn(email, other)
  expect(body).toMatchObject({ code: 200 })
  const proof = { token: body.access_token, body: { user: { password: other } } }
  const { access_token: token } = (await call('POST', '/v3/app/users/reauth', proof)).body
  const change = { token, body: { user: { old_password: other, new_password: `${one} 2` } } }
  expect((await call('POST', '/v3/app/users/password', change)).body).toMatchObject({ code: 200 })
  expect((await signIn(email, `${other} 2`)).body.code).toBe(200)

  app.clock.move(61_000)
  await call('POST', '/v3/app/users/recovery', { body: { user: { email } } })
  const recovery = { token: await tokenTo(email), user: { password: `${one} 3` } }
  expect((await call('POST', '/v3/app/users/confirm/recovery', { body: recovery })).status).toBe(200)
  expect((await signIn(email, `${other} 3`)).body.code).toBe(200)
  expect((await signIn(email, `${other} 2`)).body.code).toBe(401101)

  const { token: owner } = await given.person()
  const wanted = { name: 'Night family', role: 'guest', password: one }
  const { accesslink } = (await call('POST', '/v3/app/accesslink', { token: owner, body: { accesslink: wanted } })).body
  const visit = { provider: 'accesslink', access_code: accesslink.link_code, password: other }
  expect((await call('POST', '/v3/app/users/signin/accesslink', { body: { device, user: visit } })).status).toBe(200)
})

test('a password from before there was a normal form goes on working, as it was typed then or composed otherwise', async () => {
  for (const [, one, other] of FORMS.slice(0, 4)) {
    for (const typed of [one, other]) {
      const { email, userId } = await given.person()
      await sql`update users set password_hash = ${await hash(one)} where user_id = ${userId}`.execute(app.database.db)
      expect((await signIn(email, typed)).body.code).toBe(200)
      expect((await signIn(email, `${typed}!`)).body.code).toBe(401101)
    }
  }
})

test('the length of a password is that of its normal form, which is never cut', async () => {
  const { token, email } = await given.person()
  const change = async (old_password: string, new_password: string) =>
    (await call('POST', '/v3/app/users/password', { token, body: { user: { old_password, new_password } } })).body
  // Seven characters, however they are written.
  expect((await change(PASSWORD, 'äöüäöüä'.normalize('NFD'))).code).toBe(400106)
  const longest = 'ậ'.repeat(128).normalize('NFD')
  expect((await change(PASSWORD, `${longest}x`)).code).toBe(400001)
  expect((await change(PASSWORD, 'ｐａｓｓｗｏｒｄ１２３')).code).toBe(400001)
  expect((await change(PASSWORD, longest)).code).toBe(200)
  expect((await signIn(email, longest.normalize('NFC'))).body.code).toBe(200)
  expect((await signIn(email, longest.normalize('NFC').slice(0, -1))).body.code).toBe(401101)
})
