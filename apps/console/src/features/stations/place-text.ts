/** Where a station hangs, as people tell it: its floor plan, outdoors, or nowhere yet. */
import type { Station } from '@whereabouts/contract/stations'
import type { Translate } from '../../lib/i18n.ts'

export const placeText = (t: Translate, { map_name, gps_latitude }: Station): string =>
  map_name || t(gps_latitude === null ? 'stations.notPlaced' : 'stations.outdoors')
