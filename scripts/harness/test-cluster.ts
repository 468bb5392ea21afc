/** Vitest's global set-up of the server projects: one PostgreSQL for all test files, with a migrated template in it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../apps/server/src/platform/migrations.ts'
import { makeRunFolder, SUPERUSER, startPostgres } from '../../apps/server/src/platform/postgres.ts'
import { choosePostgresUser, findBundledRuntime } from '../../apps/server/src/platform/postgres-runtime.ts'
import { quietLog } from './quiet-log.ts'

/** The oldest PostgreSQL we support, where this machine has it. */
const OLDEST_BIN = '/usr/lib/postgresql/15/bin'
export const hasOldestPostgres = existsSync(join(OLDEST_BIN, 'postgres'))

/** The project whose name ends with this runs on the oldest PostgreSQL, the others on the bundled one. */
export const OLDEST_SUFFIX = 'postgres-15'

export const TEMPLATE = 'template_whereabouts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the test cluster's socket. */
    postgresHost: string
  }
}

export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const parent = mkdtempSync(join(tmpdir(), 'whereabouts-test-'))
  const folder = join(parent, 'postgres')
  const user = choosePostgresUser(folder)
  if (user !== undefined) await chmod(parent, 0o711)
  const runtime = project.name.endsWith(OLDEST_SUFFIX) ? { bin: OLDEST_BIN, major: 15 } : await findBundledRuntime(user)
  const runFolder = makeRunFolder(user)
  const log = quietLog
  const running = await startPostgres({ runtime, user, folder, runFolder, log, settings: { max_connections: '200' } })
  const admin = new pg.Client({ host: runFolder, user: SUPERUSER, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrateDatabase({ host: runFolder, user: SUPERUSER, database: TEMPLATE }, log)
  project.provide('postgresHost', runFolder)
  return async () => {
    await running.stop()
    rmSync(parent, { recursive: true, force: true })
    rmSync(runFolder, { recursive: true, force: true })
  }
}
