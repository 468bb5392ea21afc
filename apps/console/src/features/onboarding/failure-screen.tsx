/** Why it does not go on, and what to do next: one screen for each way in which it can fail. Source: design language §13.5. */
import {
  type Icon,
  IconBluetoothOff,
  IconBluetoothX,
  IconCircleCheck,
  IconCircleX,
  IconClockExclamation,
  IconCpu,
  IconDeviceUnknown,
  IconHandClick,
  IconKeyOff,
  IconLockExclamation,
  IconMapPinOff,
  IconServerOff,
  IconUserX,
  IconWifiOff,
} from '@tabler/icons-react'
import { OLDEST_FIRMWARE } from '@whereabouts/domain/firmware'
import { useT } from '../../lib/i18n.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { useStation, useTracker } from '../live/hooks.ts'
import { CheckList } from './check-list.tsx'
import type { Failure, FailureKind, Flow } from './flow.ts'
import styles from './onboarding.module.css'
import { StepTitle } from './wizard-frame.tsx'

interface Look {
  readonly icon: Icon
  readonly tone: 'warn' | 'bad' | 'info'
  readonly title: MessageId
  readonly text: MessageId
  /** The id is what support asks for. */
  readonly showsId?: true
}

const LOOKS: Readonly<Record<FailureKind, Look>> = {
  unsupported: {
    icon: IconBluetoothOff,
    tone: 'warn',
    title: 'onboarding.unsupported',
    text: 'onboarding.unsupportedText',
  },
  bluetoothOff: {
    icon: IconBluetoothOff,
    tone: 'warn',
    title: 'onboarding.bluetoothOff',
    text: 'onboarding.bluetoothOffText',
  },
  cancelled: { icon: IconHandClick, tone: 'warn', title: 'onboarding.cancelled', text: 'onboarding.cancelledText' },
  connectFailed: {
    icon: IconBluetoothX,
    tone: 'warn',
    title: 'onboarding.connectFailed',
    text: 'onboarding.connectFailedText',
  },
  unknownDevice: {
    icon: IconDeviceUnknown,
    tone: 'warn',
    title: 'onboarding.unknownDevice',
    text: 'onboarding.unknownDeviceText',
  },
  anotherDevice: {
    icon: IconDeviceUnknown,
    tone: 'warn',
    title: 'onboarding.anotherDevice',
    text: 'onboarding.anotherDeviceText',
  },
  disconnected: {
    icon: IconBluetoothX,
    tone: 'warn',
    title: 'onboarding.disconnected',
    text: 'onboarding.disconnectedText',
  },
  linkFailed: { icon: IconBluetoothX, tone: 'bad', title: 'onboarding.linkFailed', text: 'onboarding.linkFailedText' },
  alreadyOwn: {
    icon: IconCircleCheck,
    tone: 'info',
    title: 'onboarding.alreadyOwn',
    text: 'onboarding.alreadyOwnText',
  },
  alreadyOther: {
    icon: IconUserX,
    tone: 'bad',
    title: 'onboarding.alreadyOther',
    text: 'onboarding.alreadyOtherText',
    showsId: true,
  },
  conflict: {
    icon: IconCircleX,
    tone: 'bad',
    title: 'onboarding.conflict',
    text: 'onboarding.conflictText',
    showsId: true,
  },
  notAdded: { icon: IconDeviceUnknown, tone: 'info', title: 'onboarding.notAdded', text: 'onboarding.notAddedText' },
  locationService: {
    icon: IconMapPinOff,
    tone: 'warn',
    title: 'onboarding.locationService',
    text: 'onboarding.locationServiceText',
  },
  tooOld: { icon: IconCpu, tone: 'warn', title: 'onboarding.tooOld', text: 'onboarding.tooOldText' },
  verifyFailed: {
    icon: IconServerOff,
    tone: 'warn',
    title: 'onboarding.verifyFailed',
    text: 'onboarding.verifyFailedText',
  },
  exchangeFailed: {
    icon: IconLockExclamation,
    tone: 'bad',
    title: 'onboarding.exchangeFailed',
    text: 'onboarding.exchangeFailedText',
    showsId: true,
  },
  mismatch: { icon: IconCircleX, tone: 'bad', title: 'onboarding.mismatch', text: 'onboarding.addFailedText' },
  timeout: { icon: IconClockExclamation, tone: 'warn', title: 'onboarding.timeout', text: 'onboarding.timeoutText' },
  wifiFailed: { icon: IconWifiOff, tone: 'bad', title: 'onboarding.wifiFailed', text: 'onboarding.wifiFailedText' },
  storeFailed: { icon: IconServerOff, tone: 'bad', title: 'onboarding.storeFailed', text: 'onboarding.addFailedText' },
  serverNotSet: {
    icon: IconKeyOff,
    tone: 'bad',
    title: 'onboarding.serverNotSet',
    text: 'onboarding.serverNotSetText',
  },
}

