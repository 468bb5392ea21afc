/** Local times of day, and the moments they are. Pure. Time zones are IANA names. */

/** A day of the calendar; months from 1. */
export interface LocalDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
    })
    formats.set(timeZone, format)
  }
  return format
}

/** The local time of a moment, as if it were UTC (ms). */
function wallMs(atMs: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!)
}

/** The local calendar day of a moment. */
export function localDayOf(atMs: number, timeZone: string): LocalDay {
  const date = new Date(wallMs(atMs, timeZone))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** What local clocks show at a moment, in whole minutes after midnight. */
export function localMinutesOf(atMs: number, timeZone: string): number {
  const date = new Date(wallMs(atMs, timeZone))
  return date.getUTCHours() * 60 + date.getUTCMinutes()
}

/** The day that many days later. */
export function daysLater({ year, month, day }: LocalDay, days: number): LocalDay {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 0: Sunday. */
export const weekdayOf = ({ year, month, day }: LocalDay): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay()

const DAY_MS = 86_400_000

/**
 * The moment (epoch ms) at which local clocks show so many minutes after midnight. A time that occurs twice, when clocks are set
 * back, means the first occurrence later than `afterMs`; one that is skipped, when they are set forward, is later by the skip.
 */
export function momentOf(day: LocalDay, minutes: number, timeZone: string, afterMs = Number.NEGATIVE_INFINITY): number {
  const wanted = Date.UTC(day.year, day.month - 1, day.day, 0, minutes)
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((near) => wallMs(near, timeZone) - near)
  const moments = offsets.map((offset) => wanted - offset).toSorted((a, b) => a - b)
  const shown = moments.filter((moment) => wallMs(moment, timeZone) === wanted)
  return shown.find((moment) => moment > afterMs) ?? shown.at(-1) ?? moments.at(-1)!
}

const two = (value: number): string => String(value).padStart(2, '0')

/** YYYY-MM-DD. */
export const dayText = ({ year, month, day }: LocalDay): string => `${year}-${two(month)}-${two(day)}`

/** The day of a YYYY-MM-DD; undefined where the calendar has none. */
export function readDay(text: string): LocalDay | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const found = { year, month, day }
  return dayText(daysLater(found, 0)) === text ? found : undefined
}

/** Days and moments of one time zone, each worked out once. */
export interface LocalCalendar {
  readonly timeZone: string
  /** As `localDayOf`. */
  dayOf(atMs: number): LocalDay
  /** As `momentOf`. */
  momentOf(day: LocalDay, minutes: number): number
}

/** Clocks are set, and days begin, on a quarter of an hour. */
const QUARTER_MS = 900_000

/** For many times of a few days: working out one local time takes microseconds. */
export function localCalendar(timeZone: string): LocalCalendar {
  const days = new Map<number, LocalDay>()
  const moments = new Map<string, number>()
  return {
    timeZone,
    dayOf(atMs) {
      const quarter = Math.floor(atMs / QUARTER_MS)
      const known = days.get(quarter) ?? localDayOf(atMs, timeZone)
      days.set(quarter, known)
      return known
    },
    momentOf(day, minutes) {
      const key = `${dayText(day)} ${minutes}`
      const known = moments.get(key) ?? momentOf(day, minutes, timeZone)
      moments.set(key, known)
      return known
    },
  }
}
