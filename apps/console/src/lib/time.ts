/** The only place that turns times into text. 24-hour clock in the browser's time zone. Source: G04, specification §9. */
import { t } from './i18n.ts'

const two = (value: number): string => String(value).padStart(2, '0')

const dateText = (date: Date): string => `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`
const minuteText = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`

/** `yyyy/MM/dd HH:mm` of epoch seconds. */
export function formatTime(epochSeconds: number): string {
  const date = new Date(epochSeconds * 1000)
  return `${dateText(date)} ${minuteText(date)}`
}

/** `yyyy/MM/dd HH:mm:ss` of epoch milliseconds. */
export function formatExactTime(epochMs: number): string {
  const date = new Date(epochMs)
  return `${dateText(date)} ${minuteText(date)}:${two(date.getSeconds())}`
}

/** `HH:mm` of epoch milliseconds. */
export const formatMinute = (epochMs: number): string => minuteText(new Date(epochMs))

/** How long something has lasted, as `0:24` or `1:02:03`. */
export function formatLength(lengthMs: number): string {
  const seconds = Math.max(0, Math.floor(lengthMs / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** `HH:mm:ss` of epoch milliseconds. */
export const formatClock = (epochMs: number): string => formatExactTime(epochMs).slice(-8)

/**
 * How long ago in words: seconds, minutes, hours, then the date. Both in epoch seconds; null was never.
 * A time ahead of `now` counts as now: clocks differ by a second or two.
 */
export function formatAgo(epochSeconds: number | null, now: number): string {
  if (epochSeconds === null) return t('time.never')
  const seconds = Math.max(0, Math.floor(now - epochSeconds))
  if (seconds < 60) return t('time.secondsAgo', { count: seconds })
  if (seconds < 3600) return t('time.minutesAgo', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return t('time.hoursAgo', { count: Math.floor(seconds / 3600) })
  return formatTime(epochSeconds)
}

/** How long something still lasts in words: days, hours, minutes, then seconds. Both in epoch seconds. */
export function formatLeft(untilEpochSeconds: number, now: number): string {
  const seconds = Math.max(0, untilEpochSeconds - now)
  if (seconds >= 86_400) return t('time.days', { count: Math.floor(seconds / 86_400) })
  if (seconds >= 3600) return t('time.hours', { count: Math.floor(seconds / 3600) })
  if (seconds >= 60) return t('time.minutes', { count: Math.floor(seconds / 60) })
  return t('time.seconds', { count: Math.floor(seconds) })
}

/** How far a time zone is from UTC at a moment (epoch ms), as `GMT+9`. */
export function formatOffset(timeZone: string, epochMs: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(epochMs)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** `yyyyMMdd-HHmm` of epoch seconds, for names of files. */
export const dayStamp = (epochSeconds: number): string =>
  formatTime(epochSeconds).replaceAll(/[/:]/g, '').replace(' ', '-')

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** `yyyy/MM/dd HH:mm` of epoch milliseconds, by the clocks of a time zone (G74). */
export function formatTimeIn(timeZone: string, epochMs: number): string {
  let format = zoneFormats.get(timeZone)
  if (format === undefined) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: two, day: two, hour: two, minute: two },
    })
    zoneFormats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, value]))
  return `${parts.year}/${parts.month}/${parts.day} ${parts.hour}:${parts.minute}`
}
