/** Accounts that somebody listens to, for tests of what is pushed at once. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/platform/postgres/database.ts'

/** A console listens at another server, which stays alive: alarms of the account are not escalated at once. */
export async function listenedElsewhere(db: Db, accountId: string): Promise<void> {
  const server = randomUUID()
  await sql`insert into servers (server_id, seen_at, connection_name) values (${server}, 'infinity', '')`.execute(db)
  await sql`insert into listeners (server_id, account_id) values (${server}, ${accountId})`.execute(db)
}
