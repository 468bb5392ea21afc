/** SQL of the record of excursions; `db` first, owner second. */
import type { ExcursionMark } from '@whereabouts/contract/excursions'
import { type RawBuilder, sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type Extent, joinAnswer, withPeaks } from './keep.ts'

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

/** Excursions with the answers that are not copied into them yet. */
const listed = (which: RawBuilder<unknown>) => sql<ExcursionRow>`
  select excursion_id, carepad_id, carepad_name, logger_name, event, since_ms, until_ms, is_raised, threshold_high,
    threshold_low, comments, e.peak,
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
      sql`account_id = ${accountId} and since_ms between ${fromMs}::bigint and ${untilMs}::bigint ${ofCarepad} ${behind}
        order by since_ms desc, excursion_id desc limit ${size + 1}`,
    )} order by since_ms desc, excursion_id desc`.execute(db)
  const listedRows = await withPeaks(db, accountId, rows, nowMs)
  return listedRows.map((row) => ({ ...row, created_at: row.since_ms }))
}

/** Those that began from one time until before another (epoch ms), oldest first. */
export async function listMonth(
  db: Db,
  accountId: string,
  { fromMs, untilMs }: Pick<Wanted, 'fromMs' | 'untilMs'>,
  nowMs: number,
): Promise<ExcursionRow[]> {
  const { rows } = await sql<ExcursionRow>`
    ${listed(sql`account_id = ${accountId} and since_ms >= ${fromMs}::bigint and since_ms < ${untilMs}::bigint`)}
    order by since_ms, carepad_id, event`.execute(db)
  return withPeaks(db, accountId, rows, nowMs)
}

/** What touches a time of one carepad (epoch seconds), newest first. */
export async function listMarks(
  db: Db,
  accountId: string,
  carepadId: string,
  { startS, endS, nowMs }: { readonly startS: number; readonly endS: number; readonly nowMs: number },
): Promise<ExcursionMark[]> {
  const { rows } = await sql<Omit<Extent, 'event'> & Pick<ExcursionMark, 'event' | 'alerted'>>`
    select excursion_id, carepad_id, event, since_ms, until_ms, is_raised as alerted, peak
    from excursions
    where account_id = ${accountId} and carepad_id = ${carepadId}
      and since_ms <= ${endS * 1000}::bigint and coalesce(until_ms, ${endS * 1000}::bigint) >= ${startS * 1000}::bigint
    order by since_ms desc limit 1000`.execute(db)
  const marks = await withPeaks(db, accountId, rows, nowMs)
  return marks.map(({ excursion_id, event, since_ms, until_ms, alerted, peak }) => ({
    ...{ excursion_id, event, alerted, peak },
    start: Math.floor(since_ms / 1000),
    is_over: until_ms !== null,
    duration: Math.max(0, Math.floor(((until_ms ?? nowMs) - since_ms) / 1000)),
  }))
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
  const { rows } = await listed(sql`account_id = ${accountId} and excursion_id = ${excursionId}`).execute(db)
  const [found] = await withPeaks(db, accountId, rows, nowMs)
  if (found === undefined) throw refuse('resourceNotFound')
  return found
}
