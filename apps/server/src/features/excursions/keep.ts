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

/** The farthest reading of the excursion `e`, in degrees Celsius, as the minutes have it; `nowMs` ends one that lasts. */
export const peakInMinutes = (nowMs: number) => sql<number | null>`(
  select case e.event when 'high_temperature' then max(high) else min(low) end / 100.0::float8
  from temperature_hours h cross join lateral unnest(lows, highs) with ordinality as minutes (low, high, minute)
  where h.account_id = e.account_id and h.device_id = e.carepad_id
    and h.hour_ms between e.since_ms - e.since_ms % 3600000 and coalesce(e.until_ms, ${nowMs}::bigint)
    and h.hour_ms + (minute - 1) * 60000
      between e.since_ms - e.since_ms % 60000 and greatest(coalesce(e.until_ms, ${nowMs}::bigint) - 1, e.since_ms))`

/** The alarm of the excursion `e`, as `answer`. */
export const joinAnswer = sql`left join alarms answer on answer.account_id = e.account_id and answer.alarm_id = e.alarm_id`

async function copy(db: Db, nowMs: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update excursions set peak = coalesce(excursions.peak, found.peak),
      acknowledged_by = coalesce(excursions.acknowledged_by, found.acknowledged_by),
      acknowledged_at_ms = coalesce(excursions.acknowledged_at_ms, found.acknowledged_at_ms)
    from (
      select e.account_id, e.excursion_id, ${peakInMinutes(nowMs)} as peak, answer.acknowledged_by, answer.acknowledged_at_ms
      from excursions e ${joinAnswer} where ${which}
    ) as found
    where excursions.account_id = found.account_id and excursions.excursion_id = found.excursion_id`.execute(db)
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
