/** Days of work as visits of attendance zones tell them, and the shifts by which overtime counts. Source: G72, G95; decisions 0090, 0091. */
import { CLOCK_TIME, MAX_WORK_SHIFTS } from '@whereabouts/domain/attendance-rules'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { pageOf } from './paging.ts'
import { lineText, nameText, noteText } from './texts.ts'

/** Items of a page. */
export const ATTENDANCE_PAGE_SIZE = 200
/** Longest range of a question (days). */
export const MAX_ATTENDANCE_DAYS = 31

const seconds = z.number().int()

export const OfficeLog = z.object({
  /** Of a person and a day. */
  id: z.string(),
  device_id: z.string(),
  device_name: z.string(),
  class_index: z.number().int(),
  /** YYYY-MM-DD in the account's time zone: the day on which it began. */
  day: z.string(),
  event: z.enum(['signed_in', 'signed_out', 'no_sign_out', 'absent']),
  /** Measured times (epoch seconds); null: not seen. */
  sign_in: seconds.nullable(),
  sign_out: seconds.nullable(),
  /** The last sighting, where nobody saw the person leave. */
  lost_at: seconds.nullable(),
  /** The last sighting of somebody who is signed in and has been out of sight for a while; null: heard now, or not signed in. */
  last_seen: seconds.nullable(),
  /** What happens from now on may change the times of this day. */
  provisional: z.boolean(),
  /** From sign-in to sign-out (s), or until now or the last sighting for people who are still there; null: unknown. Corrections count. */
  duration: seconds.nullable(),
  entry_zone: z.string(),
  exit_zone: z.string(),
  /** Of the duration; where it is unknown, of the measured times. */
  in_zone_duration: seconds,
  /** Times in zones (epoch seconds), for the bar of the day. */
  presences: z.array(z.tuple([seconds, seconds])),
  /** The name of the tracker on that day. */
  tag: z.string(),
  comment: z.string(),
  aberrant: z.boolean(),
  vacation: z.boolean(),
  tag_not_brought: z.boolean(),
  not_for_working: z.boolean(),
  apply_ot: z.boolean(),
  /** More than the rules let pass. */
  over_time: z.boolean(),
  over_time_minutes: z.number().int(),
  /** The shift that the day takes; '': none, or one without a name. */
  shift: z.string(),
  /** Corrected times (epoch seconds), with who corrected them and when; null: none. */
  corrected_sign_in: seconds.nullable(),
  corrected_sign_out: seconds.nullable(),
  changed_by: z.string(),
  changed_at: seconds.nullable(),
  /** The range that was measured. */
  begin: seconds.nullable(),
  end: seconds.nullable(),
})
export type OfficeLog = z.output<typeof OfficeLog>

const AttendanceSummary = z.object({
  /** Who was seen in the last 31 days, and who of them is in a zone now. */
  people: z.number().int(),
  signed_in: z.number().int(),
  /** Of the range. */
  exceptions: z.number().int(),
  overtime_requests: z.number().int(),
  vacations: z.number().int(),
  /** Mean of those that ended (s); null: none. */
  average_duration: seconds.nullable(),
})

export const AttendanceMonth = z.object({
  device_id: z.string(),
  device_name: z.string(),
  class_index: z.number().int(),
  /** Days with a sign-in. */
  days: z.number().int(),
  /** Of these, days without a sign-out. The sums are of the others. */
  open_days: z.number().int(),
  duration: seconds,
  in_zone_duration: seconds,
  over_time_minutes: z.number().int(),
  exceptions: z.number().int(),
  vacations: z.number().int(),
})
export type AttendanceMonth = z.output<typeof AttendanceMonth>

const clockTime = z.string().regex(CLOCK_TIME)

/** From a time of day to the next such time; on certain days (0: Sunday), or on all. */
const WorkShift = z.strictObject({
  /** '': without a name. */
  name: z.string(),
  start: clockTime,
  end: clockTime,
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length)
    .optional(),
})

export const AttendanceRules = z.object({
  shifts: z.array(WorkShift),
  over_time_minutes: z.number().int(),
  /** Of the shift, where there is only one. */
  work_start: clockTime.optional(),
  work_end: clockTime.optional(),
})
export type AttendanceRules = z.output<typeof AttendanceRules>

