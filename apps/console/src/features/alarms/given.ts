/** Notifications for tests: whole and plain, with only what matters said. */
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { type AlarmType, isAlarmType, type NotificationType } from '@whereabouts/domain/alarms'

interface Given {
  readonly type?: NotificationType
  readonly id?: string
  readonly repeat?: boolean
  readonly device_id?: string | null
  readonly subject?: string
  readonly message?: string
}

export const givenAlarm = (alarm_id: string, change: Partial<Alarm> = {}): Alarm => ({
  alarm_id,
  type: 'help',
  device_id: 'G3-1',
  event_time_ms: 1000,
  repeat: true,
  state: 'sent',
  raised_at_ms: 1000,
  shown_at_ms: null,
  rings_again_at_ms: null,
  acknowledged_by: null,
  acknowledged_at_ms: null,
  going_by: null,
  going_at_ms: null,
  seen_by: null,
  seen_at_ms: null,
  ended_at_ms: null,
  record: [],
  ...change,
})

/** An event of this time (ms); a repeating one unless told. */
export function givenEvent(event_time_ms: number, given: Given = {}): Notification {
  const { type = 'help', id = `${type}-${event_time_ms}`, repeat = true, device_id = 'G3-1' } = given
  const alarm = isAlarmType(type)
    ? givenAlarm(id, { type: type as AlarmType, device_id: device_id ?? '', event_time_ms, repeat })
    : null
  return {
    id,
    type,
    subject: given.subject ?? type,
    message: given.message ?? `${type} of ${device_id}`,
    created_time: Math.floor(event_time_ms / 1000),
    device_id,
    metadata: { event_time_ms, repeat, late_since_ms: null, zone_id: null, zone_name: null, device_name: null },
    alarm,
  }
}
