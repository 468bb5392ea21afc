/** Small things in rows of tables. */
import type { Icon } from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { Glyph } from './glyph.tsx'
import styles from './table-row.module.css'

/** A sign whose words are said, and shown on hover. */
export const RowMark = ({ icon, words }: { icon: Icon; words: string }) => (
  <span className={styles.mark} title={words}>
    <Glyph icon={icon} size={15} />
    <span className="wb-visually-hidden">{words}</span>
  </span>
)

/** Nothing is known: a dash to see, the word to hear. */
export const Unknown = () => {
  const t = useT()
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="wb-visually-hidden">{t('trackers.unknown')}</span>
    </>
  )
}
