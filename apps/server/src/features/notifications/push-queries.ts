/** SQL of messages between consoles. */
import { DUPLICATE_WITHIN_MS } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Facts } from '../../state/facts.ts'

/** Stores a press of a session; false when it pressed the same within a second. */
export async function takePress(db: Db, { accountId, sessionId }: Actor, press: string, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions set pressed = md5(${press}), pressed_at_ms = ${now}
    where account_id = ${accountId} and session_id = ${sessionId}
      and not (pressed = md5(${press}) and abs(pressed_at_ms - ${now}) < ${DUPLICATE_WITHIN_MS})`.execute(db)
  return numAffectedRows === 1n
}

/** Most alarms in one push: services take 4 KB. */
const MOST_NAMED = 80

/**
 * Queues pushes that close notifications of alarms which were acknowledged from the list. Open consoles learn of these alarms by
 * themselves and get nothing else: the push has no time, so it stops no ring.
 */
export async function pushAnswered(
  db: Db,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { accountId, name }: Actor,
  alarmIds: readonly string[],
): Promise<void> {
  const now = clock.now()
  const ids: string[] = []
  for (let from = 0; from < alarmIds.length; from += MOST_NAMED) {
    const id = random.uuid()
    const alarm_ids = alarmIds.slice(from, from + MOST_NAMED)
    await insertDisengage(db, accountId, { id, facts: { by: name, alarm_ids }, event_time_ms: 0, now })
    ids.push(id)
  }
  await pushToAll(db, accountId, ids, now)
}

interface NewStop {
  readonly id: string
  readonly facts: Facts<'disengage'>
  readonly event_time_ms: number
  readonly now: number
}

/** The notification of a stop; it is in no list. */
export async function insertDisengage(db: Db, accountId: string, stop: NewStop): Promise<void> {
  await sql`
    insert into notifications (account_id, id, type, is_listed, facts, event_time_ms, repeat, created_at_ms)
    values (${accountId}, ${stop.id}, 'disengage', false, ${JSON.stringify(stop.facts)}::jsonb, ${stop.event_time_ms}, false,
      ${stop.now})`.execute(db)
}

/** Sends alarms again, under new ids, as events from that time on, one after the other; no list shows them twice. */
export async function resend(
  db: Db,
  accountId: string,
  again: readonly { readonly alarm_id: string; readonly id: string }[],
  firstEventMs: number,
  now: number,
): Promise<void> {
  await sql`
    with again as (
      select alarm_id, id, ${firstEventMs}::bigint + place - 1 as event_time_ms
      from unnest(${again.map(({ alarm_id }) => alarm_id)}::uuid[], ${again.map(({ id }) => id)}::uuid[])
        with ordinality as a (alarm_id, id, place)
    ), moved as (
      update alarms a set event_time_ms = again.event_time_ms, changed_at = clock_timestamp()
      from again where a.account_id = ${accountId} and a.alarm_id = again.alarm_id
    )
    insert into notifications (account_id, id, type, is_listed, again_of, device_id, facts, event_time_ms, repeat,
      late_since_ms, created_at_ms)
    select n.account_id, again.id, n.type, false, n.id, n.device_id, n.facts, again.event_time_ms, n.repeat,
      n.late_since_ms, ${now}::bigint
    from again join notifications n on n.account_id = ${accountId} and n.id = again.alarm_id`.execute(db)
}

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
