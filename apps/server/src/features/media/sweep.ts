/** Deletes pictures that nothing refers to any more, because the row that referred to them was deleted. Source: security rule 36. */
import { API_PREFIX } from '@whereabouts/contract/api'
import { MEDIA_PATH } from '@whereabouts/contract/branding'
import { sql } from 'kysely'
import { toSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Every column that holds the address of a picture. */
export const PICTURE_COLUMNS = [
  ['accounts', 'custom_logo'],
  ['accounts', 'about_image'],
  ['users', 'headshot'],
  ['loggers', 'image'],
  ['stations', 'photo'],
  ['trackers', 'photo'],
] as const

/** A picture may be stored a moment before the row that refers to it. */
const SPARED_MS = 86_400_000

/** Deletes pictures older than a day that no row of their account refers to; answers how many. */
export async function sweepMedia(db: Db, nowMs: number): Promise<number> {
  const references = PICTURE_COLUMNS.map(
    ([table, column]) => sql`
      select from ${sql.table(table)} r
      where r.account_id = m.account_id and r.${sql.ref(column)} = ${API_PREFIX + MEDIA_PATH} || m.name`,
  )
  const { numAffectedRows } = await sql`
    delete from media m where created_at < ${toSeconds(nowMs - SPARED_MS)}
      and not exists (${sql.join(references, sql` union all `)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
