/** What the details of a device say of its alarms while somebody looks at them. Pure. */
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { idOf, timeOf } from './handling.ts'

/** Details may stay open for days: of what was answered for only the last are kept. */
const MOST_ANSWERED = 3

interface LookedAt {
  /** Open now, of this device. */
  readonly open: readonly Notification[]
  /** Ids of alarms that somebody answered for. */
  readonly over: { readonly has: (alarmId: string) => boolean }
  /** What the list of notifications says of an alarm, where it holds it. */
  readonly listed: (alarmId: string) => Alarm | null | undefined
  /** The server's time, for what is not listed. */
  readonly nowMs: number
}

/**
 * Open alarms, and those that were open `before` and have been answered since. Answered ones stay, with the name of who answered, so that
 * the person who pressed the button sees the result. The newest first.
 */
export function lookedAt(before: readonly Notification[], now: LookedAt): readonly Notification[] {
  const isOpen = new Set(now.open.map(idOf))
  const answered = before.flatMap((event) => {
    const { alarm } = event
    if (alarm === null || isOpen.has(idOf(event)) || !now.over.has(idOf(event))) return []
    return { ...event, alarm: answeredAlarm(alarm, now) }
  })
  const lastFirst = answered.sort((one, other) => answeredAt(other) - answeredAt(one))
  return [...now.open, ...lastFirst.slice(0, MOST_ANSWERED)].sort((one, other) => timeOf(other) - timeOf(one))
}

const answeredAt = ({ alarm }: Notification): number => alarm?.acknowledged_at_ms ?? 0

function answeredAlarm(alarm: Alarm, { listed, nowMs }: LookedAt): Alarm {
  const known = listed(alarm.alarm_id)
  if (known?.state === 'acknowledged') return known
  return { ...alarm, state: 'acknowledged', acknowledged_at_ms: alarm.acknowledged_at_ms ?? nowMs }
}
