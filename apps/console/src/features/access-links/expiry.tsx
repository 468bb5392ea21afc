/** How long a link still lasts; past its end it says so. */
import { IconCircleOff } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { formatLeft, formatTime } from '../../lib/time.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { useNow } from '../live/hooks.ts'
import styles from './access-links.module.css'

/** `at` in epoch seconds; null: no end. */
export function Expiry({ at }: { at: number | null }) {
  const t = useT()
  const now = useNow()
  if (at === null) return <>{t('links.never')}</>
  return (
    <time className={styles.expiry} dateTime={new Date(at * 1000).toISOString()} title={formatTime(at)}>
      {at > now ? (
        formatLeft(at, now)
      ) : (
        <>
          <Glyph icon={IconCircleOff} size={14} />
          {t('links.expired')}
        </>
      )}
    </time>
  )
}
