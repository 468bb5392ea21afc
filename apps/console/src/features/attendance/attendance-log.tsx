/** The attendance log: figures, filters and records of a range of days. Source: ATT-01; G72, G79; mockup 10. */

import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AttendanceFilter } from '@whereabouts/contract/attendance'
import { useDeferredValue, useState } from 'react'
import { downloadText } from '../../lib/download.ts'
import { useT } from '../../lib/i18n.ts'
import { attendancePath } from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { dayStamp } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { dayRange, type PickedRange } from '../../ui/date-range/ranges.ts'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useReachEnd } from '../../ui/use-reach-end.ts'
import styles from './attendance.module.css'
import { attendanceCsv } from './attendance-csv.ts'
import { listRecords, recordsQuery } from './queries.ts'
import { RecordDialog } from './record-dialog.tsx'
import { RecordTable } from './record-table.tsx'
import { lengthText } from './words.ts'

interface AttendanceLogProps {
  readonly timeZone: string
  /** The record that is open. */
  readonly opened: string | undefined
}

/** Where the question has no records of a kind, it still has this many days (s). */
const WEEK_S = 6 * 86_400

export function AttendanceLog({ timeZone, opened }: AttendanceLogProps) {
  const t = useT()
  const navigate = useNavigate()
  const [now] = useState(serverNow)
  const [range, setRange] = useState<PickedRange>(() => ({
    ...dayRange(now, timeZone),
    start: dayRange(now - WEEK_S, timeZone).start,
  }))
  const [name, setName] = useState('')
  const [show, setShow] = useState<AttendanceFilter>('everyone')
  const question = { start: range.start, end: range.end, name: useDeferredValue(name), show }
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    recordsQuery(question),
  )
  const end = useReachEnd(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  })
  const [exporting, setExporting] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false })
  const records = data?.pages.flatMap(({ officelogs }) => officelogs)
  const summary = data?.pages[0]?.summary

  const save = async () => {
    setExporting({ isPending: true })
    try {
      downloadText(`attendance-${dayStamp(now)}.csv`, attendanceCsv(await listRecords(question), timeZone))
      setExporting({ isPending: false })
    } catch (failure) {
      setExporting({ isPending: false, error: failure })
    }
  }
  const chips = (['everyone', 'exceptions', 'overtime', 'vacation', 'absent'] as const).map((value) => ({
    ...{ value, label: t(`attendance.${value}`) },
    count: value === 'exceptions' ? summary?.exceptions : undefined,
  }))

  return (
    <>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1>{t('attendance.title')}</h1>
          <Button
            icon={<Glyph icon={IconDownload} size={16} />}
            isPending={exporting.isPending}
            onClick={() => void save()}
          >
            {t('attendance.export')}
          </Button>
        </div>
        <dl className={styles.figures}>
          {(
            [
              ['signedInNow', summary && t('attendance.ofPeople', { count: summary.signed_in, all: summary.people })],
              ['exceptionsOfRange', summary?.exceptions],
              ['overtimeRequests', summary?.overtime_requests],
              [
                'averageDuration',
                summary && (summary.average_duration === null ? '–' : lengthText(t, summary.average_duration)),
              ],
              ['onVacation', summary?.vacations],
            ] as const
          ).map(([id, figure]) => (
            <div key={id}>
              <dt>{t(`attendance.${id}`)}</dt>
              <dd className="wb-num">{figure ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </header>
      <FormFailure error={exporting.error} />
      <div className={styles.tools}>
        <DateRangePicker
          kind="days"
          label={t('attendance.days')}
          value={range}
          timeZone={timeZone}
          now={serverNow}
          timeFormat="hh:mm a"
          onChange={setRange}
        />
        <SearchField label={t('attendance.search')} value={name} onChange={setName} />
        <FilterChips label={t('attendance.filter')} chips={chips} value={show} onChange={setShow} />
        <ul className={styles.keys}>
          <li data-part="in">{t('attendance.inZoneKey')}</li>
          <li data-part="out">{t('attendance.outKey')}</li>
          <li data-part="over">{t('attendance.overtimeKey')}</li>
        </ul>
      </div>
      {records === undefined ? (
        <UnloadedList error={error} onRetry={refetch} />
      ) : records.length === 0 ? (
        <EmptyList
          title={t(summary?.people === 0 ? 'attendance.none' : 'attendance.noneShown')}
          {...(summary?.people === 0 ? { hint: t('attendance.noneHint') } : {})}
        />
      ) : (
        <>
          <RecordTable
            records={records}
            timeZone={timeZone}
            now={serverNow()}
            onOpen={({ id }) => void navigate(attendancePath('days', id))}
          />
          <p key={records.length} ref={hasNextPage ? end : undefined} className={styles.more} role="status">
            {t(hasNextPage ? 'attendance.more' : 'attendance.end')}
          </p>
        </>
      )}
      {opened !== undefined && (
        <RecordDialog
          key={opened}
          id={opened}
          timeZone={timeZone}
          onClose={() => void navigate(attendancePath('days'))}
        />
      )}
    </>
  )
}
