/** Times that keep themselves true: relative in sight, exact on hover and for those who listen. */
import { addTexts, useT } from '../../lib/i18n.ts'
import { formatAgo, formatTime } from '../../lib/time.ts'
import { trackers } from '../../locales/trackers.ts'
import { useNow } from './hooks.ts'
import { shortAge } from './short-age.ts'

addTexts(trackers)

/** Seconds that flicker by are not counted. */
const JUST_NOW_SECONDS = 5

/** `18 s ago`. `at` in epoch seconds; null: never. */
export function Ago({ at }: { at: number | null }) {
  const t = useT()
  const now = useNow()
  if (at === null) return <>{formatAgo(null, now)}</>
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={formatTime(at)}>
      {now - at < JUST_NOW_SECONDS ? t('trackers.justNow') : formatAgo(at, now)}
    </time>
  )
}

/** `18 s`, for a narrow column. */
export function ShortAgo({ at }: { at: number | null }) {
  const t = useT()
  const now = useNow()
  if (at === null) return null
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={formatTime(at)}>
      {shortAge(t, at, now)}
    </time>
  )
}
