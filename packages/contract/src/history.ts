/** The site at an instant of the past, the changes since, and which devices were near each other. Source: decisions 0033, 0044, 0086. */
import { MAX_DENSITY_BUCKETS } from '@whereabouts/domain/history'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { Notification } from './notifications.ts'
import { Station } from './stations.ts'
import { deviceId, epochMs } from './texts.ts'
import { Tracker } from './trackers.ts'
import { Zone } from './zones.ts'

/** A place at which a device was shown. */
export const WayPoint = z.object({
  at_ms: z.number().int(),
  moving: z.boolean(),
  map_id: z.string().nullable(),
  /** Pixels of the map image from its left and top edge. */
  indoor_X: z.number().nullable(),
  indoor_Y: z.number().nullable(),
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
})
export type WayPoint = z.output<typeof WayPoint>

/** A device in a zone, since when and, once it left, until when. */
export const Visit = z.object({
  zone_id: z.string(),
  device_id: z.string(),
  since_ms: z.number().int(),
  /** Null: it was in there at the time that is answered. */
  until_ms: z.number().int().nullable(),
})
export type Visit = z.output<typeof Visit>

export const PastSite = z.object({
  at_ms: z.number().int(),
  /**
   * When the last of what is answered was learned by reports that came late (epoch ms): consoles showed something else until then. Null:
   * this is what they showed.
   */
  learned_ms: z.number().int().nullable(),
  /**
   * Devices of the account that were there, with the names and classes they had. Of those that were removed since, the model is not
   * known any more (`g3`). `status` is as of then; `last_seen` of a device that was heard is the instant itself. Remarks are left out.
   */
  trackers: z.array(Tracker),
  /** Stations the account still has; where they are is as of now, whether they were connected as of then. None for visitors. */
  stations: z.array(Station),
  visits: z.array(Visit),
  /** As they were; of before the server kept them, as they were then. Oldest first. */
  zones: z.array(Zone),
  /** Of alarms that were open then or whose cause lasted, as they were; oldest first. */
  notifications: z.array(Notification),
})
export type PastSite = z.output<typeof PastSite>

/** One of these at its time. */
export const PastChange = z.object({
  at_ms: z.number().int(),
  /** The changed fields of a device; a new device has all fields. */
  tracker: Tracker.partial().required({ device_id: true }).optional(),
  station: Station.pick({ t4_id: true, connection_status: true }).optional(),
  visit: Visit.optional(),
  /** All zones, as they were from then on. */
  zones: z.array(Zone).optional(),
  /** With its alarm as it was from then on. */
  notification: Notification.optional(),
})
export type PastChange = z.output<typeof PastChange>

/** How long somebody else stayed at the same station or phone at the same time. Times in epoch seconds, durations in seconds. */
export const Contact = z.object({
  device_id: z.string(),
  device_name: z.string(),
  class_index: z.number().int(),
  duration: z.number().int(),
  /** How often they met: two stays at once count once. */
  times: z.number().int(),
  first_time: z.number().int(),
  last_time: z.number().int(),
  /** Longest first. */
  places: z.array(z.object({ sender_id: z.string(), sender_name: z.string(), duration: z.number().int() })),
})
export type Contact = z.output<typeof Contact>

const range = { from_ms: epochMs, until_ms: epochMs }
/** `1`: as consoles showed it then, without what was learned later; else as it was, by all that is known now. */
const asShown = z.literal('1').optional()
/** As text in an address. */
const count = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .refine((value) => value <= most)

/**
 * Ranges are at most 31 days; none ends before it starts, or before what is kept, and no instant lies before that: 400001 with info
 * `query.…`. 404103 of a device is as of its trail.
 */
export const history = {
  /** In order; at most 2,000 points, of which a long way leaves some out. */
  way: endpoint
    .get('/app/history/way/{device_id}', 'viewMap', 'The way of a device.')
    .takesQuery(z.strictObject(range))
    .answers(z.object({ points: z.array(WayPoint) }))
    .refusesWith('deviceNotFound'),
  site: endpoint
    .get('/app/history/site', 'viewTimeMachine', 'The site as it was at an instant.')
    .takesQuery(z.strictObject({ at_ms: epochMs, as_shown: asShown }))
    .answers(PastSite),
  /**
   * In order, after `from_ms` and up to `until_ms` of the answer, which is earlier than the one asked for where there is too much of it:
   * go on from there. Of each device at most one place in `step_ms`, for fast playing. Whether devices were heard comes as changes of
   * `status`: a device at rest has no other, so nothing ages by the clock.
   */
  changes: endpoint
    .get('/app/history/changes', 'viewTimeMachine', 'What changed at the site, in order.')
    .takesQuery(z.strictObject({ ...range, step_ms: count(3_600_000).optional(), as_shown: asShown }))
    .answers(z.object({ changes: z.array(PastChange), until_ms: z.number().int() })),
  /** By parts of equal length, in order: changes of shown positions, and alarms that were raised. */
  density: endpoint
    .get('/app/history/density', 'viewTimeMachine', 'How much happened when.')
    .takesQuery(z.strictObject({ ...range, buckets: count(MAX_DENSITY_BUCKETS) }))
    .answers(z.object({ moves: z.array(z.number().int()), alarms: z.array(z.number().int()) })),
  /** Null: there is none. */
  alarm: endpoint
    .get('/app/history/alarm', 'viewTimeMachine', 'The next alarm after an instant, or the last one before it.')
    .takesQuery(z.strictObject({ at_ms: epochMs, direction: z.enum(['next', 'previous']) }))
    .answers(z.object({ notification: Notification.nullable() })),
  /** Longest first. */
  contacts: endpoint
    .get('/app/history/contacts/{device_id}', 'viewTimeMachine', 'Who was near a device.')
    .takesQuery(z.strictObject(range))
    .answers(z.object({ contacts: z.array(Contact) }))
    .refusesWith('deviceNotFound'),
  /**
   * Erases the history of a device: past places, reports, ended zone visits and ended alarms. Needs a fresh proof of the password. A job
   * erases step by step after the answer; the device stays, as one that was never heard. 404103 as of its trail.
   */
  erase: endpoint
    .post('/app/history/erase', 'manageAccount', 'Erases the history of a device.')
    .takes(z.strictObject({ device_id: deviceId }))
    .answers(Nothing)
    .refusesWith('deviceNotFound', 'preconditionFailed'),
}
