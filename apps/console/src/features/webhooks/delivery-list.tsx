/** The last deliveries of a webhook: what was told when, what came of it, and another try. */
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Delivery, Webhook } from '@whereabouts/contract/webhooks'
import { useT } from '../../lib/i18n.ts'
import { formatExactTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { deliveriesQuery, useRedeliver } from './queries.ts'
import styles from './webhooks.module.css'
import { nameOf, resultOf } from './words.ts'

const ICONS = { delivered: IconCheck, waiting: IconClock, failed: IconAlertTriangle } as const

export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    deliveriesQuery(webhook.webhook_id),
  )
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  return (
    <section className={styles.deliveries} aria-labelledby="deliveries">
      <h2 id="deliveries">{t('webhooks.deliveries', { name: nameOf(webhook) })}</h2>
      {deliveries === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {deliveries?.length === 0 && (
        <EmptyList title={t('webhooks.deliveriesNone')} hint={t('webhooks.deliveriesNoneHint')} />
      )}
      {deliveries && deliveries.length > 0 && (
        <Table
          columns={[
            { label: t('webhooks.event') },
            { label: t('webhooks.at') },
            { label: t('webhooks.state') },
            { label: t('webhooks.result') },
            { label: t('webhooks.tries') },
            { label: t('webhooks.actions'), isLabelHidden: true },
          ]}
        >
          {deliveries.map((delivery) => (
            <Row key={delivery.delivery_id} webhookId={webhook.webhook_id} delivery={delivery} />
          ))}
        </Table>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('webhooks.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Row({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const t = useT()
  const again = useRedeliver(webhookId)
  const { event, at_ms, state, tries, status, next_try_at_ms } = delivery
  const result = resultOf(delivery)
  const [what, time] = [t(`webhooks.event.${event}`), formatExactTime(at_ms)]
  return (
    <tr>
      <td className={table.main}>
        <strong>{what}</strong>
      </td>
      <td className={table.time}>{time}</td>
      <td className={table.line}>
        <StateMark
          tone={state === 'delivered' ? 'ok' : 'warn'}
          icon={ICONS[state]}
          words={t(`webhooks.delivery.${state}`)}
        />
      </td>
      <td className={table.line}>{result && t(result, { status: status ?? '' })}</td>
      <td className={table.time}>
        {t('webhooks.triesCount', { count: tries })}
        {next_try_at_ms !== null && tries > 0 && (
          <small className={styles.next}>
            {t('webhooks.nextTry', { time: formatExactTime(next_try_at_ms).slice(-8) })}
          </small>
        )}
      </td>
      <td className={table.end}>
        <div>
          <Button
            size="small"
            isPending={again.isPending}
            aria-label={t('webhooks.againOf', { event: what, time })}
            onClick={() => again.mutate(delivery.delivery_id, { onError: showError })}
          >
            {t('webhooks.again')}
          </Button>
        </div>
      </td>
    </tr>
  )
}
