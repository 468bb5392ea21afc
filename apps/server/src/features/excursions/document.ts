/** A month of excursions as a document to print. Pure. Source: decision 0048. */
import type { Locale } from '@whereabouts/contract/locales'
import { degrees, timeText } from '../../events/words.ts'
import type { PdfCell, PdfDocument } from '../../platform/pdf/pdf.ts'
import type { ExcursionRow } from './queries.ts'
import { WORDS } from './words.ts'

interface Month {
  /** `2026-11`. */
  readonly month: string
  readonly rows: readonly ExcursionRow[]
  readonly timezone: string
  readonly unit: 'C' | 'F'
  readonly nowMs: number
}

export function toPdfDocument({ month, rows, timezone, unit, nowMs }: Month, locale: Locale): PdfDocument {
  const words = WORDS[locale]
  const time = (ms: number) => timeText(ms, Number.NEGATIVE_INFINITY, timezone)
  const length = (ms: number): string => {
    const minutes = Math.max(1, Math.round(ms / 60_000))
    return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), minutes % 60)
  }
  const lengthOf = ({ since_ms, until_ms }: ExcursionRow) => (until_ms ?? nowMs) - since_ms
  const raised = rows.filter(({ is_raised }) => is_raised)
  const open = raised.filter(({ acknowledged_by }) => acknowledged_by === null)
  const counts = [rows.length, raised.length, open.length]
  const totalMs = rows.reduce((sum, row) => sum + lengthOf(row), 0)
  const title = month.replace('-', '/')
  const answered = ({ is_raised, acknowledged_by, acknowledged_at_ms }: ExcursionRow): PdfCell => {
    if (acknowledged_by !== null) return `${acknowledged_by}\n${time(acknowledged_at_ms ?? 0)}`
    return is_raised ? { text: words.unanswered, tone: 'bad' } : { text: words.noAlarm, tone: 'muted' }
  }
  const limitOf = ({ event, threshold_high, threshold_low }: ExcursionRow): string =>
    event === 'high_temperature'
      ? words.above(degrees(threshold_high, unit))
      : words.below(degrees(threshold_low ?? threshold_high, unit))
  return {
    ...{ locale, title: words.title, subtitle: title, createdAtMs: nowMs },
    aside: [words.madeAt(time(nowMs)), timezone],
    footer: `${words.title} · ${title}`,
    pageOf: words.pageOf,
    sections: [
      {
        kind: 'figures',
        figures: [
          ...words.figures.map((label, at) => ({ label, value: String(counts[at]) })),
          { label: words.total, value: totalMs === 0 ? '–' : length(totalMs) },
        ],
      },
      {
        kind: 'table',
        heading: words.excursions,
        empty: words.none,
        columns: words.columns.map((heading, at) => ({ heading, width: [3, 2.6, 2.6, 1.7, 2, 2.8, 4][at]! })),
        rows: rows.map((row) => [
          `${row.carepad_name}\n${row.logger_name}`.trimEnd(),
          limitOf(row),
          time(row.since_ms),
          row.peak === null ? '–' : degrees(row.peak, unit),
          row.until_ms === null ? { text: words.lasts, tone: 'bad' as const } : length(lengthOf(row)),
          answered(row),
          row.comments.map(({ text, by, at_ms }) => `${text}\n${by}, ${time(at_ms)}`).join('\n'),
        ]),
      },
    ],
  }
}
