/** Names that places of an account have. Source: G101. */
import { addressOf, coordinatesText, type NamedPlace } from '@whereabouts/domain/place-names'
import type { Point } from '@whereabouts/domain/polygons'
import type { GeoPosition } from '@whereabouts/domain/positions'
import { readyShape, type ZoneShape } from '@whereabouts/domain/zones'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { AccountDirectory } from '../../state/account-directory.ts'

export interface PlaceNames {
  /** Of an indoor map; '' once it is gone. */
  map(id: string): string
  /** Of a place outdoors, else its coordinates. */
  address(position: GeoPosition): string
}

interface Zone {
  readonly zone_name: string
  /** Prepared for `isInShape`. */
  readonly shape: ZoneShape
}

/** Where a building is known to be: a station with coordinates hangs in it. */
interface Building {
  readonly building: string
  readonly gps_latitude: number
  readonly gps_longitude: number
}

function placesOf(zones: readonly Zone[], buildings: readonly Building[]): NamedPlace[] {
  const outdoors = zones.flatMap(({ zone_name: name, shape }) =>
    'polygon' in shape && !('map_id' in shape) ? [{ name, points: shape.polygon }] : [],
  )
  return [
    ...outdoors,
    ...buildings.map(({ building: name, gps_longitude, gps_latitude }) => ({
      ...{ name, points: [[gps_longitude, gps_latitude] satisfies Point] },
    })),
  ]
}

export async function readPlaceNames(db: Db, accountId: string): Promise<PlaceNames> {
  const [maps, zones, buildings] = await Promise.all([
    sql<{ id: string; map_name: string }>`
      select id, map_name from indoor_maps where account_id = ${accountId}`.execute(db),
    sql<Zone>`select zone_name, shape from zones
      where account_id = ${accountId} and shape ? 'polygon' and not shape ? 'map_id'`.execute(db),
    sql<Building>`select m.building, s.gps_latitude, s.gps_longitude from stations s
      join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id
      where s.account_id = ${accountId} and m.building <> '' and s.gps_latitude is not null and s.gps_longitude is not null`.execute(
      db,
    ),
  ])
  const names = new Map(maps.rows.map((row) => [row.id, row.map_name]))
  const places = placesOf(
    zones.rows.map((zone) => ({ ...zone, shape: readyShape(zone.shape) })),
    buildings.rows,
  )
  return { map: (id) => names.get(id) ?? '', address: (position) => addressOf(places, position) }
}

/** The same of an account that ingest knows. */
export function placeNamesOf({ mapNames, zones, stations, floors }: AccountDirectory): PlaceNames {
  const buildings = new Map(floors.map(({ id, building }) => [id, building]))
  const address = (position: GeoPosition) => {
    const known = [...stations.values()].flatMap(({ map_id, gps_latitude, gps_longitude }): Building[] => {
      const building = map_id === null ? '' : (buildings.get(map_id) ?? '')
      return building === '' || gps_latitude === null || gps_longitude === null
        ? []
        : [{ building, gps_latitude, gps_longitude }]
    })
    return addressOf(placesOf(zones, known), position)
  }
  return { map: (id) => mapNames.get(id) ?? '', address }
}

/** For somebody who is told the map's name alone, and no name that another account gave a place. */
export const namesForOthers = (mapName: string): PlaceNames => ({ map: () => mapName, address: coordinatesText })
