/** Adds a tracker, or checks whether it may be added. Source: G07, G42; security rule 44. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Tracker, trackers } from '@whereabouts/contract/trackers'
import type { ASSIGN_PARAMS } from '@whereabouts/domain/assign-modes'
import { isOldFirmware } from '@whereabouts/domain/firmware'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { takenAs } from '../../platform/http/taken.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  bind,
  bindingTransaction,
  countBindCheck,
  countRefusedAdding,
  type Hardware,
  mustBeFree,
  noteBindCheck,
  takeProof,
} from '../onboarding/bindings.ts'
import { tellCame } from './tell.ts'

/** Words that are paths of this word, so ids must not equal them. Source: G07. */
const RESERVED_IDS = new Set(['class', 'advsettings', 'ring', 'ota', 'unassign'])

interface Added {
  readonly assign_param?: (typeof ASSIGN_PARAMS)[number]
  readonly tracker?: Tracker
}

export async function addTracker(
  app: App,
  actor: Actor,
  body: BodyOf<typeof trackers.add>,
  ip: string,
): Promise<Added> {
  const { device_id, device_name: name = '', firmware = '', mac_address: macAddress = '' } = body
  const model = body.device_mode ?? body.device_model!
  const hardware: Hardware = { type: 'g3', id: device_id, macAddress }
  if (RESERVED_IDS.has(device_id.toLowerCase())) throw refuse('invalidInput', { info: 'body.device_id' })
  if (isOldFirmware(firmware)) throw refuse('notAllowed', { info: 'firmware' })
  if (body.bind_check === true) {
    await countBindCheck(app, actor)
    await mustBeNew(app, actor.accountId, hardware)
    await noteBindCheck(app, actor, hardware)
    const assignParam = app.settings.assignParams[model]
    return assignParam === undefined ? {} : { assign_param: assignParam }
  }
  await mustBeNew(app, actor.accountId, hardware).catch(countRefusedAdding(app, actor))
  // It may have been here before; where it was then is history. Of one that the account has nothing is forgotten.
  await app.homes.of(actor.accountId).tell({ kind: 'gone', trackers: [device_id] })
  await bindingTransaction(app, async (db) => {
    await takeProof(db, app, actor, hardware)
    await bind(db, app, actor.accountId, hardware)
    await sql`insert into trackers (account_id, device_id, name, device_model, mac_address, assigned_firmware, created_at)
      values (${actor.accountId}, ${device_id}, ${name}, ${model}, ${macAddress}, ${firmware},
        ${toSeconds(app.clock.now())})`
      .execute(db)
      .catch(takenAs('trackers_name_key', 'nameTaken'))
      .catch(takenAs('trackers_pkey', 'deviceAlreadyYours'))
    await sql`delete from tracker_states where account_id = ${actor.accountId} and device_id = ${device_id}`.execute(db)
    await recordActivity(db, app, actor, { action: 'add_tracker', target: name, ip })
  })
  return { tracker: await tellCame(app, actor.accountId, device_id) }
}

/** Refuses hardware that is taken. A phone, or a claimed tag, may have the id without being our hardware. */
async function mustBeNew(app: App, accountId: string, hardware: Hardware): Promise<void> {
  await acrossAccounts(() => mustBeFree(app.db, app, accountId, hardware))
  const { rows } = await sql`
    select from trackers where account_id = ${accountId} and device_id = ${hardware.id}`.execute(app.db)
  if (rows.length > 0) throw refuse('deviceAlreadyYours')
}
