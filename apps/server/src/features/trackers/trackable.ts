/** Whether a phone may be tracked: one that may not is in no list, and nobody shares it. Source: G23, G41. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { trackers } from '@whereabouts/contract/trackers'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Actor } from '../../platform/actor.ts'
import { refuse } from '../../platform/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import { endSharesOfDevices } from '../sharing/queries.ts'
import { tellEnded } from '../sharing/tell.ts'
import { lockTracker } from './queries.ts'
import { tellCame } from './tell.ts'

export async function setTrackable(
  app: App,
  actor: Actor,
  { device_id, trackable }: BodyOf<typeof trackers.setTrackable>,
  ip: string,
): Promise<void> {
  const { accountId } = actor
  const ended = await app.db.transaction().execute(async (db) => {
    const { name, device_model } = await lockTracker(db, accountId, device_id)
    if (device_model !== 'mobile') throw refuse('deviceNotFound')
    await sql`update trackers set trackable = ${trackable}
      where account_id = ${accountId} and device_id = ${device_id}`.execute(db)
    await recordActivity(db, app, actor, { action: 'change_trackable', target: name, ip })
    return trackable ? [] : endSharesOfDevices(db, accountId, [device_id])
  })
  if (trackable) {
    await tellCame(app, accountId, device_id)
    return
  }
  await tellEnded(app, ended)
  app.ingest.forget(accountId)
  app.streams.devicesGone(accountId, { device_ids: [device_id] })
}
