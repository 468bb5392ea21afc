/** What people write on a tracker, by the remark items of the account. Source: G51. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { trackers } from '@whereabouts/contract/trackers'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Remark } from '../../state/tracker-row.ts'
import { listRemarks, lockTracker } from './queries.ts'
import { tellTrackers } from './tell.ts'

/** Writes memos and answers all of the tracker's; one that is '' is cleared, one that did not change keeps its editor. */
export async function setRemarks(
  app: App,
  actor: Actor,
  deviceId: string,
  { items }: BodyOf<typeof trackers.setRemarks>,
  ip: string,
): Promise<Remark[]> {
  const { accountId } = actor
  const memos = new Map(items.map(({ index, memo }) => [index, memo]))
  const remark = await app.db.transaction().execute(async (db) => {
    const { name } = await lockTracker(db, accountId, deviceId)
    await mustHaveItems(db, accountId, [...memos.keys()])
    const written = [...memos].filter(([, memo]) => memo !== '')
    const cleared = [...memos].filter(([, memo]) => memo === '')
    await sql`
      insert into tracker_remarks as old (account_id, device_id, index, memo, editor, update_time)
      select ${accountId}, ${deviceId}, index, memo, ${actor.name}, ${toSeconds(app.clock.now())}
      from unnest(${written.map(([index]) => index)}::smallint[], ${written.map(([, memo]) => memo)}::text[])
        as new (index, memo)
      on conflict (account_id, device_id, index) do update
        set memo = excluded.memo, editor = excluded.editor, update_time = excluded.update_time
        where old.memo <> excluded.memo`.execute(db)
    await sql`delete from tracker_remarks where account_id = ${accountId} and device_id = ${deviceId}
      and index = any(${cleared.map(([index]) => index)}::smallint[])`.execute(db)
    await recordActivity(db, app, actor, { action: 'write_remarks', target: name, ip })
    return (await listRemarks(db, accountId, [deviceId])).get(deviceId) ?? []
  })
  await tellTrackers(app, accountId, [{ device_id: deviceId, remark }])
  return remark
}

/** Clears all memos of a tracker, but those of items that are no longer shown. */
export async function clearRemarks(app: App, actor: Actor, deviceId: string, ip: string): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const { name } = await lockTracker(db, actor.accountId, deviceId)
    await sql`delete from tracker_remarks r using remark_items i
      where r.account_id = ${actor.accountId} and r.device_id = ${deviceId}
        and i.account_id = r.account_id and i.index = r.index and i.place is not null`.execute(db)
    await recordActivity(db, app, actor, { action: 'write_remarks', target: name, ip })
  })
  await tellTrackers(app, actor.accountId, [{ device_id: deviceId, remark: [] }])
}

/** Refuses with 404102 an index that is no item of the account. */
async function mustHaveItems(db: Db, accountId: string, indexes: readonly number[]): Promise<void> {
  const { rows } = await sql<{ index: number }>`
    select index from remark_items
    where account_id = ${accountId} and index = any(${indexes}::smallint[]) and place is not null for share`.execute(db)
  const known = new Set(rows.map(({ index }) => index))
  if (indexes.some((index) => !known.has(index))) throw refuse('resourceNotFound', { info: 'items.index' })
}
