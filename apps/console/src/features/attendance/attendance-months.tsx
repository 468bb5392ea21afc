/** Attendance of a month, by person. All sums are of days with a sign-in and a sign-out. Source: G79; decision 0090. */
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AttendanceMonth } from '@whereabouts/contract/attendance'
import { type ReactNode, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { dayRange, wallOf } from '../../ui/date-range/ranges.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Initials } from '../../ui/initials.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import styles from './attendance.module.css'
import { PrintHead } from './print-head.tsx'
import { monthQuery } from './queries.ts'
import { saveMonth, useSaveMonthPdf } from './save-files.ts'
import { hoursText, lengthText } from './words.ts'

interface AttendanceMonthsProps {
  readonly account: string
  readonly timeZone: string
  /** Between the title and the page. */
  readonly tabs: ReactNode
}

export function AttendanceMonths({ account, timeZone, tabs }: AttendanceMonthsProps) {
  const t = useT()
  const [now] = useState(serverNow)
  const [range, setRange] = useState(() => dayRange(now, timeZone))
  const month = wallOf(range.start, timeZone).day.slice(0, 7)
  const { data, error, refetch, isPlaceholderData } = useQuery(monthQuery(month))
  const pdf = useSaveMonthPdf(month)
  const isMissing = data === undefined || isPlaceholderData || undefined
  return (
    <>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1>{t('attendance.byMonth')}</h1>
          <span className={styles.actions}>
            <Button
              icon={<Glyph icon={IconPrinter} size={16} />}
              aria-disabled={isMissing}
              onClick={() => isMissing || window.print()}
            >
              {t('attendance.print')}
            </Button>
            <Button
              icon={<Glyph icon={IconDownload} size={16} />}
              isPending={pdf.isPending}
              onClick={() => pdf.mutate()}
            >
              {t('attendance.savePdf')}
            </Button>
            <Button
              icon={<Glyph icon={IconDownload} size={16} />}
              aria-disabled={isMissing}
              onClick={() => data && !isPlaceholderData && saveMonth(month, data.people)}
            >
              {t('attendance.export')}
            </Button>
          </span>
        </div>
        <PrintHead account={account} period={month.replace('-', '/')} timeZone={timeZone} />
      </header>
      {tabs}
      <FormFailure error={pdf.error ?? undefined} />
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
        <p className={styles.sums}>{t('attendance.sumsHint')}</p>
      </div>
      {data === undefined ? (
        <UnloadedList error={error} onRetry={refetch} />
      ) : data.people.length === 0 ? (
        <EmptyList title={t('attendance.none')} hint={t('attendance.noneHint')} />
      ) : (
        <MonthTable people={data.people} />
      )}
    </>
  )
}

const COLUMNS = ['daysWorked', 'total', 'inZone', 'overtime', 'exceptions', 'vacation'] as const

function MonthTable({ people }: { people: readonly AttendanceMonth[] }) {
  const t = useT()
  return (
    <table className={styles.table} data-kind="months">
      <thead>
        <tr>
          <th scope="col">{t('attendance.person')}</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`attendance.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.device_id} className={styles.row}>
            <th scope="row" className={styles.person}>
              <span>
                <Initials name={person.device_name} size={24} />
                <span>{person.device_name}</span>
              </span>
            </th>
            <Figures of={[person]} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.row}>
          <th scope="row" className={styles.person}>
            {t('attendance.everybody', { count: people.length })}
          </th>
          <Figures of={people} />
        </tr>
      </tfoot>
    </table>
  )
}

/** The figures of one person, or of several together. */
function Figures({ of }: { of: readonly AttendanceMonth[] }) {
  const t = useT()
  const sum = (read: (person: AttendanceMonth) => number) => of.reduce((total, person) => total + read(person), 0)
  const open = sum(({ open_days }) => open_days)
  const length = (seconds: number) => (
    <>
      <span>{lengthText(t, seconds)}</span>
      <small>{hoursText(seconds)}</small>
    </>
  )
  const cells = {
    daysWorked: (
      <>
        <span>{sum(({ days }) => days)}</span>
        {open > 0 && <small>{t('attendance.notCounted', { count: open })}</small>}
      </>
    ),
    total: length(sum(({ duration }) => duration)),
    inZone: length(sum(({ in_zone_duration }) => in_zone_duration)),
    overtime: length(sum(({ over_time_minutes }) => over_time_minutes) * 60),
    exceptions: sum(({ exceptions }) => exceptions),
    vacation: sum(({ vacations }) => vacations),
  }
  return COLUMNS.map((column) => (
    <td key={column} data-label={t(`attendance.${column}`)}>
      {cells[column]}
    </td>
  ))
}
