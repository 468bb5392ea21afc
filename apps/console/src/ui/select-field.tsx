/** A labelled choice of one from a short list, which the browser opens. */
import { IconChevronDown } from '@tabler/icons-react'
import { type SelectHTMLAttributes, useId } from 'react'
import { FieldNote } from './field-note.tsx'
import styles from './fields.module.css'
import { Glyph } from './glyph.tsx'

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly fault?: string | undefined
  readonly hint?: string | undefined
  readonly onChange: (value: string) => void
}

export function SelectField({ label, options, fault, hint, onChange, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.select}>
        <select
          {...rest}
          id={id}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined && hint === undefined ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Glyph icon={IconChevronDown} size={16} />
      </span>
      <FieldNote id={`${id}-note`} fault={fault} hint={hint} />
    </div>
  )
}
