/** The payload of a Web Push, encrypted. Source: specification §4 Foreground push; G59; security rule 56. */
import type { Notification } from './notifications.ts'

/**
 * Title and body name only the kind of event, as anybody may see the screen; consoles load the rest by the id. There are two
 * kinds of `disengage`: a stop ends all events up to its time, and an acknowledgement from the list names its alarms.
 */
export interface PushMessage {
  readonly id: string
  /** An alarm that was sent again keeps the id it began with; null: no alarm. */
  readonly alarm_id: string | null
  readonly type: Notification['type']
  /** 0: no time, as the alarms are named. */
  readonly event_time_ms: number
  readonly repeat: boolean
  readonly device_id: string | null
  readonly title: string
  readonly body: string
  /** Of a `disengage`: exactly these alarms were acknowledged. */
  readonly alarm_ids?: readonly string[]
}
