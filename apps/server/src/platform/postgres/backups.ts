/**
 * Copies of the bundled database: made before each upgrade and on request, restored by the operator.
 * Source: security rule 60; decision 0032.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { StartFault } from '../start-fault.ts'
import { copyResting, copyRunning, roomFor } from './cluster-copy.ts'
import { makeDataFolder, tryLockDataFolder } from './data-lock.ts'
import type { DatabaseAddress } from './database-client.ts'
import { makeRunFolder } from './postgres.ts'
import { clearLeftovers } from './postgres-leftovers.ts'
import { choosePostgresUser } from './postgres-runtime.ts'
import { clusterFolderOf } from './supervise-database.ts'

/** This many copies from upgrades are kept; copies that people asked for are kept until they remove them. */
const UPGRADES_KEPT = 2
/** Free space that a copy must leave for the database itself (bytes). */
const SPARE_BYTES = 64 * 1024 * 1024

type Folders = Pick<Settings, 'dataDir' | 'backupDir'>

interface Deps {
  /** Address of the running bundled database. */
  readonly address: DatabaseAddress
  readonly clock: Clock
  readonly log: Log
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
/** A time for names of folders, which sort by it. */
const stamp = (clock: Clock) => new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')

/** Throws a `StartFault` that ends in `advice` where there is no room for a copy of `from` beside `to`. */
async function mustFit(from: string, to: string, advice: string): Promise<number> {
  const { needed, free } = await roomFor(from, to)
  if (free >= needed + SPARE_BYTES) return needed
  throw new StartFault(
    `A copy of the database needs ${megabytes(needed + SPARE_BYTES)} in ${dirname(to)}, and only ${megabytes(free)} are free. ${advice}`,
  )
}

/**
 * Copies the running bundled database to a folder of `backupDir` and answers its name, which ends in the purpose of the copy.
 * Throws a `StartFault` where there is no room.
 */
export async function backUp(
  { dataDir, backupDir }: Folders,
  { address, clock, log }: Deps,
  what: string,
): Promise<string> {
  makeDataFolder(backupDir)
  const name = `${stamp(clock)}-${what}`
  const [from, to] = [clusterFolderOf({ dataDir }), join(backupDir, name)]
  const needed = await mustFit(from, to, 'Make room, or name a folder on another disk with BACKUP_DIR.')
  log.info({ name, megabytes: Math.ceil(needed / 1_000_000) }, 'Copying the database')
  await copyRunning(address, from, to)
  log.info({ name }, 'Copied the database')
  return name
}

/** Copies the bundled database before an upgrade, and removes old copies of upgrades. An operator's own database is not copied. */
export async function backUpBeforeUpgrade(
  settings: Folders & Pick<Settings, 'databaseUrl'>,
  deps: Deps,
  migration: string,
): Promise<void> {
  if (settings.databaseUrl !== undefined) return
  await backUp(settings, deps, `before-${migration}`)
  const made = readdirSync(settings.backupDir).filter((name) => /Z-before-\d{4}_[a-z0-9_]+$/.test(name))
  for (const name of made.toSorted().slice(0, -UPGRADES_KEPT)) {
    rmSync(join(settings.backupDir, name), { recursive: true })
    deps.log.info({ name }, 'Removed an old copy of the database')
  }
}

/**
 * Replaces the database, which must not be running, by a copy; answers where the replaced data is kept. The copy stays as it
 * is. Throws a `StartFault` where that is not possible.
 */
export async function restore(
  { dataDir, backupDir }: Folders,
  { clock, log }: { clock: Clock; log: Log },
  name: string,
) {
  const from = join(backupDir, name)
  if (!/^[A-Za-z0-9_-]+$/.test(name) || !existsSync(join(from, 'PG_VERSION'))) {
    const names = existsSync(backupDir) ? readdirSync(backupDir).filter((one) => !one.endsWith('.part')) : []
    throw new StartFault(
      `There is no such copy. ${backupDir} has: ${names.toSorted().join(', ') || 'none'}. Run the command with the DATA_DIR of your server, and its BACKUP_DIR where it has one.`,
    )
  }
  if (!existsSync(dataDir)) {
    throw new StartFault(
      `There is no folder ${dataDir}. Run the command with the DATA_DIR of your server; on a new machine, make that folder first.`,
    )
  }
  const lock = tryLockDataFolder(dataDir)
  if (lock === undefined) throw new StartFault('The server is running. Stop it first.')
  try {
    const folder = clusterFolderOf({ dataDir })
    const runFolder = makeRunFolder(choosePostgresUser(folder))
    await clearLeftovers(folder, runFolder, log).finally(() => rmSync(runFolder, { recursive: true, force: true }))
    const fresh = `${folder}.restored`
    rmSync(fresh, { recursive: true, force: true })
    await mustFit(from, fresh, 'Make room; the database stays as it is.')
    await copyResting(from, fresh)
    const aside = existsSync(folder) ? `${folder}.replaced-${stamp(clock)}` : undefined
    if (aside !== undefined) renameSync(folder, aside)
    renameSync(fresh, folder)
    return { restored: name, replaced: aside ?? null }
  } finally {
    lock.release()
  }
}
