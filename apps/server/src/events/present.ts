/** Notifications as calls and streams answer them. */
import type { Notification } from '@whereabouts/contract/notifications'
import { toSeconds } from '../platform/clock.ts'
import type { NotificationRow } from './notifications.ts'
import { type Reader, tell } from './words.ts'

export const presentNotification = (row: NotificationRow, reader: Reader): Notification => ({
  id: row.id,
  type: row.type,
  ...tell(row, reader),
  created_time: toSeconds(row.created_at_ms),
  device_id: row.device_id,
  metadata: {
    event_time_ms: row.event_time_ms,
    repeat: row.repeat,
    late_since_ms: row.late_since_ms,
    ...namesIn(row),
    zone_id: row.type === 'enter_danger_zone' ? (row.facts.zone_id ?? null) : null,
  },
  alarm: row.alarm,
})

const namesIn = (row: NotificationRow) => ({
  zone_name: row.type === 'enter_danger_zone' ? row.facts.zone_name : null,
  device_name: 'device_name' in row.facts ? row.facts.device_name : null,
})
