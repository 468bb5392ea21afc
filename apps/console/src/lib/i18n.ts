/**
 * Texts in three languages. Ids are explicit and typed; messages are compiled when first shown.
 * The chunk that shows texts adds their catalogue, so the sign-in page carries its own words only.
 */
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { DEFAULT_LOCALE, LOCALES, type Locale, toLocale } from '@whereabouts/contract/locales'
import { addressedInJapanese } from '@whereabouts/domain/texts'
import { useSyncExternalStore } from 'react'
import type { Catalogue } from '../locales/catalogue.ts'
import { common } from '../locales/common.ts'
import type { MessageId } from '../locales/ids.ts'

export type Translate = (id: MessageId, values?: Readonly<Record<string, string | number>>) => string

/** What HTML and Intl call our languages. */
export const LANGUAGE_TAGS: Record<Locale, string> = { 'en-us': 'en', 'zh-tw': 'zh-Hant', 'ja-jp': 'ja' }

const i18n = setupI18n({ messages: Object.fromEntries(LOCALES.map((locale) => [locale, {}])) })
// The build compiles the catalogues (vite.config.ts); while developing and testing they come as written.
if (!import.meta.env?.PROD) i18n.setMessagesCompiler(compileMessage)

/** Makes the texts of a catalogue known. Safe to call again; a missing language falls back to English. */
export function addTexts(catalogue: Catalogue): void {
  LOCALES.forEach((locale, index) => {
    i18n.load(
      locale,
      Object.fromEntries(Object.entries(catalogue).map(([id, words]) => [id, words[index] || words[0]])),
    )
  })
}

addTexts(common)

/** The language to start in: the cookie's, else the first the browser names that we have. Source: G65. */
export function startLocale(cookie: string, browserLanguages: readonly string[]): Locale {
  const saved = toLocale(/(?:^|;\s*)lang=([^;]+)/.exec(cookie)?.[1])
  const spoken = browserLanguages.map(toLocale).find((locale) => locale !== undefined)
  return saved ?? spoken ?? DEFAULT_LOCALE
}

/** Switches every text on the page, and the page's language with it. */
export function setLocale(locale: Locale): void {
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGE_TAGS[locale]
  i18n.activate(locale, LANGUAGE_TAGS[locale])
}

i18n.activate(DEFAULT_LOCALE, LANGUAGE_TAGS[DEFAULT_LOCALE])

export const currentLocale = (): Locale => i18n.locale as Locale

/** A text in the language of the moment. Components use `useT`, or they would keep the old language. */
export const t: Translate = (id, values) => i18n._(id, values)

/** One function per language, so that everything that depends on it is updated when the language changes. */
const translators = Object.fromEntries(
  LOCALES.map((locale): [string, Translate] => [locale, (id, values) => t(id, values)]),
) as Record<Locale, Translate>

const subscribe = (listener: () => void) => i18n.on('change', listener)

/** Hears that people read another language from now on. Answers how to stop. */
export function onLocale(listener: () => void): () => void {
  let before = currentLocale()
  // Told of new texts too.
  return subscribe(() => {
    if (currentLocale() === before) return
    before = currentLocale()
    listener()
  })
}

export const useLocale = (): Locale => useSyncExternalStore(subscribe, currentLocale)

/** The translating function; the component is drawn again when the language changes. */
export const useT = (): Translate => translators[useLocale()]

/** How a sentence names who carries a device. Source: design language §10. */
export const addressed = (name: string): string => (currentLocale() === 'ja-jp' ? addressedInJapanese(name) : name)
