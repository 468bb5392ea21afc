/** Makes the device ring, counts down while it does, and says why it cannot. Source: G47. */
import { IconBellRinging, IconBellX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { addTexts, useT } from '../../../lib/i18n.ts'
import { showError } from '../../../lib/toasts.ts'
import { deviceActions } from '../../../locales/device-actions.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../../../ui/detail.module.css'
import { Glyph } from '../../../ui/glyph.tsx'
import { useNow } from '../../live/hooks.ts'
import { useSite } from '../../live/site-view.ts'
import { ringTracker } from '../changes.ts'

addTexts(deviceActions)

interface RingButtonProps {
  readonly tracker: Tracker
  readonly status: TrackerStatus
  /** The role may ring devices. */
  readonly isAllowed: boolean
  /** It is what the panel is mostly opened for. */
  readonly isMain?: boolean
  /** The key that presses it. */
  readonly keyShortcut?: string | undefined
}

type WhyNot = 'role' | 'make' | 'offline' | 'disconnected'

/** Why it cannot ring; undefined where it can. */
function whyNotRing({ tracker, status, isAllowed }: RingButtonProps): WhyNot | undefined {
  if (!isAllowed) return 'role'
  if (tracker.make !== '') return 'make'
  return status === 'connected' ? undefined : status
}

/** Of the one drawer there is. */
const WHY_NOT_ID = 'why-not-ring'

/** Says below the buttons why it cannot. */
export function WhyNotRing(props: RingButtonProps) {
  const t = useT()
  const now = useNow()
  const whyNot = whyNotRing(props)
  if (whyNot === undefined || (props.tracker.ringing_until_ms ?? 0) / 1000 > now) return null
  return (
    <p id={WHY_NOT_ID} className={styles.why}>
      {t(`drawer.cantRing.${whyNot}`)}
    </p>
  )
}

export function RingButton(props: RingButtonProps) {
  const { tracker } = props
  const t = useT()
  const site = useSite()
  const now = useNow()
  const ring = useMutation({
    mutationFn: (ringing: boolean) => ringTracker(site, tracker.device_id, ringing),
    onError: showError,
  })
  const left = Math.ceil((tracker.ringing_until_ms ?? 0) / 1000 - now)
  const isRinging = left > 0
  const whyNot = isRinging ? undefined : whyNotRing(props)
  return (
    <Button
      tone={isRinging || (props.isMain && whyNot === undefined) ? 'primary' : 'default'}
      icon={<Glyph icon={isRinging ? IconBellX : IconBellRinging} size={16} />}
      isPending={ring.isPending}
      aria-label={isRinging ? t('drawer.stopRing') : t('drawer.ring')}
      aria-disabled={whyNot !== undefined || undefined}
      aria-describedby={whyNot && WHY_NOT_ID}
      aria-keyshortcuts={props.keyShortcut}
      onClick={() => ring.mutate(!isRinging)}
    >
      <span className="wb-num">{isRinging ? t('drawer.ringing', { count: left }) : t('drawer.ring')}</span>
    </Button>
  )
}