/** Of what was begun: the same failure is of another thing when nothing is being added. */
function lookOf({ kind, device }: Failure, { purpose }: Flow): Look {
  const look = LOOKS[kind]
  if (kind === 'mismatch' && purpose === 'upgrade') return { ...look, text: 'onboarding.upgradeMismatchText' }
  if (kind !== 'storeFailed') return look
  if (device.type === 't4') {
    const title = purpose === 'add' ? 'onboarding.storeStationFailed' : look.title
    return { ...look, title, text: 'onboarding.storeStationText' }
  }
  return purpose === 'add'
    ? { ...look, title: 'onboarding.storeTrackerFailed' }
    : { ...look, text: 'onboarding.upgradeMismatchText' }
}

export function FailureScreen({ flow, failure }: { flow: Flow; failure: Failure }) {
  const t = useT()
  const { kind, device, error } = failure
  const look = lookOf(failure, flow)
  const values = {
    name: kind === 'serverNotSet' ? (flow.stored?.name ?? '') : device.target_device || t('onboarding.noName'),
    id: flow.stored?.id ?? device.device_id,
  }
  return (
    <div className={styles.told}>
      <span className={styles.sign} data-tone={look.tone}>
        <Glyph icon={look.icon} size={22} />
      </span>
      <StepTitle>{t(look.title, values)}</StepTitle>
      {kind === 'alreadyOwn' ? <OwnDevice id={device.device_id} /> : <p>{t(look.text, values)}</p>}
      {kind === 'tooOld' && (
        <p>{t('onboarding.tooOldVersion', { version: device.firmware, oldest: OLDEST_FIRMWARE })}</p>
      )}
      {kind === 'wifiFailed' && <WifiChecks failure={failure} />}
      <ServerWords error={SPOKEN.has(kind) ? error : undefined} />
      {look.showsId && <p className={styles.mono}>{device.mac_address || device.device_id}</p>}
    </div>
  )
}

/** Where the server's own words say more than ours. */
const SPOKEN: ReadonlySet<FailureKind> = new Set(['verifyFailed', 'exchangeFailed', 'storeFailed'])

function ServerWords({ error }: { error: unknown }) {
  const words = useErrorText(error)
  return words === undefined ? null : <p>{words}</p>
}

function OwnDevice({ id }: { id: string }) {
  const t = useT()
  const name = [useTracker(id)?.name, useStation(id)?.t4_name].find((known) => known !== undefined)
  return <p>{name === undefined ? t('onboarding.alreadyOwnText') : t('onboarding.alreadyOwnAs', { name })}</p>
}

/** Which of the two the station confirmed. */
function WifiChecks({ failure }: { failure: Failure }) {
  const t = useT()
  const isSet = failure.confirmed.includes('wifiSsid')
  return (
    <CheckList
      checks={[
        isSet
          ? { words: t('onboarding.check.ssidSet'), state: 'done' }
          : { words: t('onboarding.check.ssidNot'), state: 'failed' },
        { words: t('onboarding.check.passwordNot'), state: 'failed' },
      ]}
    />
  )
}
