/**
 * Spreads the tables of log and history over the workers of Citus, by account, where the database has that extension. They are over nine
 * tenths of all bytes; every other table stays on the coordinator. Source: decision 0084.
 */
import { type Kysely, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Log } from '../log.ts'
import { StartFault } from '../start-fault.ts'

/** A table more is a word here. The key of each begins with `account_id`. */
export const DISTRIBUTED_TABLES: readonly string[] = [
  'location_logs',
  'ahead_reports',
  'stays',
  'shown_positions',
  'temperature_hours',
]

/** One server distributes at a time. */
const LOCK_KEY = 7_201_002

/** Settings that are off, without which committed rows may be lost (security rule 46). */
export const WEAKENED = `select coalesce(string_agg(name, ', ' order by name), '') as weakened from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`

const ofTables = new RegExp(`\\b(?:${DISTRIBUTED_TABLES.join('|')})\\b`)

/** Whether a statement names one of the tables. */
export const namesDistributed = (statement: string): boolean => ofTables.test(statement)

/** Whether the database has Citus. */
export async function hasCitus(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/** Refuses workers that acknowledge commits before they are flushed. */
async function checkWorkers(db: Kysely<unknown>, log: Pick<Log, 'warn'>): Promise<void> {
  const { rows } = await sql<{ worker: string; is_heard: boolean; result: string }>`
    select nodename || ':' || nodeport as worker, success as is_heard, result from run_command_on_workers(${WEAKENED})`.execute(
    db,
  )
  for (const { worker, is_heard, result } of rows) {
    if (!is_heard) log.warn({ worker, reason: result }, 'A worker of Citus does not answer')
    else if (result !== '')
      throw new StartFault(`The worker ${worker} of Citus may lose committed data: turn on ${result} there.`)
  }
}

/** Those of the tables that are spread, or are not. */
async function listTables(db: Kysely<unknown>, areSpread: boolean): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${DISTRIBUTED_TABLES}::text[]) with ordinality as given (name, place)
    where ${areSpread} = exists (select from pg_dist_partition where logicalrelid = to_regclass(name)) order by place`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Those that are spread, for who has no more than a connection. */
export async function listSpread(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ has_citus: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as has_citus`,
  )
  if (rows[0]?.has_citus !== true) return []
  const spread = await client.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition where logicalrelid::text = any($1)',
    [DISTRIBUTED_TABLES],
  )
  return spread.rows.map(({ name }) => name)
}

/** With its rows, or not at all. */
async function distribute(db: Kysely<unknown>, table: string, log: Pick<Log, 'info'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(transaction)
    if (!(await listTables(transaction, false)).includes(table)) return
    log.info({ table }, 'Spreading a table over the workers of Citus')
    // Policies of its shards call it.
    await sql`select create_distributed_function('current_account()')`.execute(transaction)
    await sql`select create_distributed_table(${table}, 'account_id')`.execute(transaction)
    // What was copied is still here, where nothing reads it any more.
    await sql`select truncate_local_data_after_distributing_table(${table})`.execute(transaction)
  })
  log.info({ table }, 'Spread a table over the workers of Citus')
}

/**
 * At the start of a server, by the owner of the tables: spreads those that are not yet, each in one transaction, so that a start that was
 * broken off is continued by the next. Answers whether any is. `beforeFirst` throws where it may not be done now.
 */
export async function distributeTables(
  db: Kysely<unknown>,
  log: Pick<Log, 'info' | 'warn'>,
  beforeFirst: ((db: Kysely<unknown>) => Promise<void>) | undefined,
): Promise<boolean> {
  if (!(await hasCitus(db))) return false
  await checkWorkers(db, log)
  const missing = await listTables(db, false)
  if (missing.length > 0 && beforeFirst !== undefined) {
    const { rows } = await sql`select from pg_dist_node where isactive and shouldhaveshards`.execute(db)
    if (rows.length === 0) log.warn('Citus has no workers yet; all tables stay on this database')
    else {
      await beforeFirst(db)
      for (const table of missing) await distribute(db, table, log)
    }
  }
  return (await listTables(db, true)).length > 0
}
