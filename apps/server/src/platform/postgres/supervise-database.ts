/** Provides the server's database, and keeps the bundled one running. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { StartFault } from '../start-fault.ts'
import { tryLockDataFolder } from './data-lock.ts'
import { type DatabaseAddress, withClient } from './database-client.ts'
import { type Cluster, makeRunFolder, type RunningPostgres, SUPERUSER, startPostgres } from './postgres.ts'
import { readPostmasterFile } from './postgres-leftovers.ts'
import { choosePostgresUser, findBundledRuntime } from './postgres-runtime.ts'

export const DATABASE_NAME = 'whereabouts'
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000
/** How long a database may take to accept connections at the first start; helper processes of a killed one may still be ending. */
const FIRST_START_PATIENCE_MS = 20_000
/** After a run this long the back-off starts again. */
const STEADY_MS = 30_000

export interface SupervisedDatabase {
  /** Stays the same through restarts of the bundled database. */
  readonly address: DatabaseAddress
  /** Call it after the last connection is closed. */
  stop(): Promise<void>
}

/** PostgreSQL's own folder. */
export const clusterFolderOf = (settings: Pick<Settings, 'dataDir'>) => join(settings.dataDir, 'postgres')

const bundledAddress = (runFolder: string, database = DATABASE_NAME) => ({ host: runFolder, user: SUPERUSER, database })

/** Doubling from 0.1 to 5 s, each between half and whole, so that many servers do not reconnect in step (rule 58). */
export const retryDelayMs = (attempt: number, random: () => number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * (0.5 + random() / 2)

const ensureDatabase = (runFolder: string): Promise<void> =>
  withClient(bundledAddress(runFolder, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME])
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  })

async function startFirst(cluster: Cluster, random: () => number): Promise<RunningPostgres> {
  const startedAt = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await startPostgres(cluster)
    } catch (error) {
      if (error instanceof StartFault) throw error
      if (performance.now() - startedAt > FIRST_START_PATIENCE_MS) throw new StartFault((error as Error).message)
      await wait(retryDelayMs(attempt, random))
    }
  }
}

/** Restarts the cluster whenever it ends unexpectedly, until stopped. */
async function keepRunning(cluster: Cluster, random: () => number): Promise<{ stop(): Promise<void> }> {
  const { log } = cluster
  const stopping = new AbortController()
  let running: RunningPostgres | undefined = await startFirst(cluster, random)
  const watch = async () => {
    for (let attempt = 0; ; attempt++) {
      const startedAt = performance.now()
      await running?.ended
      running = undefined
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > STEADY_MS) attempt = 0
      const delayMs = retryDelayMs(attempt, random)
      log.error({ delayMs: Math.round(delayMs) }, 'The database ended unexpectedly; restarting it')
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        running = await startPostgres(cluster)
        log.info({ pid: running.pid }, 'The database is running again')
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'Failed to start the database; retrying')
      }
      if (stopping.signal.aborted) await running?.stop()
    }
  }
  const watched = watch()
  return {
    async stop() {
      stopping.abort()
      await running?.stop()
      await watched
    },
  }
}

async function runBundled(settings: Settings, log: Log, random: () => number): Promise<SupervisedDatabase> {
  const folder = clusterFolderOf(settings)
  const user = choosePostgresUser(folder)
  const runtime = await findBundledRuntime(user)
  const runFolder = makeRunFolder(user)
  let cluster: { stop(): Promise<void> } | undefined
  const stop = async () => {
    await cluster?.stop()
    rmSync(runFolder, { recursive: true, force: true })
  }
  try {
    cluster = await keepRunning({ runtime, user, folder, runFolder, log }, random)
    await ensureDatabase(runFolder)
    return { address: bundledAddress(runFolder), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * For a server: the operator's own database where DATABASE_URL names one, else the bundled PostgreSQL, which is started,
 * watched and restarted automatically. Locks the data folder for this process; throws a `StartFault` when another server has
 * it. `random` answers 0 to 1.
 */
export async function superviseDatabase(
  settings: Settings,
  log: Log,
  random: () => number = Math.random,
): Promise<SupervisedDatabase> {
  if (settings.databaseUrl !== undefined) {
    return { address: { connectionString: settings.databaseUrl }, stop: async () => {} }
  }
  const lock = tryLockDataFolder(settings.dataDir)
  if (lock === undefined) {
    throw new StartFault(
      `Another server is already running on DATA_DIR ${settings.dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
  try {
    const database = await runBundled(settings, log, random)
    return {
      address: database.address,
      async stop() {
        await database.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Throws a `StartFault` where the settings lead to no bundled database; it makes nothing. */
export function mustHaveDatabase({ dataDir }: Pick<Settings, 'dataDir'>): void {
  if (existsSync(join(clusterFolderOf({ dataDir }), 'PG_VERSION'))) return
  throw new StartFault(
    `There is no database in ${dataDir}. Run the command with the settings of your server: its DATA_DIR, or its DATABASE_URL where it has one. npm start makes a new database.`,
  )
}

/**
 * For short commands: the database of a running server, else one started for the command until `stop`. It makes none: where there is
 * none, it throws a `StartFault`.
 */
export async function visitDatabase(settings: Settings, log: Log): Promise<SupervisedDatabase> {
  if (settings.databaseUrl === undefined) mustHaveDatabase(settings)
  const lock = settings.databaseUrl === undefined ? tryLockDataFolder(settings.dataDir) : undefined
  if (settings.databaseUrl !== undefined || lock !== undefined) {
    lock?.release()
    return superviseDatabase(settings, log)
  }
  const running = readPostmasterFile(clusterFolderOf(settings))
  if (running === undefined) throw new StartFault('The server is just starting. Try again in a moment.')
  return { address: bundledAddress(running.runFolder), stop: async () => {} }
}
