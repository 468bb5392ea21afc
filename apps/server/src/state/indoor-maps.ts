/** Indoor maps as what stands on them needs them. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'

export interface IndoorMapRow {
  id: string
  map_name: string
  width: number
  height: number
  metres_per_pixel: number | null
  building: string
  floor: string
  corners: IndoorMap['corners']
  created_at: number
}

/** Address of a map's image; it needs a bearer token. */
export const indoorMapUrl = (mapId: string): string => `/v3/app/indoormaps/${mapId}/image`

/** The facts of a map that a place on it is checked against. */
export interface MapForPlacing {
  readonly id: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** The map by its id or name, locked against changes until the transaction ends. */
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

/** The same with its scale. */
export async function findMapWithScale(
  db: Db,
  accountId: string,
  mapId: string,
): Promise<(MapForPlacing & Pick<IndoorMapRow, 'metres_per_pixel'>) | undefined> {
  const { rows } = await sql<MapForPlacing & Pick<IndoorMapRow, 'metres_per_pixel'>>`
    select id, width, height, metres_per_pixel from indoor_maps
    where account_id = ${accountId} and id = ${mapId} for share`.execute(db)
  return rows[0]
}
