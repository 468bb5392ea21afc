/** Temperature carepads and the loggers they stand in. Source: specification §3 Carepad; G69, G70. */
import { isProtectedName, isWellFormedProtectedName } from '@whereabouts/domain/protected-names'
import { MEASURED, TREND_RANGES } from '@whereabouts/domain/temperatures'
import { z } from 'zod'
import { MailSent } from './accounts.ts'
import { ExcursionMark } from './excursions.ts'
import { endpoint } from './kit.ts'
import { DevicePageRequest, pageOf } from './paging.ts'
import { epochSeconds, mailToken, nameText, newDeviceId } from './texts.ts'

export const Carepad = z.object({
  carepad_id: z.string(),
  /** Plain, or `enc:1:…` under the account's PIN (G30). */
  carepad_name: z.string(),
  /** Null: the unassigned default group. */
  logger_id: z.string().nullable(),
  make: z.string(),
  /** Percent. */
  battery: z.number().nullable(),
  /** Degrees Celsius. */
  temperature: z.number().nullable(),
  /** Percent, relative; null: it measures none. */
  humidity: z.number().nullable(),
  /** Epoch seconds; null: never heard. */
  last_seen: z.number().int().nullable(),
  /** Its own unit, or the account's. */
  temperature_unit: z.enum(['C', 'F']),
  has_own_unit: z.boolean(),
  measures: z.enum(MEASURED),
  /** Degrees Celsius; the low one null: nothing is too cold. */
  threshold_high: z.number(),
  threshold_low: z.number().nullable(),
  alert_type: z.enum(['instant', 'persistent']),
  encrypted: z.boolean(),
  /** Epoch seconds since when it is beyond a threshold, or its battery is low; null: it is not. */
  high_since: z.number().int().nullable(),
  low_since: z.number().int().nullable(),
  /** Epoch seconds when an excursion that raised an alarm ended, within 12 hours; null: none did. */
  normal_since: z.number().int().nullable(),
  battery_low: z.boolean(),
  /** Its excursion raised an alarm; one that is persistent may still be pending. */
  alerted: z.boolean(),
  /** A mail asks the owner to confirm its removal. */
  removal_pending: z.boolean(),
})
export type Carepad = z.output<typeof Carepad>

/** A name under the account's PIN, which only browsers can read (G30). */
export const protectedName = z.string().refine(isWellFormedProtectedName)
const plainName = nameText.refine((name) => !isProtectedName(name))
/**
 * A name on its way to be stored. A protected one is accepted with `pin_check` of the PIN it was encrypted by, while that is the
 * account's; a plain one while the account has no PIN. Otherwise 409001 with info `pin_check`.
 */
const carepadName = z.union([protectedName, plainName])
export const pinCheck = z.string().regex(/^[A-Za-z0-9+/=:_-]{1,512}$/)

/** Degrees Celsius. */
const threshold = z.number().min(-100).max(200)

/** A minute, or beyond eight days an hour. Degrees Celsius. */
export const Temperature = z.object({
  /** Epoch seconds of its start. */
  time: z.number().int(),
  temperature: z.number(),
  low: z.number(),
  high: z.number(),
  /** Percent; null: not measured. */
  humidity: z.number().nullable(),
})
export type Temperature = z.output<typeof Temperature>

export const carepads = {
  list: endpoint
    .get('/app/carepads', 'viewMap', 'Carepads of the account, newest first.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('carepads', Carepad)),
  /** With `bind_check` true nothing is stored. Without a logger the carepad is in the unassigned group. */
  add: endpoint
    .post('/app/carepads', 'addDevices', 'Checks whether a carepad may be added, or adds it.')
    .takes(
      z
        .strictObject({
          carepad_id: newDeviceId,
          carepad_name: carepadName.optional(),
          pin_check: pinCheck.optional(),
          logger_id: z.uuid().nullable().optional(),
          /** Decides its limits; without it a body. */
          measures: z.enum(MEASURED).optional(),
          bind_check: z.boolean().optional(),
        })
        .refine(({ bind_check, carepad_name }) => bind_check === true || carepad_name !== undefined, {
          path: ['carepad_name'],
        }),
    )
    .answers(z.object({ carepad: Carepad.optional() }))
    .refusesWith('nameTaken', 'deviceUsedByAnotherUser', 'deviceAlreadyYours', 'resourceNotFound', 'conflict'),
  /**
   * Only fields that are given change; with something else to measure come its usual limits. A unit of null is the account's. 400001
   * with info `body.threshold_high` unless the high threshold is above the low one. `reset_name` lets a plain name take the place of one
   * that nobody can read any more, although the account has a PIN.
   */
  change: endpoint
    .put('/app/carepads/{id}', 'manageCarepads', 'Renames or moves a carepad, or changes its thresholds.')
    .takes(
      z.strictObject({
        carepad_name: carepadName.optional(),
        pin_check: pinCheck.optional(),
        reset_name: z.literal(true).optional(),
        logger_id: z.uuid().nullable().optional(),
        temperature_unit: z.enum(['C', 'F']).nullable().optional(),
        measures: z.enum(MEASURED).optional(),
        threshold_high: threshold.optional(),
        threshold_low: threshold.nullable().optional(),
        alert_type: z.enum(['instant', 'persistent']).optional(),
      }),
    )
    .answers(z.object({ carepad: Carepad }))
    .refusesWith('deviceNotFound', 'nameTaken', 'resourceNotFound', 'conflict'),
  /** Sends a mail to the owner, whose link completes it (G26). */
  remove: endpoint
    .delete('/app/carepads/{id}', 'manageCarepads', 'Asks for the removal of a carepad.')
    .answers(MailSent)
    .refusesWith('deviceNotFound'),
  /** By the link of the mail; needs no session. */
  unassign: endpoint
    .post('/app/carepads/unassign', 'public', 'Removes the carepads of a mail.')
    .takes(z.strictObject({ token: mailToken }))
    .answers(z.object({ device_name: z.string(), device_names: z.array(z.string()) }))
    .refusesWith('invalidToken', 'tooManyRequests'),
  /** Of at most 400 days; 400001 with info `query.query_end` otherwise. */
  temperatures: endpoint
    .get('/app/carepads/{id}/temperatures', 'viewMap', 'What a carepad measured, and when it was beyond a threshold.')
    .takesQuery(z.strictObject({ query_start: epochSeconds, query_end: epochSeconds }))
    .answers(z.object({ temperatures: z.array(Temperature), excursions: z.array(ExcursionMark) }))
    .refusesWith('deviceNotFound'),
  /** Of every carepad evenly spaced values up to now: 60, 96 or 84; a value beyond a threshold stands for its stretch of time. */
  trends: endpoint
    .get('/app/carepads/trends', 'viewMap', 'How the temperatures of all carepads went.')
    .takesQuery(z.strictObject({ range: z.enum(TREND_RANGES) }))
    .answers(
      z.object({
        /** Epoch seconds of the start of the first stretch, and seconds of each. */
        start: z.number().int(),
        step: z.number().int(),
        trends: z.array(z.object({ carepad_id: z.string(), temperatures: z.array(z.number().nullable()) })),
      }),
    ),
}
