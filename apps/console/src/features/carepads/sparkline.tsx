/** How a temperature went, over the band of its thresholds; what was beyond is coloured. Mockup 11. */
import type { Carepad } from '@whereabouts/contract/carepads'
import styles from './carepads.module.css'

const WIDTH = 240
const HEIGHT = 36

interface SparklineProps {
  readonly values: readonly (number | null)[]
  readonly carepad: Pick<Carepad, 'threshold_high' | 'threshold_low'>
}

export function Sparkline({ values, carepad: { threshold_high: high, threshold_low } }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  // Without a low threshold the band goes down to what was measured.
  const low = threshold_low ?? Math.min(high - 1, ...known)
  const margin = (high - low) * 0.35
  const top = Math.max(high + margin, ...known)
  const bottom = Math.min(low - margin, ...known)
  const y = (value: number) => ((top - value) / (top - bottom)) * HEIGHT
  const x = (place: number) => (place / Math.max(values.length - 1, 1)) * WIDTH
  const pathOf = (isShown: (value: number) => boolean) => {
    let path = ''
    let isDown = false
    for (const [place, value] of values.entries()) {
      if (value === null) {
        isDown = false
        continue
      }
      const before = values[place - 1]
      const isLine = isShown(value) || (typeof before === 'number' && isShown(before))
      if (isLine && typeof before === 'number' && !isDown) path += `M${x(place - 1).toFixed(1)} ${y(before).toFixed(1)}`
      if (isLine)
        path += `${path === '' || typeof before !== 'number' ? 'M' : 'L'}${x(place).toFixed(1)} ${y(value).toFixed(1)}`
      isDown = isLine
    }
    return path
  }
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y={y(high)} width={WIDTH} height={y(low) - y(high)} className={styles.band} />
      <path
        d={`M0 ${y(high)}H${WIDTH}${threshold_low === null ? '' : `M0 ${y(low)}H${WIDTH}`}`}
        className={styles.limits}
      />
      <path d={pathOf(() => true)} className={styles.line} />
      <path d={pathOf((value) => value > high)} className={styles.high} />
      <path d={pathOf((value) => value < low)} className={styles.low} />
    </svg>
  )
}
