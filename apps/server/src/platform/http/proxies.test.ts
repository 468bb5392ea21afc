import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { type TestApp, testApp } from '../../../../../scripts/harness/test-app.ts'

const behindProxy = await testApp({ env: { PROXIES: '127.0.0.1' } })
const open = await testApp()

/** The client address in the activity log after a sign-in with this forwarding header. */
async function loggedAddress(app: TestApp, forwardedFor: string): Promise<string> {
  const given = makeGiven(app)
  const { email, token } = await given.person()
  await app.call('POST', '/v3/app/users/signin', {
    headers: { 'x-forwarded-for': forwardedFor },
    body: {
      device: { platform: 'web', useragent: '', push_token: '' },
      user: { provider: 'email', email, password: 'a good long password' },
    },
  })
  const { body } = await app.call('GET', '/v3/app/activity/logs', { token })
  return body.activity_logs[0].ip
}

test('a listed proxy is trusted about the client’s address, and nobody else is (rule 29)', async () => {
  expect(await loggedAddress(behindProxy, '203.0.113.9')).toBe('203.0.113.9')
  // Addresses before the proxy's own entry are the caller's claim.
  expect(await loggedAddress(behindProxy, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9')
  expect(await loggedAddress(open, '203.0.113.9')).toBe('127.0.0.1')
})
