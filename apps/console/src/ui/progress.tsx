/** How far something made of many steps is. */
import { useT } from '../lib/i18n.ts'
import styles from './progress.module.css'

export function Progress({ done, all }: { done: number; all: number }) {
  const t = useT()
  const words = t('batch.progress', { done, all })
  return (
    <div className={styles.progress}>
      <progress value={done} max={all} aria-label={words} />
      <span className="wb-num">{words}</span>
    </div>
  )
}
