/**
 * Interface languages. One mapper accepts every spelling seen in profiles, cookies and browsers.
 * Source: specification §1, §9, G65.
 */
export const LOCALES = ['en-us', 'zh-tw', 'ja-jp'] as const
export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en-us'

/** Known to the session data and constants, but never offered; the English texts are used. */
export const SESSION_LANGUAGES = ['zh_tw', 'en', 'fr', 'ja', 'de'] as const
export const UNOFFERED_LOCALES = ['fr-fr', 'de-de'] as const

/** Maps any spelling of a language ('ja', 'zh_TW', 'zh-Hant-TW', 'fr-FR') to one of the three; undefined when unknown. */
export function toLocale(language: string | null | undefined): Locale | undefined {
  const primary = language?.trim().toLowerCase().replaceAll('_', '-').split('-')[0]
  if (primary === 'zh') return 'zh-tw'
  if (primary === 'ja') return 'ja-jp'
  if (primary === 'en' || primary === 'fr' || primary === 'de') return 'en-us'
  return undefined
}
