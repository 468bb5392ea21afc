/** The line below a field: what is wrong with it, else what to know while typing. */
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './controls.module.css'
import { Glyph } from './glyph.tsx'

interface FieldNoteProps {
  readonly id: string
  readonly fault: string | undefined
  readonly hint: ReactNode
}

export function FieldNote({ id, fault, hint }: FieldNoteProps) {
  if (fault === undefined) {
    if (!hint) return null
    return (
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    )
  }
  return (
    <p id={id} className={styles.fault}>
      <Glyph isBold icon={IconX} size={13} />
      <span>{fault}</span>
    </p>
  )
}
