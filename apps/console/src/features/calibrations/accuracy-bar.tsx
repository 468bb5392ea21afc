/** How exactly a station is calibrated, in percent. Source: CONST-40 to CONST-42. */
import { accuracyPercent } from '@whereabouts/domain/calibrations'
import { useT } from '../../lib/i18n.ts'
import styles from './calibrations.module.css'

/** From this percentage on distances are told well enough to tell rooms apart. */
const GOOD_PERCENT = 75

export function AccuracyBar({ name, value }: { readonly name: string; readonly value: number }) {
  const t = useT()
  const percent = accuracyPercent(value)
  return (
    <span className={styles.accuracy} data-good={percent >= GOOD_PERCENT || undefined}>
      <progress value={percent} max={100} aria-label={t('calibrations.accuracy', { name })} />
      <span className="wb-num">{t('calibrations.percent', { percent })}</span>
    </span>
  )
}
