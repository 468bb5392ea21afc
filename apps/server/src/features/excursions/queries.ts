/** SQL of the record of excursions; `db` first, owner second. */
import type { ExcursionMark } from '@whereabouts/contract/excursions'
import { type RawBuilder, sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joinAnswer, peakInMinutes } from './keep.ts'

export interface ExcursionRow {
  excursion_id: string
  carepad_id: string
  carepad_name: string
  logger_name: string
  event: 'high_temperature' | 'low_temperature'
  since_ms: number
  /** Null: it lasts. */
  until_ms: number | null
  is_raised: boolean
  peak: number | null
  threshold_high: number
  threshold_low: number | null
  acknowledged_by: string | null
  acknowledged_at_ms: number | null
  comments: readonly { readonly text: string; readonly by: string; readonly at_ms: number }[]
}

/** Excursions with what is not copied into them yet. */
const listed = (nowMs: number, which: RawBuilder<unknown>) => sql<ExcursionRow>`
  select excursion_id, carepad_id, carepad_name, logger_name, event, since_ms, until_ms, is_raised, threshold_high,
    threshold_low, comments, coalesce(e.peak, ${peakInMinutes(nowMs)}) as peak,
    coalesce(e.acknowledged_by, answer.acknowledged_by) as acknowledged_by,
    coalesce(e.acknowledged_at_ms, answer.acknowledged_at_ms) as acknowledged_at_ms
  from (select * from excursions where ${which}) e ${joinAnswer}`

interface Wanted {
  /** Those that began in a time (epoch ms). */
  readonly fromMs: number
  readonly untilMs: number
  /** Undefined: of all carepads. */
  readonly carepadId: string | undefined
  readonly start: PageStart | undefined
  readonly size: number
}

/** A page, newest first; one row more than asked shows that there is a next one. */
export async function listExcursions(
  db: Db,
  accountId: string,
  { fromMs, untilMs, carepadId, start, size }: Wanted,
  nowMs: number,
): Promise<(ExcursionRow & { created_at: number })[]> {
  const ofCarepad = carepadId === undefined ? sql`` : sql`and carepad_id = ${carepadId}`
  const behind =
    start === undefined ? sql`` : sql`and (since_ms, excursion_id) < (${start.created_at}::bigint, ${start.id}::uuid)`
  const { rows } = await sql<ExcursionRow>`
    ${listed(
      nowMs,
      sql`account_id = ${accountId} and since_ms between ${fromMs}::bigint and ${untilMs}::bigint ${ofCarepad} ${behind}
        order by since_ms desc, excursion_id desc limit ${size + 1}`,
    )} order by since_ms desc, excursion_id desc`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.since_ms }))
}

/** Those that began from one time until before another (epoch ms), oldest first. */
export async function listMonth(
  db: Db,
  accountId: string,
  { fromMs, untilMs }: Pick<Wanted, 'fromMs' | 'untilMs'>,
  nowMs: number,
): Promise<ExcursionRow[]> {
  const { rows } = await sql<ExcursionRow>`
    ${listed(nowMs, sql`account_id = ${accountId} and since_ms >= ${fromMs}::bigint and since_ms < ${untilMs}::bigint`)}
    order by since_ms, carepad_id, event`.execute(db)
  return rows
}

/** What touches a time of one carepad (epoch seconds), newest first. */
export async function listMarks(
  db: Db,
  accountId: string,
  carepadId: string,
  { startS, endS, nowMs }: { readonly startS: number; readonly endS: number; readonly nowMs: number },
): Promise<ExcursionMark[]> {
  const { rows } = await sql<ExcursionMark>`
    select excursion_id, event, since_ms / 1000 as start, is_raised as alerted, until_ms is not null as is_over,
      greatest((coalesce(until_ms, ${nowMs}::bigint) - since_ms) / 1000, 0) as duration,
      coalesce(e.peak, ${peakInMinutes(nowMs)}) as peak
    from excursions e
    where account_id = ${accountId} and carepad_id = ${carepadId}
      and since_ms <= ${endS * 1000}::bigint and coalesce(until_ms, ${endS * 1000}::bigint) >= ${startS * 1000}::bigint
    order by since_ms desc limit 1000`.execute(db)
  return rows
}

/** The number of comments, which nobody adds to until the transaction ends. Refuses with 404102 one that the account does not have. */
export async function lockExcursion(
  db: Db,
  accountId: string,
  excursionId: string,
): Promise<{ carepad_name: string; comments: number }> {
  const { rows } = await sql<{ carepad_name: string; comments: number }>`
    select carepad_name, jsonb_array_length(comments) as comments from excursions
    where account_id = ${accountId} and excursion_id = ${excursionId} for update`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

export async function addComment(
  db: Db,
  accountId: string,
  excursionId: string,
  comment: ExcursionRow['comments'][number],
): Promise<void> {
  await sql`update excursions set comments = comments || ${JSON.stringify([comment])}::jsonb
    where account_id = ${accountId} and excursion_id = ${excursionId}`.execute(db)
}

/** Refuses with 404102 one that the account does not have. */
export async function getExcursion(
  db: Db,
  accountId: string,
  excursionId: string,
  nowMs: number,
): Promise<ExcursionRow> {
  const { rows } = await listed(nowMs, sql`account_id = ${accountId} and excursion_id = ${excursionId}`).execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}
