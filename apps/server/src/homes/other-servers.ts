/**
 * Servers that must not run while a database is changed. Those of a version before homes store reports without a fence, and follow the log;
 * those that began before tables were spread over workers do not tell these whose rows a call may see. Source: decisions 0077, 0084.
 */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import { StartFault } from '../platform/start-fault.ts'

/** They send a heartbeat every two seconds at least: one that is silent for longer (s) has ended. */
const ENDED_AFTER_S = 3
const LOOK_EVERY_MS = 100

/** Waits until no server of an earlier version runs; throws a `StartFault` where one sends a heartbeat meanwhile. */
export async function refuseBesideEarlier(db: Db): Promise<void> {
  const { rows: columns } = await sql`select from information_schema.columns
    where table_schema = 'public' and table_name = 'servers' and column_name = 'log_order'`.execute(db)
  if (columns.length === 0) return
  await refuseBeside(db, 'A server of an earlier version still uses this database. Stop it first, then start this one.')
}

/** Waits until no other server runs; throws a `StartFault` where one sends a heartbeat meanwhile. */
export const refuseBesideOthers = (db: Db): Promise<void> =>
  refuseBeside(
    db,
    'Another server uses this database. Stop all servers, then start one: it spreads tables over the workers of Citus first.',
  )

async function refuseBeside(db: Db, sentence: string): Promise<void> {
  const first = new Map<string, string>()
  for (;;) {
    const { rows } = await sql<{ server_id: string; seen_at: string }>`select server_id, seen_at::text from servers
      where seen_at > clock_timestamp() - make_interval(secs => ${ENDED_AFTER_S})`.execute(db)
    if (rows.length === 0) return
    for (const { server_id, seen_at } of rows) {
      if ((first.get(server_id) ?? seen_at) !== seen_at) throw new StartFault(sentence)
      first.set(server_id, seen_at)
    }
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
  }
}
