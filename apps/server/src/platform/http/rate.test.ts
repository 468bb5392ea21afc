import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { LIMITS } from './limits.ts'
import { Rate } from './rate.ts'

const MINUTE = 60_000
const PER_MINUTE = 12
const app = await testApp({ limits: { callsPerMinute: PER_MINUTE } })
const given = makeGiven(app)
const { call, clock, origin } = app

const profile = (token: string) => call('GET', '/v3/app/users/profile', { token })

/** Makes all the calls a session has in a minute. */
async function useUp(token: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: PER_MINUTE }, () => profile(token)))
  expect(answers.map(({ status }) => status)).toEqual(Array(PER_MINUTE).fill(200))
}

test('a session may call 600 times a minute; one more is refused with the time to wait', () => {
  let now = 1_000_000
  const told: string[] = []
  const rate = new Rate(LIMITS.callsPerMinute, {
    clock: { now: () => now, steady: () => now },
    onExceeded: (key) => told.push(key),
  })
  for (let calls = 0; calls < 600; calls += 1) rate.count('one')
  now += 20_400
  expect(() => rate.count('one')).toThrow(expect.objectContaining({ code: 429101, retryAfterSeconds: 40 }))
  expect(() => rate.count('one')).toThrow()
  expect(() => rate.count('another')).not.toThrow()
  expect(told).toEqual(['one'])
  now += 39_600
  expect(() => rate.count('one')).not.toThrow()
})

test('a clock that is set back makes nobody wait for longer than a minute', () => {
  let now = 10_000_000
  const rate = new Rate(1, { clock: { now: () => now, steady: () => now }, onExceeded: () => {} })
  rate.count('one')
  now -= 5_000_000
  expect(() => rate.count('one')).not.toThrow()
  expect(() => rate.count('one')).toThrow(expect.objectContaining({ retryAfterSeconds: 60 }))
})

test('too many calls are refused with 429101 and Retry-After, for that session only and for a minute at most', async () => {
  const owner = await given.person()
  const other = await given.person({ accountId: owner.accountId })
  await useUp(owner.token)
  const refused = await profile(owner.token)
  expect(refused).toMatchObject({ status: 429, body: { result: false, code: 429101 } })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect((await profile(other.token)).status).toBe(200)
  clock.move(wait * 1000)
  expect((await profile(owner.token)).status).toBe(200)
})

test('pictures count as calls; renewal, the stream and sign-out are never throttled', async () => {
  const { token } = await given.person()
  await useUp(token)
  expect((await call('GET', `/v3/app/media/${'A'.repeat(43)}.png`, { token })).body.code).toBe(429101)
  expect((await call('GET', '/v3/app/indoormaps/x/image', { token })).body.code).toBe(429101)
  const stream = await fetch(`${origin}/v3/app/stream`, { headers: { authorization: `Bearer ${token}` } })
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
  expect((await call('POST', '/v3/app/users/token', { token, body: {} })).status).toBe(200)
  const signout = await call('POST', '/v3/app/users/signout', { token, body: { device: { platform: 'web' } } })
  expect(signout.status).toBe(200)
})

test('senders and people without a session do not share one limit', async () => {
  const owner = await given.person()
  const { t4Id, password } = await given.station(owner.accountId, { gps: [35, 139] })
  const reports = Array.from({ length: 2 * PER_MINUTE }, (_, seq) =>
    call('POST', '/v3/device/report', {
      body: { t4_id: t4Id, key: password, seq, scanned_at_ms: clock.now(), scans: [] },
    }),
  )
  expect(new Set((await Promise.all(reports)).map(({ status }) => status))).toEqual(new Set([200]))
  const config = Array.from({ length: 2 * PER_MINUTE }, () => call('GET', '/v3/app/config'))
  expect(new Set((await Promise.all(config)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('an ended session gets 401, however often it calls', async () => {
  const { token } = await given.person()
  clock.move(31 * MINUTE)
  for (let calls = 0; calls <= PER_MINUTE; calls += 1) expect((await profile(token)).body.code).toBe(401002)
})
