/** Records of attendance: the measured times of a person's day, with the corrections, flags and comments of people. Source: G72; decision 0090. */
import type { OfficeLog } from '@whereabouts/contract/attendance'
import { type AttendanceDay, attendanceDays, inZoneBetween, isAberrant, NO_FLAGS } from '@whereabouts/domain/attendance'
import { overTimeMinutes, shiftOf } from '@whereabouts/domain/attendance-rules'
import {
  daysLater,
  dayText,
  type LocalCalendar,
  type LocalDay,
  localCalendar,
  readDay,
} from '@whereabouts/domain/local-times'
import type { Db } from '../../platform/postgres/database.ts'
import { listVisits, type VisitRow } from '../../state/visits.ts'
import { findRules, listNames, listNotes, type NameRow, type NoteRow, type RulesOn } from './queries.ts'

/** A day of work ends at most so many days after a range, and what came this long before it decides where its first day begins. */
const DAYS_AROUND = 3
const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The id of a record. */
export const idOf = (day: string, deviceId: string): string => `${day}.${deviceId}`

/** The day and the tracker of a record; undefined for a text that is no id. */
export function readId(id: string): { readonly day: LocalDay; readonly deviceId: string } | undefined {
  const [, text, deviceId] = /^(\d{4}-\d\d-\d\d)\.(.{1,64})$/.exec(id) ?? []
  const day = text === undefined ? undefined : readDay(text)
  return day === undefined || deviceId === undefined ? undefined : { day, deviceId }
}

/** Records of a range, with what they were made by. */
export interface Attendance {
  readonly calendar: LocalCalendar
  readonly rulesOn: RulesOn
  /** Newest day first, then by name. */
  readonly records: readonly OfficeLog[]
  /** What was measured, by the id of its record. */
  readonly days: ReadonlyMap<string, AttendanceDay>
}

/** Who was measured on a day, as he was called then. */
interface Measured extends Named {
  readonly day: AttendanceDay
}

interface Named {
  readonly name: string
  readonly class_index: number
}

interface Asked {
  readonly from: LocalDay
  /** Included. */
  readonly to: LocalDay
  readonly deviceId?: string | undefined
  /** People who have a record on each day up to today, also where they were not seen. */
  readonly expected: readonly string[]
}

/** Records of the days from one to another. */
export async function attendanceOf(
  db: Db,
  accountId: string,
  nowMs: number,
  { from, to, deviceId, expected }: Asked,
): Promise<Attendance> {
  const { timeZone, rulesOn } = await findRules(db, accountId)
  const calendar = localCalendar(timeZone)
  const [first, last] = [dayText(from), dayText(to)]
  const fromMs = calendar.momentOf(daysLater(from, -DAYS_AROUND), 0)
  const untilMs = calendar.momentOf(daysLater(to, DAYS_AROUND), 0)
  const [visits, notes] = await Promise.all([
    listVisits(db, accountId, { fromMs, untilMs, deviceId, zoneTypes: ['attendance'] }),
    listNotes(db, accountId, { from: first, to: last, deviceId }),
  ])
  const measured = new Map<string, Measured>()
  const devices = new Set([...expected, ...notes.map(({ device_id }) => device_id)])
  for (const [device, ofDevice] of Map.groupBy(visits, ({ device_id }) => device_id)) {
    for (const day of attendanceDays(ofDevice, { calendar, nowMs })) {
      const text = dayText(day.day)
      if (text < first || text > last) continue
      measured.set(idOf(text, device), { day, ...nameThen(ofDevice, day) })
      devices.add(device)
    }
  }
  const namesOf = Map.groupBy(await listNames(db, accountId, [...devices]), ({ device_id }) => device_id)
  const noteOf = new Map(notes.map((note) => [idOf(note.day, note.device_id), note]))
  const expectedOnes = new Set(expected)
  const today = dayText(calendar.dayOf(nowMs))
  const records: OfficeLog[] = []
  for (let day = from; dayText(day) <= last; day = daysLater(day, 1)) {
    const text = dayText(day)
    const endMs = calendar.momentOf(daysLater(day, 1), 0)
    for (const device of devices) {
      const id = idOf(text, device)
      const [seen, note] = [measured.get(id), noteOf.get(id)]
      const isExpected = expectedOnes.has(device) && text <= today
      if (seen === undefined && note === undefined && !isExpected) continue
      const { name, class_index } = seen ?? nameAt(namesOf.get(device)!, endMs)
      const person = { device_id: device, name, class_index }
      records.push(toRecord(person, text, seen?.day, note, { calendar, rulesOn, nowMs }))
    }
  }
  const byName = new Intl.Collator('en', { numeric: true })
  records.sort((a, b) => (a.day === b.day ? byName.compare(a.device_name, b.device_name) : a.day < b.day ? 1 : -1))
  return { calendar, rulesOn, records, days: new Map([...measured].map(([id, { day }]) => [id, day])) }
}

