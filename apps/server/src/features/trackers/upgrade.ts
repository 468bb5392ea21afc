/** Upgrades the firmware of a tracker over the air. Source: G45; security rule 45. */
import { compareFirmware } from '@whereabouts/domain/firmware'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { refuse } from '../../platform/refusal.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { countCommand } from '../device-commands/queue.ts'
import { findNewestFirmware } from '../onboarding/firmwares.ts'
import { firmwareOf } from './present.ts'
import { getTracker, lockTracker, stateOf } from './queries.ts'
import { tellTrackers } from './tell.ts'
import { sendUntold } from './untold.ts'

/** Requests the newest version of its model; an upgrade in progress continues. */
export async function upgradeTracker(
  app: App,
  actor: Actor,
  deviceId: string,
  ip: string,
): Promise<'waiting' | 'running'> {
  const { accountId } = actor
  await flushHotRows(app, accountId)
  const now = app.clock.now()
  const tracker = await getTracker(app.db, accountId, deviceId, now)
  if (tracker.make !== '' || tracker.device_model === 'mobile') throw refuse('notAllowed', { info: 'device_model' })
  if (tracker.ota_state === 'waiting' || tracker.ota_state === 'running') return tracker.ota_state
  const newest = await findNewestFirmware(app.db, tracker.device_model)
  // Never back, and never to the same: a version that cannot be compared counts as the same.
  const running = firmwareOf(tracker, stateOf(tracker))
  if (newest === undefined || compareFirmware(newest, running) <= 0) throw refuse('notAllowed', { info: 'firmware' })
  await countCommand(app, actor, deviceId)
  await app.db.transaction().execute(async (db) => {
    const { name } = await lockTracker(db, accountId, deviceId)
    await sql`update trackers set ota_state = 'waiting', ota_version = ${newest}, ota_changed_at_ms = ${now}
      where account_id = ${accountId} and device_id = ${deviceId}`.execute(db)
    await recordActivity(db, app, actor, { action: 'upgrade_tracker', target: name, ip })
  })
  await tellTrackers(app, accountId, [{ device_id: deviceId, ota_state: 'waiting' }])
  await sendUntold(app, { accountId, deviceIds: [deviceId] })
  return 'waiting'
}
