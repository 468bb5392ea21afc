/** What a list that lives has to know of its rows, and of their markers: devices and stations. */
import type { Station } from '@whereabouts/contract/stations'
import type { StationDelta, TrackerDelta } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import type { MarkerChange } from '../../map/marker.ts'
import type { RowFacts } from './live-table.ts'
import { stationLook, stationPlace, trackerLook, trackerPlace } from './marker-changes.ts'
import { slim } from './slim.ts'
import { isInNeed, nextStationChange, nextStatusChange, stationStatusNow, statusNow } from './status.ts'

export interface RowKind<Row extends Delta, Delta extends object> extends RowFacts<Row> {
  readonly idIn: (delta: Delta) => string
  /** True where a message holds a whole row; a partial row that is not in the list is dropped. */
  readonly isWhole: (delta: Delta) => boolean
  /** The place of the marker by a message; undefined where the message has none. */
  readonly place: (delta: Delta) => MarkerChange | undefined
  readonly look: (row: Row, status: TrackerStatus) => MarkerChange
  /** The same row or change, lighter. */
  readonly lighten: <Change extends Delta>(change: Change) => Change
}

export const TRACKERS: RowKind<Tracker, TrackerDelta> = {
  idOf: ({ device_id }) => device_id,
  nameOf: ({ name }) => name,
  labelsOf: ({ mac_address, serial_number }) => [mac_address, serial_number],
  placeOf({ qualified_location_info: info }) {
    const data = info?.reason_data
    const names = [
      data?.indoor_map_name,
      ...(data?.rooms ?? []),
      data?.station_name,
      data?.phone_name,
      data?.gps_address,
    ]
    return names.filter(Boolean).join('\n')
  },
  statusOf: statusNow,
  nextChangeOf: nextStatusChange,
  classOf: ({ class_index }) => class_index,
  batteryOf: ({ battery }) => battery,
  isInNeed,
  idIn: ({ device_id }) => device_id,
  isWhole: ({ name, device_model }) => name !== undefined && device_model !== undefined,
  place: trackerPlace,
  look: trackerLook,
  lighten: slim,
}

export const STATIONS: RowKind<Station, StationDelta> = {
  idOf: ({ t4_id }) => t4_id,
  nameOf: ({ t4_name }) => t4_name,
  labelsOf: ({ mac_address }) => [mac_address],
  placeOf: ({ map_name }) => map_name,
  statusOf: stationStatusNow,
  nextChangeOf: nextStationChange,
  classOf: () => -1,
  batteryOf: () => null,
  isInNeed: () => false,
  idIn: ({ t4_id }) => t4_id,
  isWhole: ({ t4_name, connection_status }) => t4_name !== undefined && connection_status !== undefined,
  place: stationPlace,
  look: stationLook,
  lighten: (change) => change,
}
