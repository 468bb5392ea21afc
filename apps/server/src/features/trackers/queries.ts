/** SQL of trackers and their hot rows; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { PageStart } from '../../platform/page-token.ts'
import type { TrackerRow } from './present.ts'
import { type ShownState, STATE_COLUMNS } from './tracker-state.ts'

/** A tracker with the columns of its hot row, which are all null when it was never heard. */
export type ListedTracker = TrackerRow & { [Name in keyof ShownState]: ShownState[Name] | null }

/** Null when never heard. */
export const stateOf = (row: ListedTracker): ShownState | null =>
  row.last_seen_ms === null ? null : (row as ListedTracker & ShownState)

// Plain columns: as one JSON value each, 10,000 states take PostgreSQL and us three times as long.
const listedColumns = sql`t.device_id, t.name, t.device_model, t.make, t.class_index, t.photo, t.serial_number,
  t.mac_address, t.platform, t.offline_alert, t.created_at,
  ${sql.raw(
    STATE_COLUMNS.filter((name) => name !== 'sightings')
      .map((name) => `s."${name}"`)
      .join(', '),
  )}`

/** Before everything: the first page starts behind it. */
const NEWEST: PageStart = { created_at: Number.MAX_SAFE_INTEGER, id: '' }

/** A page, newest first; one row more than asked tells that there is a next one. */
export async function listTrackers(
  db: Db,
  accountId: string,
  page: { watches: boolean; start: PageStart | undefined; size: number },
): Promise<ListedTracker[]> {
  const { created_at, id } = page.start ?? NEWEST
  // The page is cut by its index before hot rows are looked up, so that it costs the same in any fleet.
  const { rows } = await sql<ListedTracker>`
    select ${listedColumns}
    from (
      select * from trackers
      where account_id = ${accountId} and (device_model = 'g5') = ${page.watches}
        and (created_at, device_id) < (${created_at}::bigint, ${id})
      order by created_at desc, device_id desc
      limit ${page.size + 1}
    ) t left join tracker_states s using (account_id, device_id)
    order by t.created_at desc, t.device_id desc`.execute(db)
  return rows
}

/** Trackers whose hot row changed since `sinceMs` (server time), for a console that comes back. */
export async function listChangedTrackers(db: Db, accountId: string, sinceMs: number): Promise<ListedTracker[]> {
  const { rows } = await sql<ListedTracker>`
    select ${listedColumns}
    from tracker_states s join trackers t using (account_id, device_id)
    where s.account_id = ${accountId} and s.updated_at_ms > ${sinceMs}`.execute(db)
  return rows
}
