/**
 * What is pushed while the page is open goes the way of what the stream brings, which knows it when it comes twice. A push names
 * the kind of event alone: what it is about is asked for first. Source: specification §4 Foreground push; G59.
 */
import type { Notification } from '@whereabouts/contract/notifications'
import type { PushMessage } from '@whereabouts/contract/push-message'
import { type AlarmType, isAlarmType, MAX_ALARMS } from '@whereabouts/domain/alarms'
import { pause } from '../../lib/pause.ts'
import type { FromServiceWorker } from '../../lib/push-message.ts'
import { alarmCalls } from '../alarms/queries.ts'
import type { StreamEventSource } from '../live/stream-events.ts'

/** It rings without its details when these take longer than this (ms). */
const DETAILS_WITHIN_MS = 2000
/** As many events are remembered: a push comes within the hour, mostly within a second. */
const MEMORY = 500

const never = new AbortController().signal

interface Hearers {
  /** Events of the stream, and of push beside it. */
  readonly events: Pick<StreamEventSource, 'onEvent' | 'tell'>
  open(deviceId: string | null): void
  /** The browser took another subscription. */
  renew(): void
}

/** Hears the service worker until stopped. */
export function hearPushes({ events, open, renew }: Hearers): () => void {
  const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (worker === undefined) return () => undefined
  /** Ids that the stream told of, or that are handed on. */
  const known = new Set<string>()
  const remember = (id: string) => {
    known.add(id)
    if (known.size > MEMORY) known.delete(known.values().next().value!)
  }
  const stopListening = events.onEvent((event) => {
    if (event.event === 'notifications') for (const { id } of event.data.notifications) remember(id)
  })
  let isStopped = false

  async function handOn(push: PushMessage): Promise<void> {
    // What was answered for from the list is told by the stream, alarm by alarm.
    if (known.has(push.id) || push.alarm_ids !== undefined) return
    const details = isAlarmType(push.type)
      ? await Promise.race([detailsOf(push), pause(DETAILS_WITHIN_MS, never).then(() => undefined)])
      : undefined
    if (isStopped || known.has(push.id) || details === 'over') return
    events.tell({ event: 'notifications', id: '', data: { notifications: [details ?? notificationOf(push)] } })
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

/**
 * What the server says of it; over: a ring that somebody has answered for meanwhile, as the push came late. Undefined: it could
 * not be asked, or it says nothing of one that rings once, which is not listed any more when another console has shown it.
 */
async function detailsOf({ alarm_id, repeat }: PushMessage): Promise<Notification | 'over' | undefined> {
  try {
    const { notifications } = await alarmCalls.listOpen()
    // As it was told last: what is pushed may have been sent again since.
    const found = notifications.find(({ alarm }) => alarm?.alarm_id === alarm_id)
    // A full answer may have left it out.
    return found ?? (repeat && notifications.length < MAX_ALARMS ? 'over' : undefined)
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
  const answers = {
    raised_at_ms: event_time_ms,
    rings_again_at_ms: null,
    going_by: null,
    going_at_ms: null,
    seen_by: null,
    seen_at_ms: null,
    ended_at_ms: null,
    record: [],
  }
  const about = { type: type as AlarmType, device_id: device_id ?? '', event_time_ms, repeat }
  return {
    ...{ id, type, device_id, subject: title, message: body },
    created_time: Math.floor(event_time_ms / 1000),
    metadata: { event_time_ms, repeat, late_since_ms: null, zone_id: null, zone_name: null, device_name: null },
    alarm: alarm_id !== null && isAlarmType(type) ? { alarm_id, ...about, ...life, ...answers } : null,
  }
}
