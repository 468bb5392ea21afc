/** The ring: whether this page may sound, whether it repeats, and how it sounds. Source: G60; mockup 12-settings-alerts. */
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { unlockSound, useSoundOn } from '../../lib/sound.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { SwitchBox } from '../../ui/switch-box.tsx'
import { useChangeProfile } from '../account/queries.ts'
import { useSession } from '../auth/session-store.ts'
import { AlertRow } from './alert-row.tsx'
import styles from './alerts.module.css'
import { useTestAlert } from './queries.ts'

/** Stands while this page may not sound. Any press turns sound on; who sees this knows that one is needed. */
export function BlockedSound() {
  const t = useT()
  const isOn = useSoundOn()
  return (
    <div role="status">
      {!isOn && (
        <div className={styles.blocked}>
          <Glyph icon={IconVolumeOff} />
          <span>{t('alerts.blocked')}</span>
          <Button size="small" onClick={() => void unlockSound().catch(showError)}>
            {t('alerts.turnOn')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RingRowsProps {
  readonly canSetRepeat: boolean
  readonly canTest: boolean
}

export function RingRows({ canSetRepeat, canTest }: RingRowsProps) {
  const t = useT()
  const { userInfo } = useSession()
  const change = useChangeProfile()
  const test = useTestAlert()
  const saved = userInfo?.notification_ring_repeat ?? false
  const isRepeating = change.isPending ? (change.variables.notification_ring_repeat ?? saved) : saved
  return (
    <ul className={styles.rows}>
      <AlertRow title={t('alerts.repeat')} hint={t(canSetRepeat ? 'alerts.repeatHint' : 'alerts.repeatRole')}>
        {canSetRepeat ? (
          <SwitchBox
            label={t('alerts.repeat')}
            isOn={isRepeating}
            onSwitch={(isOn) => change.mutate({ notification_ring_repeat: isOn }, { onError: showError })}
          />
        ) : (
          <span>{t(saved ? 'alerts.on' : 'alerts.off')}</span>
        )}
      </AlertRow>
      {canTest && (
        <AlertRow title={t('alerts.sound')} hint={t('alerts.soundHint')}>
          <Button
            size="small"
            icon={<Glyph icon={IconVolume} size={16} />}
            isPending={test.isPending}
            onClick={() => test.mutate(undefined, { onError: showError })}
          >
            {t('alerts.test')}
          </Button>
        </AlertRow>
      )}
    </ul>
  )
}
