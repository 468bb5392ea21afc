import { expect, test } from 'vitest'
import { PASSWORD } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const user = { email: 'sato@example.com', password: PASSWORD, fullname: 'Sato Ren', locale: 'ja-jp' }

test('where the operator makes sign-up the consumers’, people who sign up are turned away at the console', async () => {
  const { call, database } = await testApp({ env: { SIGN_UP: 'consumer' } })
  expect((await call('POST', '/v3/app/users/signup', { body: { user } })).status).toBe(200)
  const { token, link } = await latestMail(database.address, user.email)
  // Without PUBLIC_URL links lead to this machine.
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/verify-email#token=/)
  await call('POST', '/v3/app/users/confirm', { body: { token } })
  const { body } = await call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email: user.email, password: PASSWORD },
    },
  })
  expect(body).toMatchObject({ result: true, b2b_user: false, groups: [] })
  expect((await call('GET', '/v3/app/trackers', { token: body.access_token })).body.code).toBe(403001)
})

test('where the operator switched sign-up off, nobody signs up', async () => {
  const { call, database } = await testApp({ env: { SIGN_UP: 'off' } })
  const { status, body } = await call('POST', '/v3/app/users/signup', { body: { user } })
  expect({ status, code: body.code }).toEqual({ status: 403, code: 403001 })
  await expect(latestMail(database.address, user.email)).rejects.toThrow('There is no mail')
})
