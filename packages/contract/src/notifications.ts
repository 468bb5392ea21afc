/** Notifications of events, and the messages that consoles of one account exchange. Source: specification §3, §7; G58 to G64. */
import {
  ALARM_STATES,
  ALARM_STEPS,
  ALARM_TYPES,
  MAX_ALARMS,
  NOTIFICATION_TYPES,
  PUSH_TYPES,
} from '@whereabouts/domain/alarms'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { PageRequest, pageOf } from './paging.ts'

/** An alarm: an event that somebody has to see and, where it repeats, to acknowledge (G86). It shares its id with its notification. */
export const Alarm = z.object({
  alarm_id: z.string(),
  type: z.enum(ALARM_TYPES),
  device_id: z.string(),
  event_time_ms: z.number().int(),
  /** It rings until somebody acknowledges it. */
  repeat: z.boolean(),
  state: z.enum(ALARM_STATES),
  raised_at_ms: z.number().int(),
  shown_at_ms: z.number().int().nullable(),
  /** Name of the person who acknowledged it; null: nobody yet. */
  acknowledged_by: z.string().nullable(),
  acknowledged_at_ms: z.number().int().nullable(),
  /** Who is on the way to the person, and since when; null: nobody, or the person has been seen since. */
  going_by: z.string().nullable(),
  going_at_ms: z.number().int().nullable(),
  /** When it rings again unless somebody confirms before that the person was seen; null: nobody is on the way. */
  rings_again_at_ms: z.number().int().nullable(),
  /** Who last confirmed that the person was seen. */
  seen_by: z.string().nullable(),
  seen_at_ms: z.number().int().nullable(),
  /** When its cause ended, as the person left the zone; null: it lasts, or is of a type whose cause does not. */
  ended_at_ms: z.number().int().nullable(),
  /** What became of it since it was raised, the latest 50 steps in order. `by`: the name of a person; '': nobody. */
  record: z.array(z.object({ step: z.enum(ALARM_STEPS), at_ms: z.number().int(), by: z.string() })),
})
export type Alarm = z.output<typeof Alarm>

export const Notification = z.object({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  /** In the reader's language. */
  subject: z.string(),
  message: z.string(),
  /** Epoch seconds. */
  created_time: z.number().int(),
  /** Tracker, carepad or station it is about; null: none. */
  device_id: z.string().nullable(),
  metadata: z.object({
    /** Rises from each event of the account to the next. */
    event_time_ms: z.number().int(),
    repeat: z.boolean(),
    /** When it truly happened, where that is over 15 minutes before it was raised (security rule 49). */
    late_since_ms: z.number().int().nullable(),
    /** The danger zone that was entered; null: not about a zone. */
    zone_id: z.string().nullable(),
    /** Names of that zone and of the device, as they were then; null: it is about none. */
    zone_name: z.string().nullable(),
    device_name: z.string().nullable(),
  }),
  /** Null: an event that is not an alarm. */
  alarm: Alarm.nullable(),
})
export type Notification = z.output<typeof Notification>

const eventTimeMs = z.number().int().min(0).max(8_640_000_000_000_000)
export const alarmIds = z.array(z.uuid()).max(MAX_ALARMS)

export const notifications = {
  list: endpoint
    .get('/app/notifications', 'viewNotifications', 'What happened, newest first.')
    .takesQuery(PageRequest)
    .answers(pageOf('notifications', Notification)),
  /**
   * `test` rings once on every console of the account. `disengage` acknowledges the alarms named in `alarm_ids`, or without
   * them all that were raised by `event_time_ms`; a later time than now counts as now, and one of more than twelve hours ago as of
   * then. An alarm raised by then and not named is
   * sent again (G64). The same call of one session within a second is 400003.
   */
  push: endpoint
    .post('/app/notifications/push', 'acknowledgeAlarms', 'Stops the ring on every console, or tries it out.')
    .unrated()
    .takes(z.strictObject({ type: z.enum(PUSH_TYPES), event_time_ms: eventTimeMs, alarm_ids: alarmIds.optional() }))
    .answers(
      z.object({
        /** The time in force: events up to it are over. */
        event_time_ms: z.number().int(),
        /** The alarms this call acknowledged. */
        alarms: z.array(Alarm),
      }),
    )
    .refusesWith('duplicateMessage', 'tooManyRequests'),
  /**
   * This browser's push subscription, as the base64url of its JSON; '' ends it. A malformed one, and one the push service no
   * longer knows, is 400103.
   */
  registerPush: endpoint
    .put('/app/users/pushtoken', 'useOwnSession', 'Says where this session is reached by Web Push.')
    .takes(z.strictObject({ push_token: z.string().max(4096) }))
    .answers(Nothing)
    .refusesWith('invalidDeviceClient'),
}
