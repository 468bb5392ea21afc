/** Battery and signal as small pictures with their figures. */
import { LOW_BATTERY_PERCENT } from '@whereabouts/domain/trackers'
import styles from './readings.module.css'

/** Bars of a signal (1 to 4) from its strength in dBm. */
const barsOf = (rssiDbm: number): number => (rssiDbm >= -60 ? 4 : rssiDbm >= -70 ? 3 : rssiDbm >= -80 ? 2 : 1)

/** Whole, and with a true minus, so that figures stand in line. */
const signed = (value: number): string => String(Math.round(value)).replace('-', '−')

export function Battery({ percent, isShort = false }: { percent: number; isShort?: boolean }) {
  const isLow = percent <= LOW_BATTERY_PERCENT
  return (
    <span className={styles.reading} data-low={isLow || undefined}>
      <svg width={isShort ? 15 : 22} height={isShort ? 9 : 12} viewBox="0 0 22 12" aria-hidden="true">
        <rect x=".7" y=".7" width="18" height="10.6" rx="2.6" fill="none" stroke="currentColor" strokeWidth="1.2" />
        <rect x="2.4" y="2.4" width={Math.max(1.5, (percent / 100) * 14.6)} height="7.2" rx="1.2" fill="currentColor" />
        <path d="M20.2 4.2v3.6" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
      <span className="wb-num">{Math.round(percent)}%</span>
    </span>
  )
}

export function Signal({ rssiDbm, unit }: { rssiDbm: number; unit?: string }) {
  const bars = barsOf(rssiDbm)
  return (
    <span className={styles.reading}>
      <svg width="17" height="12" viewBox="0 0 17 12" aria-hidden="true">
        {[3, 5.6, 8.2, 10.8].map((height, at) => (
          <rect
            key={height}
            x={at * 4.4}
            y={12 - height}
            width="3"
            height={height}
            rx=".8"
            fill="currentColor"
            opacity={at < bars ? 1 : 0.25}
          />
        ))}
      </svg>
      <span className="wb-num">
        {signed(rssiDbm)}
        {unit && ` ${unit}`}
      </span>
    </span>
  )
}
