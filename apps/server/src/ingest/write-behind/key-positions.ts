/**
 * Each night, a row of shown positions for every tracker, so that where all of them were at an instant is found within a few days before
 * it. Its time is the very start of the night, by which readers know it from what moved. Source: decisions 0038, 0044.
 */
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../../platform/postgres/database.ts'
import { NIGHT_MS, nightStart } from '../../state/nights.ts'
import { ensurePartition, periodOf, SHOWN_POSITIONS } from '../../state/partitions.ts'

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
  let last: { account_id: string; device_id: string } | undefined
  do {
    const { rows } = await sql<{ account_id: string; device_id: string }>`
      with part as (
        select account_id, device_id from trackers
        where ${last === undefined ? sql`true` : sql`(account_id, device_id) > (${last.account_id}::uuid, ${last.device_id})`}
        order by account_id, device_id limit ${AT_ONCE}
      ), written as (
        insert into shown_positions (account_id, device_id, at_ms, connected, moving, reason_code, sender_id, map_id,
          "indoor_X", "indoor_Y", gps_latitude, gps_longitude, accuracy, battery)
        select account_id, device_id, ${atMs}::bigint, said_connected, moving, reason_code, sender_id, map_id,
          "indoor_X", "indoor_Y", gps_latitude, gps_longitude, accuracy, battery
        from part join tracker_states s using (account_id, device_id)
        where not exists (select from shown_positions p where p.account_id = s.account_id and p.device_id = s.device_id
          and (p.at_ms >= ${atMs}::bigint or p.at_ms > s.last_seen_ms and p.at_ms % 86400000 <> ${NIGHT_MS}))
        on conflict do nothing
      )
      select account_id, device_id from part order by account_id desc, device_id desc limit 1`.execute(db)
    last = rows[0]
  } while (last !== undefined)
}
