/** Writes the record of excursions as their conditions change, and what has to outlive minutes and alarms. Source: decision 0048. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Condition } from '../../state/conditions.ts'

const DAY_MS = 86_400_000
/** Kept as long as the hours of temperatures (ms). */
const KEPT_MS = 730 * DAY_MS
/** After this long (ms) no report of an excursion that ended is under way. */
const SETTLED_MS = 3_600_000

const EVENTS: readonly string[] = ['high_temperature', 'low_temperature']

/**
 * Brings the record up to the conditions that these changes left, with the notifications that some of them raised; call it in their
 * transaction. May be repeated.
 */
export async function recordExcursions(
  db: Db,
  changes: readonly Condition[],
  raised: ReadonlyMap<Condition, string>,
): Promise<void> {
  const changed = changes.flatMap((change) => {
    const { accountId: account_id, deviceId: device_id, kind, atMs: at_ms } = change
    return EVENTS.includes(kind) ? [{ account_id, device_id, kind, at_ms, raised: raised.get(change) ?? null }] : []
  })
  if (changed.length === 0) return
  await sql`
    insert into excursions (account_id, carepad_id, event, since_ms, until_ms, is_raised, alarm_id, carepad_name, logger_name,
      threshold_high, threshold_low, alert_type)
    select distinct on (d.account_id, d.device_id, d.kind, d.since_ms) d.account_id, d.device_id, d.kind, d.since_ms,
      d.until_ms, d.is_raised, a.alarm_id, c.written_name, coalesce(l.logger_name, ''), c.threshold_high,
      c.threshold_low, c.alert_type
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as n (account_id uuid, device_id text, kind text, at_ms bigint, raised uuid)
      join device_conditions d on d.account_id = n.account_id and d.device_id = n.device_id and d.kind = n.kind
        and (d.until_ms is null or n.at_ms in (d.since_ms, d.until_ms))
      join carepads c on c.account_id = d.account_id and c.carepad_id = d.device_id
      left join loggers l on l.account_id = c.account_id and l.logger_id = c.logger_id
      left join alarms a on a.account_id = d.account_id and a.alarm_id = n.raised
        and n.at_ms between d.since_ms and coalesce(d.until_ms, n.at_ms)
    order by d.account_id, d.device_id, d.kind, d.since_ms, a.alarm_id nulls last
    on conflict (account_id, carepad_id, event, since_ms) do update set until_ms = excluded.until_ms,
      is_raised = excluded.is_raised, alarm_id = coalesce(excluded.alarm_id, excursions.alarm_id)`.execute(db)
}

/** What tells the time and the peak of an excursion. */
export interface Extent {
  readonly excursion_id: string
  readonly carepad_id: string
  readonly event: string
  readonly since_ms: number
  readonly until_ms: number | null
  readonly peak: number | null
}

/** With the farthest reading of each that has none copied, in degrees Celsius, as the minutes have it; `nowMs` ends one that lasts. */
export async function withPeaks<Row extends Extent>(
  db: Db,
  accountId: string,
  excursions: readonly Row[],
  nowMs: number,
): Promise<Row[]> {
  const open = excursions.filter(({ peak }) => peak === null)
  if (open.length === 0) return [...excursions]
  const { rows } = await sql<{ excursion_id: string; peak: number }>`
    select e.excursion_id, case e.event when 'high_temperature' then max(high) else min(low) end / 100.0::float8 as peak
    from unnest(${open.map(({ excursion_id }) => excursion_id)}::uuid[], ${open.map(({ carepad_id }) => carepad_id)}::text[],
      ${open.map(({ event }) => event)}::text[], ${open.map(({ since_ms }) => since_ms)}::bigint[],
      ${open.map(({ until_ms }) => until_ms ?? nowMs)}::bigint[]) as e (excursion_id, carepad_id, event, since_ms, until_ms)
    join temperature_hours h on h.account_id = ${accountId} and h.device_id = e.carepad_id
      and h.hour_ms between e.since_ms - e.since_ms % 3600000 and e.until_ms
    cross join lateral unnest(lows, highs) with ordinality as minutes (low, high, minute)
    where h.hour_ms + (minute - 1) * 60000
      between e.since_ms - e.since_ms % 60000 and greatest(e.until_ms - 1, e.since_ms)
    group by e.excursion_id, e.event`.execute(db)
  const peaks = new Map(rows.map(({ excursion_id, peak }) => [excursion_id, peak]))
  return excursions.map((row) => (row.peak === null ? { ...row, peak: peaks.get(row.excursion_id) ?? null } : row))
}

/** The alarm of the excursion `e`, as `answer`. */
export const joinAnswer = sql`left join alarms answer on answer.account_id = e.account_id and answer.alarm_id = e.alarm_id`

async function copy(db: Db, nowMs: number, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Extent & Answered>`
    select e.account_id, e.excursion_id, e.carepad_id, e.event, e.since_ms, e.until_ms, e.peak, answer.acknowledged_by,
      answer.acknowledged_at_ms
    from excursions e ${joinAnswer} where ${which}`.execute(db)
  for (const [accountId, own] of Map.groupBy(rows, ({ account_id }) => account_id)) {
    const found = await withPeaks(db, accountId, own, nowMs)
    await sql`
      update excursions set peak = coalesce(excursions.peak, found.peak),
        acknowledged_by = coalesce(excursions.acknowledged_by, found.acknowledged_by),
        acknowledged_at_ms = coalesce(excursions.acknowledged_at_ms, found.acknowledged_at_ms)
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as found (excursion_id uuid, peak float8, acknowledged_by text, acknowledged_at_ms bigint)
      where excursions.account_id = ${accountId} and excursions.excursion_id = found.excursion_id`.execute(db)
  }
}

interface Answered {
  readonly account_id: string
  readonly acknowledged_by: string | null
  readonly acknowledged_at_ms: number | null
}

/** Before the carepads are removed: what they left so far stays in the record, and what lasts ends now. */
export async function closeExcursions(
  db: Db,
  accountId: string,
  carepadIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const own = sql`e.account_id = ${accountId} and e.carepad_id = any(${carepadIds})`
  await sql`update excursions e set until_ms = greatest(${nowMs}::bigint, since_ms) where ${own} and until_ms is null`.execute(
    db,
  )
  await copy(db, nowMs, sql`${own} and e.peak is null`)
}

/** Copies peaks and answers into the record before minutes and alarms are deleted; deletes what is past its retention. May be repeated. */
export async function settleExcursions(db: Db, nowMs: number): Promise<void> {
  await copy(
    db,
    nowMs,
    sql`e.until_ms < ${nowMs - SETTLED_MS}::bigint and (e.peak is null or (e.is_raised and e.acknowledged_at_ms is null))`,
  )
  await sql`delete from excursions where since_ms < ${nowMs - KEPT_MS}::bigint and until_ms is not null`.execute(db)
}
