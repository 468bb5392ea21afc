/** When a zone counts: always, or at times of some days. Source: G73, G74. */
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ActiveTime, MAX_ZONE_HOURS } from '@whereabouts/domain/zones'
import { addTexts, useT } from '../../lib/i18n.ts'
import { timeZones } from '../../locales/time-zones.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import { Weekdays } from '../../ui/weekdays.tsx'
import { useSession } from '../auth/session-store.ts'
import { NEW_TIME } from './draft.ts'
import styles from './zones.module.css'

addTexts(timeZones)

interface ZoneTimesProps {
  readonly times: readonly ActiveTime[] | null
  /** Indexes of times without a day, and of those without a clock time, where the fault is shown. */
  readonly days: readonly number[]
  readonly clocks: readonly number[]
  readonly onChange: (times: readonly ActiveTime[] | null) => void
}

export function ZoneTimes({ times, days, clocks, onChange }: ZoneTimesProps) {
  const t = useT()
  const { userInfo } = useSession()
  return (
    <div className={styles.choices}>
      <ChoiceField
        label={t('zones.when')}
        value={times === null ? 'always' : 'times'}
        onChange={(value) => onChange(value === 'always' ? null : (times ?? [NEW_TIME]))}
        choices={[
          { value: 'always', label: t('zones.always') },
          {
            value: 'times',
            label: t('zones.atTimes'),
            hint: t('zones.timeZone', { zone: t(`zone.${userInfo?.timezone ?? 'Asia/Taipei'}`) }),
          },
        ]}
      />
      {times !== null && (
        <ul className={styles.part} aria-label={t('zones.atTimes')}>
          {times.map((time, at) => (
            <TimeRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a time is its place in the list
              key={at}
              time={time}
              number={at + 1}
              fault={
                days.includes(at) ? t('zones.dayMissing') : clocks.includes(at) ? t('zones.clockMissing') : undefined
              }
              onChange={(next) => onChange(times.with(at, next))}
              onRemove={times.length > 1 ? () => onChange(times.toSpliced(at, 1)) : undefined}
            />
          ))}
          <li>
            <Button
              size="small"
              icon={<Glyph icon={IconPlus} size={16} />}
              aria-disabled={times.length >= MAX_ZONE_HOURS}
              onClick={() => onChange([...times, NEW_TIME])}
            >
              {t('zones.addTime')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}

interface TimeRowProps {
  readonly time: ActiveTime
  readonly number: number
  readonly fault: string | undefined
  readonly onChange: (time: ActiveTime) => void
  readonly onRemove: (() => void) | undefined
}

function TimeRow({ time, number, fault, onChange, onRemove }: TimeRowProps) {
  const t = useT()
  const clock = (end: 'from' | 'to') => (
    <RowInput
      type="time"
      label={t(end === 'from' ? 'zones.from' : 'zones.to', { number })}
      isWrong={fault !== undefined && time[end] === ''}
      value={time[end]}
      onChange={(event) => onChange({ ...time, [end]: event.currentTarget.value })}
    />
  )
  return (
    <li className={styles.time} tabIndex={-1}>
      <Weekdays
        label={t('zones.days', { number })}
        days={time.days}
        isWrong={fault !== undefined && time.days.length === 0}
        onChange={(days) => onChange({ ...time, days })}
      />
      <span className={styles.clocks}>
        {clock('from')}
        <span aria-hidden="true">–</span>
        {clock('to')}
        <small>{time.from !== '' && time.to !== '' && time.to <= time.from && t('zones.nextDay')}</small>
      </span>
      {onRemove && (
        <IconButton label={t('zones.removeTime', { number })} onClick={onRemove}>
          <Glyph icon={IconX} size={16} />
        </IconButton>
      )}
      <FieldNote id={`zone-time-${number}`} fault={fault} hint={undefined} />
    </li>
  )
}
