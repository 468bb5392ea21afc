/** A time of day in two lists: hours, then minutes. */
import styles from './date-range.module.css'
import { type Limits, openHours, openMinutes } from './ranges.ts'

interface TimeOfDayProps {
  readonly label: string
  readonly hourLabel: string
  readonly minuteLabel: string
  /** After midnight. */
  readonly minutes: number
  readonly timeFormat: 'hh:mm a' | 'HH:mm'
  readonly minuteInterval: number
  readonly limits: Limits
  readonly onChange: (minutes: number) => void
}

const two = (value: number): string => String(value).padStart(2, '0')

const hourText = (hour: number, timeFormat: TimeOfDayProps['timeFormat']): string =>
  timeFormat === 'HH:mm' ? two(hour) : `${two(hour % 12 === 0 ? 12 : hour % 12)} ${hour < 12 ? 'am' : 'pm'}`

export function TimeOfDay({ label, hourLabel, minuteLabel, minutes, ...rest }: TimeOfDayProps) {
  const { timeFormat, minuteInterval, limits, onChange } = rest
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return (
    <fieldset className={styles.time}>
      <legend>{label}</legend>
      <select
        aria-label={hourLabel}
        value={hour}
        onChange={(event) => onChange(Number(event.currentTarget.value) * 60 + minute)}
      >
        {openHours(limits).map((each) => (
          <option key={each} value={each}>
            {hourText(each, timeFormat)}
          </option>
        ))}
      </select>
      <span aria-hidden="true">:</span>
      <select
        aria-label={minuteLabel}
        value={minute}
        onChange={(event) => onChange(hour * 60 + Number(event.currentTarget.value))}
      >
        {openMinutes(minuteInterval, minute).map((each) => (
          <option key={each} value={each}>
            {two(each)}
          </option>
        ))}
      </select>
    </fieldset>
  )
}
