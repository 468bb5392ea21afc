/** Shift reports, for the handover: made at set times and on request. Source: specification §3 Shift report; G75, G76. */
import { MAX_SHIFT_TIMES, SHIFT_TIME } from '@whereabouts/domain/shift-reports'
import { TRACKER_STATUSES } from '@whereabouts/domain/trackers'
import { ZONE_TYPES } from '@whereabouts/domain/zones'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { PageRequest, pageOf } from './paging.ts'
import { lineText, nameText, noteText } from './texts.ts'

const atMs = z.number().int()

const Reading = z.object({
  /** Who took over, as the person wrote it. */
  name: z.string(),
  /** Of the session it was said in. */
  session_name: z.string(),
  /** Epoch seconds. */
  time: z.number().int(),
})

export const ShiftReport = z.object({
  report_id: z.string(),
  /** A name, or `auto`. */
  creator: z.string(),
  /** Epoch seconds: the time it was due at, or was made by hand. */
  date: z.number().int(),
  notes: z.string(),
  /** While it is being made: `generating`. */
  state: z.enum(['generating', 'success', 'failure']),
  /** Under the API; '' unless it succeeded. */
  pdf_url: z.string(),
  /** As people named the shift; ''. */
  shift_name: z.string(),
  /** Start of its period (epoch seconds). The period ends at `date`. */
  period_start: z.number().int(),
  /** Who confirmed to have read it, in order. */
  read_by: z.array(Reading),
})
export type ShiftReport = z.output<typeof ShiftReport>

/** Of a carepad whose name is under the PIN, its id (G30). */
const Named = z.object({ device_id: z.string(), name: z.string() })

/** The content of a report. Times are epoch milliseconds; what still lasts has no end. */
export const ShiftReportContent = z.object({
  /** When it was looked at; of a server that was away at its time, later than `date`. */
  made_at_ms: atMs,
  timezone: z.string(),
  devices: z.array(
    Named.extend({
      class_name: z.string(),
      class_color: z.string().nullable(),
      status: z.enum(TRACKER_STATUSES),
      last_seen_ms: atMs.nullable(),
      /** Indoor map and nearest station, else the sender that heard it; '': unknown. */
      place: z.string(),
      /** Percent. */
      battery: z.number().nullable(),
      remarks: z.array(z.object({ name: z.string(), memo: z.string() })),
    }),
  ),
  /** Raised in the period, or open at its end. */
  alarms: z.array(
    z.object({
      alarm_id: z.string(),
      device_id: z.string().nullable(),
      /** In the reader's language. */
      subject: z.string(),
      message: z.string(),
      raised_at_ms: atMs,
      acknowledged_by: z.string().nullable(),
      acknowledged_at_ms: atMs.nullable(),
    }),
  ),
  /** Who was in which zone: first and last time, how often, and how long in all (s). */
  visits: z.array(
    Named.extend({
      zone_name: z.string(),
      zone_type: z.enum(ZONE_TYPES),
      entered_ms: atMs,
      /** The last sighting there, where it was seen elsewhere next. */
      left_ms: atMs.nullable(),
      /** The last sighting of one that was out of sight at the end; null with `left_ms`: still there. */
      last_seen_ms: atMs.nullable(),
      visits: z.number().int(),
      total_s: z.number().int(),
    }),
  ),
  /** Trackers and stations that fell silent in the period. */
  silent: z.array(Named.extend({ is_station: z.boolean(), since_ms: atMs, until_ms: atMs.nullable() })),
  /** Trackers whose battery ran low in the period. */
  low_batteries: z.array(Named.extend({ since_ms: atMs, battery: z.number().nullable() })),
  /** Carepads beyond their limits in the period; the peak in degrees Celsius. */
  temperatures: z.array(
    Named.extend({
      kind: z.enum(['high', 'low']),
      since_ms: atMs,
      until_ms: atMs.nullable(),
      peak: z.number().nullable(),
      temperature_unit: z.enum(['C', 'F']),
    }),
  ),
  remarks: z.array(Named.extend({ item: z.string(), memo: z.string(), editor: z.string(), time_ms: atMs })),
})
export type ShiftReportContent = z.output<typeof ShiftReportContent>

const reportsPage = pageOf('shift_reports', ShiftReport)

export const ShiftTimer = z.object({
  /** Times of day in the time zone of the account, such as `08:00`, in the order of the day. */
  shift_report_timer: z.array(z.string()),
  /** The name of the shift that ends at each time; '': named by its time. */
  shift_names: z.array(z.string()),
})
export type ShiftTimer = z.output<typeof ShiftTimer>

export const shiftReports = {
  getTimer: endpoint
    .get('/app/users/extrasettings/shifttimer', 'viewShiftReports', 'When shift reports are made by themselves.')
    .answers(ShiftTimer),
  /** The whole list, each time once. Names left out are ''. */
  saveTimer: endpoint
    .post('/app/users/extrasettings/shifttimer', 'manageDefinitions', 'Saves when shift reports are made.')
    .takes(
      z
        .strictObject({
          shift_report_timer: z
            .array(z.string().regex(SHIFT_TIME))
            .max(MAX_SHIFT_TIMES)
            .refine((times) => new Set(times).size === times.length),
          shift_names: z.array(lineText).max(MAX_SHIFT_TIMES).optional(),
        })
        .refine(
          ({ shift_report_timer: times, shift_names: names }) => names === undefined || names.length === times.length,
          { path: ['shift_names'] },
        ),
    )
    .answers(ShiftTimer),
  list: endpoint
    .get('/app/shiftreports', 'viewShiftReports', 'Shift reports, newest first.')
    .takesQuery(PageRequest)
    .answers(reportsPage),
  /** Answers the first page of the list, with the new report first (G75). */
  create: endpoint
    .post('/app/shiftreports', 'viewShiftReports', 'Makes a shift report now.')
    .takes(z.strictObject({ notes: noteText }))
    .answers(reportsPage),
  get: endpoint
    .get('/app/shiftreports/{report_id}', 'viewShiftReports', 'A shift report with what it holds.')
    .answers(z.object({ shift_report: ShiftReport, content: ShiftReportContent.nullable() }))
    .refusesWith('resourceNotFound'),
  /** In the reader's language. A report that did not succeed has none: 404102. */
  pdf: endpoint
    .get('/app/shiftreports/{report_id}/pdf', 'viewShiftReports', 'A shift report as PDF.')
    .answers(z.object({ base64: z.string() }))
    .refusesWith('resourceNotFound'),
  /** One that succeeded is left as it is. */
  retry: endpoint
    .post('/app/shiftreports/{report_id}/retry', 'viewShiftReports', 'Makes a shift report again that failed.')
    .answers(z.object({ shift_report: ShiftReport }))
    .refusesWith('resourceNotFound'),
  /** A second confirmation by the same person changes nothing. 405001 for a report that did not succeed. */
  confirm: endpoint
    .post('/app/shiftreports/{report_id}/handover', 'viewShiftReports', 'Confirms that the next shift has read it.')
    .takes(z.strictObject({ name: nameText.optional() }))
    .answers(z.object({ shift_report: ShiftReport }))
    .refusesWith('resourceNotFound', 'notAllowed'),
}
