/** An indoor map's row as the published entity. Source: specification §3; G52. */

import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { type IndoorMapRow, indoorMapUrl } from '../../state/indoor-maps.ts'

export const presentIndoorMap = ({ created_at: _order, ...row }: IndoorMapRow): IndoorMap => ({
  ...row,
  map_image: indoorMapUrl(row.id),
  map_url: indoorMapUrl(row.id),
})
