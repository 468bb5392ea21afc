/** A labelled field; help stands below it, and its fault takes that place and is read out with it. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './controls.module.css'
import { FieldLabel } from './field-label.tsx'
import { FieldNote } from './field-note.tsx'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly isOptional?: boolean
  /** What is wrong with the value, in words. */
  readonly fault?: string | undefined
  /** What to know while typing. */
  readonly hint?: ReactNode
  /** Marks the field without words of its own: they stand elsewhere. */
  readonly isWrong?: boolean
  /** The height of fields in dialogs; sign-in and link pages have taller ones. */
  readonly isCompact?: boolean
  /** A control within the field's right end. */
  readonly action?: ReactNode
  /** A link at the right of the label. */
  readonly aside?: ReactNode
}

export function TextField({
  ref,
  label,
  isOptional,
  fault,
  hint,
  isWrong = false,
  isCompact,
  action,
  aside,
  ...rest
}: TextFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <FieldLabel htmlFor={id} label={label} isOptional={isOptional} />
      <div className={isCompact ? `${styles.frame} ${styles.compact}` : styles.frame}>
        <input
          {...rest}
          ref={ref}
          id={id}
          aria-invalid={isWrong || fault !== undefined || undefined}
          aria-describedby={fault || hint ? `${id}-note` : undefined}
        />
        {action}
      </div>
      {/* After the field for the keyboard: Tab leads from one field to the next. */}
      {aside && <div className={styles.aside}>{aside}</div>}
      <FieldNote id={`${id}-note`} fault={fault} hint={hint} />
    </div>
  )
}
