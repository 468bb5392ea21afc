/**
 * Each night, a row of shown positions for every tracker, so that where all of them were at an instant is found within a few days before
 * it. Its time is the very start of the night, by which readers know it from what moved. Source: decisions 0044, 0086.
 */
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../../platform/postgres/database.ts'
import { NIGHT_MS, nightStart } from '../../state/nights.ts'
import { ensurePartition, periodOf, SHOWN_POSITIONS } from '../../state/partitions.ts'
import { insertShownPositions, type PositionOfDevice } from './past-queries.ts'

/** Trackers of one statement. */
const AT_ONCE = 5000

/**
 * Writes each tracker's position at the start of a night; `nowMs` (epoch ms) lies in that night. It skips trackers with a shown position
 * since the night began, or since their hot row was written. Callers may repeat it.
 */
export async function writeKeyPositions(db: Db, pool: Pool, nowMs: number): Promise<void> {
  const atMs = nightStart(nowMs)
  const client = await pool.connect()
  try {
    await ensurePartition(client, SHOWN_POSITIONS, periodOf(SHOWN_POSITIONS, atMs))
  } finally {
    client.release()
  }
  for (let last: HotRow | undefined, isDone = false; !isDone; ) {
    const { rows } = await sql<HotRow>`
      select account_id, device_id as id, last_seen_ms, said_connected as connected, moving, reason_code, sender_id, map_id,
        "indoor_X", "indoor_Y", gps_latitude, gps_longitude, accuracy, battery
      from trackers join tracker_states using (account_id, device_id)
      where ${last === undefined ? sql`true` : sql`(account_id, device_id) > (${last.account_id}::uuid, ${last.id})`}
      order by account_id, device_id limit ${AT_ONCE}`.execute(db)
    const wasShown = await findShown(db, rows, atMs)
    await insertShownPositions(
      db,
      rows.filter((row) => !wasShown.has(keyOf(row))).map((row) => ({ ...row, at_ms: atMs, known_from_ms: 0 })),
    )
    last = rows.at(-1)
    isDone = rows.length < AT_ONCE
  }
}

interface HotRow extends Omit<PositionOfDevice, 'at_ms' | 'known_from_ms'> {
  readonly last_seen_ms: number
}

const keyOf = ({ account_id, id }: Pick<HotRow, 'account_id' | 'id'>): string => `${account_id} ${id}`

/** Those that were shown since the night began, or since their hot row was written. */
async function findShown(db: Db, rows: readonly HotRow[], atMs: number): Promise<ReadonlySet<string>> {
  const shown = await sql<Pick<HotRow, 'account_id' | 'id'>>`
    select distinct p.account_id, p.device_id as id
    from unnest(${rows.map(({ account_id }) => account_id)}::uuid[], ${rows.map(({ id }) => id)}::text[],
      ${rows.map(({ last_seen_ms }) => last_seen_ms)}::bigint[]) as s (account_id, device_id, last_seen_ms)
    join shown_positions p on p.account_id = s.account_id and p.device_id = s.device_id
      and p.known_until_ms is null and (p.at_ms >= ${atMs}::bigint or p.at_ms > s.last_seen_ms and p.at_ms % 86400000 <> ${NIGHT_MS})`.execute(
    db,
  )
  return new Set(shown.rows.map(keyOf))
}