/** What a tracker was called on a day with visits. */
function nameThen(visits: readonly VisitRow[], { presences }: AttendanceDay): Named {
  const lastMs = Math.max(...presences.map(({ seen_ms }) => seen_ms))
  const { device_name: name, class_index } = visits.findLast(({ from_ms }) => from_ms <= lastMs)!
  return { name, class_index }
}

/** What a tracker was called at a time (epoch ms); the first name counts for all time before. */
const nameAt = (names: readonly NameRow[], atMs: number): Named =>
  names.find(({ until_ms }) => until_ms === null || until_ms > atMs) ?? names.at(-1)!

interface Setting {
  readonly calendar: LocalCalendar
  readonly rulesOn: RulesOn
  readonly nowMs: number
}

function toRecord(
  { device_id, name, class_index }: Named & { readonly device_id: string },
  day: string,
  measured: AttendanceDay | undefined,
  note: NoteRow | undefined,
  { calendar, rulesOn, nowMs }: Setting,
): OfficeLog {
  const { vacation, tag_not_brought, not_for_working, apply_ot } = note ?? NO_FLAGS
  const flags = { vacation, tag_not_brought, not_for_working, apply_ot }
  const times = timesOf(measured, note)
  // A correction stands beside what was measured; what follows from both goes by the correction.
  const [start, end] = [times.corrected_sign_in ?? times.sign_in, times.corrected_sign_out ?? times.sign_out]
  const isPresent = measured?.is_present === true && end === null
  const reached = end ?? (isPresent ? (times.last_seen ?? seconds(nowMs)) : null)
  const isCounted = start !== null && end !== null && !not_for_working
  const over = isCounted ? overTimeMinutes(start * 1000, end * 1000, rulesOn(day), calendar) : 0
  return {
    ...{ id: idOf(day, device_id), device_id, device_name: name, class_index, day, tag: name, ...times },
    event: start === null ? 'absent' : isPresent ? 'signed_in' : end === null ? 'no_sign_out' : 'signed_out',
    last_seen: isPresent ? times.last_seen : null,
    provisional: measured?.is_provisional ?? false,
    duration: start === null || reached === null ? null : reached - start,
    entry_zone: measured?.entry_zone ?? '',
    exit_zone: measured?.exit_zone ?? '',
    in_zone_duration: inZone(measured, start, reached),
    presences: (measured?.presences ?? []).map(({ from_ms, until_ms }) => [seconds(from_ms), seconds(until_ms)]),
    comment: note?.comment ?? '',
    aberrant: isAberrant(measured, flags, times.corrected_sign_out !== null),
    ...flags,
    over_time: over > 0,
    over_time_minutes: over,
    shift: start === null ? '' : (shiftOf(start * 1000, rulesOn(day), calendar)?.shift.name ?? ''),
    changed_by: note?.changed_by ?? '',
    changed_at: note?.changed_at ?? null,
    begin: times.sign_in,
    end: times.sign_out ?? times.lost_at,
  }
}

/** Measured and corrected times (epoch seconds). */
function timesOf(measured: AttendanceDay | undefined, note: NoteRow | undefined) {
  const at = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : seconds(ms))
  return {
    sign_in: at(measured?.sign_in_ms),
    sign_out: at(measured?.sign_out_ms),
    lost_at: at(measured?.lost_ms),
    last_seen: at(measured?.last_seen_ms),
    corrected_sign_in: note?.corrected_sign_in ?? null,
    corrected_sign_out: note?.corrected_sign_out ?? null,
  }
}

/** The time in zones within the times of a day (epoch seconds): never longer than it. */
function inZone(measured: AttendanceDay | undefined, start: number | null, end: number | null): number {
  if (measured === undefined) return 0
  if (start === null || end === null) return seconds(measured.in_zone_ms)
  return Math.min(end - start, Math.floor(inZoneBetween(measured, start * 1000, end * 1000 + 999) / 1000))
}
