/** Says that the browser is offline. Source: specification §2, §8. */
import { IconWifiOff } from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { useOnline } from '../lib/online.ts'
import { Glyph } from './glyph.tsx'
import styles from './offline-banner.module.css'

export function OfflineBanner() {
  const t = useT()
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.banner} data-banner>
          <Glyph icon={IconWifiOff} size={17} />
          {t('offline.banner')}
        </p>
      )}
    </div>
  )
}
