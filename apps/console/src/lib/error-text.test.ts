import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { LOCALES } from '@whereabouts/contract/locales'
import { afterEach, expect, test } from 'vitest'
import { codeText, codeWithoutWords, errorText, isSessionEnd } from './error-text.ts'
import { setLocale } from './i18n.ts'

afterEach(() => setLocale('en-us'))

const refusal = (code: number) => new CallError(Math.floor(code / 1000), code, 'from the server')

test('a code above 100 within its thousand has words of its own, one up to 100 the default message [ERR-06, ERR-10]', () => {
  expect(errorText(refusal(400101))).toBe(errors.emailNotActivated.words['en-us'])
  expect(errorText(refusal(400001))).toBe('Oops! Something went wrong...(400001)')
  expect(errorText(refusal(500001))).toBe('Oops! Something went wrong...(500001)')
})

test('the words of a code follow the language [ERR-07]', () => {
  setLocale('ja-jp')
  expect(errorText(refusal(400101))).toBe(errors.emailNotActivated.words['ja-jp'])
  // The server is not asked for words that are in the catalogue.
  expect(codeWithoutWords(refusal(400101))).toBeUndefined()
  expect(errorText(refusal(400001))).toBe('問題が発生しました…（400001）')
})

test('every code above 100 has words in every language', () => {
  for (const locale of LOCALES) {
    setLocale(locale)
    for (const { code } of Object.values(errors)) {
      if (code % 1000 > 100) expect(codeText(code), `${code} in ${locale}`).toBeTruthy()
    }
  }
})

test('a code nobody knows gets the default message with its number', () => {
  expect(errorText(refusal(400999))).toBe('Oops! Something went wrong...(400999)')
})

test('an answer without a code is told by its status [ERR-02]', () => {
  for (const status of [401, 403, 500, 502, 504]) {
    expect(errorText(new CallError(status, undefined, 'x'))).toBe(`Oops! Something went wrong...(${status})`)
  }
})

test('a call with status 0 says nothing [ERR-12]', () => {
  expect(errorText(new CallError(0, undefined, 'The operation was aborted.'))).toBeUndefined()
})

test('only 401001, 401002 and a bare 401 end a session [SESS-06, ERR-03]', () => {
  expect(isSessionEnd(401, 401001)).toBe(true)
  expect(isSessionEnd(401, 401002)).toBe(true)
  expect(isSessionEnd(401, undefined)).toBe(true)
  expect(isSessionEnd(401, 401101)).toBe(false)
  expect(isSessionEnd(401, 401102)).toBe(false)
  expect(isSessionEnd(403, 403001)).toBe(false)
})
