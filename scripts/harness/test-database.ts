/** A database of its own for each test file, cloned from the migrated template in a few hundredths of a second. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../../apps/server/src/platform/postgres/database.ts'
import { ROLES } from '../../apps/server/src/platform/postgres/database-roles.ts'
import { SUPERUSER } from '../../apps/server/src/platform/postgres/postgres.ts'
import { askNodes } from './citus-cluster.ts'
import { quietLog } from './quiet-log.ts'
import { CITUS_TEMPLATE, TEMPLATE } from './test-cluster.ts'
import { whenDone } from './when-done.ts'

export interface TestDatabase extends Database {
  /** For a second connection, or a server in a process of its own. */
  readonly address: { readonly host: string; readonly user: string; readonly database: string }
}

const administer = async (statement: string) => {
  if (inject('isCitus')) return askNodes(statement)
  const client = new pg.Client({ host: inject('postgresHost'), user: SUPERUSER, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database named after nothing, or a clone of the template; dropped when the test file is done. */
export async function makeDatabase(template: string): Promise<TestDatabase['address']> {
  const database = `test_${randomBytes(8).toString('hex')}`
  // Copied as files, not through the log: half of the work.
  await administer(`create database ${database} template ${template} strategy file_copy`)
  whenDone(() => administer(`drop database ${database} with (force)`))
  return { host: inject('postgresHost'), user: SUPERUSER, database }
}

/** As a server of this tier connects to it. */
export const connectTestDatabase = (address: TestDatabase['address']): Database =>
  connectDatabase(address, quietLog, { ...ROLES, areWorkersTold: inject('isCitus') })

/** Call it at the top of a test file or in `beforeAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const address = await makeDatabase(inject('isCitus') ? CITUS_TEMPLATE : TEMPLATE)
  const database = connectTestDatabase(address)
  whenDone(() => database.close())
  return { ...database, address }
}
