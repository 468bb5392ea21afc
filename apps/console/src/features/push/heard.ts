/**
 * What is pushed while the page is open goes the way of what the stream brings, which knows it when it comes twice. A push names
 * the kind of event alone: what it is about is asked for first. Source: specification §4 Foreground push; G59.
 */
import type { Notification, PushMessage } from '@whereabouts/contract/notifications'
import { type AlarmType, isAlarmType } from '@whereabouts/domain/alarms'
import type { FromServiceWorker } from '../../lib/push-message.ts'
import { pause } from '../../lib/wait.ts'
import { listOpenAlarms } from '../alarms/queries.ts'
import { onStreamEvent, passOn } from '../live/live.ts'

/** It rings without its details when these take longer than this (ms). */
const DETAILS_WITHIN_MS = 2000
/** As many events are remembered: a push comes within the hour, mostly within a second. */
const MEMORY = 500

const never = new AbortController().signal

interface Hearers {
  open(deviceId: string | null): void
  /** The browser took another subscription. */
  renew(): void
}

/** Hears the service worker until stopped. */
export function hearPushes({ open, renew }: Hearers): () => void {
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (worker === undefined) return () => undefined
  /** Ids that the stream told of, or that are handed on. */
  const known = new Set<string>()
  const remember = (id: string) => {
    known.add(id)
    if (known.size > MEMORY) known.delete(known.values().next().value!)
  }
  const stopListening = onStreamEvent((event) => {
    if (event.event === 'notifications') for (const { id } of event.data.notifications) remember(id)
  })
  let isStopped = false

  async function handOn(push: PushMessage): Promise<void> {
    if (known.has(push.id)) return
    const details = isAlarmType(push.type)
      ? await Promise.race([detailsOf(push), pause(DETAILS_WITHIN_MS, never).then(() => undefined)])
      : undefined
    if (isStopped || known.has(push.id)) return
    passOn({ event: 'notifications', id: '', data: { notifications: [details ?? notificationOf(push)] } })
  }

  const hear = ({ data }: MessageEvent<FromServiceWorker>) => {
    if ('open' in data) open(data.open)
    else if ('resubscribed' in data) renew()
    else if (data.push !== undefined) void handOn(data.push)
  }
  worker.addEventListener('message', hear)
  worker.startMessages()
  return () => {
    isStopped = true
    worker.removeEventListener('message', hear)
    stopListening()
  }
}

/** What the server says of it, where it is still open. */
async function detailsOf({ alarm_id, event_time_ms }: PushMessage): Promise<Notification | undefined> {
  try {
    const { notifications } = await listOpenAlarms()
    return notifications.find(
      ({ alarm, metadata }) => alarm?.alarm_id === alarm_id && metadata.event_time_ms === event_time_ms,
    )
  } catch (error) {
    console.warn('What was pushed could not be asked for.', error)
    return undefined
  }
}

/** All that the push itself says. */
function notificationOf({
  id,
  alarm_id,
  type,
  event_time_ms,
  repeat,
  device_id,
  title,
  body,
}: PushMessage): Notification {
  const life = { state: 'sent', shown_at_ms: null, acknowledged_by: null, acknowledged_at_ms: null } as const
  const about = { type: type as AlarmType, device_id: device_id ?? '', event_time_ms, repeat }
  return {
    ...{ id, type, device_id, subject: title, message: body },
    created_time: Math.floor(event_time_ms / 1000),
    metadata: { event_time_ms, repeat, late_since_ms: null, zone_id: null },
    alarm: alarm_id !== null && isAlarmType(type) ? { alarm_id, ...about, ...life } : null,
  }
}
