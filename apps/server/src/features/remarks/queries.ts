/** SQL of remark items. A removed item keeps its row, without a place, as long as memos refer to it (G51). */
import type { RemarkItem } from '@whereabouts/contract/remarks'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export async function listRemarkItems(db: Db, accountId: string): Promise<RemarkItem[]> {
  const { rows } = await sql<RemarkItem>`
    select index, name from remark_items
    where account_id = ${accountId} and place is not null order by place, index`.execute(db)
  return rows
}

export interface KnownItem extends RemarkItem {
  readonly is_removed: boolean
}

/** Every item that still has a meaning, removed ones too; locked until the transaction ends. */
export async function lockRemarkItems(db: Db, accountId: string): Promise<KnownItem[]> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
  const { rows } = await sql<KnownItem>`
    select index, name, place is null as is_removed from remark_items
    where account_id = ${accountId} order by index for update`.execute(db)
  return rows
}

/** Replaces the shown items by these, in their order. */
export async function replaceRemarkItems(db: Db, accountId: string, items: readonly RemarkItem[]): Promise<void> {
  const indexes = items.map(({ index }) => index)
  await sql`
    insert into remark_items (account_id, index, name, place)
    select ${accountId}, index, name, place - 1
    from unnest(${indexes}::smallint[], ${items.map(({ name }) => name)}::text[]) with ordinality as new (index, name, place)
    on conflict (account_id, index) do update set name = excluded.name, place = excluded.place`.execute(db)
  await sql`update remark_items set place = null
    where account_id = ${accountId} and index <> all(${indexes}::smallint[])`.execute(db)
  await sql`delete from remark_items i where account_id = ${accountId} and place is null and not exists (
    select from tracker_remarks r where r.account_id = i.account_id and r.index = i.index)`.execute(db)
}
