/** Silence is loud: one red banner says why an alarm might not be noticed here, or positions are old, and what to do. Source: security rule 53. */
import {
  IconBellExclamation,
  IconBellOff,
  IconBellQuestion,
  IconCloudOff,
  IconKeyOff,
  IconMapPinOff,
  IconUserQuestion,
  IconVolumeOff,
  IconWifiOff,
} from '@tabler/icons-react'
import { SILENCE_AFTER_MS } from '@whereabouts/domain/live'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useOnline } from '../../lib/online.ts'
import { publishHeight } from '../../lib/publish-height.ts'
import { unlockSound, useSoundOn } from '../../lib/sound.ts'
import { SILENCE } from '../../lib/sound-patterns.ts'
import { formatClock } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { useStore } from '../../lib/use-store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { useLive } from '../live/hooks.ts'
import { useNotificationPermission } from './notification-permission.ts'
import { type Silence, silenceOf } from './silence.ts'
import styles from './silence-banner.module.css'
import { SILENCE_SOUND, soundOnce } from './sound-turn.ts'
import { useDesk } from './use-desk.ts'

/** A page without sound is let be for this long (ms), as most people press something soon. */
const SOUND_MISSED_AFTER_MS = 10_000
/** While no alarm could come, the page sounds again this often (ms). */
const SOUND_EVERY_MS = 60_000

const ICONS = {
  offline: IconWifiOff,
  silent: IconCloudOff,
  unproven: IconBellExclamation,
  unstarted: IconUserQuestion,
  unlisted: IconBellQuestion,
  renewal: IconKeyOff,
  blocked: IconVolumeOff,
  frozen: IconMapPinOff,
  denied: IconBellOff,
} as const

/** A reload of the page may end it. */
const RELOADABLE: ReadonlySet<Silence> = new Set(['silent', 'unproven', 'unstarted', 'unlisted'])

/** Alarms still come. */
const QUIET: ReadonlySet<Silence> = new Set(['blocked', 'frozen', 'denied'])

export function SilenceBanner() {
  const t = useT()
  const isOnline = useOnline()
  const isSoundOn = useSoundOn()
  const session = useSession()
  const { status } = useLive().store
  const desk = useDesk()
  const { ringing } = useStore(desk.session)
  const isUnstarted = rightsOf(session) === undefined
  const isUnlisted = !useStore(desk.isOpenKnown)
  // One after the other, they are one time without alarms.
  const isDeaf = useLasting(isUnstarted || isUnlisted, SILENCE_AFTER_MS)
  const isSoundOffLong = useLasting(!isSoundOn, SOUND_MISSED_AFTER_MS)
  const { acceptDenial, ...permission } = useNotificationPermission()
  const silence = silenceOf({
    isOnline,
    isStale: status.isStale,
    isUnproven: status.isUnproven,
    isFrozen: status.frozenAtMs !== null,
    isUnstarted: isDeaf && isUnstarted,
    isUnlisted: isDeaf && isUnlisted,
    isRenewalFailing: session.isRenewalFailing,
    isSoundOn,
    isSoundMissed: isSoundOffLong || ringing.length > 0,
    repeats: session.userInfo?.notification_ring_repeat ?? false,
    ...permission,
  })
  useSoundOf(silence)
  const banner = usePublishedHeight(silence !== undefined)

  const titles: Record<Silence, string> = {
    offline: t('offline.banner'),
    silent:
      status.heardAtMs === null
        ? t('alarms.silence.never')
        : t('alarms.silence.silent', { time: formatClock(status.heardAtMs) }),
    unproven: t('alarms.silence.unproven', { time: formatClock(status.provenAtMs) }),
    unstarted: t('alarms.silence.unstarted'),
    unlisted: t('alarms.silence.unlisted'),
    renewal: t('alarms.silence.renewal'),
    blocked: t('alarms.silence.blocked'),
    frozen: t('alarms.silence.frozen', { time: formatClock(status.frozenAtMs ?? status.provenAtMs) }),
    denied: t('alarms.silence.denied'),
  }
  return (
    <div role="alert">
      {silence && (
        <div ref={banner} className={styles.banner} data-banner={silence}>
          <Glyph icon={ICONS[silence]} size={17} />
          <p>
            <strong className="wb-num">{titles[silence]}</strong> <span>{t(`alarms.silence.${silence}Hint`)}</span>
          </p>
          {RELOADABLE.has(silence) && (
            <button type="button" onClick={() => window.location.reload()}>
              {t('alarms.silence.reload')}
            </button>
          )}
          {silence === 'blocked' && (
            <button type="button" onClick={() => void unlockSound().catch(showError)}>
              {t('alarms.silence.turnOn')}
            </button>
          )}
          {silence === 'denied' && (
            <button type="button" onClick={acceptDenial}>
              {t('alarms.silence.accept')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** True once this has held for so long. */
function useLasting(holds: boolean, ms: number): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    setIsLong(false)
    if (!holds) return
    const timer = setTimeout(() => setIsLong(true), ms)
    return () => clearTimeout(timer)
  }, [holds, ms])
  return holds && isLong
}

/** Sounds when alarms stop coming, and on and on while they do not. A page that may not sound, or asks too little, is quiet. */
function useSoundOf(silence: Silence | undefined): void {
  const isLost = silence !== undefined && !QUIET.has(silence)
  useEffect(() => {
    if (!isLost) return
    const sound = () => soundOnce(SILENCE, SILENCE_SOUND).catch(showError)
    void sound()
    const timer = setInterval(sound, SOUND_EVERY_MS)
    return () => clearInterval(timer)
  }, [isLost])
}

/** Tells messages and panels over the page how much room the banner takes. */
function usePublishedHeight(isShown: boolean) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    return isShown && banner.current ? publishHeight('--wb-banner-height', banner.current) : undefined
  }, [isShown])
  return banner
}
