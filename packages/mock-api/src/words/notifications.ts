/** What happened, and what consoles tell each other. */
import type { Notification, notifications } from '@whereabouts/contract/notifications'
import { isAlarmType, type NotificationType } from '@whereabouts/domain/alarms'
import { boundedTime } from '@whereabouts/domain/told-times'
import type { Account } from '../state.ts'
import { type Handlers, page, record, seconds, type World } from '../world.ts'
import { answerFor } from './alarms.ts'

export const notificationWords = (world: World): Handlers<typeof notifications> => ({
  list({ actor, query }) {
    const { items, metadata } = page(actor.account.notifications, ({ id }) => id, query)
    return { notifications: items, metadata }
  },

  push({ actor, body: { type, event_time_ms, alarm_ids } }) {
    const { account } = actor
    if (type === 'test') {
      const test = newNotification(world, { type: 'test', subject: 'Test', message: actor.name })
      world.tell(account.account_id, { event: 'notifications', data: { notifications: [test] } })
      return { event_time_ms: test.metadata.event_time_ms, alarms: [] }
    }
    const cut = boundedTime(event_time_ms, world.now())
    const isOver = ({ alarm, id, metadata }: Notification) =>
      alarm !== null &&
      alarm.acknowledged_by === null &&
      (alarm_ids === undefined ? metadata.event_time_ms <= cut : alarm_ids.includes(id))
    account.disengaged_at_ms = Math.max(account.disengaged_at_ms, cut)
    const alarms = answerFor(world, actor, isOver)
    const stop = newNotification(world, { type: 'disengage', subject: 'Ring stopped', message: actor.name })
    world.tell(account.account_id, { event: 'notifications', data: { notifications: [stop] } })
    record(world, actor, 'stop_ring')
    return { event_time_ms: cut, alarms }
  },

  registerPush: () => ({}),
})

const NAMES = { zone_id: null, zone_name: null, device_name: null }

type Given = Pick<Notification, 'type' | 'subject' | 'message'> &
  Partial<Pick<Notification, 'device_id'>> & {
    /** Of the event, where they are told. */
    readonly metadata?: Partial<Notification['metadata']>
  }

function newNotification({ uuid, now }: World, { device_id = null, metadata, ...words }: Given): Notification {
  return {
    id: uuid(),
    ...words,
    created_time: seconds(now()),
    device_id,
    metadata: { event_time_ms: now(), repeat: false, late_since_ms: null, ...NAMES, ...metadata },
    alarm: null,
  }
}

/** Something happens in an account: it is listed, counts as unread, and streams tell of it. */
export function raise(
  world: World,
  account: Account,
  given: Given & { readonly type: NotificationType },
): Notification {
  const plain = newNotification(world, given)
  const { id, type, device_id, metadata } = plain
  const alarm = isAlarmType(type)
    ? {
        ...{
          alarm_id: id,
          type,
          device_id: device_id ?? '',
          event_time_ms: metadata.event_time_ms,
          repeat: metadata.repeat,
        },
        raised_at_ms: metadata.event_time_ms,
        rings_again_at_ms: null,
        ...{ state: 'sent' as const, shown_at_ms: null, acknowledged_by: null, acknowledged_at_ms: null },
        ...{ going_by: null, going_at_ms: null, seen_by: null, seen_at_ms: null, ended_at_ms: null, record: [] },
      }
    : null
  const notification = { ...plain, alarm }
  account.notifications.unshift(notification)
  for (const user of account.users) user.unread_count += 1
  world.tell(account.account_id, { event: 'notifications', data: { notifications: [notification] } })
  return notification
}
