/** What the console asks and tells the server about alarms. Source: contract alarms and notifications; G64, G86. */
import { errors } from '@whereabouts/contract/errors'
import type { Alarm } from '@whereabouts/contract/notifications'
import { MAX_ALARMS } from '@whereabouts/domain/alarms'
import { isAway, isRefusal } from '../../lib/error-text.ts'
import { inTime } from '../../lib/patience.ts'
import { api } from '../../lib/signed-in-api.ts'
import type { Disengage } from './handling.ts'

/** Waits (ms) before a stop that found no way to the server is sent again. */
const AGAIN_AFTER_MS = [700, 2000] as const
/** A list may be long, and is waited for so long (ms). */
const LIST_GIVEN_UP_AFTER_MS = 30_000

/** Cut into what one call takes. */
function portions<Item>(items: readonly Item[]): Item[][] {
  const cut: Item[][] = []
  for (let at = 0; at < items.length; at += MAX_ALARMS) cut.push(items.slice(at, at + MAX_ALARMS))
  return cut
}

export const listOpenAlarms = () => api.alarms.list({ query: { state: 'open' } }, inTime(LIST_GIVEN_UP_AFTER_MS))

export async function sayShown(alarm_ids: readonly string[]): Promise<void> {
  for (const ids of portions(alarm_ids)) await api.alarms.shown({ body: { alarm_ids: ids } }, inTime())
}

export const acknowledge = async (alarm_ids: readonly string[]): Promise<readonly Alarm[]> =>
  (await api.alarms.acknowledge({ body: { alarm_ids: [...alarm_ids] } }, inTime())).alarms

interface Stopped {
  /** The time that counts; undefined: the server heard the same a moment ago. */
  readonly event_time_ms: number | undefined
  readonly alarms: readonly Alarm[]
}

/** Tells the server of a stop, again where the network or the server was away. Throws when it could not be told. */
export async function sendStop(
  { event_time_ms, alarm_ids }: Disengage,
  wait: (ms: number) => Promise<void>,
): Promise<Stopped> {
  const [named = [], ...others] = portions(alarm_ids)
  for (let tries = 0; ; tries++) {
    try {
      // Whatever one stop cannot name would be taken for unseen, and sent again.
      for (const ids of others) await acknowledge(ids)
      return await api.notifications.push({ body: { type: 'disengage', event_time_ms, alarm_ids: named } }, inTime())
    } catch (error) {
      if (isRefusal(error, errors.duplicateMessage)) return { event_time_ms: undefined, alarms: [] }
      const pauseMs = AGAIN_AFTER_MS[tries]
      if (!isAway(error) || pauseMs === undefined) throw error
      await wait(pauseMs)
    }
  }
}
