/** SQL of notifications with their alarms, and of who reads them. */
import type { Alarm } from '@whereabouts/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import { refuse } from '../platform/refusal.ts'
import type { Event, Reader } from './words.ts'

export type NotificationRow = Event & {
  readonly account_id: string
  readonly id: string
  readonly event_time_ms: number
  readonly repeat: boolean
  readonly late_since_ms: number | null
  readonly alarm: Alarm | null
}

/** An alarm as calls answer it; `a` is its row. */
export const alarmJson = sql`json_build_object('alarm_id', a.alarm_id, 'type', a.type, 'device_id', a.device_id,
  'event_time_ms', a.event_time_ms, 'repeat', a.repeat, 'state', a.state, 'raised_at_ms', a.raised_at_ms, 'shown_at_ms', a.shown_at_ms,
  'acknowledged_by', a.acknowledged_by, 'acknowledged_at_ms', a.acknowledged_at_ms, 'going_by', a.going_by,
  'going_at_ms', a.going_at_ms, 'seen_by', a.seen_by, 'seen_at_ms', a.seen_at_ms, 'ended_at_ms', a.ended_at_ms,
  'rings_again_at_ms', case a.state when 'acknowledged' then a.due_at_ms end, 'record', a.record)`

/** A notification that was sent again belongs to the alarm it began with. */
export const notificationRow = sql`
  select n.account_id, n.id, n.type, n.device_id, n.facts, n.event_time_ms, n.repeat, n.late_since_ms, n.created_at_ms,
    case when a.alarm_id is not null then ${alarmJson} end as alarm
  from notifications n
    left join alarms a on a.account_id = n.account_id and a.alarm_id = coalesce(n.again_of, n.id)`

/** Not acknowledged yet; an alarm that does not repeat is over once a console shows it (G86). `a` is its row. */
export const isOpen = sql`a.state <> 'acknowledged' and (a.repeat or a.shown_at_ms is null)`

/** Notifications by account and id, in the order they were written in. */
export async function findNotifications(
  db: Db,
  keys: readonly { readonly account_id: string; readonly id: string }[],
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`${notificationRow}
    join unnest(${keys.map((key) => key.account_id)}::uuid[], ${keys.map((key) => key.id)}::uuid[]) as wanted (account_id, id)
      on wanted.account_id = n.account_id and wanted.id = n.id
    order by n.stored_at, n.event_time_ms, n.id`.execute(db)
  return rows
}

/** Which of these alarms are open, in the order they were raised in. */
export async function findOpenByIds(db: Db, accountId: string, ids: readonly string[]): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`${notificationRow}
    where n.account_id = ${accountId} and n.id = any(${ids}::uuid[]) and a.account_id = ${accountId} and ${isOpen}
    order by n.event_time_ms`.execute(db)
  return rows
}

/** Languages of sessions by id, as far as they still exist. */
export async function findReaders(db: Db, sessionIds: readonly string[]): Promise<ReadonlyMap<string, Reader>> {
  const { rows } = await sql<Reader & { session_id: string }>`
    select s.session_id, coalesce(s.locale, u.locale) as locale, a.timezone
    from sessions s join users u using (account_id, user_id) join accounts a using (account_id)
    where s.session_id = any(${sessionIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ session_id, ...reader }) => [session_id, reader]))
}

/** The language of a session. */
export async function getReader(db: Db, sessionId: string): Promise<Reader> {
  const reader = (await findReaders(db, [sessionId])).get(sessionId)
  // The session existed when the caller was identified, and has just ended.
  if (reader === undefined) throw refuse('unauthorized')
  return reader
}
