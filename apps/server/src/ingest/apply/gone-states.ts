/**
 * Hot rows of devices that no account has any more. The stay and the visits that one of them holds belong to the history, so they end there
 * before the row goes. Source: decision 0086.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import type { ServerDb } from '../../platform/postgres/database.ts'
import { PastPartitions, writePasts } from '../write-behind/past-queries.ts'
import { NOTHING_WRITTEN, noEvents, type StoredPast } from '../write-behind/past-rows.ts'

interface Deps {
  readonly db: ServerDb
  readonly pool: Pool
}

/** Ends the stays and visits of removed trackers; their hot rows are written already. It may be repeated. */
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
  const { rows } = await sql<{ account_id: string; device_id: string; past: StoredPast }>`
    select s.account_id, s.device_id, s.past from tracker_states s where ${where} and s.past is not null`.execute(db)
  const writes = rows.map(({ account_id, device_id: id, past: { stays, visits, positions } }) => {
    const events = { ...noEvents(), stays: [...stays], visits: [...visits], positions: [...positions] }
    return { ...NOTHING_WRITTEN, account_id, id, events }
  })
  await new PastPartitions().ensure(pool, writes)
  await writePasts(db, writes)
}
