/** Where a picture is dropped or chosen. Its fault stands below it and is read out with it. Source: design language §9. */
import { IconPhotoUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { pictures } from '../../locales/pictures.ts'
import { FieldNote } from '../../ui/field-note.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { PictureType } from './chosen-picture.ts'
import styles from './picture-drop.module.css'

addTexts(pictures)

interface PictureDropProps {
  /** `Drop a PNG here, or` */
  readonly invitation: string
  /** What it may be, in words. */
  readonly limits: string
  readonly types: readonly PictureType[]
  readonly fault?: string | undefined
  readonly isDisabled?: boolean
  readonly onFile: (file: File) => void
}

export function PictureDrop({ invitation, limits, types, fault, isDisabled = false, onFile }: PictureDropProps) {
  const t = useT()
  const id = useId()
  const [isOver, setIsOver] = useState(false)

  return (
    <div>
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        data-wrong={fault !== undefined || undefined}
        data-disabled={isDisabled || undefined}
      >
        <Glyph icon={IconPhotoUp} size={26} />
        <label htmlFor={id}>
          {invitation} <span>{t('pictures.choose')}</span>
        </label>
        <p id={`${id}-limits`}>{limits}</p>
        <input
          id={id}
          type="file"
          accept={types.map((type) => `image/${type}`).join(',')}
          disabled={isDisabled}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? `${id}-limits` : `${id}-limits ${id}-fault`}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) onFile(file)
            // The same file may be chosen again, mended.
            event.currentTarget.value = ''
          }}
        />
      </div>
      <div role="alert">
        <FieldNote id={`${id}-fault`} fault={fault} hint={undefined} />
      </div>
    </div>
  )
}
