/** A station's place as it is typed: on a map in pixels, on the globe in degrees, on both or on none. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { readNumber, readNumberIn } from '../../../lib/read-number.ts'

export interface PlaceDraft {
  /** '' for none. */
  readonly mapId: string
  readonly x: string
  readonly y: string
  readonly latitude: string
  readonly longitude: string
}

export const draftOf = (station: Station): PlaceDraft => ({
  mapId: station.map_id ?? '',
  x: text(station.indoor_X),
  y: text(station.indoor_Y),
  latitude: text(station.gps_latitude),
  longitude: text(station.gps_longitude),
})

const text = (value: number | null): string => (value === null ? '' : String(value))

export type PlaceFault = 'x' | 'y' | 'latitude' | 'longitude'

/** Fields that are wrong: a point has both its numbers, and lies on its map and on the globe. */
export function placeFaults(draft: PlaceDraft, map: Pick<IndoorMap, 'width' | 'height'> | undefined): PlaceFault[] {
  const faults: PlaceFault[] = []
  if (map !== undefined) {
    if (readNumberIn(draft.x, 0, map.width) === undefined) faults.push('x')
    if (readNumberIn(draft.y, 0, map.height) === undefined) faults.push('y')
  }
  if (draft.latitude.trim() !== '' || draft.longitude.trim() !== '') {
    if (readNumberIn(draft.latitude, -90, 90) === undefined) faults.push('latitude')
    if (readNumberIn(draft.longitude, -180, 180) === undefined) faults.push('longitude')
  }
  return faults
}

/** What to send; only for a draft without faults. */
export function placeOf(draft: PlaceDraft) {
  const isOnMap = draft.mapId !== ''
  const number = (typed: string) => readNumber(typed) ?? null
  return {
    map_id: isOnMap ? draft.mapId : null,
    indoor_X: isOnMap ? number(draft.x) : null,
    indoor_Y: isOnMap ? number(draft.y) : null,
    gps_latitude: number(draft.latitude),
    gps_longitude: number(draft.longitude),
  }
}
