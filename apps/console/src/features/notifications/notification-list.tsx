/** What happened, newest first: pages load as somebody scrolls. Source: specification §2 Notification popover; design language §13.7. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type UIEvent, useEffect, useMemo, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import styles from './notification-list.module.css'
import { NotificationRow } from './notification-row.tsx'
import { makePager } from './pager.ts'
import { loadedNotifications, notificationsQuery } from './queries.ts'

interface NotificationListProps {
  /** How many of the list's first were unread when it was opened; undefined while that is not known. */
  readonly newCount: number | undefined
  /** What stands where nothing ever happened. */
  readonly empty: React.ReactNode
  /** Somebody goes to the place of a device on the map. */
  readonly onGo?: () => void
}

export function NotificationList({ newCount, empty, onGo }: NotificationListProps) {
  const t = useT()
  const { data, isPending, isError, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(notificationsQuery)
  const all = useMemo(() => loadedNotifications(data), [data])
  const isNew = useNewness(all, newCount)

  const latest = useRef({ hasNextPage, fetchNextPage })
  latest.current = { hasNextPage, fetchNextPage }
  const pager = useMemo(
    () =>
      makePager(() => {
        if (latest.current.hasNextPage) void latest.current.fetchNextPage({ cancelRefetch: false })
      }),
    [],
  )
  useEffect(() => pager.stop, [pager])
  const scrolled = ({ currentTarget: view }: UIEvent) =>
    pager.scrolled(view.scrollHeight - view.scrollTop - view.clientHeight)

  if (all.length === 0 && !isPending && !isError) return <div className={styles.view}>{empty}</div>
  if (all.length === 0) {
    return (
      <div className={styles.view}>
        {isError ? (
          <div className={styles.failed} role="alert">
            <p>{t('notifications.failed')}</p>
            <Button size="small" onClick={() => void refetch()}>
              {t('notifications.retry')}
            </Button>
          </div>
        ) : (
          <div className={styles.foot} role="status">
            <span className={styles.spinner} />
            {t('notifications.loading')}
          </div>
        )}
      </div>
    )
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <ol className={styles.view} tabIndex={0} aria-label={t('notifications.title')} onScroll={scrolled}>
        {all.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} isNew={isNew(notification)} onGo={onGo} />
        ))}
      </ol>
      <div className={styles.foot} role="status">
        {isFetchingNextPage && (
          <>
            <span className={styles.spinner} />
            {t('notifications.loadingMore')}
          </>
        )}
        {isFetchNextPageError && !isFetchingNextPage && (
          <>
            {t('notifications.failed')}
            <button type="button" className={styles.again} onClick={() => void fetchNextPage()}>
              {t('notifications.retry')}
            </button>
          </>
        )}
        {!hasNextPage && !isFetchingNextPage && t('notifications.end')}
      </div>
    </>
  )
}

/** New are those that were unread at first, and what came since. */
function useNewness(
  all: readonly { readonly id: string }[],
  newCount: number | undefined,
): (one: { readonly id: string }) => boolean {
  const old = useRef<Set<string> | undefined>(undefined)
  const known = useRef(new Set<string>())
  const oldest = useRef<string | undefined>(undefined)
  if (old.current === undefined && newCount !== undefined && all.length > 0) {
    old.current = new Set(all.slice(newCount).map(({ id }) => id))
    known.current = new Set(all.map(({ id }) => id))
    oldest.current = all.at(-1)?.id
  }
  const at = new Map(all.map(({ id }, index) => [id, index]))
  const lastKnown = oldest.current === undefined ? -1 : (at.get(oldest.current) ?? -1)
  // What a further page brings lies below all that was there at first.
  return ({ id }) => old.current?.has(id) === false && (known.current.has(id) || (at.get(id) ?? 0) < lastKnown)
}
