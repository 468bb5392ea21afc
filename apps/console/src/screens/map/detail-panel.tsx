/** Details beside the list: the list walks on, the details follow. */
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useSite } from '../../features/live/site-view.ts'
import { DeviceSharing } from '../../features/sharing/device-sharing.tsx'
import { StationDetail } from '../../features/stations/station-detail.tsx'
import { TrackerDetail } from '../../features/trackers/tracker-detail.tsx'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './map.module.css'
import { type OtherSide, OtherSideButton } from './other-side.tsx'

interface DetailPanelProps {
  readonly selection: { readonly kind: 'device' | 'station'; readonly id: string }
  readonly isFollowed: boolean
  readonly onFollow: (() => void) | undefined
  /** Undefined where no list is shown to walk. */
  readonly onStep: ((by: 1 | -1) => void) | undefined
  readonly onDevice: (id: string) => void
  readonly otherSide: OtherSide | undefined
  readonly onClose: () => void
}

export function DetailPanel({
  selection,
  isFollowed,
  onFollow,
  onStep,
  onDevice,
  otherSide,
  onClose,
}: DetailPanelProps) {
  const t = useT()
  const { isLive } = useSite()
  const toOtherSide = otherSide && <OtherSideButton side={otherSide} size={16} />
  const corner = (
    <div className={styles.corner}>
      {onStep && (
        <>
          <CornerButton label={t('map.previous')} icon={IconChevronUp} onPress={() => onStep(-1)} />
          <CornerButton label={t('map.next')} icon={IconChevronDown} onPress={() => onStep(1)} />
        </>
      )}
      <CornerButton label={t('map.closeDetails')} icon={IconX} onPress={onClose} />
    </div>
  )
  return (
    <section aria-label={t('map.details')}>
      {selection.kind === 'device' ? (
        <TrackerDetail
          id={selection.id}
          isFollowed={isFollowed}
          onFollow={onFollow}
          corner={corner}
          actions={toOtherSide}
          sharing={isLive ? <DeviceSharing id={selection.id} /> : undefined}
        />
      ) : (
        <StationDetail id={selection.id} onDevice={onDevice} corner={corner} actions={toOtherSide} />
      )}
    </section>
  )
}

interface CornerButtonProps {
  readonly label: string
  readonly icon: typeof IconX
  readonly onPress: () => void
}

const CornerButton = ({ label, icon, onPress }: CornerButtonProps) => (
  <IconButton size="small" label={label} onClick={onPress}>
    <Glyph icon={icon} size={16} />
  </IconButton>
)
