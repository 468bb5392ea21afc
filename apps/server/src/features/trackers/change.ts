/** Name, photo and class of a tracker, and whether its silence raises an alarm. Source: G08, G49, G50, G83. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Tracker, trackers } from '@whereabouts/contract/trackers'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity, targetOf } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { refuseFailed } from '../../platform/http/batch.ts'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { readPicture } from '../media/read-picture.ts'
import { replacePicture } from '../media/store.ts'
import { getTracker, lockTracker, lockTrackers } from './queries.ts'
import { tellChanged, tellTrackers } from './tell.ts'

export async function changeTracker(
  app: App,
  actor: Actor,
  deviceId: string,
  change: BodyOf<typeof trackers.change>,
  ip: string,
): Promise<Tracker> {
  const { accountId } = actor
  // Looked up before the picture is decoded, which takes time no transaction should wait for.
  await getTracker(app.db, accountId, deviceId, app.clock.now())
  const picture =
    change.photo === undefined || change.photo === ''
      ? undefined
      : await readPicture(app, accountId, 'photo', change.photo)
  const changed = await app.db.transaction().execute(async (db) => {
    const old = await lockTracker(db, accountId, deviceId)
    const { name = old.name } = change
    const photo =
      change.photo === undefined
        ? old.photo
        : await replacePicture(db, app, accountId, { field: 'photo', old: old.photo, picture })
    await sql`update trackers set name = ${name}, photo = ${photo}
      where account_id = ${accountId} and device_id = ${deviceId}`
      .execute(db)
      .catch(takenAs('trackers_name_key', 'nameTaken'))
    await recordActivity(db, app, actor, { action: 'change_tracker', target: name, ip })
    return { device_id: deviceId, name, photo }
  })
  return tellChanged(app, accountId, changed)
}

export async function assignClass(
  app: App,
  actor: Actor,
  { device_ids, class_index }: BodyOf<typeof trackers.assignClass>,
  ip: string,
): Promise<void> {
  const { accountId } = actor
  const found = await app.db.transaction().execute(async (db) => {
    if (class_index !== -1) await lockClass(db, accountId, class_index)
    const known = await lockTrackers(db, accountId, device_ids)
    if (known.size === 0) return known
    await sql`update trackers set class_index = ${class_index}
      where account_id = ${accountId} and device_id = any(${[...known.keys()]})`.execute(db)
    const target = targetOf([...known.values()].map(({ name }) => name))
    await recordActivity(db, app, actor, { action: 'assign_class', target, ip })
    return known
  })
  await tellTrackers(
    app,
    accountId,
    [...found.keys()].map((device_id) => ({ device_id, class_index })),
  )
  refuseFailed(device_ids, (id) => (found.has(id) ? undefined : 'deviceNotFound'))
}

/** The class, locked until the transaction ends; refuses an unused slot with 404102. */
async function lockClass(db: Db, accountId: string, index: number): Promise<void> {
  const { rows } = await sql`
    select from tracker_classes where account_id = ${accountId} and index = ${index} and name <> '' for share`.execute(
    db,
  )
  if (rows.length === 0) throw refuse('resourceNotFound', { info: 'class_index' })
}

export async function setOfflineAlert(
  app: App,
  actor: Actor,
  deviceId: string,
  alert: boolean,
  ip: string,
): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const { name } = await lockTracker(db, actor.accountId, deviceId)
    await sql`update trackers set offline_alert = ${alert}
      where account_id = ${actor.accountId} and device_id = ${deviceId}`.execute(db)
    await recordActivity(db, app, actor, { action: 'change_offline_alert', target: name, ip })
  })
  await tellTrackers(app, actor.accountId, [{ device_id: deviceId, offline_alert: alert }])
}
