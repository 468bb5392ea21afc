/** An indoor map's row as the published entity. Source: specification §3; G52. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'

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

export const presentIndoorMap = ({ created_at: _order, ...row }: IndoorMapRow): IndoorMap => ({
  ...row,
  map_image: indoorMapUrl(row.id),
  map_url: indoorMapUrl(row.id),
})
