/** A labelled field of several lines. */
import { type TextareaHTMLAttributes, useId } from 'react'
import { FieldLabel } from './field-label.tsx'
import { FieldNote } from './field-note.tsx'
import styles from './fields.module.css'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
  readonly isOptional?: boolean
  readonly fault?: string | undefined
}

export function TextArea({ label, isOptional, fault, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <FieldLabel htmlFor={id} label={label} isOptional={isOptional} />
      <textarea
        rows={3}
        {...rest}
        id={id}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-note`}
      />
      <FieldNote id={`${id}-note`} fault={fault} hint={undefined} />
    </div>
  )
}
