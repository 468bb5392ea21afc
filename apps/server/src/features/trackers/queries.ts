/** SQL of trackers and their hot rows; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { PageStart } from '../../platform/page-token.ts'
import type { TrackerRow } from './present.ts'
import type { TrackerState } from './tracker-state.ts'

export interface ListedTracker extends TrackerRow {
  /** The whole row as JSON, null when never heard. */
  state: TrackerState | null
}

const listedColumns = sql`t.device_id, t.name, t.device_model, t.make, t.class_index, t.photo, t.serial_number,
  t.mac_address, t.platform, t.offline_alert, t.created_at, to_jsonb(s) as state`

/** A page, newest first; one row more than asked tells that there is a next one. */
export async function listTrackers(
  db: Db,
  accountId: string,
  page: { watches: boolean; start: PageStart | undefined; size: number },
): Promise<ListedTracker[]> {
  const { rows } = await sql<ListedTracker>`
    select ${listedColumns}
    from trackers t left join tracker_states s using (account_id, device_id)
    where t.account_id = ${accountId} and (t.device_model = 'g5') = ${page.watches}
      and (${page.start?.created_at ?? null}::bigint is null
        or (t.created_at, t.device_id) < (${page.start?.created_at ?? null}, ${page.start?.id ?? null}))
    order by t.created_at desc, t.device_id desc
    limit ${page.size + 1}`.execute(db)
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
