/** What became of an alarm, in words: who goes, who has seen the person, who stopped the ring, and when. */
import type { Alarm } from '@whereabouts/contract/notifications'
import { type Translate, useT } from '../../lib/i18n.ts'
import { useMoment } from '../../ui/moment.tsx'

/** The latest that people did about it; undefined: nothing yet. */
export function latestAnswer(alarm: Alarm | null): { readonly by: string; readonly atMs: number } | undefined {
  if (alarm === null) return undefined
  const { going_by, going_at_ms, seen_by, seen_at_ms, acknowledged_by, acknowledged_at_ms } = alarm
  if (going_by !== null && going_at_ms !== null) return { by: going_by, atMs: going_at_ms }
  if (seen_by !== null && seen_at_ms !== null && seen_at_ms >= (acknowledged_at_ms ?? 0)) {
    return { by: seen_by, atMs: seen_at_ms }
  }
  if (acknowledged_by !== null && acknowledged_at_ms !== null) return { by: acknowledged_by, atMs: acknowledged_at_ms }
  return undefined
}

/** In a sentence; `time` is of the latest answer. */
function standText(t: Translate, alarm: Alarm | null, time: string): string {
  const latest = latestAnswer(alarm)
  if (alarm === null || latest === undefined) return ''
  const { by: name } = latest
  if (alarm.going_by !== null) return t('alarms.wentAt', { name, time })
  return t(latest.atMs === alarm.seen_at_ms ? 'alarms.seenAt' : 'alarms.stoppedAt', { name, time })
}

export function useStandText(alarm: Alarm | null): string {
  const t = useT()
  const time = useMoment(latestAnswer(alarm)?.atMs ?? 0)
  return standText(t, alarm, time)
}
