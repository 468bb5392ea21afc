/** The state of a carepad as an icon and words, with what explains it. Mockup 11. */
import {
  IconBattery1,
  IconBattery2,
  IconBattery3,
  IconBattery4,
  IconCircleFilled,
  IconCircleOff,
  IconClockHour3,
  IconTriangleFilled,
  IconTriangleInvertedFilled,
} from '@tabler/icons-react'
import type { Carepad } from '@whereabouts/contract/carepads'
import { useT } from '../../lib/i18n.ts'
import { formatAgo, formatMinute } from '../../lib/time.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { type CarepadState, temperatureText, type Unit } from './carepad-state.ts'
import styles from './carepads.module.css'

export const STATE_ICONS = {
  high: IconTriangleFilled,
  low: IconTriangleInvertedFilled,
  pending: IconClockHour3,
  battery: IconBattery1,
  nodata: IconCircleOff,
  normal: IconCircleFilled,
} as const

const BATTERIES = [IconBattery1, IconBattery2, IconBattery3, IconBattery4]

/** How full a battery is, in percent; a dash where it does not say. */
export function BatteryMark({ percent }: { percent: number | null }) {
  if (percent === null) return '–'
  return (
    <>
      <Glyph icon={BATTERIES[Math.min(3, Math.floor(percent / 25))]!} size={18} />
      {`${Math.round(percent)}%`}
    </>
  )
}

interface StateMarkProps {
  readonly carepad: Carepad
  readonly state: CarepadState
  readonly unit: Unit
  /** Epoch seconds. */
  readonly now: number
}

export function StateMark({ carepad, state, unit, now }: StateMarkProps) {
  const t = useT()
  const since = carepad.high_since ?? carepad.low_since ?? now
  const isAbove = carepad.high_since !== null
  const limit = temperatureText((isAbove ? null : carepad.threshold_low) ?? carepad.threshold_high, unit)
  const isBack = state === 'normal' && carepad.normal_since !== null
  const text =
    state === 'pending'
      ? t(isAbove ? 'carepads.state.above' : 'carepads.state.below', { limit })
      : t(isBack ? 'carepads.state.back' : `carepads.state.${state}`)
  const minutes = Math.max(0, Math.floor((now - since) / 60))
  const aside = {
    high: t('carepads.minutes', { count: minutes }),
    low: t('carepads.minutes', { count: minutes }),
    pending: t('carepads.state.pending', { minutes }),
    battery: carepad.battery === null ? '' : `${Math.round(carepad.battery)}%`,
    nodata: carepad.last_seen === null ? '' : formatAgo(carepad.last_seen, now),
    normal: carepad.normal_since === null ? '' : formatMinute(carepad.normal_since * 1000),
  }[state]
  return (
    <span className={styles.state} data-state={state}>
      <Glyph icon={STATE_ICONS[state]} size={state === 'normal' ? 10 : 13} />
      <span>{text}</span>
      {aside && <small className="wb-num">{aside}</small>}
    </span>
  )
}
