/** Where a file is dropped or chosen. Its fault stands below it and is read out with it. Source: design language §9. */
import type { Icon } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FieldNote } from './field-note.tsx'
import styles from './file-drop.module.css'
import { Glyph } from './glyph.tsx'

interface FileDropProps {
  readonly icon: Icon
  /** `Drop a PNG here, or` */
  readonly invitation: string
  /** `choose a file` */
  readonly choose: string
  /** What it may be, in words. */
  readonly limits: string
  /** As the browser's file dialog takes it. */
  readonly accept: string
  readonly fault?: string | undefined
  readonly isDisabled?: boolean
  readonly onFile: (file: File) => void
}

export function FileDrop({
  icon,
  invitation,
  choose,
  limits,
  accept,
  fault,
  isDisabled = false,
  onFile,
}: FileDropProps) {
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
        <Glyph icon={icon} size={26} />
        <label htmlFor={id}>
          {invitation} <span>{choose}</span>
        </label>
        <p id={`${id}-limits`}>{limits}</p>
        <input
          id={id}
          type="file"
          accept={accept}
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
