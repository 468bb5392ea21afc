/** SQL of notifications for lists and the stream. */

import { sql } from 'kysely'
import { type NotificationRow, notificationRow } from '../../events/notifications.ts'
import type { PageStart } from '../../platform/http/page-token.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A page of the list, newest first; one row more than asked shows that there is a next page. */
export async function listNotifications(
  db: Db,
  accountId: string,
  { start, size }: { start: PageStart | undefined; size: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`${notificationRow}
    where n.account_id = ${accountId} and n.is_listed
      and (${start === undefined}::boolean or (n.event_time_ms, n.id) < (${start?.created_at ?? null}, ${start?.id ?? null}::uuid))
    order by n.event_time_ms desc, n.id desc limit ${size + 1}`.execute(db)
  return rows
}

/** Notifications of an account from that time (epoch ms) on, in the order of its events; at most so many, the newest. */
export async function listToldSince(
  db: Db,
  accountId: string,
  sinceMs: number,
  most: number,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`${notificationRow}
    where n.account_id = ${accountId} and n.event_time_ms >= ${sinceMs}
    order by n.event_time_ms desc, n.stored_at desc limit ${most}`.execute(db)
  return rows.reverse()
}
