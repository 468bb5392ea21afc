/** The attendance log: figures, filters and records of a range of days. Source: ATT-01; G72, G79; mockup 10. */

import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AttendanceFilter } from '@whereabouts/contract/attendance'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { attendancePath } from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './attendance.module.css'
import { PrintHead } from './print-head.tsx'
import { recordsQuery } from './queries.ts'
import { RecordDialog } from './record-dialog.tsx'
import { RecordList } from './record-list.tsx'
import { useSaveRecords } from './save-files.ts'
import { lastWeek, lengthText, periodText } from './words.ts'

interface AttendanceLogProps {
  readonly account: string
  readonly timeZone: string
  /** The record that is open. */
  readonly opened: string | undefined
  /** Between the title and the page. */
  readonly tabs: ReactNode
}

export function AttendanceLog({ account, timeZone, opened, tabs }: AttendanceLogProps) {
  const t = useT()
  const navigate = useNavigate()
  const [now] = useState(serverNow)
  const [range, setRange] = useState(() => lastWeek(now, timeZone))
  const [name, setName] = useState('')
  const [show, setShow] = useState<AttendanceFilter>('everyone')
  const question = { start: range.start, end: range.end, name: useDeferredValue(name), show }
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(recordsQuery(question))
  const [isPrinting, setIsPrinting] = useState(false)
  const summary = data?.pages[0]?.summary
  const save = useSaveRecords(question, timeZone)
  const chips = (['everyone', 'exceptions', 'overtime', 'vacation', 'absent'] as const).map((value) => ({
    ...{ value, label: t(`attendance.${value}`) },
    count: value === 'exceptions' ? summary?.exceptions : undefined,
  }))

  /** Paper has every record, not only those that were scrolled to. */
  const print = async () => {
    setIsPrinting(true)
    for (let hasMore = hasNextPage; hasMore; ) hasMore = (await fetchNextPage()).hasNextPage
    setIsPrinting(false)
    window.print()
  }

  return (
    <>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1>{t('attendance.title')}</h1>
          <span className={styles.actions}>
            <Button icon={<Glyph icon={IconPrinter} size={16} />} isPending={isPrinting} onClick={() => void print()}>
              {t('attendance.print')}
            </Button>
            <Button
              icon={<Glyph icon={IconDownload} size={16} />}
              isPending={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('attendance.export')}
            </Button>
          </span>
        </div>
        <PrintHead account={account} period={periodText(range, timeZone)} timeZone={timeZone} />
      </header>
      {tabs}
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
      <FormFailure error={save.error ?? undefined} />
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
      <RecordList
        question={question}
        timeZone={timeZone}
        onOpen={({ id }) => void navigate(attendancePath('days', id))}
      />
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
