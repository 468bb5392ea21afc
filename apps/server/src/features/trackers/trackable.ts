/** Whether a phone is trackable: one that is not is in no list and in no share. Source: G23, G41. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { trackers } from '@whereabouts/contract/trackers'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type EndedShare, endSharesOfDevices } from '../../state/shares.ts'
import { lockTracker, lockTrackers } from './queries.ts'
import { tellCame } from './tell.ts'
import { tellEnded } from './tell-shares.ts'

/** Links the session of a signed-in phone that reports itself as trackable to its device. */
export async function setTrackable(
  app: App,
  actor: Actor,
  { device_id, trackable }: BodyOf<typeof trackers.setTrackable>,
  ip: string,
): Promise<void> {
  const { accountId } = actor
  if (!trackable) {
    // Shares end with it.
    const untracked = await acrossAccounts(() =>
      app.db.transaction().execute(async (db) => {
        const { device_model } = await lockTracker(db, accountId, device_id)
        if (device_model !== 'mobile') throw refuse('deviceNotFound')
        return untrack(db, app, actor, [device_id], ip)
      }),
    )
    await tellUntracked(app, accountId, untracked)
    return
  }
  await app.db.transaction().execute(async (db) => {
    const { name, device_model } = await lockTracker(db, accountId, device_id)
    if (device_model !== 'mobile') throw refuse('deviceNotFound')
    await sql`update trackers set trackable = true where account_id = ${accountId} and device_id = ${device_id}`.execute(
      db,
    )
    if (actor.deviceType === 'mobile') await bindSession(db, actor, device_id)
    await recordActivity(db, app, actor, { action: 'change_trackable', target: name, ip })
  })
  await tellCame(app, accountId, device_id)
}

/** The session is that phone's, and no older one is any more. */
async function bindSession(db: Db, { accountId, sessionId }: Actor, deviceId: string): Promise<void> {
  await sql`update sessions set phone_id = case when session_id = ${sessionId} then ${deviceId} end
    where account_id = ${accountId} and (session_id = ${sessionId} or phone_id = ${deviceId})`.execute(db)
}

export interface Untracked {
  readonly deviceIds: readonly string[]
  readonly ended: readonly EndedShare[]
}

/** Makes phones of the account untrackable; other ids are ignored. */
export async function untrack(
  db: Db,
  app: App,
  actor: Actor,
  deviceIds: readonly string[],
  ip: string,
): Promise<Untracked> {
  const { accountId } = actor
  const known = await lockTrackers(db, accountId, deviceIds)
  const phones = [...known].filter(([, { device_model }]) => device_model === 'mobile')
  const ids = phones.map(([id]) => id)
  await sql`update trackers set trackable = false
    where account_id = ${accountId} and device_id = any(${ids})`.execute(db)
  for (const [, { name }] of phones) {
    await recordActivity(db, app, actor, { action: 'change_trackable', target: name, ip })
  }
  return { deviceIds: ids, ended: await endSharesOfDevices(db, accountId, ids) }
}

/** Notifies consoles of both sides, once the transaction is committed. */
export async function tellUntracked(app: App, accountId: string, { deviceIds, ended }: Untracked): Promise<void> {
  if (deviceIds.length === 0) return
  await tellEnded(app, ended)
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.streams.devicesGone(accountId, { device_ids: deviceIds })
}
