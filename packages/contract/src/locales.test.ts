import { expect, test } from 'vitest'
import { toLocale } from './locales.ts'

test.each([
  ['ja', 'ja-jp'],
  ['ja-JP', 'ja-jp'],
  ['zh_tw', 'zh-tw'],
  ['zh-Hant-TW', 'zh-tw'],
  ['en', 'en-us'],
  [' EN-GB ', 'en-us'],
  ['fr-fr', 'en-us'],
  ['de', 'en-us'],
] as const)('%s is %s', (language, locale) => {
  expect(toLocale(language)).toBe(locale)
})

test.each(['', 'xx', 'japanese', null, undefined])('%s is no language of ours', (language) => {
  expect(toLocale(language)).toBeUndefined()
})
