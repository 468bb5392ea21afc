/** An account's trackers, maps and stations as omlox's objects. Source: wire formats §8.1. */
import type { Tracker } from '@whereabouts/contract/trackers'
import type { Zone } from '@whereabouts/contract/zones'
import {
  type ExportedProvider,
  type OmloxCrs,
  type OmloxLocation,
  omloxFloor,
  omloxId,
  omloxLocation,
  omloxMotion,
  omloxProvider,
  omloxTrackable,
  type Point,
  radioProvider,
} from '@whereabouts/protocol/omlox'
import { type ExportedMap, localPosition, omloxProximityZone, omloxZone } from '@whereabouts/protocol/omlox-zones'
import { sql } from 'kysely'
import { listZones } from '../features/zones/queries.ts'
import type { Db } from '../platform/postgres/database.ts'

/** The site that trackers move in. */
export interface Site {
  readonly accountId: string
  readonly maps: ReadonlyMap<string, ExportedMap>
  readonly stations: readonly SiteStation[]
  readonly zones: readonly Zone[]
}

interface SiteStation {
  readonly t4_id: string
  readonly t4_name: string
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
}

interface MapRow {
  readonly id: string
  readonly map_name: string
  readonly width: number
  readonly height: number
  readonly metres_per_pixel: number | null
  readonly corners: readonly Point[] | null
  readonly building: string
  readonly floor: string
}

export async function readSite(db: Db, accountId: string): Promise<Site> {
  const [maps, stations, zones] = await Promise.all([
    sql<MapRow>`select id, map_name, width, height, metres_per_pixel, corners, building, floor from indoor_maps
      where account_id = ${accountId} order by created_at, id`.execute(db),
    sql<SiteStation>`select t4_id, t4_name, gps_latitude, gps_longitude from stations
      where account_id = ${accountId} order by created_at, t4_id`.execute(db),
    listZones(db, accountId),
  ])
  return {
    accountId,
    maps: new Map(
      maps.rows.map(({ map_name: name, metres_per_pixel: metresPerPixel, ...map }) => [
        map.id,
        { ...map, name, metresPerPixel },
      ]),
    ),
    stations: stations.rows,
    zones,
  }
}

export const trackableId = (accountId: string, { device_id }: Pick<Tracker, 'device_id'>): string =>
  omloxId(`${accountId} tracker`, device_id)
const stationZoneId = (accountId: string, t4Id: string): string => omloxId(`${accountId} station`, t4Id)

export const zonesOf = ({ accountId, maps, stations }: Site) => [
  ...[...maps.values()].map(omloxZone),
  ...stations.map(({ t4_id: foreignId, t4_name: name, gps_latitude: latitude, gps_longitude: longitude }) =>
    omloxProximityZone({
      id: stationZoneId(accountId, foreignId),
      foreignId,
      name,
      position: latitude === null || longitude === null ? undefined : { latitude, longitude },
    }),
  ),
]

const exportedProvider = ({ mac_address, device_id, device_model }: Tracker): ExportedProvider => {
  if (mac_address !== '') return radioProvider(mac_address)
  return { type: device_model === 'mobile' ? 'gps' : 'ibeacon', id: device_id }
}

export const providerOf = (tracker: Tracker) => omloxProvider(exportedProvider(tracker), tracker.name)

export const trackableOf = (accountId: string, tracker: Tracker) =>
  omloxTrackable({
    id: trackableId(accountId, tracker),
    name: tracker.name,
    providers: [exportedProvider(tracker)],
    properties: { device_id: tracker.device_id, status: tracker.status },
  })

/**
 * Where a tracker is, in the requested system of coordinates; without one as it was measured, on its floor plan or the globe.
 * Undefined: unknown.
 */
export function locationOf(site: Site, tracker: Tracker, crs: OmloxCrs | undefined): OmloxLocation | undefined {
  const info = tracker.qualified_location_info
  if (info === null) return undefined
  const map = site.maps.get(info.reason_data.indoor_map_id ?? '')
  const { indoor_X, indoor_Y } = info.reason_data
  const local =
    map === undefined || indoor_X === undefined || indoor_Y === undefined
      ? undefined
      : localPosition(map, indoor_X, indoor_Y)
  const { gps_latitude: latitude, gps_longitude: longitude } = info
  const global = latitude === null || longitude === null ? undefined : { latitude, longitude }
  const position = crs === 'local' ? local : crs === 'EPSG:4326' ? global : (local ?? global)
  if (position === undefined) return undefined
  const isSelf = info.sender_device_id === tracker.device_id
  return omloxLocation({
    provider: exportedProvider(tracker),
    source: isSelf ? tracker.device_id : (map?.id ?? stationZoneId(site.accountId, info.sender_device_id)),
    trackableId: trackableId(site.accountId, tracker),
    position,
    atMs: info.scanned_at_ms,
    accuracyMetres: info.accuracy ?? undefined,
    floor: map === undefined ? undefined : omloxFloor(map.floor),
    courseDegrees: tracker.heading ?? undefined,
  })
}

/** Undefined where it is unknown. */
export function motionOf(site: Site, tracker: Tracker, crs: OmloxCrs | undefined) {
  const location = locationOf(site, tracker, crs)
  return location && omloxMotion({ id: trackableId(site.accountId, tracker), name: tracker.name }, location)
}
