/** The ring: whether this page may sound, whether it repeats, and how it sounds. Source: G60; design language §13.12. */
import { IconAlertTriangle, IconCheck, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../lib/i18n.ts'
import { unlockSound, useSoundOn } from '../../lib/sound.ts'
import { showError } from '../../lib/toasts.ts'
import { useStore } from '../../lib/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { SwitchBox } from '../../ui/switch-box.tsx'
import { useChangeProfile } from '../account/queries.ts'
import { useSession } from '../auth/session-store.ts'
import { askForNotifications, pushState } from '../push/push-token.ts'
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
  const isRepeating = userInfo?.notification_ring_repeat ?? false
  return (
    <ul className={styles.rows}>
      <AlertRow title={t('alerts.repeat')} hint={t(canSetRepeat ? 'alerts.repeatHint' : 'alerts.repeatRole')}>
        {canSetRepeat ? (
          <SwitchBox
            label={t('alerts.repeat')}
            isOn={isRepeating}
            onSwitch={(isOn) => change.mutateAsync({ notification_ring_repeat: isOn }).catch(showError)}
          />
        ) : (
          <span>{t(isRepeating ? 'alerts.on' : 'alerts.off')}</span>
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
      <SystemNotifications />
    </ul>
  )
}

/** What stands beside the row, by how far this browser is reached by push. */
const PUSH_WORDS = {
  denied: { words: 'alerts.denied', hint: 'alerts.deniedHint' },
  unsupported: { words: 'alerts.unsupported', hint: 'alerts.unsupportedHint' },
  failed: { words: 'alerts.unreached', hint: 'alerts.unreachedHint' },
  lost: { words: 'alerts.unreached', hint: 'alerts.unreachedHint' },
} as const

function SystemNotifications() {
  const t = useT()
  const state = useStore(pushState)
  const ask = useMutation({ mutationFn: askForNotifications, onError: showError })
  const trouble = state === 'on' || state === 'coming' || state === 'unasked' ? undefined : PUSH_WORDS[state]
  const isAllowed = state === 'on' || state === 'coming'
  const canAsk = state === 'unasked' || state === 'failed' || state === 'lost'
  return (
    <AlertRow title={t('alerts.system')} hint={t(trouble?.hint ?? 'alerts.systemHint')}>
      <span className={styles.states} role="status">
        {isAllowed && <StateMark icon={IconCheck} words={t('alerts.allowed')} />}
        {trouble && <StateMark icon={IconAlertTriangle} words={t(trouble.words)} tone="warn" />}
      </span>
      {canAsk && (
        <Button size="small" isPending={ask.isPending} onClick={() => ask.mutate()}>
          {t(state === 'unasked' ? 'alerts.allow' : 'form.retry')}
        </Button>
      )}
    </AlertRow>
  )
}
