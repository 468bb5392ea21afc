/** Who on duty is nearest to a person: trackers of classes that are marked as staff. Pure. Source: decision 0040. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import type { Tracker } from '@whereabouts/contract/trackers'
import { distanceMetres, onGlobe } from '@whereabouts/domain/positions'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { trackerPlace } from '../live/marker-changes.ts'
import { isStale } from '../live/status.ts'

export interface NearStaff {
  readonly id: string
  readonly name: string
  /** On the same floor, or both outdoors; undefined: elsewhere, or the floor has no scale. */
  readonly metres: number | undefined
  /** Another floor, by its name; undefined: the same, or outdoors. */
  readonly floor: string | undefined
  /** Where they stand on the person's own floor plan (px). */
  readonly spot: { readonly x: number; readonly y: number } | undefined
}

interface Lists {
  readonly maps: readonly IndoorMap[]
  readonly classes: readonly TrackerClass[]
  readonly trackers: {
    readonly rows: () => readonly Tracker[]
    readonly slotOf: (id: string) => number | undefined
    readonly statusAt: (slot: number) => TrackerStatus
  }
}

interface Found extends NearStaff {
  /** 0: the same floor; 1: the same building; 2: elsewhere. */
  readonly rank: number
  /** Metres, for the order. */
  readonly away: number
}

/** The nearest `most`, first those on the person's floor, then in the building, then elsewhere. Only who is seen there now. */
export function nearestStaff(lists: Lists, person: Tracker, most: number): readonly NearStaff[] {
  const staff = new Set(lists.classes.filter(({ is_staff }) => is_staff).map(({ index }) => index))
  if (staff.size === 0) return []
  const here = trackerPlace(person)
  const floor = lists.maps.find(({ id }) => id === here?.indoor?.plane)
  const found: Found[] = []
  for (const other of lists.trackers.rows()) {
    if (!staff.has(other.class_index) || other.device_id === person.device_id || isStale(other)) continue
    if (lists.trackers.statusAt(lists.trackers.slotOf(other.device_id) ?? -1) !== 'connected') continue
    const there = trackerPlace(other)
    const otherFloor = lists.maps.find(({ id }) => id === there?.indoor?.plane)
    const own = { id: other.device_id, name: other.name }
    if (floor !== undefined && otherFloor === floor && here?.indoor && there?.indoor) {
      const pixels = Math.hypot(here.indoor.x - there.indoor.x, here.indoor.y - there.indoor.y)
      const metres = floor.metres_per_pixel === null ? undefined : pixels * floor.metres_per_pixel
      const spot = { x: there.indoor.x, y: there.indoor.y }
      found.push({ ...own, metres, floor: undefined, spot, rank: 0, away: metres ?? pixels })
      continue
    }
    const isSameHouse = floor !== undefined && floor.building !== '' && otherFloor?.building === floor.building
    const away = distance(here, floor, there, otherFloor)
    if (!isSameHouse && away === undefined) continue
    const isFar = floor === undefined && otherFloor === undefined
    found.push({
      ...{ ...own, floor: otherFloor?.map_name, spot: undefined },
      ...{ metres: isFar ? away : undefined, rank: isSameHouse ? 1 : 2, away: away ?? 0 },
    })
  }
  found.sort((one, other) => one.rank - other.rank || one.away - other.away)
  return found.slice(0, most).map(({ rank: _rank, away: _away, ...near }) => near)
}

type Place = ReturnType<typeof trackerPlace>

function distance(
  here: Place,
  floor: IndoorMap | undefined,
  there: Place,
  otherFloor: IndoorMap | undefined,
): number | undefined {
  const [from, to] = [onEarth(here, floor), onEarth(there, otherFloor)]
  return from && to ? distanceMetres(from, to) : undefined
}

function onEarth(place: Place, floor: IndoorMap | undefined) {
  const spot = floor && place?.indoor ? onGlobe(floor, place.indoor.x, place.indoor.y) : undefined
  return spot ? { longitude: spot[0], latitude: spot[1] } : (place?.place ?? undefined)
}
