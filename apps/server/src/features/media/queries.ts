/** SQL of stored pictures; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Picture } from './read-picture.ts'

/** A picture of this account, or undefined. */
export async function findMedia(
  db: Db,
  accountId: string,
  name: string,
): Promise<{ image_type: string; image: Buffer } | undefined> {
  const { rows } = await sql<{ image_type: string; image: Buffer }>`
    select image_type, image from media where account_id = ${accountId} and name = ${name}`.execute(db)
  return rows[0]
}

/** Bytes of all pictures of an account, maps too; locks it against further ones until the transaction ends. */
export async function lockMediaBytes(db: Db, accountId: string): Promise<number> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(image)), 0)::bigint as bytes from (
      select image from media where account_id = ${accountId}
      union all
      select image from indoor_maps where account_id = ${accountId}) pictures`.execute(db)
  return rows[0]?.bytes ?? 0
}

export async function insertMedia(
  db: Db,
  accountId: string,
  { name, type, image, width, height, now }: Picture & { name: string; now: number },
): Promise<void> {
  await sql`insert into media (account_id, name, image_type, image, width, height, created_at)
    values (${accountId}, ${name}, ${type}, ${image}, ${width}, ${height}, ${now})`.execute(db)
}

export async function deleteMedia(db: Db, accountId: string, name: string): Promise<void> {
  await sql`delete from media where account_id = ${accountId} and name = ${name}`.execute(db)
}
