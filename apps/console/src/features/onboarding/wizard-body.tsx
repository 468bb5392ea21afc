/** What each stage of the flow shows and asks, but for the forms and the failures. */
import { IconCheck } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { useTracker } from '../live/hooks.ts'
import { CheckList } from './check-list.tsx'
import type { Flow } from './flow.ts'
import styles from './onboarding.module.css'
import { DeskPicture } from './pictures.tsx'
import { StepTitle } from './wizard-frame.tsx'

type DeviceType = Flow['wantedType']

export function TypeStep({ type, onChange }: { type: DeviceType; onChange: (type: DeviceType) => void }) {
  const t = useT()
  return (
    <>
      <StepTitle>{t('onboarding.typeTitle')}</StepTitle>
      <div className={styles.form}>
        <ChoiceField<DeviceType>
          isLabelHidden
          label={t('onboarding.typeTitle')}
          value={type}
          choices={[
            { value: 'g3', label: t('onboarding.tracker'), hint: t('onboarding.trackerHint') },
            { value: 't4', label: t('onboarding.station'), hint: t('onboarding.stationHint') },
          ]}
          onChange={onChange}
        />
      </div>
    </>
  )
}

export function ConnectStep({ type }: { type: DeviceType }) {
  const t = useT()
  const isStation = type === 't4'
  return (
    <>
      <DeskPicture isStation={isStation} isPressed={false} />
      <StepTitle>{t(isStation ? 'onboarding.connectStation' : 'onboarding.connectTracker')}</StepTitle>
      <p className={styles.stepText}>
        {t(isStation ? 'onboarding.connectStationText' : 'onboarding.connectTrackerText')}
      </p>
    </>
  )
}

export function PickingStep({ type }: { type: DeviceType }) {
  const t = useT()
  const isStation = type === 't4'
  return (
    <div className={styles.told}>
      <span className={styles.spinner} data-size="large" />
      <StepTitle>{t(isStation ? 'onboarding.pickStation' : 'onboarding.pickTracker')}</StepTitle>
      <p>{t(isStation ? 'onboarding.pickStationText' : 'onboarding.pickTrackerText')}</p>
    </div>
  )
}

export function CheckStep({ flow: { stage, purpose, wantedType } }: { flow: Flow }) {
  const t = useT()
  const isChecking = stage.at === 'checking'
  return (
    <>
      <StepTitle>{t('onboarding.checkingTitle')}</StepTitle>
      <CheckList
        checks={[
          isChecking
            ? { words: t('onboarding.check.connected'), state: 'done' }
            : { words: t('onboarding.check.connecting'), state: 'busy' },
          {
            words: t(purpose === 'add' ? 'onboarding.check.checking' : 'onboarding.check.checkingOwn'),
            state: isChecking ? 'busy' : 'todo',
          },
          { words: t('onboarding.check.exchange'), state: 'todo' },
          wantedType === 'g3'
            ? { words: t('onboarding.check.press'), state: 'todo' }
            : { words: t('onboarding.check.ssid'), state: 'todo' },
        ]}
      />
    </>
  )
}

export function DoneStep({ flow: { purpose, wantedType, stored, draft } }: { flow: Flow }) {
  const t = useT()
  const name = useTracker(stored?.id ?? '')?.name ?? stored?.name ?? ''
  const [title, text] =
    purpose === 'wifi'
      ? [t('onboarding.doneWifi', { name }), t('onboarding.doneWifiText', { ssid: draft.wifiSsid })]
      : purpose === 'upgrade'
        ? [t('onboarding.doneUpgrade'), t('onboarding.versionHow')]
        : [
            t('onboarding.doneTracker', { name }),
            t(wantedType === 't4' ? 'onboarding.doneStationText' : 'onboarding.doneTrackerText'),
          ]
  return (
    <div className={styles.told}>
      <span className={styles.sign} data-tone="ok">
        <Glyph isBold icon={IconCheck} size={22} />
      </span>
      <StepTitle>{title}</StepTitle>
      <p>{text}</p>
      {stored?.isUnplaced && <p>{t('onboarding.donePlaceFailed')}</p>}
    </div>
  )
}
