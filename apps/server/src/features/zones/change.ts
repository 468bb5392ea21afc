/** Adds, changes and deletes zones; the next report of a device is judged by them. Source: G73. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Zone, zones } from '@whereabouts/contract/zones'
import { isSimple, unwrapped } from '@whereabouts/domain/polygons'
import { MAX_ZONES } from '@whereabouts/domain/zones'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { findMapForPlacing } from '../../state/indoor-maps.ts'
import { countZones, deleteZone, hasStations, insertZone, lockZone, updateZone } from './queries.ts'

type New = BodyOf<typeof zones.create>
type Change = BodyOf<typeof zones.change>

/** Refuses with 400001 a zone beyond the limit. */
export async function createZone(app: App, actor: Actor, given: New, ip: string): Promise<{ zone: Zone }> {
  const { accountId } = actor
  const { class_indexes = null, active_times = null } = given
  const zone: Zone = { ...given, id: app.random.uuid(), class_indexes, active_times }
  await app.db.transaction().execute(async (db) => {
    await mustBeThere(db, accountId, zone.shape)
    if ((await countZones(db, accountId)) >= MAX_ZONES) throw refuse('invalidInput', { info: 'zones.count' })
    await insertZone(db, accountId, zone, toSeconds(app.clock.now()))
    await recordActivity(db, app, actor, { action: 'add_zone', target: zone.zone_name, ip })
  })
  await tell(app, accountId)
  return { zone }
}

export async function changeZone(
  app: App,
  actor: Actor,
  zoneId: string,
  change: Change,
  ip: string,
): Promise<{ zone: Zone }> {
  const { accountId } = actor
  const zone = await app.db.transaction().execute(async (db) => {
    // Before the zone, as a change of a map locks the map before its zones.
    if (change.shape !== undefined) await mustBeThere(db, accountId, change.shape)
    const before = await lockZone(db, accountId, zoneId)
    const { zone_name = before.zone_name, zone_type = before.zone_type, shape = before.shape } = change
    const { class_indexes = before.class_indexes, active_times = before.active_times } = change
    const zone: Zone = { id: zoneId, zone_name, zone_type, shape, class_indexes, active_times }
    await updateZone(db, accountId, zone)
    await recordActivity(db, app, actor, { action: 'change_zone', target: zone.zone_name, ip })
    return zone
  })
  await tell(app, accountId)
  return { zone }
}

/** Devices in it have left it. */
export async function removeZone(app: App, actor: Actor, zoneId: string, ip: string): Promise<void> {
  const { accountId } = actor
  await app.db.transaction().execute(async (db) => {
    const { zone_name } = await lockZone(db, accountId, zoneId)
    await deleteZone(db, accountId, zoneId)
    await recordActivity(db, app, actor, { action: 'remove_zone', target: zone_name, ip })
  })
  await tell(app, accountId)
}

async function tell({ homes, streams }: App, accountId: string): Promise<void> {
  await homes.of(accountId).tell({ kind: 'changed' })
  streams.listChanged(accountId, 'zones')
}

/**
 * Refuses with 400001 a polygon that crosses itself, as its inside is undefined, and with 404102 a map or station that
 * the account does not have.
 */
async function mustBeThere(db: Db, accountId: string, shape: Zone['shape']): Promise<void> {
  if ('t4_ids' in shape) {
    if (!(await hasStations(db, accountId, shape.t4_ids))) throw refuse('resourceNotFound', { info: 'shape.t4_ids' })
    return
  }
  const polygon = 'map_id' in shape ? shape.polygon : unwrapped(shape.polygon)
  if (!isSimple(polygon)) throw refuse('invalidInput', { info: 'body.shape.polygon' })
  if (!('map_id' in shape)) return
  const map = await findMapForPlacing(db, accountId, { id: shape.map_id })
  if (map === undefined) throw refuse('resourceNotFound', { info: 'shape.map_id' })
}
