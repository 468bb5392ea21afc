/** SQL of shift reports and their times; `db` first, owner second. */
import type { ShiftTimer } from '@whereabouts/contract/shift-reports'
import { AUTO_CREATOR } from '@whereabouts/domain/shift-reports'
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { StoredContent } from './content.ts'

export interface ReportRow {
  readonly report_id: string
  readonly creator: string
  readonly date_ms: number
  readonly period_start_ms: number
  readonly shift_name: string
  readonly notes: string
  readonly state: 'generating' | 'success' | 'failure'
  readonly read_by: readonly { readonly name: string; readonly session_name: string; readonly time: number }[]
}

/** What one that is made by hand looks back on where no other report is there (ms), and the most that any does. */
const DAY_MS = 86_400_000
const LONGEST_PERIOD_MS = 7 * DAY_MS

const reportColumns = sql`r.report_id, r.creator, r.date_ms, r.period_start_ms, r.shift_name, r.notes, r.state,
  coalesce((
    select json_agg(json_build_object('name', name, 'session_name', session_name, 'time', read_at_ms / 1000)
      order by read_at_ms, name)
    from shift_report_readings g where g.account_id = r.account_id and g.report_id = r.report_id), '[]') as read_by`

/** A page, newest first; one row more than asked shows that there is a next page. */
export async function listReports(
  db: Db,
  accountId: string,
  { start, size }: { start: PageStart | undefined; size: number },
): Promise<(ReportRow & { created_at: number })[]> {
  const { rows } = await sql<ReportRow & { created_at: number }>`
    select ${reportColumns}, r.date_ms as created_at from shift_reports r
    where r.account_id = ${accountId}
      and (${start === undefined}::boolean
        or (r.date_ms, r.report_id) < (${start?.created_at ?? null}, ${start?.id ?? null}::uuid))
    order by r.date_ms desc, r.report_id desc limit ${size + 1}`.execute(db)
  return rows
}

