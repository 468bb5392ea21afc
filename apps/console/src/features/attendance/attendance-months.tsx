/** Attendance of a month, by person. Source: G79. */
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { dayRange, wallOf } from '../../ui/date-range/ranges.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Initials } from '../../ui/initials.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import styles from './attendance.module.css'
import { monthQuery } from './queries.ts'
import { saveMonth } from './save-files.ts'
import { lengthText } from './words.ts'

export function AttendanceMonths({ timeZone, tabs }: { timeZone: string; tabs: ReactNode }) {
  const t = useT()
  const [now] = useState(serverNow)
  const [range, setRange] = useState(() => dayRange(now, timeZone))
  const month = wallOf(range.start, timeZone).day.slice(0, 7)
  const { data, error, refetch, isPlaceholderData } = useQuery(monthQuery(month))
  return (
    <>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1>{t('attendance.byMonth')}</h1>
          <Button
            icon={<Glyph icon={IconDownload} size={16} />}
            aria-disabled={data === undefined || isPlaceholderData || undefined}
            onClick={() => data && saveMonth(month, data.people)}
          >
            {t('attendance.export')}
          </Button>
        </div>
      </header>
      {tabs}
      <div className={styles.tools}>
        <DateRangePicker
          kind="months"
          label={t('attendance.month')}
          value={range}
          timeZone={timeZone}
          now={serverNow}
          timeFormat="hh:mm a"
          onChange={setRange}
        >
          {month.replace('-', '/')}
        </DateRangePicker>
      </div>
      {data === undefined ? (
        <UnloadedList error={error} onRetry={refetch} />
      ) : data.people.length === 0 ? (
        <EmptyList title={t('attendance.none')} hint={t('attendance.noneHint')} />
      ) : (
        <table className={styles.table} data-kind="months">
          <thead>
            <tr>
              <th scope="col">{t('attendance.person')}</th>
              <th scope="col">{t('attendance.daysWorked')}</th>
              <th scope="col">{t('attendance.total')}</th>
              <th scope="col">{t('attendance.inZone')}</th>
              <th scope="col">{t('attendance.overtime')}</th>
              <th scope="col">{t('attendance.exceptions')}</th>
              <th scope="col">{t('attendance.vacation')}</th>
            </tr>
          </thead>
          <tbody>
            {data.people.map((person) => (
              <tr key={person.device_id} className={styles.row}>
                <th scope="row" className={styles.person}>
                  <span>
                    <Initials name={person.device_name} size={24} />
                    <span>{person.device_name}</span>
                  </span>
                </th>
                <td data-label={t('attendance.daysWorked')}>{person.days}</td>
                <td data-label={t('attendance.total')}>{lengthText(t, person.duration)}</td>
                <td data-label={t('attendance.inZone')}>{lengthText(t, person.in_zone_duration)}</td>
                <td data-label={t('attendance.overtime')}>{lengthText(t, person.over_time_minutes * 60)}</td>
                <td data-label={t('attendance.exceptions')}>{person.exceptions}</td>
                <td data-label={t('attendance.vacation')}>{person.vacations}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
