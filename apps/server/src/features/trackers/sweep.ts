/** Hot rows that a report in progress wrote after its device was removed. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Deletes hot rows of trackers and carepads that no account has. */
export async function sweepStates(db: Db): Promise<void> {
  await sql`delete from tracker_states s
    where not exists (select from trackers t where t.account_id = s.account_id and t.device_id = s.device_id)
      and not exists (select from carepads c where c.account_id = s.account_id and c.carepad_id = s.device_id)`.execute(
    db,
  )
}