/** The report with what it holds; refuses with 404102 one that the account does not have. */
export async function getReport(
  db: Db,
  accountId: string,
  reportId: string,
): Promise<ReportRow & { content: StoredContent | null }> {
  const { rows } = await sql<ReportRow & { content: StoredContent | null }>`
    select ${reportColumns}, r.content from shift_reports r
    where r.account_id = ${accountId} and r.report_id = ${reportId}`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

/** One that has to be made: its period (epoch ms). Undefined: it is gone, or there already. */
export async function findUnmade(
  db: Db,
  accountId: string,
  reportId: string,
): Promise<{ readonly from: number; readonly to: number } | undefined> {
  const { rows } = await sql<{ from: number; to: number }>`
    select period_start_ms as from, date_ms as to from shift_reports
    where account_id = ${accountId} and report_id = ${reportId} and state <> 'success'`.execute(db)
  return rows[0]
}

/** False where another try was first. */
export async function saveContent(
  db: Db,
  accountId: string,
  reportId: string,
  content: StoredContent,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update shift_reports set state = 'success', content = ${JSON.stringify(content)}
    where account_id = ${accountId} and report_id = ${reportId} and state <> 'success'`.execute(db)
  return numAffectedRows === 1n
}

/** Says that it could not be made. */
export async function saveFailure(db: Db, accountId: string, reportId: string): Promise<void> {
  await sql`update shift_reports set state = 'failure'
    where account_id = ${accountId} and report_id = ${reportId} and state = 'generating'`.execute(db)
}

/** Has one that failed made again: how often that was asked for; undefined where it did not fail. */
export async function startAgain(db: Db, accountId: string, reportId: string): Promise<number | undefined> {
  const { rows } = await sql<{ retries: number }>`
    update shift_reports set state = 'generating', retries = retries + 1
    where account_id = ${accountId} and report_id = ${reportId} and state = 'failure' returning retries`.execute(db)
  return rows[0]?.retries
}

/** A report that somebody makes by hand: of what changed since the last automatic one, or of a day. */
export async function insertByHand(
  db: Db,
  accountId: string,
  { reportId, creator, notes, nowMs }: { reportId: string; creator: string; notes: string; nowMs: number },
): Promise<void> {
  await sql`
    insert into shift_reports (account_id, report_id, creator, date_ms, period_start_ms, notes)
    values (${accountId}, ${reportId}, ${creator}, ${nowMs}, ${periodStart(accountId, nowMs, nowMs - DAY_MS)},
      ${notes})`.execute(db)
}

/** Times of an account that are due. */
export interface DueReport {
  readonly account_id: string
  readonly due_at_ms: number
  /** The time before it. */
  readonly previous_ms: number
  readonly shift_name: string
}

/**
 * By account the newest time that has come, in the time zone of the account, of which there is no report yet. After a server was away
 * for days the times before the newest have none: its report tells of all that time. A local time that is skipped when clocks are set
 * forward comes later by the skip; of one that comes twice PostgreSQL takes the second.
 */
export async function listDue(db: Db, nowMs: number): Promise<DueReport[]> {
  const { rows } = await sql<DueReport>`
    with moments as (
      select t.account_id, shift.since_ms, shift.name,
        (extract(epoch from (((to_timestamp(${nowMs}::bigint / 1000.0) at time zone a.timezone)::date - days_ago)
          + shift.time::time) at time zone a.timezone) * 1000)::bigint as at_ms
      from shift_timers t join accounts a using (account_id)
        cross join lateral unnest(t.times, t.names, t.since_ms) as shift (time, name, since_ms)
        cross join generate_series(-1, 2) as days_ago
    ), spans as (
      select *, lag(at_ms) over (partition by account_id order by at_ms) as previous_ms from moments
    ), newest as (
      select distinct on (account_id) * from spans where at_ms <= ${nowMs} order by account_id, at_ms desc
    )
    select account_id, at_ms as due_at_ms, previous_ms, name as shift_name from newest
    where at_ms > since_ms and at_ms > coalesce((
      select max(due_at_ms) from shift_reports r where r.account_id = newest.account_id and due_at_ms is not null), 0)`.execute(
    db,
  )
  return rows
}

/** The report of a time, once: false where another server was first. */
export async function insertDue(db: Db, reportId: string, due: DueReport): Promise<boolean> {
  const { account_id, due_at_ms, previous_ms, shift_name } = due
  const { rows } = await sql`
    insert into shift_reports (account_id, report_id, due_at_ms, creator, date_ms, period_start_ms, shift_name)
    values (${account_id}, ${reportId}, ${due_at_ms}, ${AUTO_CREATOR}, ${due_at_ms},
      ${periodStart(account_id, due_at_ms, previous_ms)}, ${shift_name})
    on conflict (account_id, due_at_ms) where due_at_ms is not null do nothing returning report_id`.execute(db)
  return rows.length > 0
}

/** Where the last automatic report ended, unless that is too long ago; where there is none, `otherwise`. */
const periodStart = (accountId: string, endMs: number, otherwise: number) => sql`(
  select greatest(coalesce(max(due_at_ms), ${otherwise}::bigint), ${endMs - LONGEST_PERIOD_MS}::bigint)
  from shift_reports where account_id = ${accountId} and due_at_ms < ${endMs})`

export async function getTimer(db: Db, accountId: string): Promise<ShiftTimer> {
  const { rows } = await sql<ShiftTimer>`
    select times as shift_report_timer, names as shift_names from shift_timers where account_id = ${accountId}`.execute(
    db,
  )
  return rows[0] ?? { shift_report_timer: [], shift_names: [] }
}

/** Saves times in the order of the day. One that is new counts from now on, so that no report is due at once. */
export async function saveTimer(db: Db, accountId: string, timer: ShiftTimer, nowMs: number): Promise<void> {
  await sql`insert into shift_timers as old (account_id, times, names, since_ms)
    values (${accountId}, ${[...timer.shift_report_timer]}, ${[...timer.shift_names]},
      ${timer.shift_report_timer.map(() => nowMs)})
    on conflict (account_id) do update
      set times = excluded.times, names = excluded.names, since_ms = array(
        select coalesce(old.since_ms[array_position(old.times, new.time)], new.since_ms)
        from unnest(excluded.times, excluded.since_ms) with ordinality as new (time, since_ms, place)
        order by place)`.execute(db)
}

/** Confirms a report by a name; who did already stays with the first time. */
export async function insertReading(
  db: Db,
  accountId: string,
  reportId: string,
  { name, sessionName, nowMs }: { name: string; sessionName: string; nowMs: number },
): Promise<void> {
  await sql`insert into shift_report_readings (account_id, report_id, name, session_name, read_at_ms)
    values (${accountId}, ${reportId}, ${name}, ${sessionName}, ${nowMs}) on conflict do nothing`.execute(db)
}

/** Deletes reports from before that time (epoch ms). */
export async function sweepReports(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from shift_reports where date_ms < ${beforeMs}`.execute(db)
}
