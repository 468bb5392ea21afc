/** Queues pushes, in the transaction of what they tell. */
import { sql } from 'kysely'
import type { EventSink } from '../../events/sinks.ts'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Queues notifications as pushes to every subscribed browser of the account. A browser that is being signed out is waited for and
 * left out: a row that refers to it would fail the whole transaction.
 */
export async function pushToAll(
  db: Db,
  accountId: string,
  notificationIds: readonly string[],
  now: number,
): Promise<void> {
  if (notificationIds.length === 0) return
  await sql`
    with reached as (
      select account_id, session_id, service from push_subscriptions where account_id = ${accountId}
      order by session_id for key share
    )
    insert into pushes (id, account_id, session_id, notification_id, service, created_at_ms, next_try_at_ms)
    select gen_random_uuid(), account_id, session_id, notification_id, service, ${now}::bigint, ${now}::bigint
    from reached, unnest(${notificationIds}::uuid[]) as notification_id`.execute(db)
}

export const pushSink: EventSink = {
  takeNotifications: (db, { accountId, pushed, now }) => pushToAll(db, accountId, pushed, now),
}
