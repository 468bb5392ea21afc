/** The device's photo, or its symbol; changed by cropping, or taken away. */
import { IconCamera, IconPhotoOff } from '@tabler/icons-react'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { showError } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../../../ui/detail.module.css'
import { Glyph } from '../../../ui/glyph.tsx'
import { PhotoCropper } from '../../pictures/photo-cropper.tsx'
import { useChangeTracker } from '../changes.ts'
import { DevicePicture } from '../device-picture.tsx'

interface PhotoTileProps {
  readonly tracker: Tracker
  readonly status: TrackerStatus
  readonly canChange: boolean
}

export function PhotoTile({ tracker, status, canChange }: PhotoTileProps) {
  const t = useT()
  const change = useChangeTracker(tracker.device_id)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.tile}>
      <DevicePicture tracker={tracker} status={status} size={36} />
      {canChange && (
        <button type="button" aria-label={t('drawer.photo')} title={t('drawer.photo')} onClick={() => setIsOpen(true)}>
          <Glyph icon={IconCamera} size={14} />
        </button>
      )}
      {isOpen && (
        <PhotoCropper
          title={t('drawer.photo')}
          extra={
            tracker.photo !== '' && (
              <Button
                icon={<Glyph icon={IconPhotoOff} size={16} />}
                isPending={change.isPending}
                onClick={() => change.mutate({ photo: '' }, { onSuccess: () => setIsOpen(false), onError: showError })}
              >
                {t('drawer.removePhoto')}
              </Button>
            )
          }
          onCropped={(photo) => change.mutateAsync({ photo })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
