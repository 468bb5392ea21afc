import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../scripts/harness/test-database.ts'
import { StartFault } from '../platform/start-fault.ts'
import { refuseBesideEarlier } from './other-servers.ts'

const { db, ownerPool } = await testDatabase()

test('a database is not upgraded while a server of an earlier version runs on it; one that ended is no hindrance', async () => {
  const id = randomUUID()
  await sql`insert into servers (server_id, connection_name) values (${id}, '')`.execute(db)
  // Of this version: it takes its share.
  await refuseBesideEarlier(db)
  await ownerPool.query('alter table servers add column log_order bigint')
  const beats = setInterval(() => void sql`update servers set seen_at = clock_timestamp()`.execute(db), 50)
  await expect(refuseBesideEarlier(db)).rejects.toThrow(StartFault)
  clearInterval(beats)
  await sql`update servers set seen_at = clock_timestamp() - interval '4 seconds'`.execute(db)
  await refuseBesideEarlier(db)
})
