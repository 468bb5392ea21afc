/** SQL of alarms: which are open, and their states. */
import type { Alarm } from '@whereabouts/contract/notifications'
import type { AlarmLife } from '@whereabouts/domain/alarm-life'
import { HELP_HOLDS_MS } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { alarmJson, type NotificationRow, notificationRow } from '../notifications/queries.ts'

/** Not acknowledged yet; an alarm that does not repeat is over once a console shows it (G86). `a` is its row. */
const isOpen = sql`a.state <> 'acknowledged' and (a.repeat or a.shown_at_ms is null)`

/** Alarms by account and id. */
export async function listAlarms(
  db: Db,
  keys: readonly { readonly account_id: string; readonly id: string }[],
): Promise<(Alarm & { readonly account_id: string })[]> {
  const { rows } = await sql<{ account_id: string; alarm: Alarm }>`
    select account_id, ${alarmJson} as alarm from alarms a
      join unnest(${keys.map((key) => key.account_id)}::uuid[], ${keys.map((key) => key.id)}::uuid[])
        as wanted (account_id, alarm_id) using (account_id, alarm_id)
    order by event_time_ms, alarm_id`.execute(db)
  return rows.map(({ account_id, alarm }) => ({ account_id, ...alarm }))
}

/** Open alarms, newest first: each by its latest notification. */
export async function listOpen(db: Db, accountId: string, most: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`${notificationRow}
    where n.account_id = ${accountId} and n.event_time_ms = a.event_time_ms and ${isOpen}
      and a.account_id = ${accountId}
    order by a.event_time_ms desc, a.alarm_id limit ${most}`.execute(db)
  return rows
}

/** Which of these alarms are open, in the order they were raised in. */
export async function findOpenByIds(db: Db, accountId: string, ids: readonly string[]): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`${notificationRow}
    where n.account_id = ${accountId} and n.id = any(${ids}::uuid[]) and a.account_id = ${accountId} and ${isOpen}
    order by n.event_time_ms`.execute(db)
  return rows
}

/** Until when (epoch ms) events of the account are over. */
export async function findDisengagedMs(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ disengaged_at_ms: number }>`
    select disengaged_at_ms from alert_states where account_id = ${accountId}`.execute(db)
  return rows[0]?.disengaged_at_ms ?? 0
}

export interface HeldAlarm extends AlarmLife {
  readonly alarm_id: string
  readonly type: Alarm['type']
  readonly device_id: string
  readonly event_time_ms: number
  readonly isOpen: boolean
  /** Name of the device, as its notification shows it. */
  readonly name: string
}

/** Locks alarms of the account that are not acknowledged, in the order of their ids: the named ones, and all that are open. */
export async function holdAlarms(
  db: Db,
  accountId: string,
  { ids, open }: { readonly ids: readonly string[]; readonly open: boolean },
): Promise<readonly HeldAlarm[]> {
  const { rows } = await sql<HeldAlarm>`
    select a.alarm_id, a.type, a.device_id, a.event_time_ms, a.state, a.repeat, a.shown_at_ms is not null as "isShown",
      a.told, a.due_at_ms, a.wait_ms, ${isOpen} as "isOpen",
      case when n.facts->>'device_name' like 'enc:%' then a.device_id else n.facts->>'device_name' end as name
    from alarms a join notifications n on n.account_id = a.account_id and n.id = a.alarm_id
    where a.account_id = ${accountId} and a.state <> 'acknowledged'
      and (a.alarm_id = any(${ids}::uuid[]) or (${open}::boolean and ${isOpen}))
    order by a.alarm_id for update of a`.execute(db)
  return rows
}

/** Writes the new state of locked alarms; a change of state is dated by `now` (epoch ms). */
export async function saveLives(
  db: Db,
  accountId: string,
  alarms: readonly { readonly alarm_id: string; readonly life: AlarmLife }[],
  now: number,
  acknowledgedBy: string | null = null,
): Promise<void> {
  if (alarms.length === 0) return
  const lives = alarms.map(({ alarm_id, life }) => ({ alarm_id, ...life }))
  await sql`
    update alarms a set state = l.state, told = l.told, due_at_ms = l.due_at_ms, wait_ms = l.wait_ms,
      shown_at_ms = case when l."isShown" then coalesce(a.shown_at_ms, ${now}::bigint) end,
      escalated_at_ms = coalesce(a.escalated_at_ms, case when l.state = 'escalated' then ${now}::bigint end),
      acknowledged_at_ms = case when l.state = 'acknowledged' then ${now}::bigint end,
      acknowledged_by = case when l.state = 'acknowledged' then ${acknowledgedBy} end,
      changed_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(lives)}::jsonb) as l (alarm_id uuid, state text, told smallint, due_at_ms bigint,
      wait_ms bigint, "isShown" boolean)
    where a.account_id = ${accountId} and a.alarm_id = l.alarm_id`.execute(db)
}

/** A call for help that ended by itself: nobody pressed for a minute. `c` is its condition. */
export const endedByItself = sql`c.until_ms = c.seen_ms + ${HELP_HOLDS_MS}::bigint`
/** A call for help that new presses still belong to: it holds, or no other call followed since it ended by itself. */
export const isLatestCall = sql`(c.until_ms is null or ${endedByItself} and not exists (
  select from device_conditions later where later.account_id = c.account_id and later.device_id = c.device_id
    and later.kind = c.kind and later.since_ms > c.since_ms))`

/**
 * After an acknowledgement a button may be pressed again (G61), also where the call had ended by itself before, as by the clock of
 * a slow station: otherwise presses of the next minute would count as that call. A millisecond is added where it would look
 * as though it had ended by itself.
 */
export async function endHelp(db: Db, accountId: string, deviceIds: readonly string[], now: number): Promise<void> {
  if (deviceIds.length === 0) return
  await sql`
    update device_conditions c
    set until_ms = greatest(since_ms, ${now}::bigint + (seen_ms + ${HELP_HOLDS_MS}::bigint = ${now}::bigint)::integer)
    where account_id = ${accountId} and kind = 'help' and device_id = any(${deviceIds}) and ${isLatestCall}`.execute(db)
}
