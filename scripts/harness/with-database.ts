/** The database of a server under test, by its address, for what no call writes. */
import type { ClientConfig } from 'pg'
import { connectDatabase, type Database } from '../../apps/server/src/platform/postgres/database.ts'
import { quietLog } from './quiet-log.ts'

export async function withDatabase(
  { host, user, database: name }: ClientConfig,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = connectDatabase({ host: host!, user: user!, database: name! }, quietLog)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
