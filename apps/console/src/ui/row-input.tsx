/** A field within a row, which has no room for a label: its name is said. What is wrong with it stands elsewhere. */
import type { InputHTMLAttributes } from 'react'
import styles from './row-input.module.css'

interface RowInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'aria-invalid' | 'className' | 'size'> {
  readonly label: string
  readonly isWrong: boolean
  /** 34 or, for short numbers, 30 px; 44 on phones whatever it is. */
  readonly size?: 'default' | 'small'
}

export const RowInput = ({ label, isWrong, size = 'default', ...rest }: RowInputProps) => (
  <input
    autoComplete="off"
    {...rest}
    className={styles.input}
    data-size={size}
    aria-label={label}
    aria-invalid={isWrong || undefined}
  />
)
