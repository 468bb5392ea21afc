/** Settings under each other: what it is, how it stands, and the way to change it. */
import type { ReactNode } from 'react'
import styles from './rows.module.css'

export const SettingRows = ({ children }: { children: ReactNode }) => <dl className={styles.settings}>{children}</dl>

interface SettingRowProps {
  readonly label: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const SettingRow = ({ label, children, action }: SettingRowProps) => (
  <div className={styles.setting}>
    <dt>{label}</dt>
    <dd>{children}</dd>
    {action && <dd className={styles.action}>{action}</dd>}
  </div>
)
