/** A labelled field; its fault takes the place below it and is read out with it. */
import { IconX } from '@tabler/icons-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './controls.module.css'
import { Glyph } from './glyph.tsx'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  /** What is wrong with the value, in words. */
  readonly fault?: string | undefined
  /** Marks the field without words of its own: they stand elsewhere. */
  readonly isWrong?: boolean
  /** A control within the field's right end. */
  readonly action?: ReactNode
}

export function TextField({ ref, label, fault, isWrong = false, action, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame}>
        <input
          {...rest}
          ref={ref}
          id={id}
          aria-invalid={isWrong || fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        />
        {action}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          <Glyph icon={IconX} size={14} />
          {fault}
        </p>
      )}
    </div>
  )
}
