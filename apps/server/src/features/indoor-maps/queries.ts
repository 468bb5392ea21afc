/** SQL of indoor maps; `db` first, owner second. */
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { IndoorMapRow } from '../../state/indoor-maps.ts'
import type { Picture } from '../media/read-picture.ts'

export async function listIndoorMaps(
  db: Db,
  accountId: string,
  page: { start: PageStart | undefined; size: number },
): Promise<IndoorMapRow[]> {
  const { rows } = await sql<IndoorMapRow>`
    select id, map_name, width, height, metres_per_pixel, building, floor, corners, created_at
    from indoor_maps
    where account_id = ${accountId}
      and (${page.start?.created_at ?? null}::bigint is null
        or (created_at, id) < (${page.start?.created_at ?? null}, ${page.start?.id ?? null}::uuid))
    order by created_at desc, id desc
    limit ${page.size + 1}`.execute(db)
  return rows
}

/** The image of a map of this account, or undefined. */
export async function findImage(
  db: Db,
  accountId: string,
  mapId: string,
): Promise<{ image_type: string; image: Buffer } | undefined> {
  const { rows } = await sql<{ image_type: string; image: Buffer }>`
    select image_type, image from indoor_maps where account_id = ${accountId} and id = ${mapId}`.execute(db)
  return rows[0]
}

export type MapSettings = Pick<IndoorMapRow, 'map_name' | 'building' | 'floor' | 'metres_per_pixel' | 'corners'>

const cornersText = ({ corners }: Pick<IndoorMapRow, 'corners'>) => (corners === null ? null : JSON.stringify(corners))

/** Refuses with 400102 a name that another map has. */
export async function insertIndoorMap(
  db: Db,
  accountId: string,
  map: IndoorMapRow,
  { type, image }: Picture,
): Promise<void> {
  await sql`
    insert into indoor_maps (account_id, id, map_name, image_type, image, width, height, metres_per_pixel, building, floor,
      corners, created_at)
    values (${accountId}, ${map.id}, ${map.map_name}, ${type}, ${image}, ${map.width}, ${map.height},
      ${map.metres_per_pixel}, ${map.building}, ${map.floor}, ${cornersText(map)}::jsonb, ${map.created_at})`
    .execute(db)
    .catch(takenAs('indoor_maps_name_key', 'nameTaken'))
}

/**
 * The map, locked until the transaction ends; refuses an unknown one with 404102. The stations on it are locked first, because a
 * move of a station locks the station before the map.
 */
export async function lockIndoorMap(
  db: Db,
  accountId: string,
  mapId: string,
): Promise<IndoorMapRow & { readonly image_bytes: number }> {
  await sql`select from stations where account_id = ${accountId} and map_id = ${mapId} order by t4_id
    for no key update`.execute(db)
  const { rows } = await sql<IndoorMapRow & { image_bytes: number }>`
    select id, map_name, width, height, metres_per_pixel, building, floor, corners, created_at,
      octet_length(image) as image_bytes
    from indoor_maps where account_id = ${accountId} and id = ${mapId} for update`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

/** Refuses with 400102 a name that another map has. */
export async function updateIndoorMap(db: Db, accountId: string, mapId: string, map: MapSettings): Promise<void> {
  await sql`
    update indoor_maps set map_name = ${map.map_name}, building = ${map.building}, floor = ${map.floor},
      metres_per_pixel = ${map.metres_per_pixel}, corners = ${cornersText(map)}::jsonb
    where account_id = ${accountId} and id = ${mapId}`
    .execute(db)
    .catch(takenAs('indoor_maps_name_key', 'nameTaken'))
}

export async function setMapImage(
  db: Db,
  accountId: string,
  mapId: string,
  { type, image, width, height }: Picture,
): Promise<void> {
  await sql`update indoor_maps set image_type = ${type}, image = ${image}, width = ${width}, height = ${height}
    where account_id = ${accountId} and id = ${mapId}`.execute(db)
}

export type Size = Pick<IndoorMapRow, 'width' | 'height'>

/** Tables whose rows stand on a map. */
const ON_MAPS = ['stations', 'tracker_states']

/** Moves every point on a map along with its image, from one size to another (pixels). */
export async function scalePoints(db: Db, accountId: string, mapId: string, from: Size, to: Size): Promise<void> {
  const scaled = (column: string, was: number, is: number) =>
    sql`${sql.ref(column)} = least(${sql.ref(column)} * ${is}::double precision / ${was}, ${is})`
  for (const table of ON_MAPS) {
    await sql`update ${sql.table(table)}
      set ${scaled('indoor_X', from.width, to.width)}, ${scaled('indoor_Y', from.height, to.height)}
      where account_id = ${accountId} and map_id = ${mapId}`.execute(db)
  }
}

/** Takes everything off a map; places of sightings there then come from the station's coordinates alone (G39). */
export async function detachFromMap(db: Db, accountId: string, mapId: string): Promise<void> {
  await sql`update stations set map_id = null, "indoor_X" = null, "indoor_Y" = null
    where account_id = ${accountId} and map_id = ${mapId}`.execute(db)
  await sql`update tracker_states set map_id = null, "indoor_X" = null, "indoor_Y" = null, reason_code = 3
    where account_id = ${accountId} and map_id = ${mapId}`.execute(db)
}

export async function deleteIndoorMap(db: Db, accountId: string, mapId: string): Promise<void> {
  await sql`delete from indoor_maps where account_id = ${accountId} and id = ${mapId}`.execute(db)
}
