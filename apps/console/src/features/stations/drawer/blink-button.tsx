/** Makes the station's light blink for thirty seconds; offline it cannot, and says so. Source: specification §4, §9; G47. */
import { IconBulb } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Station } from '@whereabouts/contract/stations'
import { isStationOnline } from '@whereabouts/domain/stations'
import { addTexts, useT } from '../../../lib/i18n.ts'
import { showError } from '../../../lib/toasts.ts'
import { deviceActions } from '../../../locales/device-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { useNow } from '../../live/hooks.ts'
import { useSite } from '../../live/site-view.ts'
import { blinkStation } from '../changes.ts'

addTexts(deviceActions)

/** `whyNotId` is of what says below why it cannot; undefined: it says so itself. */
export function BlinkButton({ station, whyNotId }: { station: Station; whyNotId: string | undefined }) {
  const t = useT()
  const site = useSite()
  const now = useNow()
  const blink = useMutation({ mutationFn: () => blinkStation(site, station.t4_id), onError: showError })
  const left = Math.ceil((station.blinking_until_ms ?? 0) / 1000 - now)
  const isBlinking = left > 0
  const isOnline = isStationOnline(station, now)
  return (
    <Button
      tone={isBlinking ? 'primary' : 'default'}
      icon={<Glyph icon={IconBulb} size={16} />}
      isPending={blink.isPending}
      aria-disabled={isBlinking || !isOnline || undefined}
      aria-describedby={isOnline ? undefined : whyNotId}
      title={isOnline || whyNotId !== undefined ? undefined : t('stations.cantBlink')}
      onClick={() => blink.mutate()}
    >
      <span className="wb-num">{isBlinking ? t('stations.blinking', { count: left }) : t('stations.blink')}</span>
    </Button>
  )
}
