/** How long ago, as short as a list's column. */
import type { Translate } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'

/** `18 s`, `4 min`, `5 h`, then the day. Both in epoch seconds. */
export function shortAge(t: Translate, at: number, now: number): string {
  const seconds = Math.max(0, Math.floor(now - at))
  if (seconds < 5) return t('trackers.shortNow')
  if (seconds < 60) return t('trackers.shortSeconds', { count: seconds })
  if (seconds < 3600) return t('trackers.shortMinutes', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return t('trackers.shortHours', { count: Math.floor(seconds / 3600) })
  return formatTime(at).slice(5, 10)
}
