/** How a range stands on the picker's button: years first, by the 24-hour clock. */

import type { Locale } from '@whereabouts/contract/locales'
import { LANGUAGE_TAGS } from '../../lib/i18n.ts'
import { type PickedRange, type RangeKind, wallOf, writtenAt } from './ranges.ts'

const weekdayText = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  )

/** A day with its weekday, as `Thu 2026/03/05`; in Chinese and Japanese `2026/03/05（四）`. */
export function shownDay(at: number, timeZone: string, locale: Locale): string {
  const day = writtenAt(at, timeZone, 'YYYY/MM/DD')
  const weekday = weekdayText(wallOf(at, timeZone).day, locale)
  return locale === 'en-us' ? `${weekday} ${day}` : `${day}（${weekday.replace(/^[週周]/, '')}）`
}

export function shownText(kind: RangeKind, { start, end }: PickedRange, timeZone: string, locale: Locale): string {
  const write = (at: number, format: string) => writtenAt(at, timeZone, format)
  const both = (format: string): string => {
    const [first, last] = [write(start, format), write(end, format)]
    return first === last ? first : `${first} – ${last}`
  }
  switch (kind) {
    case 'day':
      return shownDay(start, timeZone, locale)
    case 'days':
      return both('YYYY/MM/DD')
    case 'months':
      return both('YYYY/MM')
    case 'moment':
      return write(start, 'YYYY/MM/DD HH:mm')
    default: {
      const isOneDay = write(start, 'YYYY/MM/DD') === write(end, 'YYYY/MM/DD')
      return `${write(start, 'YYYY/MM/DD HH:mm')} – ${write(end, isOneDay ? 'HH:mm' : 'YYYY/MM/DD HH:mm')}`
    }
  }
}
