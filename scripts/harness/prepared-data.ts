/**
 * Data folders as a first start leaves them, so that most tests start a server for the second time: making and migrating a
 * cluster takes two seconds of processor, copying one a tenth. What a first start does is tested by first starts.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrateDatabase } from '../../apps/server/src/platform/postgres/migrations.ts'
import { superviseDatabase } from '../../apps/server/src/platform/postgres/supervise-database.ts'
import { readSettings } from '../../apps/server/src/platform/settings.ts'
import { quickParent } from './quick-parent.ts'
import { quietLog } from './quiet-log.ts'

const ROOT = join(import.meta.dirname, '../..')
const KEPT = join(ROOT, 'node_modules/.cache/prepared-data')

/** Owners stay too, as PostgreSQL runs as another user where we are root. */
export const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-Rp', `${from}/.`, to])

/** Changes with everything that a cluster is made from. */
function keyOfSources(): string {
  const platform = join(ROOT, 'apps/server/src/platform')
  const migrations = join(ROOT, 'apps/server/migrations')
  const sources = [
    join(ROOT, 'package-lock.json'),
    ...readdirSync(platform).map((name) => join(platform, name)),
    ...readdirSync(migrations).map((name) => join(migrations, name)),
  ]
  const hash = createHash('sha256').update(String(process.getuid?.()))
  for (const source of sources.filter((name) => /(?<!\.test)\.(ts|sql|json)$/.test(name)).sort()) {
    hash.update(source.slice(ROOT.length)).update('\0').update(readFileSync(source)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** The folder to copy; made by the first caller, and by two at the same time twice, the second one unused. */
export async function preparedData(): Promise<string> {
  const key = keyOfSources()
  const folder = join(KEPT, key)
  if (existsSync(folder)) return folder
  mkdirSync(KEPT, { recursive: true })
  for (const name of readdirSync(KEPT)) {
    if (!name.startsWith(key)) rmSync(join(KEPT, name), { recursive: true, force: true })
  }
  const made = mkdtempSync(join(tmpdir(), 'whereabouts-made-'))
  const fresh = mkdtempSync(`${folder}.`)
  try {
    const database = await superviseDatabase({ ...readSettings({}), dataDir: made }, quietLog)
    await migrateDatabase(database.address, quietLog).finally(() => database.stop())
    await copyFolder(made, fresh)
    renameSync(fresh, folder)
  } catch (error) {
    // Somebody else was first.
    if (!existsSync(folder)) throw error
  } finally {
    for (const rest of [made, fresh]) rmSync(rest, { recursive: true, force: true })
  }
  return folder
}

/**
 * A data folder of its own in a place for passing things, whose database is made, migrated and empty. `inMemory`: where
 * there is room; for tests that kill nothing.
 */
export async function preparedDataFolder({ inMemory = false } = {}): Promise<string> {
  const folder = mkdtempSync(join(inMemory ? quickParent() : tmpdir(), 'whereabouts-data-'))
  await copyFolder(await preparedData(), folder)
  return folder
}
