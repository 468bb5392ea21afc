/** One line of settings: what it is, what it means, and the control at its end. */
import type { ReactNode } from 'react'
import styles from './alerts.module.css'

interface AlertRowProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

export const AlertRow = ({ title, hint, children }: AlertRowProps) => (
  <li className={styles.row}>
    <div>
      <strong>{title}</strong>
      <p>{hint}</p>
    </div>
    {children}
  </li>
)
