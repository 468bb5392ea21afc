/** Vitest's global set-up of a tier: one PostgreSQL for all its files, with the databases in it that theirs are copies of. */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock, systemRandom } from '../../apps/server/src/platform/clock.ts'
import { connectDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { ROLES } from '../../apps/server/src/platform/postgres/database-roles.ts'
import { migrateDatabase } from '../../apps/server/src/platform/postgres/migrations.ts'
import { SUPERUSER } from '../../apps/server/src/platform/postgres/postgres.ts'
import { DATABASE_NAME } from '../../apps/server/src/platform/postgres/supervise-database.ts'
import { seedDemo } from '../../apps/server/src/seed.ts'
import { askNodes, citusCoordinator, closeCitusDatabase, makeCitusDatabase } from './citus-cluster.ts'
import { writeSharedCost } from './costs.ts'
import { quietLog } from './quiet-log.ts'
import { oldestRuntime, testPostgres } from './test-postgres.ts'

/** The tier whose name ends with this runs on the oldest PostgreSQL, the others on the bundled one. */
export const OLDEST_SUFFIX = 'postgres-15'

/** The tier of this name runs on CITUS_URL. */
export const CITUS_TIER = 'server-citus'

/** Migrated and empty. */
export const TEMPLATE = DATABASE_NAME
/** The same, on a cluster that may be somebody's. */
export const CITUS_TEMPLATE = 'whereabouts_test_template'
/** Filled as the demo is; browser tests have it. */
export const DEMO_TEMPLATE = 'template_demo'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the test cluster's socket. */
    postgresHost: string
    /** Its databases are spread over the workers of Citus. */
    isCitus: boolean
  }
}

/** On CITUS_URL, whose superuser has our name. */
async function startCitusTier(project: TestProject): Promise<() => Promise<void>> {
  await makeCitusDatabase(CITUS_TEMPLATE)
  const { host } = citusCoordinator!
  const connectionString = `postgres://${SUPERUSER}@${host}/${CITUS_TEMPLATE}`
  await migrateDatabase({ connectionString }, quietLog, { beforeDistribution: async () => {} })
  await askNodes(`grant pg_monitor, pg_signal_backend to ${ROLES.server}`)
  await closeCitusDatabase(CITUS_TEMPLATE)
  project.provide('postgresHost', citusCoordinator!.hostname)
  project.provide('isCitus', true)
  return () => askNodes(`drop database ${CITUS_TEMPLATE} with (force)`)
}

export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  if (project.name === CITUS_TIER) return startCitusTier(project)
  project.provide('isCitus', false)
  const isOldest = project.name.endsWith(OLDEST_SUFFIX)
  const cluster = await testPostgres({
    ...(isOldest ? { runtime: oldestRuntime } : { isPrepared: true }),
    inMemory: true,
  })
  const { host } = cluster
  const address = (database: string) => ({ host, user: SUPERUSER, database })
  const create = async (statement: string) => {
    const admin = new pg.Client(address('postgres'))
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  if (isOldest) {
    await create(`create database ${TEMPLATE}`)
    await migrateDatabase(address(TEMPLATE), quietLog)
  }
  // Tests see and end what waits for a lock.
  await create(`grant pg_monitor, pg_signal_backend to ${ROLES.server}`)
  if (project.name === 'e2e') {
    await create(`create database ${DEMO_TEMPLATE} template ${TEMPLATE}`)
    const database = connectDatabase(address(DEMO_TEMPLATE), quietLog)
    await seedDemo(database.db, { clock: systemClock, random: systemRandom }).finally(() => database.close())
  }
  project.provide('postgresHost', host)
  return async () => {
    writeSharedCost({ tier: project.name, seconds: cluster.seconds() })
    await cluster.remove()
  }
}
