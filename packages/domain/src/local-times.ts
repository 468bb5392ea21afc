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
