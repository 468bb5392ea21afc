/** Vitest's global set-up of the server projects: one PostgreSQL for all test files, with a migrated template in it. */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../apps/server/src/platform/migrations.ts'
import { SUPERUSER } from '../../apps/server/src/platform/postgres.ts'
import { quietLog } from './quiet-log.ts'
import { oldestRuntime, testPostgres } from './test-postgres.ts'

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
  const { host, remove } = await testPostgres(project.name.endsWith(OLDEST_SUFFIX) ? oldestRuntime : undefined)
  const admin = new pg.Client({ host, user: SUPERUSER, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrateDatabase({ host, user: SUPERUSER, database: TEMPLATE }, quietLog)
  project.provide('postgresHost', host)
  return remove
}
