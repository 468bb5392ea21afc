/**
 * The export of devices. The first eleven columns and their order: G78; the name and the id, by which people and other
 * programs know a device, stand behind them. Column names are English in every language: programs read them.
 */
import type { Tracker } from '@whereabouts/contract/trackers'
import { type CsvColumn, csvOf } from '../../lib/csv.ts'
import { formatExactTime } from '../../lib/time.ts'

/** Degrees to about ten centimetres. */
export const gpsCell = (latitude: number | null, longitude: number | null): string | null =>
  latitude === null || longitude === null ? null : `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`

/** Date and time of epoch seconds in the browser's time zone. */
export const timeCell = (epochSeconds: number | null): string | null =>
  epochSeconds === null ? null : formatExactTime(epochSeconds * 1000)

const COLUMNS: readonly CsvColumn<Tracker>[] = [
  { header: 'serial number', cell: ({ serial_number }) => serial_number },
  { header: 'MAC', cell: ({ mac_address }) => mac_address },
  { header: 'battery level', cell: ({ battery }) => battery },
  { header: 'firmware version', cell: ({ firmware }) => firmware },
  { header: 'GPS', cell: ({ gps_latitude, gps_longitude }) => gpsCell(gps_latitude, gps_longitude) },
  { header: 'indoor X', cell: ({ indoor_X }) => indoor_X },
  { header: 'indoor Y', cell: ({ indoor_Y }) => indoor_Y },
  {
    header: 'map ID',
    cell: ({ qualified_location_info: info }) => info?.reason_data.indoor_map_id ?? null,
  },
  { header: 'RSSI', cell: ({ rssi }) => rssi },
  { header: 'offline time', cell: ({ disconnected_time }) => timeCell(disconnected_time) },
  { header: 'update time', cell: ({ last_seen }) => timeCell(last_seen) },
  { header: 'name', cell: ({ name }) => name },
  { header: 'device ID', cell: ({ device_id }) => device_id },
]

export const devicesCsv = (trackers: Iterable<Tracker>): string => csvOf(COLUMNS, trackers)
