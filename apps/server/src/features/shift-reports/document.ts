/** A shift report as a document to print. Pure. */
import type { Locale } from '@whereabouts/contract/locales'
import type { ShiftReportContent } from '@whereabouts/contract/shift-reports'
import { AUTO_CREATOR, kindOfShift } from '@whereabouts/domain/shift-reports'
import { LOW_BATTERY_PERCENT } from '@whereabouts/domain/trackers'
import { timeText } from '../../events/words.ts'
import type { PdfCell, PdfColumn, PdfDocument, PdfSection, PdfTable } from '../../platform/pdf/pdf.ts'
import type { ReportRow } from './queries.ts'
import { WORDS } from './words.ts'

const MINUTE_MS = 60_000
const LATE_MS = 5 * MINUTE_MS

const bad = (text: string): PdfCell => ({ text, tone: 'bad' })
const percent = (battery: number | null): string => (battery === null ? '–' : `${Math.round(battery)} %`)

export function toPdfDocument(report: ReportRow, content: ShiftReportContent, locale: Locale): PdfDocument {
  const words = WORDS[locale]
  const { timezone } = content
  const { date_ms: endMs, period_start_ms: startMs } = report
  /** HH:mm, with the date where it is far from the end of the shift. */
  const time = (ms: number) => timeText(ms, endMs, timezone)
  const dateTime = (ms: number) => timeText(ms, Number.NEGATIVE_INFINITY, timezone)

  const duration = (ms: number): string => {
    if (ms < MINUTE_MS) return words.seconds(Math.max(0, Math.round(ms / 1000)))
    const minutes = Math.round(ms / MINUTE_MS)
    return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), minutes % 60)
  }
  const table = (
    heading: string,
    heads: readonly string[],
    widths: readonly number[],
    rows: readonly (readonly PdfCell[])[],
    right: readonly number[] = [],
  ): PdfTable => ({
    ...{ kind: 'table', heading, empty: words.none, rows },
    columns: heads.map(
      (head, at): PdfColumn => ({ heading: head, width: widths[at]!, ...(right.includes(at) && { align: 'right' }) }),
    ),
  })

  const isAutomatic = report.creator === AUTO_CREATOR
  const minuteOfDay = (ms: number) => {
    const [hours, minutes] = dateTime(ms).slice(-5).split(':').map(Number)
    return hours! * 60 + minutes!
  }
  const shift = report.shift_name || words.shifts[kindOfShift(minuteOfDay(startMs), minuteOfDay(endMs))]
  const open = content.alarms.filter(({ acknowledged_at_ms }) => acknowledged_at_ms === null)
  const counts = [
    content.devices.length,
    content.alarms.length,
    open.length,
    content.devices.filter(({ status }) => status === 'offline').length,
    content.devices.filter(({ battery }) => battery !== null && battery <= LOW_BATTERY_PERCENT).length,
  ]

  const sections: PdfSection[] = [
    { kind: 'figures', figures: words.figures.map((label, at) => ({ label, value: String(counts[at]) })) },
    ...(report.notes === '' ? [] : [{ kind: 'text', heading: words.notes, text: report.notes } as const]),
    table(
      words.alerts,
      words.alertColumns,
      [2.2, 3, 6, 3.4],
      content.alarms.map(({ raised_at_ms, subject, message, acknowledged_at_ms, acknowledged_by }) => [
        time(raised_at_ms),
        subject,
        message,
        acknowledged_at_ms === null
          ? bad(words.unanswered)
          : words.answered(acknowledged_by ?? '–', duration(acknowledged_at_ms - raised_at_ms)),
      ]),
    ),
    table(
      words.visits,
      words.visitColumns,
      [3.4, 3, 2.2, 2.6, 1.2, 2.2],
      content.visits.map((visit) => [
        visit.name,
        visit.zone_name,
        time(visit.entered_ms),
        visit.left_ms !== null
          ? time(visit.left_ms)
          : visit.last_seen_ms !== null
            ? words.lastSeen(time(visit.last_seen_ms))
            : words.stillThere,
        String(visit.visits),
        duration(visit.total_s * 1000),
      ]),
      [4, 5],
    ),
    table(
      words.silent,
      words.silentColumns,
      [4, 3, 3],
      content.silent.map((one) => [
        one.is_station ? `${one.name} (${words.station})` : one.name,
        time(one.since_ms),
        one.until_ms === null || one.until_ms > endMs ? bad(words.stillSilent) : time(one.until_ms),
      ]),
    ),
    table(
      words.battery,
      words.batteryColumns,
      [4, 3, 3],
      content.low_batteries.map((one) => [one.name, time(one.since_ms), percent(one.battery)]),
    ),
    table(
      words.temperatures,
      words.temperatureColumns,
      [4, 2, 2, 2, 2],
      content.temperatures.map((one) => [
        one.name,
        one.kind === 'high' ? words.aboveLimit : words.belowLimit,
        time(one.since_ms),
        one.until_ms === null || one.until_ms > endMs ? bad(words.goingOn) : time(one.until_ms),
        degrees(one.peak, one.temperature_unit),
      ]),
      [4],
    ),
    table(
      words.remarks,
      words.remarkColumns,
      [3, 6, 2.6, 2],
      content.remarks.map((one) => [one.name, `${one.item}${words.colon}${one.memo}`, one.editor, time(one.time_ms)]),
    ),
    table(
      words.devices,
      words.deviceColumns,
      [3, 2, 3.6, 2.4, 1.3, 3.6],
      content.devices.map((device) => [
        device.name,
        device.class_name,
        device.place || { text: '–', tone: 'muted' },
        device.status === 'offline'
          ? bad(
              device.last_seen_ms === null
                ? words.statuses.offline
                : `${words.statuses.offline}\n${words.lastSeen(time(device.last_seen_ms))}`,
            )
          : words.statuses[device.status],
        device.battery !== null && device.battery <= LOW_BATTERY_PERCENT
          ? bad(percent(device.battery))
          : percent(device.battery),
        device.remarks.map(({ name, memo }) => `${name}${words.colon}${memo}`).join('\n'),
      ]),
      [4],
    ),
    {
      ...table(
        words.handover,
        words.handoverColumns,
        [4, 4, 3],
        report.read_by.map((one) => [one.name, one.session_name, dateTime(one.time * 1000)]),
      ),
      empty: words.notConfirmed,
    },
  ]

  return {
    ...{ locale, title: words.title, subtitle: shift, createdAtMs: content.made_at_ms, sections },
    aside: [
      `${dateTime(startMs)} – ${time(endMs)}`,
      isAutomatic ? words.automatic : words.madeBy(report.creator),
      ...(content.made_at_ms - endMs > LATE_MS ? [words.madeAt(dateTime(content.made_at_ms))] : []),
    ],
    footer: `${words.title} · ${shift} · ${dateTime(endMs)}`,
    pageOf: words.pageOf,
  }
}

/** With one decimal, a true minus and the unit; a reading that is not at hand is a dash. */
const degrees = (celsius: number | null, unit: 'C' | 'F'): string =>
  celsius === null ? '–' : `${(unit === 'C' ? celsius : celsius * 1.8 + 32).toFixed(1).replace('-', '−')} °${unit}`
