/** Who guesses passwords is slowed, and keeps nobody out. Source: security rule 2; G10. */
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp({ env: { PROXIES: '127.0.0.1' } })
const given = makeGiven(app)
const { call, clock } = app

const HOME = '192.0.2.1'
const WRONG = 'a wrong guess'
const TOO_MANY = 429101

const signIn = (email: string, from: string, password = PASSWORD, browser_marks: string[] = []) =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '', browser_marks },
      user: { provider: 'email', email, password },
    },
    headers: { 'x-forwarded-for': from },
  }).then(({ body }) => body)

/** What each of so many guesses of an address is answered. */
async function guess(email: string, from: string, times = 1): Promise<number[]> {
  const codes: number[] = []
  for (let count = 0; count < times; count += 1) codes.push((await signIn(email, from, WRONG)).code)
  return codes
}

test('strangers on many addresses share five guesses a minute for one account; its people go on signing in', async () => {
  clock.hold()
  const { email } = await given.person()
  const { browser_mark } = await signIn(email, HOME)
  const codes: number[] = []
  for (let last = 1; last <= 30; last += 1) codes.push(...(await guess(email, `198.51.100.${last}`)))
  expect(codes.filter((code) => code !== TOO_MANY)).toHaveLength(5)
  // From where the account was used, and from anywhere with a browser that was.
  expect((await signIn(email, HOME)).code).toBe(200)
  expect((await signIn(email, '203.0.113.7', PASSWORD, [browser_mark])).code).toBe(200)
  expect((await signIn(email, '203.0.113.8')).code).toBe(TOO_MANY)
})

test('in a day 1,000 addresses have 7,200 guesses for one account, and one address has 480', async () => {
  clock.hold()
  const { email } = await given.person()
  let guessed = 0
  for (let minute = 0; minute < 6; minute += 1) {
    const codes = await Promise.all(Array.from({ length: 8 }, (_, at) => guess(email, `198.51.${minute}.${at}`)))
    guessed += codes.flat().filter((code) => code !== TOO_MANY).length
    clock.move(60_000)
  }
  expect((guessed / 6) * 60 * 24).toBe(7200)
  const alone: number[] = []
  for (let minute = 0; minute < 6; minute += 1) {
    alone.push(...(await guess(email, '198.51.100.200', 6)))
    clock.move(60_000)
  }
  expect(alone.filter((code) => code !== TOO_MANY).length * 24).toBe(480)
})

test('a guesser behind the same address as a ward keeps no browser of the ward out', async () => {
  clock.hold()
  const { email } = await given.person()
  const { browser_mark } = await signIn(email, HOME)
  await guess(email, HOME, 10)
  expect((await signIn(email, HOME)).code).toBe(TOO_MANY)
  expect((await signIn(email, HOME, PASSWORD, ['garbage', browser_mark])).code).toBe(200)
})

test('the mark of a browser is good for its own person alone, and gives no more guesses than five a minute', async () => {
  clock.hold()
  const [mine, theirs] = [await given.person(), await given.person()]
  const { browser_mark } = await signIn(mine.email, '192.0.2.9')
  await guess(theirs.email, '198.51.100.50', 6)
  expect((await signIn(theirs.email, '198.51.100.50', PASSWORD, [browser_mark])).code).toBe(TOO_MANY)
  const codes: number[] = []
  for (let count = 0; count < 7; count += 1) {
    codes.push((await signIn(mine.email, '198.51.100.51', WRONG, [browser_mark])).code)
  }
  expect(codes).toEqual([...Array(5).fill(401101), TOO_MANY, TOO_MANY])
  expect((await signIn(mine.email, '192.0.2.9')).code).toBe(200)
})

test('a browser that set a new password by mail signs in while strangers guess', async () => {
  clock.hold()
  const { email } = await given.person()
  await call('POST', '/v3/app/users/recovery', { body: { user: { email } } })
  const mail = await latestMail(app.database.address, email)
  const body = { token: mail.token, user: { password: 'quite another one' } }
  const { browser_mark } = (await call('POST', '/v3/app/users/confirm/recovery', { body })).body
  for (let last = 1; last <= 6; last += 1) await guess(email, `198.51.100.${last}`)
  expect((await signIn(email, '203.0.113.9', 'quite another one')).code).toBe(TOO_MANY)
  expect((await signIn(email, '203.0.113.9', 'quite another one', [browser_mark])).code).toBe(200)
})

test('the holder of a token may guess the password five times a minute, without blocking sign-ins', async () => {
  clock.hold()
  const { email, token } = await given.person()
  const prove = (password: string) =>
    call('POST', '/v3/app/users/reauth', { token, body: { user: { password } } }).then(({ body }) => body.code)
  for (let count = 0; count < 5; count += 1) expect(await prove(WRONG)).toBe(401101)
  expect(await prove(PASSWORD)).toBe(TOO_MANY)
  expect((await signIn(email, HOME)).code).toBe(200)
  clock.move(60_001)
  expect(await prove(PASSWORD)).toBe(200)
})

test('wrong passwords of an access link slow the address they come from, and no other visitor', async () => {
  clock.hold()
  const owner = await given.person()
  const made = await call('POST', '/v3/app/accesslink', {
    token: owner.token,
    body: { accesslink: { name: 'Night', role: 'guest', password: PASSWORD } },
  })
  const visit = (from: string, password: string) =>
    call('POST', '/v3/app/users/signin/accesslink', {
      headers: { 'x-forwarded-for': from },
      body: {
        device: { platform: 'web', useragent: 'test', push_token: '' },
        user: { provider: 'accesslink', access_code: made.body.accesslink.link_code, password },
      },
    }).then(({ body }) => body.code)
  for (let count = 0; count < 10; count += 1) expect(await visit('198.51.100.1', WRONG)).toBe(401101)
  expect(await visit('198.51.100.1', PASSWORD)).toBe(TOO_MANY)
  expect(await visit('198.51.100.2', PASSWORD)).toBe(200)
})
