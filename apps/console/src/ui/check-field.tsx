/** A box to tick, with its label. */
import styles from './controls.module.css'

interface CheckFieldProps {
  readonly label: string
  readonly isChecked: boolean
  onChange(isChecked: boolean): void
}

export const CheckField = ({ label, isChecked, onChange }: CheckFieldProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
)
