/** SQL by which the past of a tracker is written again. Cross-account by nature: ingest serves every account at once. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import { NIGHT_MS } from '../../state/nights.ts'
import type { PastPosition, PastStay, PastVisit } from '../../state/open-past.ts'
import type { LateSpan, StateAt } from './past-rows.ts'

/** Late spans of the accounts of shards. */
export async function listLateDevices(db: Db, shards: readonly number[]): Promise<readonly DeviceKey[]> {
  const { rows } = await sql<DeviceKey>`
    select account_id, device_id as id from late_spans
    where account_id in (select account_id from accounts where shard = any(${shards}::integer[]))`.execute(db)
  return rows
}

/** Undefined: all reports of the tracker are in its past. */
export async function findLateSpan(db: Db, { account_id, id }: DeviceKey): Promise<LateSpan | undefined> {
  const { rows } = await sql<LateSpan>`
    select from_ms, until_ms, reports, since_ms from late_spans
    where account_id = ${account_id} and device_id = ${id}`.execute(db)
  return rows[0]
}

/** The states that a part of the past goes on from and leads to; undefined: it begins with the log, and ends with the last report. */
export async function findStatesAround(
  db: Db,
  { account_id, id }: DeviceKey,
  atMs: number,
): Promise<{ readonly before: StateAt | undefined; readonly after: StateAt | undefined }> {
  const ofDevice = sql`select at_ms, state from past_states where account_id = ${account_id} and device_id = ${id}`
  const [before, after] = await Promise.all([
    sql<StateAt>`${ofDevice} and at_ms < ${atMs}::bigint order by at_ms desc limit 1`.execute(db),
    sql<StateAt>`${ofDevice} and at_ms >= ${atMs}::bigint order by at_ms limit 1`.execute(db),
  ])
  return { before: before.rows[0], after: after.rows[0] }
}

/** What is known now of a tracker's past from times on (epoch ms). */
export interface KnownPast {
  readonly stays: readonly PastStay[]
  readonly visits: readonly PastVisit[]
  readonly positions: readonly PastPosition[]
}

export async function readKnownPast(
  db: Db,
  { account_id, id }: DeviceKey,
  from: { readonly staysMs: number; readonly visitsMs: number; readonly positionsMs: number },
): Promise<KnownPast> {
  const ofDevice = sql`account_id = ${account_id} and device_id = ${id} and known_until_ms is null`
  const [stays, visits, positions] = await Promise.all([
    sql<PastStay>`
      select from_ms, until_ms, kind, sender_id, sender_name, map_id, "indoor_X", "indoor_Y", gps_latitude, gps_longitude,
        rssi, sightings, device_name, class_index, known_from_ms
      from stays where ${ofDevice} and from_ms >= ${from.staysMs}::bigint`.execute(db),
    sql<PastVisit>`
      select zone_id, zone_name, zone_type, map_id, device_name, class_index, from_ms, until_ms, ended, ended_ms, known_from_ms
      from visits where ${ofDevice} and from_ms >= ${from.visitsMs}::bigint`.execute(db),
    sql<PastPosition>`
      select at_ms, connected, moving, reason_code, sender_id, map_id, "indoor_X", "indoor_Y", gps_latitude, gps_longitude,
        accuracy, battery, known_from_ms
      from shown_positions where ${ofDevice} and at_ms >= ${from.positionsMs}::bigint`.execute(db),
  ])
  return { stays: stays.rows, visits: visits.rows, positions: positions.rows }
}

/** Whether a position is that of the start of a night, which no report made. */
export const isOfNight = ({ at_ms }: Pick<PastPosition, 'at_ms'>): boolean => at_ms % 86_400_000 === NIGHT_MS

/** Rows that no longer hold, from a time on (epoch ms). One that was never known before it is deleted. */
export async function closeRows(db: Db, { account_id, id }: DeviceKey, past: KnownPast, nowMs: number): Promise<void> {
  const close = async (
    table: string,
    column: string,
    rows: readonly { readonly zone?: string; readonly ms: number }[],
  ) => {
    if (rows.length === 0) return
    const times = rows.map(({ ms }) => ms)
    const isZone = rows[0]!.zone !== undefined
    const wanted = isZone
      ? sql`(${sql.ref(column)}, zone_id) in (select * from unnest(${times}::bigint[], ${rows.map(({ zone }) => zone)}::uuid[]))`
      : sql`${sql.ref(column)} = any(${times}::bigint[])`
    // Loops over the times would read every partition.
    const where = sql`account_id = ${account_id} and device_id = ${id} and known_until_ms is null and ${wanted}
      and ${sql.ref(column)} between ${Math.min(...times)}::bigint and ${Math.max(...times)}::bigint`
    await sql`delete from ${sql.table(table)} where ${where} and known_from_ms >= ${nowMs}::bigint`.execute(db)
    await sql`update ${sql.table(table)} set known_until_ms = ${nowMs}::bigint where ${where}`.execute(db)
  }
  await close(
    'stays',
    'from_ms',
    past.stays.map(({ from_ms: ms }) => ({ ms })),
  )
  await close(
    'visits',
    'from_ms',
    past.visits.map(({ from_ms: ms, zone_id: zone }) => ({ ms, zone })),
  )
  await close(
    'shown_positions',
    'at_ms',
    past.positions.map(({ at_ms: ms }) => ({ ms })),
  )
}

/** What is left of a late span; undefined: nothing. */
export async function shortenLateSpan(
  db: Db,
  { account_id, id }: DeviceKey,
  left: Pick<LateSpan, 'from_ms' | 'until_ms'> | undefined,
): Promise<void> {
  const ofDevice = sql`account_id = ${account_id} and device_id = ${id}`
  if (left === undefined) await sql`delete from late_spans where ${ofDevice}`.execute(db)
  else
    await sql`update late_spans set from_ms = ${left.from_ms}::bigint, until_ms = ${left.until_ms}::bigint
      where ${ofDevice}`.execute(db)
}

/** The hot row of a tracker goes on from another past. */
export async function replacePast(db: Db, { account_id, id }: DeviceKey, past: object): Promise<void> {
  await sql`update tracker_states set past = ${JSON.stringify(past)}::json
    where account_id = ${account_id} and device_id = ${id}`.execute(db)
}
