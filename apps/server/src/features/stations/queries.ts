/** SQL of stations and their hot rows; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { PageStart } from '../../platform/page-token.ts'
import type { StationRow, StationState } from './present.ts'

export interface ListedStation extends StationRow {
  state: StationState | null
}

const listedColumns = sql`s.t4_id, s.t4_name, s.photo, s.gps_latitude, s.gps_longitude, s.map_id, m.map_name,
  s."indoor_X", s."indoor_Y", s.wifi_ssid, s.mac_address, s.lock_mancal, s.created_at, to_jsonb(h) as state`

const source = sql`stations s
  left join station_states h using (account_id, t4_id)
  left join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id`

/** A page, newest first; one row more than asked tells that there is a next one. */
export async function listStations(
  db: Db,
  accountId: string,
  page: { start: PageStart | undefined; size: number },
): Promise<ListedStation[]> {
  const { rows } = await sql<ListedStation>`
    select ${listedColumns} from ${source}
    where s.account_id = ${accountId}
      and (${page.start?.created_at ?? null}::bigint is null
        or (s.created_at, s.t4_id) < (${page.start?.created_at ?? null}, ${page.start?.id ?? null}))
    order by s.created_at desc, s.t4_id desc
    limit ${page.size + 1}`.execute(db)
  return rows
}

/** Stations whose hot row changed since `sinceMs` (server time), for a console that comes back. */
export async function listChangedStations(db: Db, accountId: string, sinceMs: number): Promise<ListedStation[]> {
  const { rows } = await sql<ListedStation>`
    select ${listedColumns} from ${source}
    where s.account_id = ${accountId} and h.updated_at_ms > ${sinceMs}`.execute(db)
  return rows
}
