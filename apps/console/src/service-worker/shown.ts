/** What the service worker shows: a notification for each push, whatever it holds, as browsers demand. */
import type { PushMessage } from '@whereabouts/contract/push-message'
import type { wordsFor } from './words.ts'

/** What browsers know and the types do not. */
interface ShownOptions extends NotificationOptions {
  /** It stands beside an older one of its tag like a new one. */
  readonly renotify: boolean
  readonly timestamp?: number
  readonly vibrate?: readonly number[]
}

export interface Shown {
  readonly title: string
  readonly options: ShownOptions
}

/** Kept with what is shown. */
export interface ShownData {
  readonly deviceId: string | null
  readonly alarmId: string | null
  /** Null: of something that could not be read. */
  readonly eventTimeMs: number | null
}

const LOOK = { icon: '/icons/192.png', badge: '/icons/badge-96.png' }
/** Long, as it may have to be felt in a pocket (ms on, off, on). */
const VIBRATION = [400, 200, 400, 200, 400]

export function shownOf(push: PushMessage | undefined, words: ReturnType<typeof wordsFor>): Shown {
  const { lang, somethingTitle, somethingBody } = words
  if (push === undefined) {
    const data: ShownData = { deviceId: null, alarmId: null, eventTimeMs: null }
    return {
      title: somethingTitle,
      options: { ...LOOK, lang, body: somethingBody, tag: 'unread', renotify: true, data },
    }
  }
  const { id, alarm_id, alarm_ids, type, title, body, repeat, event_time_ms, device_id } = push
  const data: ShownData = { deviceId: device_id, alarmId: alarm_id, eventTimeMs: event_time_ms }
  // Answering several alarms one after the other leaves one notification, not many.
  const tag = alarm_ids === undefined ? id : 'answered'
  // That somebody has answered, that a station is back or a webhook is off is no reason to disturb anybody.
  const isCalm = type === 'disengage' || type === 'station_online' || type === 'webhook_off'
  // Without a time the browser would show 1970.
  const when = event_time_ms === 0 ? {} : { timestamp: event_time_ms }
  const options = { ...LOOK, body, tag, data, ...when, requireInteraction: repeat, silent: isCalm }
  return {
    title: title || somethingTitle,
    options: { ...options, renotify: !isCalm, ...(isCalm ? {} : { vibrate: VIBRATION }) },
  }
}

/** Of what is shown, what is over once somebody stopped the ring: all events up to that one, or the alarms that are named. */
export const isOver = (data: unknown, stop: PushMessage): boolean => {
  const shown = data as Partial<ShownData> | null
  if (stop.type !== 'disengage') return false
  if (stop.alarm_ids !== undefined) return typeof shown?.alarmId === 'string' && stop.alarm_ids.includes(shown.alarmId)
  return typeof shown?.eventTimeMs === 'number' && shown.eventTimeMs <= stop.event_time_ms
}
