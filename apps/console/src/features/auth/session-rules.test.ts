import { expect, test } from 'vitest'
import { judgeAtStart, needsRefresh, type SessionAge } from './session-rules.ts'

const NOW = 1_780_000_000_000

const account = (ageMs: number, change: Partial<SessionAge> = {}): SessionAge => ({
  token: 'a-token',
  provider: 'email',
  lastUpdateTokenTime: NOW - ageMs,
  staySignedIn: false,
  ...change,
})

test('a stored token ends at exactly 30 minutes and not a second before [SESS-07, CONST-20]', () => {
  expect(judgeAtStart(account(1_799_000), NOW)).toBe('good')
  expect(judgeAtStart(account(1_800_000), NOW)).toBe('expired')
})

test('a session that is to stay is not ended by the age of its token', () => {
  expect(judgeAtStart(account(8 * 3_600_000, { staySignedIn: true }), NOW)).toBe('good')
})

test('without an account the page is signed out; one without token or provider is incomplete', () => {
  expect(judgeAtStart(undefined, NOW)).toBe('signedOut')
  expect(judgeAtStart(account(0, { token: '' }), NOW)).toBe('incomplete')
  expect(judgeAtStart(account(0, { provider: '' }), NOW)).toBe('incomplete')
})

test('a token is refreshed once it is older than ten minutes [CONST-21]', () => {
  expect(needsRefresh(account(599_000), NOW)).toBe(false)
  expect(needsRefresh(account(600_000), NOW)).toBe(false)
  expect(needsRefresh(account(601_000), NOW)).toBe(true)
})

test('a token from before the clock was set back by hours is refreshed, and ends nothing', () => {
  const early = account(-8 * 3_600_000)
  expect(needsRefresh(early, NOW)).toBe(true)
  expect(judgeAtStart(early, NOW)).toBe('good')
  expect(needsRefresh(account(-60_000), NOW)).toBe(false)
})
