/** Whether going offline raises an alert; saved at once. Source: G49. */
import type { Tracker } from '@whereabouts/contract/trackers'
import { useT } from '../../../lib/i18n.ts'
import { showError } from '../../../lib/toasts.ts'
import styles from '../../../ui/detail.module.css'
import { SwitchBox } from '../../../ui/switch-box.tsx'
import { useWhyClosed } from '../../auth/why-closed.tsx'
import { useSite } from '../../live/site-view.ts'
import { setOfflineAlert } from '../changes.ts'

export function AlertSwitch({ tracker, canChange }: { tracker: Tracker; canChange: boolean }) {
  const t = useT()
  const site = useSite()
  const whyClosed = useWhyClosed('drawer.alertRole')
  return (
    <div className={`${styles.section} ${styles.switch}`}>
      <div>
        <strong>{t('trackers.offlineAlert')}</strong>
        <span className={styles.small}>{canChange ? t('drawer.alertHint') : whyClosed}</span>
      </div>
      {canChange ? (
        <SwitchBox
          label={t('trackers.offlineAlert')}
          isOn={tracker.offline_alert}
          onSwitch={(isOn) => setOfflineAlert(site, tracker.device_id, isOn).catch(showError)}
        />
      ) : (
        t(tracker.offline_alert ? 'trackers.offlineAlertOn' : 'trackers.offlineAlertOff')
      )}
    </div>
  )
}
