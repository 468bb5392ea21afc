/** Bars of steps by day or month, with the goal as a line. Each bar is named for who does not see it. */
import type { StepRecord } from '@whereabouts/contract/steps'
import { useT } from '../../lib/i18n.ts'
import { useCountText } from './count-text.ts'
import styles from './steps.module.css'

interface StepChartProps {
  readonly steps: StepRecord['steps']
  /** Left out where bars are months, which no daily goal fits. */
  readonly target: number | undefined
}

/** As many dates are written below the bars at most. */
const MOST_LABELS = 12

/** `03/06` of a day, `2026/03` of a month. */
const labelOf = (date: string): string => (date.length > 7 ? date.slice(5) : date).replaceAll('-', '/')

export function StepChart({ steps, target }: StepChartProps) {
  const t = useT()
  const countText = useCountText()
  const most = Math.max(1, target ?? 0, ...steps.map(({ count }) => count))
  const every = Math.ceil(steps.length / MOST_LABELS)
  return (
    <div className={styles.chart}>
      {target !== undefined && (
        <span className={styles.goal} style={{ bottom: `calc(20px + (100% - 20px) * ${target / most})` }}>
          {t('steps.targetLine', { count: countText(target) })}
        </span>
      )}
      <ol className={styles.bars}>
        {steps.map(({ date, count }, index) => (
          <li key={date}>
            <span
              role="img"
              aria-label={t('steps.count', { date: date.replaceAll('-', '/'), count: countText(count) })}
              title={t('steps.count', { date: date.replaceAll('-', '/'), count: countText(count) })}
            >
              <i
                data-reached={(target !== undefined && count >= target) || undefined}
                style={{ height: `${(count / most) * 100}%` }}
              />
            </span>
            <small aria-hidden="true">{index % every === 0 ? labelOf(date) : ''}</small>
          </li>
        ))}
      </ol>
    </div>
  )
}
