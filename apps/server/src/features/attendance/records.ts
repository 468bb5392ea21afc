/** Records of attendance: the measured times of a person's day, with the corrections, flags and comments of people. Source: G72; decision 0041. */
import type { OfficeLog } from '@whereabouts/contract/attendance'
import {
  type AttendanceDay,
  type AttendanceRules,
  attendanceDays,
  isAberrant,
  NO_FLAGS,
  overTimeMinutes,
} from '@whereabouts/domain/attendance'
import {
  daysLater,
  dayText,
  type LocalCalendar,
  type LocalDay,
  localCalendar,
  readDay,
} from '@whereabouts/domain/local-times'
import type { Db } from '../../platform/postgres/database.ts'
import { findRules, listNotes, listPeople, listSilences, listVisits, type NoteRow, type Person } from './queries.ts'

const DAY_MS = 86_400_000
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
  readonly rules: AttendanceRules
  /** Newest day first, then by name. */
  readonly records: readonly OfficeLog[]
  /** What was measured, by the id of its record. */
  readonly days: ReadonlyMap<string, AttendanceDay>
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
  const { timeZone, rules } = await findRules(db, accountId)
  const calendar = localCalendar(timeZone)
  // A day of work may have begun before the range, and its visits must not look like one that began in it.
  const fromMs = calendar.momentOf(daysLater(from, -2), 0)
  const range = { fromMs, untilMs: calendar.momentOf(daysLater(to, 1), 0) + DAY_MS, deviceId }
  const [visits, silences, notes] = await Promise.all([
    listVisits(db, accountId, range),
    listSilences(db, accountId, range),
    listNotes(db, accountId, { from: dayText(from), to: dayText(to), deviceId }),
  ])
  const silencesOf = Map.groupBy(silences, ({ device_id }) => device_id)
  const days = new Map<string, AttendanceDay>()
  const devices = new Set([...expected, ...notes.map(({ device_id }) => device_id)])
  for (const [device, ofDevice] of Map.groupBy(visits, ({ device_id }) => device_id)) {
    for (const day of attendanceDays(ofDevice, silencesOf.get(device) ?? [], { calendar, nowMs })) {
      const text = dayText(day.day)
      if (text < dayText(from) || text > dayText(to)) continue
      days.set(idOf(text, device), day)
      devices.add(device)
    }
  }
  const people = await listPeople(db, accountId, [...devices])
  const noteOf = new Map(notes.map((note) => [idOf(note.day, note.device_id), note]))
  const expectedOnes = new Set(expected)
  const today = dayText(calendar.dayOf(nowMs))
  const records: OfficeLog[] = []
  for (let day = from; dayText(day) <= dayText(to); day = daysLater(day, 1)) {
    const text = dayText(day)
    for (const person of people) {
      const id = idOf(text, person.device_id)
      const [measured, note] = [days.get(id), noteOf.get(id)]
      const isExpected = expectedOnes.has(person.device_id) && text <= today
      if (measured === undefined && note === undefined && !isExpected) continue
      records.push(toRecord(person, day, measured, note, { calendar, rules, nowMs }))
    }
  }
  const byName = new Intl.Collator('en', { numeric: true })
  records.sort((a, b) => (a.day === b.day ? byName.compare(a.device_name, b.device_name) : a.day < b.day ? 1 : -1))
  return { calendar, rules, records, days }
}

interface Setting {
  readonly calendar: LocalCalendar
  readonly rules: AttendanceRules
  readonly nowMs: number
}

function toRecord(
  { device_id, name, class_index }: Person,
  day: LocalDay,
  measured: AttendanceDay | undefined,
  note: NoteRow | undefined,
  { calendar, rules, nowMs }: Setting,
): OfficeLog {
  const { vacation, tag_not_brought, not_for_working, apply_ot } = note ?? NO_FLAGS
  const flags = { vacation, tag_not_brought, not_for_working, apply_ot }
  const correctedIn = note?.corrected_sign_in ?? null
  const correctedOut = note?.corrected_sign_out ?? null
  const lostMs = measured?.lost_ms ?? null
  const lostAt = lostMs === null ? null : seconds(lostMs)
  const signIn = measured === undefined ? null : seconds(measured.sign_in_ms)
  const signOut = measured === undefined || measured.sign_out_ms === null ? null : seconds(measured.sign_out_ms)
  // A correction stands beside what was measured; what follows from both goes by the correction.
  const [start, end] = [correctedIn ?? signIn, correctedOut ?? signOut]
  const isPresent = measured?.is_present === true && end === null
  const over =
    start === null || end === null || not_for_working
      ? 0
      : overTimeMinutes(day, start * 1000, end * 1000, rules, calendar)
  return {
    id: idOf(dayText(day), device_id),
    device_id,
    device_name: name,
    class_index,
    day: dayText(day),
    event: start === null ? 'absent' : isPresent ? 'signed_in' : end === null ? 'no_sign_out' : 'signed_out',
    sign_in: signIn,
    sign_out: signOut,
    lost_at: lostAt,
    duration: start === null ? null : end !== null ? end - start : isPresent ? seconds(nowMs) - start : null,
    entry_zone: measured?.entry_zone ?? '',
    exit_zone: measured?.exit_zone ?? '',
    in_zone_duration: seconds(measured?.in_zone_ms ?? 0),
    presences: (measured?.presences ?? []).map(({ from_ms, until_ms }) => [seconds(from_ms), seconds(until_ms)]),
    tag: name,
    comment: note?.comment ?? '',
    aberrant: isAberrant(measured, flags, correctedOut !== null),
    ...flags,
    over_time: over > 0,
    over_time_minutes: over,
    corrected_sign_in: correctedIn,
    corrected_sign_out: correctedOut,
    changed_by: note?.changed_by ?? '',
    changed_at: note?.changed_at ?? null,
    begin: signIn,
    end: signOut ?? lostAt,
  }
}
