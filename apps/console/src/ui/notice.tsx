/** One sentence that stands in a page: what was done, or why something cannot be. */
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Glyph } from './glyph.tsx'
import styles from './notice.module.css'

/** What was done is read out when it comes; the place for it is there before. */
export const DoneNotice = ({ children }: { children: string | undefined }) => (
  <div role="status">
    {children && (
      <p className={styles.notice} data-tone="ok">
        <Glyph isBold icon={IconCheck} size={14} />
        {children}
      </p>
    )}
  </div>
)

export const InfoNotice = ({ children }: { children: string }) => (
  <p className={styles.notice}>
    <Glyph icon={IconInfoCircle} size={16} />
    {children}
  </p>
)
