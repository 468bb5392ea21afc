/** Tags that somebody hid from the inbox, and the way back. Source: G85. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { useReachEnd } from '../../ui/use-reach-end.ts'
import { Ago } from '../live/ago.tsx'
import { inOrder } from './in-order.ts'
import { ignoredQuery, useRestore } from './queries.ts'
import { nameOfTag } from './tag-name.ts'
import styles from './unclaimed.module.css'

interface IgnoredTagsProps {
  readonly onRestored: (name: string) => void
  readonly onClose: () => void
}

export function IgnoredTags({ onRestored, onClose }: IgnoredTagsProps) {
  const t = useT()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(ignoredQuery)
  const restore = useRestore()
  const end = useReachEnd(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  })
  const tags = data && inOrder(data.pages.flatMap((page) => page.unclaimed))

  return (
    <Dialog
      placement="wide"
      title={t('unclaimed.ignoredTags')}
      onClose={onClose}
      actions={
        <Button onClick={onClose} data-autofocus>
          {t('dialog.close')}
        </Button>
      }
    >
      <FormFailure error={restore.error ?? undefined} />
      {tags === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {tags?.length === 0 && <EmptyList title={t('unclaimed.noneIgnored')} />}
      {tags && tags.length > 0 && (
        <Table
          columns={[
            { label: t('unclaimed.tag') },
            { label: t('unclaimed.lastSeen') },
            { label: t('unclaimed.actions'), isLabelHidden: true },
          ]}
        >
          {tags.map((tag) => (
            <tr key={tag.id}>
              <td className={table.main}>
                <strong>{tag.name || tag.make || t('unclaimed.noMake')}</strong>
                <small className={styles.identity} translate="no">
                  {tag.radio_identity}
                </small>
              </td>
              <td className={table.time}>
                <Ago at={tag.last_seen} />
              </td>
              <td className={styles.end}>
                <Button
                  size="small"
                  aria-label={t('unclaimed.restoreOf', { name: nameOfTag(tag) })}
                  isPending={restore.isPending && restore.variables === tag.id}
                  onClick={() => restore.mutate(tag.id, { onSuccess: () => onRestored(nameOfTag(tag)) })}
                >
                  {t('unclaimed.restore')}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {hasNextPage && (
        <p ref={end} className={table.more}>
          {t('unclaimed.more')}
        </p>
      )}
    </Dialog>
  )
}
