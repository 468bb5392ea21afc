/** Migrates the database to the schema this version needs. Source: security rule 60. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { StartFault } from '../start-fault.ts'
import type { Db } from './database.ts'
import { type DatabaseAddress, openPatientPool } from './database-client.ts'
import { prepareRoles, type Roles } from './database-roles.ts'
import { distributeTables, hasCitus, WEAKENED } from './distribute-tables.ts'
import { statementsOf } from './statements.ts'
import { isStorageAway } from './storage-away.ts'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')

const MIGRATION_TABLE = 'migrations'
const OLDEST_POSTGRES = 15
/** How long a starting database may keep us waiting before the start fails (ms). */
const PATIENCE_MS = 30_000

/** By name, in order. A file is one migration: plain SQL, applied whole or not at all. */
function readMigrations(folder: string): Record<string, Migration> {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  return Object.fromEntries(
    names.sort().map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const up = async (db: Kysely<unknown>) => {
        for (const statement of statementsOf(text)) await sql.raw(statement).execute(db)
      }
      return [name.replace('.sql', ''), { up }]
    }),
  )
}

/** Faults that only the operator can fix, in words; undefined for a database that may just be starting. */
function refusalOf(error: { code?: string; message: string }): string | undefined {
  if (error.code === '28P01' || error.code === '28000')
    return 'The database refuses the user or password of DATABASE_URL.'
  if (error.code === '3D000') return 'The database named in DATABASE_URL does not exist; create it first.'
  if (error.code === 'ENOTFOUND') return 'The host named in DATABASE_URL is not known.'
  return undefined
}

async function connect(address: DatabaseAddress, log: Log): Promise<pg.Pool> {
  // No time limit: an index on a large table may take its time.
  const pool = openPatientPool(address, 1, log)
  const startedAt = performance.now()
  for (;;) {
    try {
      await pool.query('select')
      return pool
    } catch (error) {
      const known = error as { code?: string; message: string }
      const refusal = refusalOf(known)
      if (refusal !== undefined || performance.now() - startedAt > PATIENCE_MS) {
        await pool.end()
        throw new StartFault(refusal ?? `The database does not answer: ${known.message || known.code}.`)
      }
      log.warn({ reason: known.code ?? known.message }, 'The database does not answer yet; retrying')
      await wait(500)
    }
  }
}

/** Refuses a PostgreSQL that is too old, or that acknowledges commits before they are flushed (security rule 46). */
async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; weakened: string }>(
    `select current_setting('server_version_num')::integer / 10000 as version, (${WEAKENED}) as weakened`,
  )
  const { version, weakened } = rows[0]!
  if (version < OLDEST_POSTGRES) {
    throw new StartFault(`The database is PostgreSQL ${version}; this version needs ${OLDEST_POSTGRES} or newer.`)
  }
  if (weakened !== '') {
    throw new StartFault(`The database may lose committed data: turn on ${weakened} and start again.`)
  }
}

/** Names of the applied migrations, in order. */
async function listApplied(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass(${MIGRATION_TABLE}) is not null as exists`.execute(db)
  if (tables[0]?.exists !== true) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new StartFault(
      `The database was used by a newer version (${unknown.join(', ')} is unknown here). Start that version, or restore the backup from before the upgrade.`,
    )
  }
}

interface Upgrading {
  /** Folder of the migrations. */
  readonly folder?: string
  /** Runs before a database with data is changed, with the name of the first missing migration. */
  readonly beforeUpgrade?: (migration: string) => Promise<void>
  /** Throws a `StartFault` where the database is empty, in place of filling it. */
  readonly mustHaveTables?: boolean
  /** Looks at a database with tables before anything of it is changed; throws a `StartFault` where it is not ours to change. */
  readonly beforeAll?: (db: Db) => Promise<void>
  /** At a server's start: tables may be spread over workers, after this; it throws a `StartFault` where they may not be now. */
  readonly beforeDistribution?: (db: Db) => Promise<void>
}

/**
 * Waits for the database, checks it, and applies missing migrations: all new files in one transaction, by one server at a
 * time (Kysely takes an advisory lock). Where the connection is lost meanwhile, all of it begins again. Answers the roles that work with the
 * tables. Throws a `StartFault` where only the operator can help.
 */
export async function migrateDatabase(address: DatabaseAddress, log: Log, upgrading: Upgrading = {}): Promise<Roles> {
  const startedAt = performance.now()
  for (;;) {
    const pool = await connect(address, log)
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    try {
      await checkServer(pool)
      await applyMissing(db, log, upgrading)
      const roles = await prepareRoles(db, log)
      return (await distributeTables(db, log, upgrading.beforeDistribution))
        ? { ...roles, areWorkersTold: true }
        : roles
    } catch (error) {
      const isLost = isStorageAway(error) || isStorageAway((error as Error).cause)
      if (!isLost || performance.now() - startedAt > PATIENCE_MS) throw error
      log.warn({ reason: (error as Error).message }, 'Lost the database while preparing it; beginning again')
    } finally {
      await db.destroy()
    }
  }
}

async function applyMissing(
  db: Kysely<unknown>,
  log: Log,
  { folder = MIGRATIONS_FOLDER, beforeUpgrade, mustHaveTables = false, beforeAll }: Upgrading,
): Promise<void> {
  const migrations = readMigrations(folder)
  const applied = await listApplied(db)
  if (mustHaveTables && applied.length === 0) {
    throw new StartFault(
      'The database that the settings lead to has no tables of ours. Run the command with the DATA_DIR or DATABASE_URL of your server. npm start makes the tables.',
    )
  }
  if (applied.length > 0) await beforeAll?.(db)
  refuseNewer(applied, Object.keys(migrations))
  const missing = Object.keys(migrations).find((name) => !applied.includes(name))
  if (missing !== undefined && applied.length > 0) await beforeUpgrade?.(missing)
  // A shard after another, as they change within one transaction.
  if (await hasCitus(db)) await sql`set citus.multi_shard_modify_mode to 'sequential'`.execute(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find((result) => result.status === 'Error')
  if (failed !== undefined) throw new Error(`Migration ${failed.migrationName} failed.`, { cause: error })
  if (error !== undefined) throw error
  for (const { migrationName } of results) log.info({ migration: migrationName }, 'Applied a migration')
}
