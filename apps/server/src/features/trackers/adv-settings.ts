/** Settings that trackers take over at their next report. Source: G49. */
import type { ErrorName } from '@whereabouts/contract/errors'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { trackers } from '@whereabouts/contract/trackers'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity, targetOf } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { refuseFailed } from '../../platform/http/batch.ts'
import type { TrackerColumns } from '../../state/tracker-row.ts'
import { presentCommands } from './present.ts'
import { lockTrackers } from './queries.ts'
import { tellTrackers } from './tell.ts'
import { sendUntold } from './untold.ts'

/** Most settings of a tracker, including those of earlier calls. */
const MAX_SETTINGS = 32

type Orders = Pick<
  TrackerColumns,
  'device_id' | 'adv_settings' | 'adv_settings_time' | 'adv_settings_taken' | 'ota_state' | 'ringing_until_ms'
>

/**
 * Saves settings beside those a tracker has already. Phones and tags of other makes take none (405001), and a tracker stores
 * at most 32 (400001).
 */
export async function setAdvSettings(
  app: App,
  actor: Actor,
  { sync_configs }: BodyOf<typeof trackers.setAdvSettings>,
  ip: string,
): Promise<void> {
  const { accountId } = actor
  const now = app.clock.now()
  /** By device; of a device that is named twice the last entry counts. */
  const wanted = new Map(sync_configs.map(({ device_id, adv_settings }) => [device_id, adv_settings]))
  const { known, saved } = await app.db.transaction().execute(async (db) => {
    const known = await lockTrackers(db, accountId, [...wanted.keys()])
    const ids = [...known].filter(([, { device_model, make }]) => device_model !== 'mobile' && make === '')
    const texts = ids.map(([id]) => JSON.stringify(wanted.get(id)))
    // Two saves within a second get two different times: the tracker reports by the time which one it runs.
    const { rows } = await sql<Orders>`
      update trackers t set adv_settings = coalesce(t.adv_settings, '{}') || new.settings,
        adv_settings_time = greatest(${toSeconds(now)}, t.adv_settings_time + 1)
      from unnest(${ids.map(([id]) => id)}::text[], ${texts}::jsonb[]) as new (device_id, settings)
      where t.account_id = ${accountId} and t.device_id = new.device_id
        and (select count(*) from jsonb_object_keys(coalesce(t.adv_settings, '{}') || new.settings)) <= ${MAX_SETTINGS}
      returning t.device_id, t.adv_settings, t.adv_settings_time, t.adv_settings_taken, t.ota_state, t.ringing_until_ms`.execute(
      db,
    )
    if (rows.length === 0) return { known, saved: rows }
    await sql`delete from device_commands
      where account_id = ${accountId} and device_id = any(${rows.map((row) => row.device_id)})
        and command = 'settings' and taken_at_ms is null`.execute(db)
    const target = targetOf(rows.map((row) => known.get(row.device_id)?.name ?? ''))
    await recordActivity(db, app, actor, { action: 'change_adv_settings', target, ip })
    return { known, saved: rows }
  })
  await tellTrackers(
    app,
    accountId,
    saved.map((row) => ({ device_id: row.device_id, sync_config: presentCommands(row, now).sync_config })),
  )
  await sendUntold(app, { accountId, deviceIds: saved.map((row) => row.device_id) })
  const done = new Set(saved.map((row) => row.device_id))
  refuseFailed([...wanted.keys()], (id): ErrorName | undefined => {
    const tracker = known.get(id)
    if (tracker === undefined) return 'deviceNotFound'
    if (done.has(id)) return undefined
    return tracker.device_model === 'mobile' || tracker.make !== '' ? 'notAllowed' : 'invalidInput'
  })
}
