/** A short word in a tinted box, as a role. */
import styles from './rows.module.css'

interface TagProps {
  readonly tone?: 'plain' | 'prim' | 'ok' | 'warn'
  readonly children: string
}

export const Tag = ({ tone = 'plain', children }: TagProps) => (
  <span className={styles.tag} data-tone={tone}>
    {children}
  </span>
)
