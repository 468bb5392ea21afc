/** Names, places and locks of stations. Source: specification §7; G06, G08, G46, G52. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { Station, stations } from '@whereabouts/contract/stations'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { findMapForPlacing, type MapForPlacing } from '../../state/indoor-maps.ts'
import { readPicture } from '../media/read-picture.ts'
import { replacePicture } from '../media/store.ts'
import { measureMaps } from '../training-jobs/measure.ts'
import { presentCalibrated, presentStation, presentStationRow } from './present.ts'
import { getStation, lockStation, type StationPlace, setStationPhoto, updateStation } from './queries.ts'

type Change = BodyOf<typeof stations.change>

/** Answers the changed station; positions follow with the next report, and consoles are notified at once. */
export async function changeStation(
  app: App,
  actor: Actor,
  t4Id: string,
  change: Change,
  ip: string,
): Promise<{ station: Station }> {
  const { accountId } = actor
  await flushHotRows(app, accountId)
  const now = app.clock.now()
  const changed = await app.db.transaction().execute(async (db) => {
    const before = await lockStation(db, accountId, t4Id, now)
    const map = await mapAfter(db, accountId, before, change)
    await updateStation(db, accountId, {
      t4_id: before.t4_id,
      t4_name: change.t4_name ?? before.t4_name,
      wifi_ssid: change.wifi_ssid ?? before.wifi_ssid,
      lock_mancal: change.lock_mancal ?? before.lock_mancal,
      ...coordinatesAfter(before, change),
      ...pixelsAfter(before, change, map),
    })
    const after = await getStation(db, accountId, before.t4_id, now)
    // What was learnt of it where it hung before counts no more.
    const isMoved = (['map_id', 'indoor_X', 'indoor_Y'] as const).some((field) => after[field] !== before[field])
    if (isMoved) await measureMaps(db, app, accountId, [before.map_id, after.map_id])
    await recordActivity(db, app, actor, { action: 'change_station', target: after.t4_name, ip })
    return after
  })
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.jobs.wake()
  app.streams.stationEdited(accountId, { ...presentStationRow(changed, now), ...presentCalibrated(changed) })
  return { station: presentStation(changed, changed.state, now) }
}

const invalid = (field: keyof Change) => refuse('invalidInput', { info: `body.${field}` })

/** Both coordinates or neither must be set after the change. */
function coordinatesAfter(
  before: StationPlace,
  { gps_latitude = before.gps_latitude, gps_longitude = before.gps_longitude }: Change,
): Pick<StationPlace, 'gps_latitude' | 'gps_longitude'> {
  if (gps_latitude === null && gps_longitude !== null) throw invalid('gps_latitude')
  if (gps_longitude === null && gps_latitude !== null) throw invalid('gps_longitude')
  return { gps_latitude, gps_longitude }
}

/**
 * The map the station is on after the change; undefined: none. Refuses an unknown one with 404102, and with 400001 an id and a
 * name that do not match.
 */
async function mapAfter(
  db: Db,
  accountId: string,
  before: StationPlace,
  { map_id, map_name }: Change,
): Promise<MapForPlacing | undefined> {
  if (map_id === undefined && map_name === undefined) {
    return before.map_id === null ? undefined : findMapForPlacing(db, accountId, { id: before.map_id })
  }
  const byId = typeof map_id === 'string' ? await findMapForPlacing(db, accountId, { id: map_id }) : undefined
  if (typeof map_id === 'string' && byId === undefined) throw refuse('resourceNotFound', { info: 'map_id' })
  const byName = typeof map_name === 'string' ? await findMapForPlacing(db, accountId, { name: map_name }) : undefined
  if (typeof map_name === 'string' && byName === undefined) throw refuse('resourceNotFound', { info: 'map_name' })
  if (map_id !== undefined && map_name !== undefined && byId?.id !== byName?.id) throw invalid('map_name')
  return byId ?? byName
}

/** The place on the map: both pixels or neither, inside the image. Pixels of one map mean nothing on another. */
function pixelsAfter(
  before: StationPlace,
  change: Change,
  map: MapForPlacing | undefined,
): Pick<StationPlace, 'map_id' | 'indoor_X' | 'indoor_Y'> {
  const kept = map?.id === before.map_id ? before : { indoor_X: null, indoor_Y: null }
  const { indoor_X = kept.indoor_X, indoor_Y = kept.indoor_Y } = change
  if (indoor_X !== null && (map === undefined || indoor_Y === null || indoor_X > map.width)) throw invalid('indoor_X')
  if (indoor_Y !== null && (map === undefined || indoor_X === null || indoor_Y > map.height)) throw invalid('indoor_Y')
  return { map_id: map?.id ?? null, indoor_X, indoor_Y }
}

/** The first photo is shown, none takes it away; answers its address. */
export async function setPhotos(
  app: App,
  actor: Actor,
  t4Id: string,
  [dataUrl]: readonly string[],
  ip: string,
): Promise<{ photo: string }> {
  const { accountId } = actor
  const now = app.clock.now()
  // Looked up before the picture is decoded, which takes time no transaction should wait for.
  await getStation(app.db, accountId, t4Id, now)
  const picture = dataUrl === undefined ? undefined : await readPicture(app, accountId, 'photos', dataUrl)
  const photo = await app.db.transaction().execute(async (db) => {
    const { photo: old, t4_name } = await lockStation(db, accountId, t4Id, now)
    const address = await replacePicture(db, app, accountId, { field: 'photos', old, picture })
    await setStationPhoto(db, accountId, t4Id, address)
    await recordActivity(db, app, actor, { action: 'change_station', target: t4_name, ip })
    return address
  })
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.streams.stationEdited(accountId, { t4_id: t4Id, photo })
  return { photo }
}
