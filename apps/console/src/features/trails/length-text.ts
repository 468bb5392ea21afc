/** How long something lasted: hours and minutes, minutes, or seconds. */
import type { Translate } from '../../lib/i18n.ts'

export function lengthText(t: Translate, seconds: number): string {
  if (seconds < 60) return t('time.seconds', { count: Math.round(seconds) })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return t('time.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0
    ? t('time.hours', { count: hours })
    : t('trails.hoursMinutes', { hours, minutes: minutes % 60 })
}
