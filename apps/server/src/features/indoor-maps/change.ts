/** Adds, changes and deletes floor plans, with everything on them. Source: G52; security rule 22. */
import type { IndoorMap, indoorMaps } from '@whereabouts/contract/indoor-maps'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { readPicture } from '../media/read-picture.ts'
import { mustHaveRoom } from '../media/store.ts'
import { measureMaps } from '../training-jobs/measure.ts'
import { scaleJobs } from '../training-jobs/queries.ts'
import { scaleZones } from '../zones/queries.ts'
import { presentIndoorMap } from './present.ts'
import {
  deleteIndoorMap,
  detachFromMap,
  insertIndoorMap,
  lockIndoorMap,
  type MapSettings,
  type Size,
  scalePoints,
  setMapImage,
  updateIndoorMap,
} from './queries.ts'

type New = BodyOf<typeof indoorMaps.create>
type Change = BodyOf<typeof indoorMaps.change>

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

export async function createIndoorMap(
  app: App,
  actor: Actor,
  { map_name, map_image, building = '', floor = '', metres_per_pixel = null, corners = null }: New,
  ip: string,
): Promise<{ indoormap: IndoorMap }> {
  const { accountId } = actor
  const picture = await readPicture(app, accountId, 'map_image', map_image)
  const row = {
    ...{ id: app.random.uuid(), map_name, building, floor, metres_per_pixel, corners },
    ...{ width: picture.width, height: picture.height, created_at: toSeconds(app.clock.now()) },
  }
  await app.db.transaction().execute(async (db) => {
    await mustHaveRoom(db, app.limits, accountId, { field: 'map_image', picture })
    await insertIndoorMap(db, accountId, row, picture)
    await recordActivity(db, app, actor, { action: 'add_map', target: map_name, ip })
  })
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.streams.listChanged(accountId, 'indoor_maps')
  return { indoormap: presentIndoorMap(row) }
}

/**
 * Changes the fields that are given. An image of another size shows the same plan in other pixels: every stored point keeps its
 * place on the plan, and so does the scale, unless a new one is given.
 */
export async function changeIndoorMap(
  app: App,
  actor: Actor,
  mapId: string,
  change: Change,
  ip: string,
): Promise<{ indoormap: IndoorMap }> {
  const { accountId } = actor
  const { map_image } = change
  const picture = map_image === undefined ? undefined : await readPicture(app, accountId, 'map_image', map_image)
  if (picture !== undefined) await app.homes.of(accountId).tell({ kind: 'loadMap', mapId })
  const { before, after } = await app.db.transaction().execute(async (db) => {
    const before = await lockIndoorMap(db, accountId, mapId)
    const { width, height } = picture ?? before
    const settings: MapSettings = {
      map_name: change.map_name ?? before.map_name,
      building: change.building ?? before.building,
      floor: change.floor ?? before.floor,
      metres_per_pixel:
        change.metres_per_pixel === undefined
          ? before.metres_per_pixel &&
            before.metres_per_pixel * Math.sqrt((before.width / width) * (before.height / height))
          : change.metres_per_pixel,
      corners: change.corners === undefined ? before.corners : change.corners,
    }
    await updateIndoorMap(db, accountId, mapId, settings)
    if (picture !== undefined) {
      const insteadBytes = before.image_bytes
      await mustHaveRoom(db, app.limits, accountId, { field: 'map_image', picture, insteadBytes })
      await setMapImage(db, accountId, mapId, picture)
      await scalePoints(db, accountId, mapId, before, picture)
      await scaleZones(db, accountId, mapId, before, picture)
      await scaleJobs(db, accountId, mapId, before, picture)
    }
    const isMeasuredAnew = picture !== undefined || settings.metres_per_pixel !== before.metres_per_pixel
    if (isMeasuredAnew) await measureMaps(db, app, accountId, [mapId])
    await recordActivity(db, app, actor, { action: 'change_map', target: settings.map_name, ip })
    return { before, after: { ...before, ...settings, width, height } }
  })
  const isScaled = after.width !== before.width || after.height !== before.height
  const resized = { before: sizeOf(before), after: sizeOf(after) }
  await app.homes.of(accountId).tell(isScaled ? { kind: 'moveOnMap', mapId, resized } : { kind: 'changed' })
  app.jobs.wake()
  // Everything on the map shows its name and place.
  if (isScaled || after.map_name !== before.map_name) app.streams.resync(accountId)
  else app.streams.listChanged(accountId, 'indoor_maps')
  const { image_bytes: _size, ...row } = after
  return { indoormap: presentIndoorMap(row) }
}

/** Its zones are deleted; stations stay, without a map; trackers stay where the station that heard them has coordinates. */
export async function removeIndoorMap(app: App, actor: Actor, mapId: string, ip: string): Promise<void> {
  const { accountId } = actor
  await app.homes.of(accountId).tell({ kind: 'loadMap', mapId })
  await app.db.transaction().execute(async (db) => {
    const { map_name } = await lockIndoorMap(db, accountId, mapId)
    await detachFromMap(db, accountId, mapId)
    await deleteIndoorMap(db, accountId, mapId)
    await recordActivity(db, app, actor, { action: 'remove_map', target: map_name, ip })
  })
  await app.homes.of(accountId).tell({ kind: 'moveOnMap', mapId, resized: null })
  app.streams.resync(accountId)
}
