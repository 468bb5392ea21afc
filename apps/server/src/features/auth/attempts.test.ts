import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { networkOf } from '../../platform/net/network.ts'

const app = await testApp({ env: { PROXIES: '127.0.0.1' } })
const given = makeGiven(app)
const { call, clock } = app

const signIn = (email: string, from = '192.0.2.1', password = 'a guess') =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password },
    },
    headers: { 'x-forwarded-for': from },
  })
const lookAt = (token: string, from: string) =>
  call('POST', '/v3/app/users/confirm/preview', { body: { token }, headers: { 'x-forwarded-for': from } })

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['::1', '::1'],
  ['192.0.2.7', '192.0.2.7'],
])('%s is counted as of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('guesses from one household are counted together, whichever of its addresses they come from', async () => {
  const codes: number[] = []
  for (let index = 0; index < 31; index += 1) {
    codes.push((await lookAt(`guess-${index}`, `2001:db8:1:2:${index}::1`)).body.code)
  }
  expect(codes).toEqual([...Array(30).fill(401102), 429101])
  expect((await lookAt('guess', '2001:db8:1:3::1')).body.code).toBe(401102)
})

test('guesses at one account are counted together, in whatever case its e-mail is written', async () => {
  const { userId } = await given.person()
  await sql`update users set email = 'ichiro@example.com' where user_id = ${userId}`.execute(app.database.db)
  const spellings = ['ichiro@example.com', 'ICHIRO@example.com', 'İchİro@example.com', 'İchiro@example.com']
  for (const spelling of spellings) expect((await signIn(spelling, '192.0.2.3', PASSWORD)).status).toBe(200)
  spellings.push('ichİro@example.com')
  for (const spelling of spellings) expect((await signIn(spelling)).body.code).toBe(401101)
  for (const spelling of spellings) expect((await signIn(spelling, '192.0.2.2')).body.code).toBe(429101)
  clock.move(61_000)
})
