/** Says what the map is waiting for. */
import { useLive } from '../../features/live/hooks.ts'
import { useT } from '../../lib/i18n.ts'
import styles from './map.module.css'

export function LoadingNote() {
  const t = useT()
  const { store } = useLive()
  if (store.status.devices !== 'loading') return null
  const { count } = store.trackers
  return (
    <div className={`${styles.floating} ${styles.loading} wb-num`} role="status">
      <i className={styles.spinner} />
      {count === 0 ? t('map.loadingDevices') : t('map.loadingCount', { count })}
    </div>
  )
}
