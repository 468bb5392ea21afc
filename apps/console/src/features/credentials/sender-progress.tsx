/** Tells, while a sender is set up, whether it was heard, what keeps it from the map, and where it is once it is there. */
import { IconAlertTriangle, IconCheck, IconClock, IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Credential } from '@whereabouts/contract/credentials'
import type { Station } from '@whereabouts/contract/stations'
import { addTexts, type Translate, useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { formatTime } from '../../lib/time.ts'
import { credentials } from '../../locales/credentials.ts'
import { senderSetup } from '../../locales/sender-setup.ts'
import { senderTroubles } from '../../locales/sender-troubles.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { Glyph } from '../../ui/glyph.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { useLive } from '../live/hooks.ts'
import styles from './credentials.module.css'
import { type Progress, progressOf } from './progress.ts'
import { needsKey } from './set-aside.ts'

addTexts(credentials)
addTexts(senderSetup)
addTexts(senderTroubles)

interface SenderProgressProps {
  /** As the list has it. */
  readonly sender: Credential | undefined
  /** Asks for the place of a station. */
  readonly onPlace: (station: Station) => void
  /** Asks for the key of its encryption. */
  readonly onKey: () => void
}

export function SenderProgress({ sender, onPlace, onKey }: SenderProgressProps) {
  const { store } = useLive()
  const progress = progressOf(sender, {
    trackerOf: (id) => store.trackers.get(id),
    stationOf: (id) => store.stations.get(id),
  })
  return (
    <div className={styles.progress} data-step={progress.step}>
      <Words progress={progress} />
      <Way progress={progress} onPlace={onPlace} onKey={onKey} />
    </div>
  )
}

/** Read out when it changes. */
function Words({ progress }: { progress: Progress }) {
  const t = useT()
  const isWaiting = progress.step === 'waiting' || progress.step === 'connected'
  const isMissing = progress.step === 'setAside' || progress.step === 'noLocation' || progress.step === 'unplaced'
  const hint =
    progress.step === 'setAside'
      ? t(`trouble.${progress.trouble.trouble}.remedy`, { what: progress.trouble.what })
      : t(`progress.${progress.step}.hint`)
  return (
    <div role="status">
      <StateMark
        tone={isWaiting || isMissing ? 'warn' : 'ok'}
        icon={isWaiting ? IconClock : isMissing ? IconAlertTriangle : IconCheck}
        words={wordsOf(t, progress)}
      />
      <p>{hint}</p>
    </div>
  )
}

function wordsOf(t: Translate, progress: Progress): string {
  if (progress.step === 'connected') return t('progress.connected', { time: formatTime(progress.at) })
  if (progress.step !== 'setAside') return t(`progress.${progress.step}`)
  const { trouble, what } = progress.trouble
  return t('progress.setAside', { why: t(`trouble.${trouble}`, { what }) })
}

interface WayProps extends Pick<SenderProgressProps, 'onPlace' | 'onKey'> {
  readonly progress: Progress
}

/** What to do next, where there is something. */
function Way({ progress, onPlace, onKey }: WayProps) {
  const t = useT()
  if (progress.step === 'setAside' && needsKey(progress.trouble)) {
    return <Button onClick={onKey}>{t('payloadKey.enter')}</Button>
  }
  if (progress.step === 'unplaced') {
    return (
      <Button icon={<Glyph icon={IconMapPin} size={16} />} onClick={() => onPlace(progress.station)}>
        {t('progress.place')}
      </Button>
    )
  }
  if (progress.step !== 'onMap' && progress.step !== 'placed') return null
  const path =
    progress.step === 'onMap'
      ? mapPath({ device: progress.deviceId })
      : mapPath({ list: 'stations', station: progress.station.t4_id })
  return (
    <Link {...path} className={controls.button}>
      <Glyph icon={IconMapPin} size={16} />
      {t('setup.showOnMap')}
    </Link>
  )
}
