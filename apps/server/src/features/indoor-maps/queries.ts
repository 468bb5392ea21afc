/** SQL of indoor maps; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { PageStart } from '../../platform/page-token.ts'
import type { IndoorMapRow } from './present.ts'

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

/** What a place on a map is checked against. */
export interface MapForPlacing {
  readonly id: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** The map of an id or a name; it stays as it is until the transaction ends. */
export async function findMapForPlacing(
  db: Db,
  accountId: string,
  by: { id: string } | { name: string },
): Promise<MapForPlacing | undefined> {
  const condition = 'id' in by ? sql`id = ${by.id}` : sql`map_name = ${by.name.normalize('NFC').trim()}`
  const { rows } = await sql<MapForPlacing>`
    select id, width, height from indoor_maps where account_id = ${accountId} and ${condition} for share`.execute(db)
  return rows[0]
}

/** Names of the account's maps by id; '' for one that is gone. */
export async function mapNames(db: Db, accountId: string): Promise<(mapId: string) => string> {
  const { rows } = await sql<{ id: string; map_name: string }>`
    select id, map_name from indoor_maps where account_id = ${accountId}`.execute(db)
  const names = new Map(rows.map((row) => [row.id, row.map_name]))
  return (mapId) => names.get(mapId) ?? ''
}
