/** Days of the week as people read them. 0 is Sunday. */
import type { Locale } from '@whereabouts/contract/locales'
import { LANGUAGE_TAGS } from './i18n.ts'

/** Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

/** 4 January 1970 was a Sunday. */
const SUNDAY_MS = 3 * 86_400_000

export function dayName(day: number, locale: Locale, width: 'short' | 'long'): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { weekday: width, timeZone: 'UTC' })
  return format.format(SUNDAY_MS + day * 86_400_000)
}
