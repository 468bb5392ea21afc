import { expect, test } from 'vitest'
import { MIN_PASSWORD_LENGTH } from './sessions.ts'

test('a password has 8 characters at least, for the console and the server alike [CONST-25]', () => {
  expect(MIN_PASSWORD_LENGTH).toBe(8)
})
