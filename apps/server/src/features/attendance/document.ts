/** A month of attendance as a document to print: sums by person, and the days that ask for a look. Pure. Source: decision 0091. */
import type { AttendanceMonth, OfficeLog } from '@whereabouts/contract/attendance'
import type { Locale } from '@whereabouts/contract/locales'
import { momentOf, readDay } from '@whereabouts/domain/local-times'
import { timeText } from '../../events/words.ts'
import type { PdfCell, PdfDocument, PdfTable } from '../../platform/pdf/pdf.ts'
import { monthOf } from './months.ts'
import { WORDS, type Words } from './words.ts'

/** Times of the day itself stand without their date. */
const NOON = 12 * 60

interface Month {
  /** `2026-11`. */
  readonly month: string
  readonly records: readonly OfficeLog[]
  /** By which people know the account. */
  readonly account: string
  readonly timezone: string
  readonly nowMs: number
}

export function toPdfDocument({ month, records, account, timezone, nowMs }: Month, locale: Locale): PdfDocument {
  const words = WORDS[locale]
  const title = month.replace('-', '/')
  const printed = words.printed(timeText(nowMs, Number.NEGATIVE_INFINITY, timezone))
  const people = monthOf(records)
  return {
    ...{ locale, title: words.title, subtitle: title, createdAtMs: nowMs },
    aside: [account, printed, timezone],
    footer: `${words.title} · ${title} · ${account} · ${printed}`,
    pageOf: words.pageOf,
    sections: [
      peopleTable(people, words),
      exceptionsTable(
        records.filter(({ aberrant }) => aberrant),
        words,
        timezone,
      ),
    ],
  }
}

/** Hours and minutes, and below them hours as a decimal number. */
const lengthOf = (seconds: number, words: Words): string => {
  const minutes = Math.floor(seconds / 60)
  return `${words.hours(Math.floor(minutes / 60), minutes % 60)}\n${(minutes / 60).toFixed(2)}`
}

function peopleTable(people: readonly AttendanceMonth[], words: Words): PdfTable {
  const sum = (read: (person: AttendanceMonth) => number) => people.reduce((total, person) => total + read(person), 0)
  const all: AttendanceMonth = {
    ...{ device_id: '', class_index: 0, device_name: words.total },
    days: sum(({ days }) => days),
    open_days: sum(({ open_days }) => open_days),
    duration: sum(({ duration }) => duration),
    in_zone_duration: sum(({ in_zone_duration }) => in_zone_duration),
    over_time_minutes: sum(({ over_time_minutes }) => over_time_minutes),
    exceptions: sum(({ exceptions }) => exceptions),
    vacations: sum(({ vacations }) => vacations),
  }
  return {
    ...{ kind: 'table', heading: words.people, empty: words.none },
    columns: words.peopleColumns.map((heading, at) => ({
      ...{ heading, width: [4, 1.8, 2.4, 2.4, 2.2, 1.8, 1.6][at]! },
      ...(at === 0 ? {} : { align: 'right' as const }),
    })),
    rows: [...people, ...(people.length === 0 ? [] : [all])].map((person): PdfCell[] => [
      person.device_name,
      person.open_days === 0 ? String(person.days) : `${person.days}\n${words.open(person.open_days)}`,
      lengthOf(person.duration, words),
      lengthOf(person.in_zone_duration, words),
      lengthOf(person.over_time_minutes * 60, words),
      person.exceptions === 0 ? '0' : { text: String(person.exceptions), tone: 'bad' },
      String(person.vacations),
    ]),
  }
}

function exceptionsTable(records: readonly OfficeLog[], words: Words, timezone: string): PdfTable {
  const time = (at: number | null, day: string): string =>
    at === null ? '–' : timeText(at * 1000, momentOf(readDay(day)!, NOON, timezone), timezone)
  return {
    ...{ kind: 'table', heading: words.exceptions, empty: words.none },
    columns: words.exceptionColumns.map((heading, at) => ({ heading, width: [2.2, 3.4, 2, 2.6, 3, 4][at]! })),
    rows: records.map((record): PdfCell[] => [
      record.day.replaceAll('-', '/'),
      record.device_name,
      time(record.corrected_sign_in ?? record.sign_in, record.day),
      record.lost_at === null
        ? time(record.corrected_sign_out ?? record.sign_out, record.day)
        : { text: words.lost(time(record.lost_at, record.day)), tone: 'bad' },
      words.flags.filter((_, at) => [record.vacation, record.tag_not_brought, record.apply_ot][at]).join('\n'),
      record.comment,
    ]),
  }
}
