/** A log, newest first; the next page comes when the end is near. Source: specification §2, §9; G56. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '../../lib/i18n.ts'
import { formatExactTime, formatTime } from '../../lib/time.ts'
import { useStore } from '../../lib/use-store.ts'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { useReachEnd } from '../../ui/use-reach-end.ts'
import { plainNames } from '../pins/names.ts'
import styles from './activity.module.css'
import { type LogSource, logsQuery } from './queries.ts'
import { actionId, typeWord } from './words.ts'

export function LogTable({ source }: { source: LogSource }) {
  const t = useT()
  // Of a carepad whose name is under the PIN the log holds the id.
  const names = useStore(plainNames)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(logsQuery(source))
  const end = useReachEnd(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  })
  const logs = data?.pages.flatMap(({ activity_logs }) => activity_logs)

  if (logs === undefined) return <UnloadedList error={error} onRetry={refetch} />
  if (logs.length === 0) return <EmptyList title={t('logs.none')} />
  return (
    <>
      <Table
        columns={[
          { label: t('logs.time') },
          { label: t('logs.what') },
          { label: t('logs.who') },
          { label: t('logs.target') },
          { label: t('logs.from') },
        ]}
      >
        {logs.map((log) => (
          <tr key={log.id}>
            <td className={`${table.time} ${styles.when}`} title={formatExactTime(log.time * 1000)}>
              {formatTime(log.time)}
            </td>
            <td className={styles.what}>{t(actionId(log.action))}</td>
            <td className={styles.who}>
              {log.name} <small>{typeWord(t, log.device_type)}</small>
            </td>
            <td className={styles.target}>{names.get(log.target) ?? log.target}</td>
            <td className={table.time}>{log.ip}</td>
          </tr>
        ))}
      </Table>
      {isFetchNextPageError ? (
        <UnloadedList error={error} onRetry={() => void fetchNextPage()} />
      ) : (
        <p
          // Mounted again with each page, so that an end which stays in view counts as reached again.
          key={logs.length}
          ref={hasNextPage ? end : undefined}
          className={table.more}
          role="status"
        >
          {hasNextPage ? t('logs.loadingMore') : t('logs.end')}
        </p>
      )}
    </>
  )
}
