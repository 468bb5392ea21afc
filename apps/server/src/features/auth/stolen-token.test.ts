/** Who holds somebody's token loses it when that person proves or changes the password. Source: security rules 4, 6. */
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const profile = (token: string) => call('GET', '/v3/app/users/profile', { token })
const renew = (token: string) => call('POST', '/v3/app/users/token', { token, body: { refresh: true } })

const WAYS = [
  ['changes the password', '/v3/app/users/password', { old_password: PASSWORD, new_password: 'quite another one' }],
  ['proves the password', '/v3/app/users/reauth', { password: PASSWORD }],
] as const

test.each(WAYS)('a token that was stolen is good for nothing once its person %s', async (_what, path, user) => {
  const { token } = await given.person()
  const stream = await listen(app, token)
  const { body } = await call('POST', path, { token, body: { user } })
  // The thief's first moment, within the grace of other tabs.
  expect((await renew(token)).body.code).toBe(401001)
  expect((await profile(token)).body.code).toBe(401001)
  await eventually(async () => expect(stream.ended()).toBe(true))
  expect(stream.events.map(({ event }) => event)).not.toContain('bye')
  expect((await profile(body.access_token)).status).toBe(200)
  expect((await listen(app, body.access_token)).status).toBe(200)
})

test.each(WAYS)('so is one that the thief renewed before its person %s', async (_what, path, user) => {
  const { token } = await given.person()
  clock.move(11 * 60_000)
  const stolen = (await renew(token)).body.access_token
  const { body } = await call('POST', path, { token, body: { user } })
  expect((await profile(stolen)).body.code).toBe(401001)
  expect((await renew(stolen)).body.code).toBe(401001)
  expect((await profile(body.access_token)).status).toBe(200)
})

test('a stream ends a minute after its token was renewed, and its console opens it again with the new one', async () => {
  const { token } = await given.person()
  const stream = await listen(app, token)
  clock.move(11 * 60_000)
  const renewed = (await renew(token)).body.access_token
  clock.move(59_000)
  const other = await listen(app, renewed)
  expect(stream.ended()).toBe(false)
  clock.move(2000)
  await eventually(async () => expect(stream.ended()).toBe(true))
  expect(other.ended()).toBe(false)
})
