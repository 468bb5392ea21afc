/** Some days of the week, as seven boxes to tick. */
import { useLocale } from '../lib/i18n.ts'
import { dayName, WEEK } from '../lib/weekdays.ts'
import styles from './weekdays.module.css'

interface WeekdaysProps {
  /** It is said, and not shown. */
  readonly label: string
  /** 0: Sunday. */
  readonly days: readonly number[]
  readonly isWrong: boolean
  readonly onChange: (days: readonly number[]) => void
}

export function Weekdays({ label, days, isWrong, onChange }: WeekdaysProps) {
  const locale = useLocale()
  return (
    <fieldset className={styles.days} data-wrong={isWrong || undefined}>
      <legend className="wb-visually-hidden">{label}</legend>
      {WEEK.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            aria-label={dayName(day, locale, 'long')}
            checked={days.includes(day)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...days, day].toSorted((one, other) => one - other)
                  : days.filter((each) => each !== day),
              )
            }
          />
          <span aria-hidden="true">{dayName(day, locale, 'short')}</span>
        </label>
      ))}
    </fieldset>
  )
}
