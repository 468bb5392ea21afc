/** The record of excursions: times that carepads spent beyond their limits, kept for audits. Source: decision 0048; G70. */
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { pageOf, pageToken } from './paging.ts'
import { deviceId, epochSeconds, noteText } from './texts.ts'

/** An excursion as a chart shows it. */
export const ExcursionMark = z.object({
  excursion_id: z.string(),
  event: z.enum(['high_temperature', 'low_temperature']),
  /** Epoch seconds. */
  start: z.number().int(),
  /** Seconds, until now for one that lasts. */
  duration: z.number().int(),
  is_over: z.boolean(),
  /** It raised an alarm; one that is persistent may have ended before. */
  alerted: z.boolean(),
  /** Degrees Celsius: the highest or the lowest reading of it; null: not known any more. */
  peak: z.number().nullable(),
})
export type ExcursionMark = z.output<typeof ExcursionMark>

export const Excursion = ExcursionMark.extend({
  carepad_id: z.string(),
  /** As it and its logger were called when it began; its id where the name is under a PIN (G30), and no logger is ''. */
  carepad_name: z.string(),
  logger_name: z.string(),
  /** The limits when it began, degrees Celsius; the low one null: there was none. */
  threshold_high: z.number(),
  threshold_low: z.number().nullable(),
  /** Who answered its alarm; null: nobody yet. Epoch seconds. */
  acknowledged_by: z.string().nullable(),
  acknowledged_at: z.number().int().nullable(),
  /** Oldest first; they are never changed. Epoch seconds. */
  comments: z.array(z.object({ text: z.string(), by: z.string(), at: z.number().int() })),
})
export type Excursion = z.output<typeof Excursion>

/** A month of the account's time zone. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
/** Most comments of an excursion. */
export const MAX_COMMENTS = 50

export const excursions = {
  /** Those that began in a time, or of all times. */
  list: endpoint
    .get('/app/excursions', 'editDevices', 'Excursions of carepads, newest first.')
    .takesQuery(
      z.strictObject({
        page_token: pageToken.optional(),
        query_start: epochSeconds.optional(),
        query_end: epochSeconds.optional(),
        carepad_id: deviceId.optional(),
      }),
    )
    .answers(pageOf('excursions', Excursion)),
  /** 400001 with info `comments.count` beyond 50. */
  comment: endpoint
    .post('/app/excursions/{excursion_id}/comments', 'editDevices', 'Adds a comment to an excursion; it stays.')
    .takes(z.strictObject({ text: noteText.refine((text) => text !== '') }))
    .answers(z.object({ excursion: Excursion }))
    .refusesWith('resourceNotFound'),
  /**
   * By the account's time zone, oldest first. Its first row says which account it is of, when it was exported and whether the month was
   * over. Its rows are chained: `npm run admin -- verify-excursions` finds what was changed.
   */
  csv: endpoint
    .get('/app/excursions/csv', 'exportData', 'The excursions of a month as CSV.')
    .takesQuery(z.strictObject({ month }))
    .answers(z.object({ csv: z.string() })),
  pdf: endpoint
    .get('/app/excursions/pdf', 'exportData', 'The excursions of a month as PDF.')
    .takesQuery(z.strictObject({ month }))
    .answers(z.object({ base64: z.string() })),
}
