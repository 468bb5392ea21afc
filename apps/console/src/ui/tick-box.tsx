/** A box to tick in a row of a list; the row's name is its label. */
import styles from './controls.module.css'

interface TickBoxProps {
  readonly label: string
  readonly isTicked: boolean
  readonly isDisabled?: boolean
  readonly onToggle: () => void
}

export const TickBox = ({ label, isTicked, isDisabled, onToggle }: TickBoxProps) => (
  <span className={styles.check}>
    <input type="checkbox" aria-label={label} checked={isTicked} disabled={isDisabled} onChange={onToggle} />
  </span>
)
