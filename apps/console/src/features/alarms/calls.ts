/** What a console asks and tells the server about alarms. Source: contract alarms and notifications; G64, G86. */
import type { CallOptions, Client } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import type { Alarm } from '@whereabouts/contract/notifications'
import type { SignedInApi } from '@whereabouts/contract/routes'
import { MAX_ALARMS } from '@whereabouts/domain/alarms'
import { pause } from '../../lib/pause.ts'
import { isAway, isRefusal } from '../../lib/refusals.ts'
import type { Disengage, OpenList } from './handling.ts'

/** Waits (ms) before a stop that found no way to the server is sent again. */
const AGAIN_AFTER_MS = [700, 2000] as const
/** A list may be long, and is waited for so long (ms). */
const LIST_GIVEN_UP_AFTER_MS = 30_000

const never = new AbortController().signal

interface Stopped {
  /** The time that counts; undefined: the server heard the same a moment ago. */
  readonly event_time_ms: number | undefined
  readonly alarms: readonly Alarm[]
}

/** Calls of more alarms than one takes are made in portions. */
export interface AlarmCalls {
  listOpen(): Promise<OpenList>
  sayShown(alarmIds: readonly string[]): Promise<void>
  acknowledge(alarmIds: readonly string[]): Promise<readonly Alarm[]>
  answerPerson(step: 'going' | 'seen', alarmId: string): Promise<readonly Alarm[]>
  /** Tells of a stop, again where the network or the server was away. Throws when it could not be told. */
  sendStop(stop: Disengage): Promise<Stopped>
}

/** `inTime` limits how long a call waits for its answer: a short while, or these milliseconds. */
export function makeAlarmCalls(
  api: Pick<Client<SignedInApi>, 'alarms' | 'notifications'>,
  inTime: (ms?: number) => CallOptions,
): AlarmCalls {
  const acknowledge = async (alarmIds: readonly string[]) =>
    (await api.alarms.acknowledge({ body: { alarm_ids: [...alarmIds] } }, inTime())).alarms
  return {
    listOpen: () => api.alarms.list({ query: { state: 'open' } }, inTime(LIST_GIVEN_UP_AFTER_MS)),
    async sayShown(alarmIds) {
      for (const ids of portions(alarmIds)) await api.alarms.shown({ body: { alarm_ids: ids } }, inTime())
    },
    acknowledge,
    answerPerson: async (step, alarmId) =>
      (await api.alarms[step]({ body: { alarm_ids: [alarmId] } }, inTime())).alarms,
    async sendStop({ event_time_ms, alarm_ids }) {
      const [named = [], ...others] = portions(alarm_ids)
      for (let tries = 0; ; tries++) {
        try {
          // Whatever one stop cannot name would be taken for unseen, and sent again.
          for (const ids of others) await acknowledge(ids)
          return await api.notifications.push(
            { body: { type: 'disengage', event_time_ms, alarm_ids: named } },
            inTime(),
          )
        } catch (error) {
          if (isRefusal(error, errors.duplicateMessage)) return { event_time_ms: undefined, alarms: [] }
          const pauseMs = AGAIN_AFTER_MS[tries]
          if (!isAway(error) || pauseMs === undefined) throw error
          await pause(pauseMs, never)
        }
      }
    },
  }
}

/** Cut into what one call takes. */
function portions<Item>(items: readonly Item[]): Item[][] {
  const cut: Item[][] = []
  for (let at = 0; at < items.length; at += MAX_ALARMS) cut.push(items.slice(at, at + MAX_ALARMS))
  return cut
}
