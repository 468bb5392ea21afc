/** A state: its sign and its word. */
import type { Icon } from '@tabler/icons-react'
import { Glyph } from './glyph.tsx'
import styles from './rows.module.css'

interface StateMarkProps {
  readonly icon: Icon
  readonly words: string
  readonly tone?: 'ok' | 'warn'
}

export const StateMark = ({ icon, words, tone = 'ok' }: StateMarkProps) => (
  <span className={styles.state} data-tone={tone}>
    <Glyph isBold={tone === 'ok'} icon={icon} size={tone === 'ok' ? 13 : 15} />
    {words}
  </span>
)
