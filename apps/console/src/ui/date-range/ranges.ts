/**
 * What the date-range picker picks, and how it is written. Pure. Days are `YYYY-MM-DD`; moments are epoch seconds; days begin and end
 * by the clocks of a time zone. Source: G80; specification §3, §5, §9.
 */
import {
  daysLater,
  dayText,
  type LocalDay,
  localDayOf,
  localMinutesOf,
  momentOf,
  readDay,
  weekdayOf,
} from '@whereabouts/domain/local-times'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(customParseFormat)
// Local times are written and read as if they were UTC: by the browser's own clocks some of them do not exist.
dayjs.extend(utc)

export const DEFAULT_FORMAT = 'YYYY-MM-DD hh:mm a'
export const DEFAULT_MINUTE_INTERVAL = 1
/** Up to this width of the page (px) the picker is a sheet. */
export const PHONE_WIDTH = 412

/** Those of every range of days. */
export const DAY_SHORTCUTS = [
  'thisWeek',
  'lastWeek',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const
/** Display ranges that end now: the last hour, 24 hours and 7 times 24 hours. Source: G79. */
export const RECENT_SHORTCUTS = ['lastHour', 'last24Hours', 'last168Hours'] as const

export type Shortcut = (typeof DAY_SHORTCUTS)[number] | (typeof RECENT_SHORTCUTS)[number]

/** Both ends belong to the range (epoch seconds): a day ends with its last second. */
export interface PickedRange {
  readonly start: number
  readonly end: number
  /** What it was chosen by; empty: by hand. */
  readonly shortcut: Shortcut | ''
}

/** What can be picked: one day, whole days, days with times, whole months, one moment. */
export type RangeKind = 'day' | 'days' | 'times' | 'months' | 'moment'

/** What may not be picked. */
export interface Limits {
  /** In the format of the picker; the earliest moment. */
  readonly minDate?: string | undefined
  /** The latest, likewise. */
  readonly maxDate?: string | undefined
  /** `YYYY-MM-DD`. */
  readonly disabledDates?: readonly string[] | undefined
  /** 0 to 6, from Sunday. */
  readonly disabledWeekdays?: readonly number[] | undefined
  readonly noWeekends?: boolean | undefined
  /** `00` to `23`. */
  readonly disabledHours?: readonly string[] | undefined
}

const DAY_MINUTES = 1440
const two = (value: number): string => String(value).padStart(2, '0')

function dayOf(text: string): LocalDay {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day }
}

export const shiftDay = (text: string, days: number): string => dayText(daysLater(dayOf(text), days))

/** The same day of another month, or that month's last day. */
export function shiftMonth(text: string, months: number): string {
  const { year, month, day } = dayOf(text)
  const last = daysLater({ year, month: month + months + 1, day: 1 }, -1)
  return dayText({ ...last, day: Math.min(day, last.day) })
}

/** The last day of a day's month. */
export const endOfMonth = (text: string): string => shiftDay(`${shiftMonth(text, 1).slice(0, 7)}-01`, -1)

/** The day and the minutes after midnight that local clocks show. */
export const wallOf = (at: number, timeZone: string): { readonly day: string; readonly minutes: number } => ({
  day: dayText(localDayOf(at * 1000, timeZone)),
  minutes: localMinutesOf(at * 1000, timeZone),
})

/** When local clocks show so many minutes after midnight of a day. */
export const momentAt = (day: string, minutes: number, timeZone: string): number =>
  Math.floor(momentOf(dayOf(day), minutes, timeZone) / 1000)

/** The last second of a day. */
const endOfDay = (day: string, timeZone: string): number => momentAt(shiftDay(day, 1), 0, timeZone) - 1

/** The end of a range at a time of day: its last minute means the whole of the day. */
const endAt = (day: string, minutes: number, timeZone: string): number =>
  minutes === DAY_MINUTES - 1 ? endOfDay(day, timeZone) : momentAt(day, minutes, timeZone)

/** Whole days, both included. */
export const wholeDays = (
  first: string,
  last: string,
  timeZone: string,
  shortcut: PickedRange['shortcut'] = '',
): PickedRange => ({ start: momentAt(first, 0, timeZone), end: endOfDay(last, timeZone), shortcut })

/** A text is a day of the calendar. */
export const isDay = (text: string): boolean => readDay(text) !== undefined

/** The day that a moment is on. */
export const dayRange = (at: number, timeZone: string): PickedRange => {
  const { day } = wallOf(at, timeZone)
  return wholeDays(day, day, timeZone)
}

const RECENT_SECONDS: Readonly<Record<(typeof RECENT_SHORTCUTS)[number], number>> = {
  lastHour: 3600,
  last24Hours: 86_400,
  last168Hours: 604_800,
}

