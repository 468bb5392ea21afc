/**
 * Raises a notification: its row, its alarm where it is one, the unread counts and what sinks send of it, all in the transaction of
 * its cause. Source: decision 0024; G58, G60, G61, G86; rules 49, 50, 51, 52.
 */

import { raisedLife } from '@whereabouts/domain/alarm-life'
import { type AlarmType, isAlarmType, LATE_AFTER_MS } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import type { Clock, Random } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/database.ts'
import type { TypedFacts } from '../state/facts.ts'
import { type EventSink, queueNotifications, queueTold, type Told } from './sinks.ts'

export type Happening = TypedFacts & {
  /** Tracker, carepad or station it is about; null: none. */
  readonly deviceId: string | null
  /** When it truly happened (epoch ms). */
  readonly happenedAtMs: number
}

/** What raising takes. */
export interface Raiser {
  readonly clock: Clock
  readonly random: Random
  readonly sinks: readonly EventSink[]
}

/** Where a happening is of an account. */
type Raising = Happening & {
  readonly accountId: string
  /** It is listed and counts as unread. */
  readonly listed?: boolean
}

/** Raises one; answers the id of its notification. Wake the delivery of the account once the transaction is committed. */
export async function raise(db: Db, deps: Raiser, { accountId, listed, ...happening }: Raising): Promise<string> {
  const [id] = await raiseAll(db, deps, accountId, [happening], listed)
  return id!
}

/**
 * Raises the events of an account, in order; answers the ids of the notifications. The account's row of `alert_states` stays
 * locked until the caller's transaction ends, so a caller with several accounts takes them in the order of their ids.
 */
export async function raiseAll(
  db: Db,
  { clock, random, sinks }: Raiser,
  accountId: string,
  happenings: readonly Happening[],
  listed = true,
): Promise<readonly string[]> {
  const now = clock.now()
  const firstEventMs = await takeEventTimes(db, accountId, happenings.length, now)
  const { ringsAgain, hasListeners } = await howToRaise(db, accountId)
  const events = happenings.map(({ type, deviceId, facts, happenedAtMs }, place) => ({
    id: random.uuid(),
    ...{ type, facts, device_id: deviceId, event_time_ms: firstEventMs + place },
    repeat: ringsAgain && isAlarmType(type),
    late_since_ms: now - happenedAtMs > LATE_AFTER_MS ? happenedAtMs : null,
  }))
  const alarms = events.filter(isAlarm).map(({ id, type, device_id, event_time_ms, repeat }) => {
    const { state, due_at_ms, wait_ms } = raisedLife(repeat, hasListeners, now)
    return { ...{ alarm_id: id, type, device_id, event_time_ms, repeat }, ...{ state, due_at_ms, wait_ms } }
  })
  // An alarm that is escalated at once is pushed by that step: twice would wake people twice.
  const pushedByStep = new Set(alarms.filter(({ wait_ms }) => wait_ms === 0).map(({ alarm_id }) => alarm_id))
  const pushed = events.filter(({ id }) => !pushedByStep.has(id)).map(({ id }) => id)
  await sql`
    with events as (
      insert into notifications (account_id, id, type, is_listed, device_id, facts, event_time_ms, repeat, late_since_ms,
        created_at_ms)
      select ${accountId}::uuid, e.id, e.type, ${listed}::boolean, e.device_id, e.facts, e.event_time_ms, e.repeat,
        e.late_since_ms, ${now}::bigint
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id uuid, type text, device_id text, facts jsonb,
        event_time_ms bigint, repeat boolean, late_since_ms bigint)
    ), lives as (
      insert into alarms (account_id, alarm_id, type, device_id, state, repeat, event_time_ms, raised_at_ms, due_at_ms, wait_ms)
      select ${accountId}::uuid, a.alarm_id, a.type, a.device_id, a.state, a.repeat, a.event_time_ms, ${now}::bigint,
        a.due_at_ms, a.wait_ms
      from jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb) as a (alarm_id uuid, type text, device_id text, state text,
        repeat boolean, event_time_ms bigint, due_at_ms bigint, wait_ms bigint)
    ), unread as (
      update users set unread_count = unread_count + ${listed ? events.length : 0}
      where account_id = ${accountId} and ${listed}::boolean
    )
    update sessions set unread_count = coalesce(unread_count, 0) + ${listed ? events.length : 0}
    where account_id = ${accountId} and link_id is not null and ${listed}::boolean`.execute(db)
  // Sessions before their browsers, as signing out locks them in that order too.
  await queueNotifications(db, sinks, { accountId, pushed, alarms: alarms.map(({ alarm_id }) => alarm_id), now })
  const told = events.flatMap(({ id, type, late_since_ms }) => toldOf(accountId, id, type, late_since_ms ?? now))
  await queueTold(db, sinks, told, now)
  return events.map(({ id }) => id)
}

/** What programs are told of an event: that an alarm began, and what became of a temperature. */
function toldOf(accountId: string, id: string, type: Happening['type'], atMs: number): Told[] {
  const about = { accountId, atMs }
  const began = isAlarmType(type) ? [{ ...about, event: 'alarm.began', facts: { alarm_id: id } } as const] : []
  const facts = { notification_id: id }
  switch (type) {
    case 'high_temperature':
    case 'low_temperature':
      return [...began, { ...about, event: 'temperature.beyond', facts }]
    case 'back_to_normal':
      return [{ ...about, event: 'temperature.normal', facts }]
    default:
      return began
  }
}

/**
 * Allots times (epoch ms) for so many events of the account, one after the other, and answers the first: now, but later than
 * all its events and stops before, whatever clocks do.
 */
export async function takeEventTimes(db: Db, accountId: string, count: number, now: number): Promise<number> {
  const { rows } = await sql<{ last_event_ms: number }>`
    insert into alert_states as a (account_id, last_event_ms) values (${accountId}, ${now + count - 1}::bigint)
    on conflict (account_id) do update
      set last_event_ms = greatest(${now}::bigint, a.last_event_ms + 1, a.disengaged_at_ms + 1) + ${count - 1}::integer
    returning last_event_ms`.execute(db)
  return rows[0]!.last_event_ms - count + 1
}

/**
 * Whether somebody at a console would hear an event. A listener of a server counts as listening while that server counts as alive, not for
 * a time since its last heartbeat: where the database was away, no heartbeat could be written, and pending events would find no listener.
 */
export async function hasListeners(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from listeners where account_id = ${accountId} limit 1`.execute(db)
  return rows.length > 0
}

async function howToRaise(db: Db, accountId: string): Promise<{ ringsAgain: boolean; hasListeners: boolean }> {
  const { rows } = await sql<{ ringsAgain: boolean; hasListeners: boolean }>`
    select notification_ring_repeat as "ringsAgain",
      exists (select from listeners where account_id = ${accountId}) as "hasListeners"
    from accounts where account_id = ${accountId}`.execute(db)
  return rows[0]!
}

const isAlarm = <Event extends { readonly type: Happening['type'] }>(
  event: Event,
): event is Event & { type: AlarmType } => isAlarmType(event.type)

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
