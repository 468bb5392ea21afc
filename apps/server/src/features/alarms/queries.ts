/** SQL of alarms: which are open, and their states. */

import type { Alarm } from '@whereabouts/contract/notifications'
import type { AlarmLife } from '@whereabouts/domain/alarm-life'
import { type AlarmStepName, HELP_HOLDS_MS, LASTING_TYPES, MOST_ALARM_STEPS } from '@whereabouts/domain/alarms'
import { type RawBuilder, sql } from 'kysely'
import { alarmJson, isOpen, type NotificationRow, notificationRow } from '../../events/notifications.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** The cause lasts, or somebody is on the way (`isLasting` in the domain). `a` is its row. */
const isLasting = sql`a.ended_at_ms is null and (a.type in (${sql.join(LASTING_TYPES.map((type) => sql.lit(type)))})
  or a.going_at_ms is not null)`

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

/** Alarms that are not open and whose cause lasts, or to which somebody is on the way; newest first, each by its latest notification. */
export async function listLasting(db: Db, accountId: string, most: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`${notificationRow}
    where n.account_id = ${accountId} and n.event_time_ms = a.event_time_ms and ${isLasting} and not (${isOpen})
      and a.account_id = ${accountId}
    order by a.event_time_ms desc, a.alarm_id limit ${most}`.execute(db)
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

const heldAlarm = sql`a.alarm_id, a.type, a.device_id, a.event_time_ms, a.state, a.repeat,
  a.shown_at_ms is not null as "isShown", a.told, a.due_at_ms, a.wait_ms, ${isOpen} as "isOpen",
  n.facts->>'device_name' as name`

/** Locks alarms of the account that are not acknowledged, in the order of their ids: the named ones, and all that are open. */
export async function holdAlarms(
  db: Db,
  accountId: string,
  { ids, open }: { readonly ids: readonly string[]; readonly open: boolean },
): Promise<readonly HeldAlarm[]> {
  const { rows } = await sql<HeldAlarm>`
    select ${heldAlarm}
    from alarms a join notifications n on n.account_id = a.account_id and n.id = a.alarm_id
    where a.account_id = ${accountId} and a.state <> 'acknowledged'
      and (a.alarm_id = any(${ids}::uuid[]) or (${open}::boolean and ${isOpen}))
    order by a.alarm_id for update of a`.execute(db)
  return rows
}

export interface LastingAlarm extends HeldAlarm {
  /** Who is on the way; null: nobody. */
  readonly going_by: string | null
}

/** Locks the named alarms that are open or last, in the order of their ids. */
export async function holdUnfinished(db: Db, accountId: string, ids: readonly string[]): Promise<LastingAlarm[]> {
  const { rows } = await sql<LastingAlarm>`
    select ${heldAlarm}, a.going_by
    from alarms a join notifications n on n.account_id = a.account_id and n.id = a.alarm_id
    where a.account_id = ${accountId} and a.alarm_id = any(${ids}::uuid[]) and (a.state <> 'acknowledged' or ${isLasting})
    order by a.alarm_id for update of a`.execute(db)
  return rows
}

/** Locks the alarms of an account to which somebody is on the way and whose time is over, in the order of their ids. */
export async function holdOverdue(db: Db, accountId: string, now: number): Promise<LastingAlarm[]> {
  const { rows } = await sql<LastingAlarm>`
    select ${heldAlarm}, a.going_by
    from alarms a join notifications n on n.account_id = a.account_id and n.id = a.alarm_id
    where a.account_id = ${accountId} and ${isOverdue(now)}
    order by a.alarm_id limit ${MOST_AT_ONCE} for update of a`.execute(db)
  return rows
}

/** Accounts with such alarms; cross-account by nature. */
export async function listAccountsOverdue(db: Db, now: number): Promise<readonly string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct a.account_id from alarms a where ${isOverdue(now)} order by a.account_id`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

const MOST_AT_ONCE = 200

const isOverdue = (now: number) => sql`a.state = 'acknowledged' and a.due_at_ms is not null
  and (a.due_at_ms <= ${now} or a.due_at_ms > ${now}::bigint + a.wait_ms)`

/** Adds a step to the record of alarms, `a` being their row, by SQL for its time and its name. */
export const withStep = (step: AlarmStepName, at: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
  sql`case when jsonb_array_length(a.record) < ${sql.lit(MOST_ALARM_STEPS)} then a.record else a.record - 0 end
    || jsonb_build_object('step', ${sql.lit(step)}::text, 'at_ms', ${at}, 'by', ${by})`

/** Writes who is on the way to the persons of locked alarms, or who has seen them. */
export async function saveAnswer(
  db: Db,
  accountId: string,
  ids: readonly string[],
  answer: { readonly step: 'going' | 'seen'; readonly by: string; readonly now: number },
): Promise<void> {
  const { step, by, now } = answer
  const [isGoing, isSeen] = [step === 'going', step === 'seen']
  await sql`
    update alarms a set
      going_by = case when ${isGoing} then ${by}::text end,
      going_at_ms = case when ${isGoing} then ${now}::bigint end,
      seen_by = case when ${isSeen} then ${by}::text else a.seen_by end,
      seen_at_ms = case when ${isSeen} then ${now}::bigint else a.seen_at_ms end,
      record = ${withStep(step, sql`${now}::bigint`, sql`${by}::text`)}, changed_at = clock_timestamp()
    where a.account_id = ${accountId} and a.alarm_id = any(${ids}::uuid[])`.execute(db)
}

/** Nobody said in time that these persons were seen: nobody is on the way any more. */
export async function endGoing(db: Db, accountId: string, ids: readonly string[], now: number): Promise<void> {
  await sql`
    update alarms a set record = ${withStep('rang_again', sql`${now}::bigint`, sql`coalesce(a.going_by, '')`)},
      going_by = null, going_at_ms = null, changed_at = clock_timestamp()
    where a.account_id = ${accountId} and a.alarm_id = any(${ids}::uuid[])`.execute(db)
}

/** Adds to the record who stopped these. */
export async function recordStop(
  db: Db,
  accountId: string,
  ids: readonly string[],
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  await sql`update alarms a set record = ${withStep('stopped', sql`${now}::bigint`, sql`${by}::text`)}
    where a.account_id = ${accountId} and a.alarm_id = any(${ids}::uuid[])`.execute(db)
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
      acknowledged_at_ms = case when l.state <> 'acknowledged' then null
        when a.state = 'acknowledged' then a.acknowledged_at_ms else ${now}::bigint end,
      acknowledged_by = case when l.state <> 'acknowledged' then null
        when a.state = 'acknowledged' then a.acknowledged_by else ${acknowledgedBy}::text end,
      changed_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(lives)}::jsonb) as l (alarm_id uuid, state text, told smallint, due_at_ms bigint,
      wait_ms bigint, "isShown" boolean)
    where a.account_id = ${accountId} and a.alarm_id = l.alarm_id`.execute(db)
}

/** A call for help that ended by itself: nobody pressed for a minute. `c` is its condition. */
const endedByItself = sql`c.until_ms = c.seen_ms + ${HELP_HOLDS_MS}::bigint`
/** A call for help that nobody answered for: a press near it belongs to it, whether or not it holds. */
export const isUnanswered = sql`(c.until_ms is null or ${endedByItself})`

/**
 * After an acknowledgement a button may be pressed again (G61), also where calls had ended by themselves before, as by the clock of
 * a slow station: otherwise presses of the next minute would count as one of them. A millisecond more or less tells an answered call
 * from one that ended by itself.
 */
export async function endHelp(db: Db, accountId: string, deviceIds: readonly string[], now: number): Promise<void> {
  if (deviceIds.length === 0) return
  await sql`
    update device_conditions c
    set until_ms = case when c.until_ms is null
      then greatest(since_ms, ${now}::bigint + (seen_ms + ${HELP_HOLDS_MS}::bigint = ${now}::bigint)::integer)
      else c.until_ms - 1 end
    where account_id = ${accountId} and kind = 'help' and device_id = any(${deviceIds}) and ${isUnanswered}`.execute(db)
}
