/** The exports of attendance: a row a person and day, and a row a person of a month. Source: G72, G78, G79. */
import type { AttendanceMonth, OfficeLog } from '@whereabouts/contract/attendance'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'
import { formatTimeIn } from '../../lib/time.ts'
import { hoursText } from './words.ts'

const mark = (isSet: boolean): string => (isSet ? '1' : '0')

/** Times are written by the clocks of the account's time zone; lengths in seconds, and in hours where the header says so. */
export function attendanceCsv(records: Iterable<OfficeLog>, timeZone: string): string {
  const time = (at: number | null) => (at === null ? null : formatTimeIn(timeZone, at * 1000))
  const columns: readonly CsvColumn<OfficeLog>[] = [
    { header: 'name', cell: ({ device_name }) => device_name },
    { header: 'tag', cell: ({ device_id }) => device_id },
    { header: 'day', cell: ({ day }) => day },
    { header: 'event', cell: ({ event }) => event },
    { header: 'sign in', cell: ({ sign_in }) => time(sign_in) },
    { header: 'sign out', cell: ({ sign_out }) => time(sign_out) },
    { header: 'corrected sign in', cell: ({ corrected_sign_in }) => time(corrected_sign_in) },
    { header: 'corrected sign out', cell: ({ corrected_sign_out }) => time(corrected_sign_out) },
    { header: 'corrected by', cell: ({ changed_by }) => changed_by },
    { header: 'last seen', cell: ({ last_seen }) => time(last_seen) },
    { header: 'lost at', cell: ({ lost_at }) => time(lost_at) },
    { header: 'provisional', cell: ({ provisional }) => mark(provisional) },
    { header: 'duration', cell: ({ duration }) => duration },
    { header: 'duration hours', cell: ({ duration }) => (duration === null ? null : hoursText(duration)) },
    { header: 'shift', cell: ({ shift }) => shift },
    { header: 'entry zone', cell: ({ entry_zone }) => entry_zone },
    { header: 'exit zone', cell: ({ exit_zone }) => exit_zone },
    { header: 'in zone duration', cell: ({ in_zone_duration }) => in_zone_duration },
    { header: 'over time minutes', cell: ({ over_time_minutes }) => over_time_minutes },
    { header: 'aberrant', cell: ({ aberrant }) => mark(aberrant) },
    { header: 'vacation', cell: ({ vacation }) => mark(vacation) },
    { header: 'tag not brought', cell: ({ tag_not_brought }) => mark(tag_not_brought) },
    { header: 'not for working', cell: ({ not_for_working }) => mark(not_for_working) },
    { header: 'apply for OT', cell: ({ apply_ot }) => mark(apply_ot) },
    { header: 'comment', cell: ({ comment }) => comment },
  ]
  return csvOf(columns, records)
}

/** Lengths as in the records. */
export const attendanceMonthCsv = (people: Iterable<AttendanceMonth>): string =>
  csvOf<AttendanceMonth>(
    [
      { header: 'name', cell: ({ device_name }) => device_name },
      { header: 'tag', cell: ({ device_id }) => device_id },
      { header: 'days', cell: ({ days }) => days },
      { header: 'days not counted', cell: ({ open_days }) => open_days },
      { header: 'duration', cell: ({ duration }) => duration },
      { header: 'duration hours', cell: ({ duration }) => hoursText(duration) },
      { header: 'in zone duration', cell: ({ in_zone_duration }) => in_zone_duration },
      { header: 'in zone hours', cell: ({ in_zone_duration }) => hoursText(in_zone_duration) },
      { header: 'over time minutes', cell: ({ over_time_minutes }) => over_time_minutes },
      { header: 'aberrant', cell: ({ exceptions }) => exceptions },
      { header: 'vacation', cell: ({ vacations }) => vacations },
    ],
    people,
  )
