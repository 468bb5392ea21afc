/** The notification list on the map: that of the bell, in sight all the time. */
import { IconX } from '@tabler/icons-react'
import { NotificationList } from '../../features/notifications/notification-list.tsx'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './map.module.css'

export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <section className={`${styles.floating} ${styles.notifications}`} aria-label={t('map.notifications')}>
      <header className={styles.panelHead}>
        <h2>{t('map.notifications')}</h2>
        <IconButton size="small" label={t('map.close')} onClick={onClose}>
          <Glyph icon={IconX} size={15} />
        </IconButton>
      </header>
      <NotificationList
        newCount={0}
        empty={<EmptyState drawing="bell" title={t('map.allQuiet')} hint={t('map.allQuietHint')} />}
      />
    </section>
  )
}
