import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD } from '../../../../../scripts/harness/given.ts'
import { type TestApp, testApp } from '../../../../../scripts/harness/test-app.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import { makeSetupLink } from './set-up.ts'

const owner = { email: 'first@example.com', password: PASSWORD, fullname: 'Mori Yuki', locale: 'ja-jp' }

/** The token that this server's start prints; '' when it prints no link. */
const startOf = async ({ running }: TestApp) =>
  (await acrossAccounts(() => makeSetupLink(running.app)))?.split('#token=')[1] ?? ''
const setUp = ({ call }: TestApp, token: string, user: object = owner) =>
  call('POST', '/v3/app/users/setup', { body: { token, user } })
const users = async ({ database }: TestApp) =>
  (await sql<{ email: string }>`select email from users`.execute(database.db)).rows.map(({ email }) => email)

test('the setup link of a fresh server makes the first owner, once', async () => {
  const app = await testApp()
  const link = await acrossAccounts(() => makeSetupLink(app.running.app))
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#token=[A-Za-z0-9_-]{43}$/)
  const token = link?.split('#token=')[1] ?? ''
  const preview = await app.call('POST', '/v3/app/users/confirm/preview', { body: { token } })
  expect(preview.body).toMatchObject({ purpose: 'setup', email: '' })
  expect((await setUp(app, token, { ...owner, password: '7 chars' })).body.code).toBe(400106)
  expect((await setUp(app, token, { ...owner, password: 'whereabouts' })).body.code).toBe(400001)
  expect((await setUp(app, token)).body).toEqual({ result: true, code: 200 })
  const { body } = await app.call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email: owner.email, password: PASSWORD },
    },
  })
  expect(body).toMatchObject({ class: 'owner', b2b_user: true, name: 'Mori Yuki' })
  const profile = await app.call('GET', '/v3/app/users/profile', { token: body.access_token })
  expect(profile.body).toMatchObject({ verified: true, locale: 'ja-jp' })
  expect(await setUp(app, token, { ...owner, email: 'second@example.com' })).toMatchObject({
    status: 401,
    body: { code: 401102 },
  })
  // The next start finds an owner and makes no link.
  expect(await startOf(app)).toBe('')
})

test('one of many simultaneous uses of the link creates the owner', async () => {
  const app = await testApp()
  const token = await startOf(app)
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => setUp(app, token, { ...owner, email: `owner${index}@example.com` })),
  )
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 401102, 401102, 401102])
  expect(await users(app)).toHaveLength(1)
})

test('wrong, older and expired links, and links of a server that has an owner by now, make no owner', async () => {
  const app = await testApp()
  const older = await startOf(app)
  const token = await startOf(app)
  expect((await setUp(app, older)).body.code).toBe(401102)
  expect((await setUp(app, `${token}x`)).body.code).toBe(401102)
  const late = token
  app.clock.move(24 * 3_600_000)
  expect((await setUp(app, late)).body.code).toBe(401102)
  const last = await startOf(app)
  await makeGiven(app).person()
  expect((await setUp(app, last)).body.code).toBe(401102)
  expect(await users(app)).toHaveLength(1)
})

test('a link from a mail makes no owner', async () => {
  const app = await testApp()
  await startOf(app)
  expect((await setUp(app, 'nothing', { ...owner, class: 'owner' })).body.code).toBe(400001)
  expect((await setUp(app, 'nothing')).body.code).toBe(401102)
  expect(await users(app)).toEqual([])
})