/** What a shortcut means now. Weeks begin on Monday; the last days include today. */
export function rangeOf(shortcut: Shortcut, now: number, timeZone: string): PickedRange {
  const today = localDayOf(now * 1000, timeZone)
  const monday = daysLater(today, -((weekdayOf(today) + 6) % 7))
  const days = (first: LocalDay, last: LocalDay) => wholeDays(dayText(first), dayText(last), timeZone, shortcut)
  const months = (year: number, first: number, count: number) =>
    days(
      { year, month: first, day: 1 },
      daysLater(dayOf(shiftMonth(dayText({ year, month: first, day: 1 }), count)), -1),
    )
  const recent = (): PickedRange => ({
    start: now - RECENT_SECONDS[shortcut as keyof typeof RECENT_SECONDS],
    end: now,
    shortcut,
  })
  switch (shortcut) {
    case 'thisWeek':
      return days(monday, daysLater(monday, 6))
    case 'lastWeek':
      return days(daysLater(monday, -7), daysLater(monday, -1))
    case 'last7Days':
      return days(daysLater(today, -6), today)
    case 'last30Days':
      return days(daysLater(today, -29), today)
    case 'thisMonth':
      return months(today.year, today.month, 1)
    case 'lastMonth': {
      const { year, month } = dayOf(shiftMonth(dayText({ ...today, day: 1 }), -1))
      return months(year, month, 1)
    }
    case 'thisYear':
      return months(today.year, 1, 12)
    case 'lastYear':
      return months(today.year - 1, 1, 12)
    default:
      return recent()
  }
}

/** A moment by local clocks, in the tokens of dayjs; am and pm are in English in every language, as the format is. */
export function writtenAt(at: number, timeZone: string, format: string): string {
  const { day, minutes } = wallOf(at, timeZone)
  return dayjs
    .utc(day)
    .add(minutes * 60 + (at % 60), 'second')
    .format(format)
}

/** The moment that a text of this format means; undefined for another text. */
export function readAt(text: string, timeZone: string, format: string): number | undefined {
  const read = dayjs.utc(text, format, true)
  return read.isValid() ? momentAt(read.format('YYYY-MM-DD'), read.hour() * 60 + read.minute(), timeZone) : undefined
}

/** Within the earliest and the latest moment; undefined when nothing of it is. */
export function within(range: PickedRange, min: number | undefined, max: number | undefined): PickedRange | undefined {
  const start = Math.max(range.start, min ?? range.start)
  const end = Math.min(range.end, max ?? range.end)
  return start > end ? undefined : { ...range, start, end }
}

/** Whether a day can be picked. `first` and `last` are the days of the earliest and the latest moment. */
export function isDayOpen(
  day: string,
  { disabledDates = [], disabledWeekdays = [], noWeekends = false }: Limits,
  first?: string,
  last?: string,
): boolean {
  const weekday = weekdayOf(dayOf(day))
  if (noWeekends && (weekday === 0 || weekday === 6)) return false
  if (disabledWeekdays.includes(weekday) || disabledDates.includes(day)) return false
  return (first === undefined || day >= first) && (last === undefined || day <= last)
}

export const openHours = ({ disabledHours = [] }: Limits): readonly number[] =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !disabledHours.includes(two(hour)))

/** The minutes to choose from, and the one that is chosen, which may be another: a day ends at its 59th. */
export const openMinutes = (interval: number, chosen: number): readonly number[] => {
  const steps = Array.from({ length: Math.ceil(60 / interval) }, (_, index) => index * interval)
  return steps.includes(chosen) ? steps : [...steps, chosen].sort((a, b) => a - b)
}

/**
 * A range picked by hand: days with times, within what is allowed. Times of hours that are not go to the nearest that are. The end is
 * never before the start: of two that are, `moved` was chosen last and the other gives way.
 */
export function rangeAt(
  days: { readonly first: string; readonly last: string; readonly from: number; readonly to: number },
  timeZone: string,
  limits: Limits = {},
  moved: 'start' | 'end' = 'end',
): PickedRange {
  const hours = openHours(limits)
  const snapped = (minutes: number, isEnd: boolean): number => {
    const hour = Math.floor(minutes / 60)
    if (hours.length === 0 || hours.includes(hour)) return minutes
    const later = hours.find((each) => each > hour)
    const earlier = hours.findLast((each) => each < hour)
    const nearest = isEnd ? (earlier ?? later!) : (later ?? earlier!)
    return nearest * 60 + (nearest < hour ? 59 : 0)
  }
  const start = momentAt(days.first, snapped(days.from, false), timeZone)
  const end = endAt(days.last, snapped(days.to, true), timeZone)
  if (start <= end) return { start, end, shortcut: '' }
  return moved === 'start' ? { start, end: start, shortcut: '' } : { start: end, end, shortcut: '' }
}
