/** What is pushed, and what the service worker makes of it for open pages. A message is read from text that may be anything. Source: G59 (values may be strings). */
import type { PushMessage } from '@whereabouts/contract/push-message'

/** What the service worker says to open pages. */
export type FromServiceWorker =
  /** Something was pushed; undefined: nothing that could be read. */
  | { readonly push: PushMessage | undefined }
  /** Somebody pressed a notification; null: one without a device. */
  | { readonly open: string | null }
  /** The browser took another subscription. */
  | { readonly resubscribed: true }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown): string | null => text(value) || null

/** Undefined for what is no message of ours. */
export function readPush(value: unknown): PushMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const { id, alarm_id, alarm_ids, type, device_id, title, body, repeat } = fields
  const event_time_ms = Number(fields.event_time_ms)
  if (text(id) === '' || text(type) === '' || !Number.isSafeInteger(event_time_ms)) return undefined
  return {
    id: text(id),
    alarm_id: textOrNull(alarm_id),
    // A newer server may know more types than we do: they are handled as any event.
    type: text(type) as PushMessage['type'],
    event_time_ms,
    repeat: repeat === true || repeat === 'true',
    device_id: textOrNull(device_id),
    title: text(title),
    body: text(body),
    ...(Array.isArray(alarm_ids) ? { alarm_ids: alarm_ids.filter((id) => typeof id === 'string') } : {}),
  }
}
