/** A box to tick, with its label. */
import type { ReactNode } from 'react'
import styles from './controls.module.css'

interface CheckFieldProps {
  readonly label: ReactNode
  readonly isDisabled?: boolean | undefined
  readonly isChecked: boolean
  onChange(isChecked: boolean): void
}

export const CheckField = ({ label, isDisabled, isChecked, onChange }: CheckFieldProps) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      disabled={isDisabled}
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
)
