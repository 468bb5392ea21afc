/** Records of attendance of a question, page after page as one scrolls. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { OfficeLog } from '@whereabouts/contract/attendance'
import { useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { useReachEnd } from '../../ui/use-reach-end.ts'
import styles from './attendance.module.css'
import { type AttendanceQuestion, recordsQuery } from './queries.ts'
import { RecordTable } from './record-table.tsx'

interface RecordListProps {
  readonly question: AttendanceQuestion
  readonly timeZone: string
  readonly onOpen: (record: OfficeLog) => void
}

export function RecordList({ question, timeZone, onOpen }: RecordListProps) {
  const t = useT()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    recordsQuery(question),
  )
  const end = useReachEnd(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  })
  if (data === undefined) return <UnloadedList error={error} onRetry={refetch} />
  const records = data.pages.flatMap(({ officelogs }) => officelogs)
  if (records.length === 0) {
    const isUnused = data.pages[0]?.summary.people === 0
    return (
      <EmptyList
        title={t(isUnused ? 'attendance.none' : 'attendance.noneShown')}
        {...(isUnused ? { hint: t('attendance.noneHint') } : {})}
      />
    )
  }
  return (
    <>
      <RecordTable records={records} timeZone={timeZone} now={serverNow()} onOpen={onOpen} />
      <p key={records.length} ref={hasNextPage ? end : undefined} className={styles.more} role="status">
        {t(hasNextPage ? 'attendance.more' : 'attendance.end')}
      </p>
    </>
  )
}
