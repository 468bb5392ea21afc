/** How reports are called, and times and lengths in them. */
import type { ShiftReport, ShiftReportContent } from '@whereabouts/contract/shift-reports'
import { AUTO_CREATOR, kindOfShift } from '@whereabouts/domain/shift-reports'
import type { Translate } from '../../lib/i18n.ts'
import { formatTimeIn } from '../../lib/time.ts'

const MINUTE_MS = 60_000
const HALF_A_DAY_MS = 12 * 60 * MINUTE_MS

export const isAutomatic = ({ creator }: Pick<ShiftReport, 'creator'>): boolean => creator === AUTO_CREATOR

const minuteOfDay = (timeZone: string, epochS: number): number => {
  const [hours, minutes] = formatTimeIn(timeZone, epochS * 1000)
    .slice(-5)
    .split(':')
    .map(Number)
  return hours! * 60 + minutes!
}

/** As people named the shift, else by its time of day. */
export const shiftName = (t: Translate, timeZone: string, report: ShiftReport): string =>
  report.shift_name ||
  t(`shiftReports.${kindOfShift(minuteOfDay(timeZone, report.period_start), minuteOfDay(timeZone, report.date))}`)

/** Of one made by hand its notes; without notes, what it is. */
export const reportName = (t: Translate, timeZone: string, report: ShiftReport): string =>
  isAutomatic(report) ? shiftName(t, timeZone, report) : report.notes || t('shiftReports.manual')

/** HH:mm, with the date where it is far from the end of the shift; like the PDF. */
export function timeNear(timeZone: string, epochMs: number, endMs: number): string {
  const text = formatTimeIn(timeZone, epochMs)
  return Math.abs(endMs - epochMs) < HALF_A_DAY_MS ? text.slice(-5) : text
}

/** How long something took, in seconds, minutes or hours. */
export function lengthText(t: Translate, ms: number): string {
  if (ms < MINUTE_MS) return t('shiftReports.seconds', { seconds: Math.max(0, Math.round(ms / 1000)) })
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return t('shiftReports.minutes', { minutes })
  return t('shiftReports.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

export const percentText = (battery: number | null): string =>
  battery === null ? '–' : `${Math.round(battery)}\u00a0%`

/** With one decimal, a true minus and the unit. */
export const degreesText = ({
  peak,
  temperature_unit: unit,
}: Pick<ShiftReportContent['temperatures'][number], 'peak' | 'temperature_unit'>): string =>
  peak === null ? '–' : `${(unit === 'C' ? peak : peak * 1.8 + 32).toFixed(1).replace('-', '−')} °${unit}`
