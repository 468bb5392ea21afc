import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { LOCALES, SESSION_LANGUAGES, toLocale, UNOFFERED_LOCALES } from '@whereabouts/contract/locales'
import { afterEach, expect, test } from 'vitest'
import type { Catalogue } from '../locales/catalogue.ts'
import type { MessageId } from '../locales/ids.ts'
import { addTexts, setLocale, startLocale, t } from './i18n.ts'
import { LANGUAGE_NAMES } from './language.ts'

const folder = join(import.meta.dirname, '../locales')
const catalogues: Catalogue[] = []
for (const file of readdirSync(folder).filter((name) => !['catalogue.ts', 'ids.ts'].includes(name))) {
  catalogues.push(...(Object.values(await import(join(folder, file))) as Catalogue[]))
}
const entries = catalogues.flatMap((catalogue) => Object.entries(catalogue))

afterEach(() => setLocale('en-us'))

/** The names of the values a message takes. */
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[},])/g)].map((match) => match[1] as string))].sort()

test('every text exists in the three languages, can be compiled and takes the same values in each', () => {
  expect(entries.length).toBeGreaterThan(60)
  for (const [id, words] of entries) {
    expect(words, id).toHaveLength(LOCALES.length)
    for (const text of words) {
      expect(text.trim(), id).not.toBe('')
      expect(() => compileMessageOrThrow(text), id).not.toThrow()
      expect(placeholders(text), id).toEqual(placeholders(words[0]))
    }
  }
})

test('an id stands in one catalogue only', () => {
  const ids = entries.map(([id]) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('a text that is missing in a language is shown in English [LANG-01]', () => {
  addTexts({ 'test.partly': ['Only English', '', ''] })
  for (const locale of LOCALES) {
    setLocale(locale)
    expect(t('test.partly' as MessageId)).toBe('Only English')
  }
})

test('texts take values and count in each language', () => {
  expect(t('toasts.more', { count: 1 })).toBe('1 more message')
  expect(t('toasts.more', { count: 3 })).toBe('3 more messages')
  setLocale('zh-tw')
  expect(t('time.minutesAgo', { count: 4 })).toBe('4 分鐘前')
  setLocale('ja-jp')
  expect(t('time.minutesAgo', { count: 4 })).toBe('4分前')
})

test('the page starts in the cookie language, else in the first of the browser we have, else in English [CONST-12]', () => {
  expect(startLocale('a=1; lang=ja-jp; b=2', ['zh-TW'])).toBe('ja-jp')
  expect(startLocale('', ['ko-KR', 'zh-Hant-TW', 'en'])).toBe('zh-tw')
  expect(startLocale('lang=klingon', ['ko-KR'])).toBe('en-us')
})

test('the five session languages are known; French and German fall back to English [LANG-02, LANG-03]', () => {
  expect(SESSION_LANGUAGES.map((language) => toLocale(language))).toEqual(['zh-tw', 'en-us', 'en-us', 'ja-jp', 'en-us'])
  expect(UNOFFERED_LOCALES.map((locale) => toLocale(locale))).toEqual(['en-us', 'en-us'])
})

test('three languages are offered, each in its own script', () => {
  expect(LANGUAGE_NAMES.map(([, name]) => name)).toEqual(['English', '繁體中文', '日本語'])
})
