/** The notification list on the map. It is quiet until something happens. */
import { IconX } from '@tabler/icons-react'
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
      <EmptyState drawing="bell" title={t('map.allQuiet')} hint={t('map.allQuietHint')} />
    </section>
  )
}
