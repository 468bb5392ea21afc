/**
 * Hot rows of devices that no account has any more. The stay that one of them holds belongs to the history, so it ends there before the
 * row goes. Source: decision 0038.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { fromStoredStay, type StoredStay } from '../../state/open-stay.ts'
import { KnownPartitions, STAYS } from '../../state/partitions.ts'
import { insertStays } from '../write-behind/history-queries.ts'
import { settle } from './move-stay.ts'

interface Deps {
  readonly db: ServerDb
  readonly pool: Pool
}

/** Ends the stays of removed trackers; their hot rows are written already. It may be repeated. */
export const endStays = (deps: Deps, accountId: string, ids: readonly string[]): Promise<void> =>
  endStaysWhere(deps, sql`s.account_id = ${accountId} and s.device_id = any(${ids})`)

/** Neither tracker nor carepad: left by a report in progress, or by a server that stopped amid a removal. */
const isGone = sql`not exists (select from trackers t where t.account_id = s.account_id and t.device_id = s.device_id)
  and not exists (select from carepads c where c.account_id = s.account_id and c.carepad_id = s.device_id)`

/** Deletes hot rows of trackers and carepads that no account has. */
export async function sweepStates(deps: Deps): Promise<void> {
  await endStaysWhere(deps, sql`${isGone} and exists (select from accounts a where a.account_id = s.account_id)`)
  await sql`delete from tracker_states s where ${isGone}`.execute(deps.db)
}

async function endStaysWhere({ db, pool }: Deps, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ account_id: string; device_id: string; open_stay: StoredStay }>`
    select s.account_id, s.device_id, s.open_stay from tracker_states s
    where ${where} and s.open_stay is not null`.execute(db)
  const ended = rows.flatMap(({ account_id, device_id, open_stay }) => {
    const open = fromStoredStay(open_stay)!
    return settle(open, open.next).map((stay) => ({ account_id, id: device_id, stay }))
  })
  if (ended.length === 0) return
  const client = await pool.connect()
  try {
    await new KnownPartitions(STAYS).ensure(
      client,
      ended.map(({ stay }) => stay.from_ms),
    )
  } finally {
    client.release()
  }
  await insertStays(db, ended)
}
