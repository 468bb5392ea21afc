import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { startAdvice } from './start-advice.ts'

const adviceOf = (env: Record<string, string>) => startAdvice(readSettings(env))

test('a start says that strangers may sign up, and that it speaks clear text', () => {
  const [signUp, clearText, ...more] = adviceOf({})
  expect(signUp).toContain('SIGN_UP=business')
  expect(clearText).toContain('clear text on 0.0.0.0')
  expect(clearText).toContain('TLS_CERT')
  expect(more).toEqual([])
  expect(adviceOf({ SIGN_UP: 'consumer' })[0]).toContain('SIGN_UP=consumer')
})

test('behind a proxy with TLS it says who may reach its ports', () => {
  expect(adviceOf({ SIGN_UP: 'off', PUBLIC_URL: 'https://care.example' })).toEqual([
    expect.stringContaining('nobody but your proxy'),
  ])
})

test.each(['127.0.0.1', '::1', 'localhost'])('on %s nobody else reaches it, so nothing is said', (HOST) => {
  expect(adviceOf({ HOST })).toEqual([])
})
