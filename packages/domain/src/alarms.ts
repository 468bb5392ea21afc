/**
 * Types and states of alarms: raised, sent, shown, acknowledged or escalated. Pure; the server stores them.
 * Source: G58 to G64, G86; security rules 50, 51, 52, 53, 54.
 */

/** Types of notifications. `disengage` and `test` are delivered and not stored. */
export const NOTIFICATION_TYPES = [
  'device_offline',
  'enter_danger_zone',
  'station_online',
  'disengage',
  'test',
  'high_temperature',
  'low_temperature',
  'back_to_normal',
  'low_battery',
  'help',
  'webhook_off',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The types that a console may send. */
export const PUSH_TYPES = ['disengage', 'test'] as const
export type PushType = (typeof PUSH_TYPES)[number]

/** Types that are alarms: somebody has to see them and, where they repeat, to acknowledge them (G86). */
export const ALARM_TYPES = [
  'device_offline',
  'enter_danger_zone',
  'high_temperature',
  'low_temperature',
  'low_battery',
  'help',
] as const satisfies readonly NotificationType[]
export type AlarmType = (typeof ALARM_TYPES)[number]

export const isAlarmType = (type: NotificationType): type is AlarmType =>
  (ALARM_TYPES as readonly NotificationType[]).includes(type)

/** Types whose cause may last after the ring was stopped: somebody is still in the zone, or still too warm. */
export const LASTING_TYPES = [
  'enter_danger_zone',
  'high_temperature',
  'low_temperature',
] as const satisfies readonly AlarmType[]

interface Lasting {
  readonly type: AlarmType
  readonly ended_at_ms: number | null
  readonly going_at_ms: number | null
}

/** True while the cause of an alarm lasts, or somebody is on the way and nobody has confirmed seeing the person. */
export const isLasting = ({ type, ended_at_ms, going_at_ms }: Lasting): boolean =>
  ended_at_ms === null && (going_at_ms !== null || (LASTING_TYPES as readonly AlarmType[]).includes(type))

/** The entries of an alarm's record, in order: who stopped it, set out, confirmed seeing the person; that it rang again; that its cause ended. */
export const ALARM_STEPS = ['stopped', 'going', 'seen', 'rang_again', 'ended'] as const
export type AlarmStepName = (typeof ALARM_STEPS)[number]
/** Steps that a record keeps: the latest. */
export const MOST_ALARM_STEPS = 50

export const ALARM_STATES = ['raised', 'sent', 'shown', 'acknowledged', 'escalated'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

/** A console has this long (ms) to confirm that it shows an alarm; then push and mail go out (security rule 52). */
export const SHOWN_WITHIN_MS = 10_000
/** A person has this long (s) to acknowledge a repeating alarm, where the account sets nothing else. */
export const ACKNOWLEDGE_WITHIN_S = 60
/** Bounds of the account's settings (s). */
export const MIN_ACKNOWLEDGE_WITHIN_S = 15
export const MAX_ACKNOWLEDGE_WITHIN_S = 3600
/** Default time (s) for the person who set out to report that the person in need was seen. */
export const ARRIVE_WITHIN_S = 120
export const MIN_ARRIVE_WITHIN_S = 30
export const MAX_ARRIVE_WITHIN_S = 3600
/** Most contacts of an account, mailed one after the other, and the longest delay (s) before one. */
export const MAX_ALERT_CONTACTS = 10
export const MAX_CONTACT_AFTER_S = 3600
/** A second press of the same session within this time (ms) is a repeat (400003). */
export const DUPLICATE_WITHIN_MS = 1000
/** Most alarms of one call, and of the list of open ones. */
export const MAX_ALARMS = 5000
/** Presses of one person's help button within this time (ms) are one call for help. */
export const HELP_HOLDS_MS = 60_000

/** An event older than this (ms) when it is raised is shown as late (security rule 49). */
export const LATE_AFTER_MS = 15 * 60_000

/** Percent; a low battery counts as low until it is charged to this. */
export const BATTERY_RECOVERED_PERCENT = 20
/** A persistent temperature alert rings after this time (ms) unbroken beyond its threshold. */
export const PERSISTENT_ALERT_MS = 20 * 60_000
