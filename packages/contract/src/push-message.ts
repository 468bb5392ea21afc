/** What is pushed to a browser, encrypted. Source: specification §4 Foreground push; G59; security rule 56. */
import type { Notification } from './notifications.ts'

/**
 * Title and body name the kind of event alone: screens that anybody sees show them; consoles ask for the rest by the id. Two
 * kinds of `disengage` are told apart: a stop ends all events up to its time, and what was answered for from the list is named.
 */
export interface PushMessage {
  readonly id: string
  /** What was sent again is about the alarm it began with; null: no alarm. */
  readonly alarm_id: string | null
  readonly type: Notification['type']
  /** 0: of no time, as alarms were answered for by their names. */
  readonly event_time_ms: number
  readonly repeat: boolean
  readonly device_id: string | null
  readonly title: string
  readonly body: string
  /** Of a `disengage`: these alarms were answered for, and no others. */
  readonly alarm_ids?: readonly string[]
}
