/** Makes the device ring, counts down while it does, and says why it cannot. Source: G47. */
import { IconBellRinging, IconBellX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { useId } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { showError } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { useNow } from '../../live/hooks.ts'
import { ringTracker } from '../changes.ts'

interface RingButtonProps {
  readonly tracker: Tracker
  readonly status: TrackerStatus
  /** The role may ring devices. */
  readonly isAllowed: boolean
}

type WhyNot = 'role' | 'make' | 'offline' | 'disconnected'

/** Why it cannot ring; undefined where it can. */
export function whyNotRing({ tracker, status, isAllowed }: RingButtonProps): WhyNot | undefined {
  if (!isAllowed) return 'role'
  if (tracker.make !== '') return 'make'
  return status === 'connected' ? undefined : status
}

export function RingButton(props: RingButtonProps) {
  const { tracker } = props
  const t = useT()
  const id = useId()
  const now = useNow()
  const ring = useMutation({
    mutationFn: (ringing: boolean) => ringTracker(tracker.device_id, ringing),
    onError: showError,
  })
  const left = Math.ceil((tracker.ringing_until_ms ?? 0) / 1000 - now)
  const isRinging = left > 0
  const whyNot = isRinging ? undefined : whyNotRing(props)
  return (
    <>
      <Button
        tone={isRinging ? 'primary' : 'default'}
        icon={<Glyph icon={isRinging ? IconBellX : IconBellRinging} size={16} />}
        isPending={ring.isPending}
        aria-label={isRinging ? t('drawer.stopRing') : t('drawer.ring')}
        aria-disabled={whyNot !== undefined || undefined}
        aria-describedby={whyNot && id}
        title={whyNot && t(`drawer.cantRing.${whyNot}`)}
        onClick={() => ring.mutate(!isRinging)}
      >
        <span className="wb-num">{isRinging ? t('drawer.ringing', { count: left }) : t('drawer.ring')}</span>
      </Button>
      {whyNot && (
        <span id={id} hidden>
          {t(`drawer.cantRing.${whyNot}`)}
        </span>
      )}
    </>
  )
}
