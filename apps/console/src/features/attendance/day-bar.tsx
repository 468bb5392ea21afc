/** The bar of a day: when somebody was in a zone, signed in but out of it, and overtime. Design language, mockup 10. */
import type { OfficeLog } from '@whereabouts/contract/attendance'
import styles from './attendance.module.css'
import { minutesOfDay } from './words.ts'

/** Hours after midnight that bars reach from and to; beyond 24 it is the next day. */
export interface BarAxis {
  readonly from: number
  readonly to: number
}

/** The usual day, and further where somebody came earlier or left later. */
export function axisOf(records: readonly OfficeLog[], timeZone: string): BarAxis {
  let [from, to] = [6, 22]
  for (const { day, presences } of records) {
    for (const [start, end] of presences) {
      from = Math.min(from, Math.floor(minutesOfDay(day, start, timeZone) / 60))
      to = Math.max(to, Math.ceil(minutesOfDay(day, end, timeZone) / 60))
    }
  }
  return { from: Math.max(0, from), to: Math.min(36, to) }
}

/** The hours written above the bars. */
function ticksOf({ from, to }: BarAxis): readonly number[] {
  const step = to - from > 20 ? 6 : 4
  const first = Math.ceil(from / step) * step + (step === 4 && from === 6 ? -2 : 0)
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step)
}

const two = (value: number): string => String(value).padStart(2, '0')

export const BarTicks = ({ axis }: { axis: BarAxis }) => (
  <span className={styles.ticks} aria-hidden="true">
    {ticksOf(axis).map((hour) => (
      <i key={hour} style={{ left: `${((hour - axis.from) / (axis.to - axis.from)) * 100}%` }}>
        {two(hour % 24)}
      </i>
    ))}
  </span>
)

interface DayBarProps {
  readonly record: OfficeLog
  readonly axis: BarAxis
  readonly timeZone: string
  /** Epoch seconds. */
  readonly now: number
}

/** A picture: the times stand beside it. */
export function DayBar({ record, axis, timeZone, now }: DayBarProps) {
  const { day, presences, over_time_minutes } = record
  const start = record.corrected_sign_in ?? record.sign_in
  const end = record.corrected_sign_out ?? record.sign_out ?? (record.event === 'signed_in' ? now : null)
  const at = (seconds: number) => {
    const hour = minutesOfDay(day, seconds, timeZone) / 60
    return Math.min(100, Math.max(0, ((hour - axis.from) / (axis.to - axis.from)) * 100))
  }
  const place = (from: number, until: number) => ({ left: `${at(from)}%`, width: `${at(until) - at(from)}%` })
  return (
    <span className={styles.bar} aria-hidden="true">
      {start !== null && end !== null && <i data-part="out" style={place(start, end)} />}
      {presences.map(([from, until]) => (
        <i key={from} data-part="in" style={place(from, until)} />
      ))}
      {end !== null && over_time_minutes > 0 && <i data-part="over" style={place(end - over_time_minutes * 60, end)} />}
    </span>
  )
}
