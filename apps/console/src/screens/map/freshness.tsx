/** How old what is shown is: the last word from the server, and loudly so when there has been none for long, or none of positions. */
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../features/auth/session-store.ts'
import { useLive, useNow } from '../../features/live/hooks.ts'
import { freshnessOf } from '../../features/live/live-store.ts'
import { useSite } from '../../features/live/site-view.ts'
import { useT } from '../../lib/i18n.ts'
import { formatAgo, formatClock, formatTimeIn } from '../../lib/time.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './list.module.css'

export function Freshness({ onReload }: { onReload: () => Promise<void> }) {
  const t = useT()
  const { isLive } = useSite()
  const { isStale } = freshnessOf(useLive().store.status)
  const [isBusy, setIsBusy] = useState(false)
  const reload = async () => {
    setIsBusy(true)
    await onReload()
    setIsBusy(false)
  }
  return (
    <div className={styles.footer} data-stale={isStale || undefined}>
      {isStale && <Glyph icon={IconCloudOff} size={15} />}
      <span className={`${styles.footerText} wb-num`} title={isStale ? t('map.staleHint') : undefined}>
        <FreshnessText />
      </span>
      <span role="status" className="wb-visually-hidden">
        {isStale ? t('map.staleHint') : ''}
      </span>
      {isLive && (
        <IconButton size="small" label={t('map.reload')} aria-busy={isBusy} onClick={() => void reload()}>
          <Glyph icon={IconRefresh} size={16} />
        </IconButton>
      )}
    </div>
  )
}

function FreshnessText() {
  const t = useT()
  const now = useNow()
  const { isLive } = useSite()
  const { store } = useLive()
  const { userInfo } = useSession()
  const { devices } = store.status
  const { atMs, isStale } = freshnessOf(store.status)
  if (!isLive) {
    // By the clocks of the account, as the time machine's bar.
    return <>{t('timeMachine.asOf', { time: formatTimeIn(userInfo?.timezone ?? 'UTC', now * 1000) })}</>
  }
  if (devices === 'loading' && store.trackers.count === 0) return <>{t('map.loadingDevices')}</>
  if (atMs === null) return <>{t(isStale ? 'map.staleHint' : 'map.connecting')}</>
  const time = formatClock(atMs)
  if (!isStale) return <>{t('map.updated', { time })}</>
  return <>{t('map.stale', { time, ago: formatAgo(atMs / 1000, Date.now() / 1000) })}</>
}
