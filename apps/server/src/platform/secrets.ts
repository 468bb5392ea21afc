/** Secrets the server makes for itself at first start and keeps in the database. Source: security rule 32. */
import { sql } from 'kysely'
import type { Random } from './clock.ts'
import type { Db } from './postgres/database.ts'

/** The secret of a name; made by the first server that asks. */
export async function serverSecret(db: Db, random: Random, name: string): Promise<Buffer> {
  await sql`insert into server_secrets (name, value) values (${name}, ${random.bytes(32)}) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ value: Buffer }>`select value from server_secrets where name = ${name}`.execute(db)
  return rows[0]!.value
}
