/** What the device was told to do, and whether it has taken it over. Source: G49. */
import type { Tracker } from '@whereabouts/contract/trackers'
import { ADV_SETTING_NAMES } from '@whereabouts/domain/device-settings'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { formatTime } from '../../../lib/time.ts'
import styles from '../../../ui/detail.module.css'
import { Tag } from '../../../ui/tag.tsx'
import { SettingsDialog } from '../batch/settings-dialog.tsx'

export function AdvSettings({ tracker }: { tracker: Tracker }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const { sync_config: config } = tracker
  const known = ADV_SETTING_NAMES.flatMap((name) => {
    const value = config?.adv_settings[name]
    return typeof value === 'number' ? [{ name, value }] : []
  })
  return (
    <section className={styles.section} aria-label={t('drawer.settings')}>
      <div className={styles.sectionHead}>
        <h3>{t('drawer.settings')}</h3>
        {config?.pending && <Tag tone="warn">{t('settings.pending')}</Tag>}
        <button
          type="button"
          className={styles.edit}
          aria-label={`${t('drawer.edit')}: ${t('drawer.settings')}`}
          onClick={() => setIsOpen(true)}
        >
          {t('drawer.edit')}
        </button>
      </div>
      {known.length === 0 ? (
        <p className={styles.small}>{t('drawer.noSettings')}</p>
      ) : (
        <dl className={styles.pairs}>
          {known.map(({ name, value }) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{t(`settings.${name}`)}</dt>
              <dd className="wb-num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {config && (
        <p className={`${styles.small} wb-num`}>
          {t('settings.savedAt', { time: formatTime(config.update_time) })}
          {config.pending && ` · ${t('settings.pendingHint')}`}
        </p>
      )}
      {isOpen && <SettingsDialog ids={[tracker.device_id]} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
