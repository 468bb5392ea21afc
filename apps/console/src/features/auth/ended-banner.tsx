/** On the sign-in page, after a session ended by itself: nobody would hear an alarm here now. Source: security rule 53. */
import { useT } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import styles from './ended-banner.module.css'
import { sessionEnded } from './reset.ts'

export function EndedBanner() {
  const t = useT()
  const hasEnded = useStore(sessionEnded)
  return (
    <div role="alert">
      {hasEnded && (
        <p className={styles.banner} data-banner="ended">
          {t('session.noAlerts')}
        </p>
      )}
    </div>
  )
}
