/** What the console asks and tells the server about alarms. Source: contract alarms and notifications; G64, G86. */
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import type { Alarm } from '@whereabouts/contract/notifications'
import { isRefusal } from '../../lib/error-text.ts'
import { api } from '../../lib/signed-in-api.ts'
import type { Disengage } from './handling.ts'

/** Waits (ms) before a stop that found no way to the server is sent again. */
const AGAIN_AFTER_MS = [700, 2000] as const

export const listOpenAlarms = () => api.alarms.list({ query: { state: 'open' } })

export const sayShown = (alarm_ids: readonly string[]) => api.alarms.shown({ body: { alarm_ids: [...alarm_ids] } })

export const acknowledge = async (alarm_ids: readonly string[]): Promise<readonly Alarm[]> =>
  (await api.alarms.acknowledge({ body: { alarm_ids: [...alarm_ids] } })).alarms

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
  for (let tries = 0; ; tries++) {
    try {
      return await api.notifications.push({ body: { type: 'disengage', event_time_ms, alarm_ids: [...alarm_ids] } })
    } catch (error) {
      if (isRefusal(error, errors.duplicateMessage)) return { event_time_ms: undefined, alarms: [] }
      const pauseMs = AGAIN_AFTER_MS[tries]
      if (!isAway(error) || pauseMs === undefined) throw error
      await wait(pauseMs)
    }
  }
}

const isAway = (error: unknown): boolean => error instanceof CallError && (error.status === 0 || error.status >= 500)
