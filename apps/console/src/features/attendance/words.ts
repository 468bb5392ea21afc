/** Times and lengths of attendance in words, by the clocks of the account's time zone. Source: G74. */
import {
  type LocalCalendar,
  type LocalDay,
  localCalendar,
  localDayOf,
  localMinutesOf,
  momentOf,
  readDay,
} from '@whereabouts/domain/local-times'
import type { Translate } from '../../lib/i18n.ts'
import { dayRange, type PickedRange, wallOf } from '../../ui/date-range/ranges.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** Of each time zone and each language: a page asks for the same few days hundreds of times. */
const calendars = new Map<string, LocalCalendar>()
const weekdays = new Map<string, Intl.DateTimeFormat>()

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make()
  values.set(key, value)
  return value
}

/** Today and the six days before it (epoch seconds). */
export const lastWeek = (now: number, timeZone: string): PickedRange => ({
  ...dayRange(now, timeZone),
  start: dayRange(now - 6 * 86_400, timeZone).start,
})

/** `2026/03/02 – 2026/03/06`; one day as itself. */
export function periodText({ start, end }: PickedRange, timeZone: string): string {
  const [from, to] = [start, end].map((at) => wallOf(at, timeZone).day.replaceAll('-', '/'))
  return from === to ? from! : `${from} – ${to}`
}

/** `HH:mm` of epoch seconds. */
export function clockIn(timeZone: string, at: number): string {
  const minutes = localMinutesOf(at * 1000, timeZone)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** `7 h 38 min` of seconds. */
export function lengthText(t: Translate, seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? t('attendance.minutes', { minutes })
    : t('attendance.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: two(minutes % 60) })
}

/** `7.63`: seconds as a decimal number of hours, as payroll takes them. */
export const hoursText = (seconds: number): string => (Math.floor(seconds / 60) / 60).toFixed(2)

/** `Fri 2026/03/06` of a YYYY-MM-DD. */
export function dayTitle(day: string, locale: string): string {
  const { year, month, day: number } = readDay(day)!
  const weekday = kept(weekdays, locale, () => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }))
  return `${weekday.format(Date.UTC(year, month - 1, number))} ${day.replaceAll('-', '/')}`
}

/** Minutes after the midnight of a record's day; more than a day's for what came after it. */
export function minutesOfDay(day: string, at: number, timeZone: string): number {
  const calendar = kept(calendars, timeZone, () => localCalendar(timeZone))
  return (at * 1000 - calendar.momentOf(readDay(day)!, 0)) / 60_000
}

/**
 * The moment (epoch seconds) of an `HH:mm` of a day; of the next day where it is not after `afterSeconds`. Undefined: no time of day.
 */
export function momentOfClock(day: string, text: string, timeZone: string, after?: number): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim())?.map(Number) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const of: LocalDay = readDay(day)!
  const at = momentOf(of, hours * 60 + minutes, timeZone) / 1000
  return after !== undefined && at <= after ? momentOf(of, (24 + hours) * 60 + minutes, timeZone) / 1000 : at
}

/** Whether a moment lies on another day than the record's. */
export function isNextDay(day: string, at: number, timeZone: string): boolean {
  const { year, month, day: number } = localDayOf(at * 1000, timeZone)
  return `${year}-${two(month)}-${two(number)}` !== day
}
