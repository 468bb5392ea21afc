/** The language people read: where it is kept and how it changes. Source: specification §4 Language, §9; G65. */
import type { Locale } from '@whereabouts/contract/locales'
import { setLocale } from './i18n.ts'

const COOKIE_KEY = 'lang'
const COOKIE_DAYS = 365

/** Switches the interface and keeps the choice in this browser for a year. */
export function chooseLanguage(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where a page is served without https
  document.cookie = `${COOKIE_KEY}=${locale}; max-age=${COOKIE_DAYS * 86_400}; path=/; samesite=lax`
  setLocale(locale)
}

/** What each language calls itself, in the order they are offered. */
export const LANGUAGE_NAMES = [
  ['en-us', 'English'],
  ['zh-tw', '繁體中文'],
  ['ja-jp', '日本語'],
] as const satisfies readonly (readonly [Locale, string])[]
