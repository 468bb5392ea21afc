/** SQL of tracker classes. An unused slot has no row. */
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export async function listClasses(db: Db, accountId: string): Promise<TrackerClass[]> {
  const { rows } = await sql<TrackerClass>`
    select index, name, color, urls, is_staff from tracker_classes where account_id = ${accountId} order by index`.execute(
    db,
  )
  return rows
}

/** Locks the classes of an account, and the assignment to them, until the transaction ends. */
export async function lockClasses(db: Db, accountId: string): Promise<void> {
  // An account without classes has no other row to lock.
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
  await sql`select from tracker_classes where account_id = ${accountId} order by index for update`.execute(db)
}

/** The lowest slot outside these that a tracker is in. */
export async function findUsedClass(db: Db, accountId: string, kept: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ class_index: number }>`
    select class_index from trackers
    where account_id = ${accountId} and class_index <> -1 and class_index <> all(${kept}::smallint[])
    order by class_index limit 1`.execute(db)
  return rows[0]?.class_index
}

/** Replaces all classes by these. */
export async function replaceClasses(db: Db, accountId: string, classes: readonly TrackerClass[]): Promise<void> {
  await sql`delete from tracker_classes where account_id = ${accountId}`.execute(db)
  for (const { index, name, color, urls, is_staff } of classes) {
    await sql`insert into tracker_classes (account_id, index, name, color, urls, is_staff)
      values (${accountId}, ${index}, ${name}, ${color}, ${JSON.stringify(urls)}, ${is_staff})`.execute(db)
  }
}