/** The sources of a record: zone visits, and sightings of the tracker in between. */
const Evidence = z.object({
  visits: z.array(
    z.object({
      zone_name: z.string(),
      from: seconds,
      until: seconds,
      /** `unseen`: out of sight for a while. `lost`: for longer, so nobody saw the person leave. */
      end: z.enum(['left', 'present', 'unseen', 'lost', 'left behind']),
    }),
  ),
  stays: z.array(
    z.object({
      kind: z.string(),
      sender_name: z.string(),
      from: seconds,
      until: seconds,
      sightings: z.number().int(),
    }),
  ),
})

/** YYYY-MM. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

export const ATTENDANCE_FILTERS = ['everyone', 'exceptions', 'overtime', 'vacation', 'absent'] as const
export type AttendanceFilter = (typeof ATTENDANCE_FILTERS)[number]

/** Within any day of these centuries. */
const moment = z.number().int().min(0).max(9_999_999_999)

const second = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform(Number)

export const attendance = {
  /**
   * Records whose day is in the range, newest day first; today without a range. A range that ends before it begins, or has more than
   * 31 days, is 400001.
   */
  list: endpoint
    .get('/application/officelog', 'viewAttendance', 'Attendance by person and day.')
    .takesQuery(
      z.strictObject({
        device_name: nameText.optional(),
        query_begin: second.optional(),
        query_end: second.optional(),
        show: z.enum(ATTENDANCE_FILTERS).optional(),
        /** The `next_token` of the page before, by either name. */
        page_id: z.string().min(1).max(512).optional(),
        page_token: z.string().min(1).max(512).optional(),
      }),
    )
    .answers(
      z.object({
        ...pageOf('officelogs', OfficeLog).shape,
        summary: AttendanceSummary,
        rules: AttendanceRules,
      }),
    ),
  get: endpoint
    .get('/application/officelog/{id}', 'viewAttendance', 'A record with the visits and sightings behind it.')
    .answers(z.object({ officelog: OfficeLog, ...Evidence.shape }))
    .refusesWith('resourceNotFound'),
  /** Times beside the measured ones lie within two days of the record's day and not in the future, the end behind the start; else 400001. */
  change: endpoint
    .put('/application/officelog/{id}', 'viewAttendance', 'Says something about a day of a person.')
    .takes(
      z
        .strictObject({
          comment: noteText.optional(),
          vacation: z.boolean().optional(),
          tag_not_brought: z.boolean().optional(),
          not_for_working: z.boolean().optional(),
          apply_ot: z.boolean().optional(),
          corrected_sign_in: moment.nullable().optional(),
          corrected_sign_out: moment.nullable().optional(),
        })
        .refine((change) => Object.keys(change).length > 0),
    )
    .answers(z.object({ officelog: OfficeLog }))
    .refusesWith('resourceNotFound'),
  listMonth: endpoint
    .get('/application/officelogmonth', 'viewAttendance', 'Attendance of a month by person.')
    .takesQuery(z.strictObject({ month }))
    .answers(z.object({ people: z.array(AttendanceMonth) })),
  monthPdf: endpoint
    .get('/application/officelogmonth/pdf', 'viewAttendance', 'Attendance of a month as PDF, with its exceptions.')
    .takesQuery(z.strictObject({ month }))
    .answers(z.object({ base64: z.string() })),
  getRules: endpoint
    .get(
      '/app/users/extrasettings/attendance',
      'viewAttendance',
      'The shifts of attendance, and from when on overtime counts.',
    )
    .answers(AttendanceRules),
  /**
   * Shifts, or the start and end of one. They count for days from `from` on (YYYY-MM-DD), today without it; the first that are saved count
   * for all days. A day that has not begun is 400001.
   */
  saveRules: endpoint
    .post('/app/users/extrasettings/attendance', 'manageAttendance', 'Saves the shifts of attendance.')
    .takes(
      z
        .strictObject({
          shifts: z
            .array(WorkShift.extend({ name: lineText }))
            .min(1)
            .max(MAX_WORK_SHIFTS)
            .optional(),
          work_start: clockTime.optional(),
          work_end: clockTime.optional(),
          over_time_minutes: z.number().int().min(0).max(720),
          from: z
            .string()
            .regex(/^\d{4}-\d\d-\d\d$/)
            .optional(),
        })
        .refine(({ shifts, work_start, work_end }) =>
          shifts === undefined
            ? work_start !== undefined && work_end !== undefined
            : work_start === undefined && work_end === undefined,
        ),
    )
    .answers(AttendanceRules),
}
