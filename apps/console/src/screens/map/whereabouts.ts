/** Where to look for what is selected: on which map, at which point. */

import { onGlobe } from '@whereabouts/domain/positions'
import { stationPlace, trackerPlace } from '../../features/live/marker-changes.ts'
import type { SiteStore } from '../../features/live/site-view.ts'
import type { MarkerChange } from '../../map/marker.ts'
import type { Selection } from './selection.ts'

export type Whereabouts =
  | { readonly on: 'plane'; readonly mapId: string; readonly x: number; readonly y: number }
  | { readonly on: 'globe'; readonly longitude: number; readonly latitude: number; readonly mapId: string | null }

export type Lists = Pick<SiteStore, 'trackers' | 'stations' | 'maps'>

const placeOf = (lists: Lists, { kind, id }: Selection): MarkerChange | undefined => {
  const tracker = kind === 'device' ? lists.trackers.get(id) : undefined
  if (tracker) return trackerPlace(tracker)
  const station = kind === 'station' ? lists.stations.get(id) : undefined
  return station && stationPlace(station)
}

/**
 * The place of a device or station: indoors on its own plan, or, where `side` asks for the globe, where that plan lies on it. A plan that
 * lies nowhere on the globe is the only side there is. Undefined: it was never placed.
 */
export function whereaboutsOf(lists: Lists, selection: Selection, side: 'plan' | 'globe'): Whereabouts | undefined {
  const place = placeOf(lists, selection)
  const map = place?.indoor ? lists.maps.find(({ id }) => id === place.indoor?.plane) : undefined
  if (place?.indoor && map) {
    const spot = side === 'globe' ? onGlobe(map, place.indoor.x, place.indoor.y) : undefined
    if (spot === undefined) return { on: 'plane', mapId: map.id, x: place.indoor.x, y: place.indoor.y }
    return { on: 'globe', longitude: spot[0], latitude: spot[1], mapId: map.id }
  }
  return place?.place ? { on: 'globe', ...place.place, mapId: null } : undefined
}
